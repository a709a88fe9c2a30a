//! Games played by the pointer: the board gets clicks at the places of a move, as egui delivers them, and must answer with
//! this move.

use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::LocationId;
use boardwright_games::shipped_games;
use boardwright_library::{LoadedGame, load};
use eframe::egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::moves::MoveChoice;
use super::{Board, BoardAction, LegalMoves, Marks};

/// Maximum number of plies of a game.
const PLIES: usize = 60;
/// Size of the window, in points.
const SIZE: Vec2 = Vec2::new(1000.0, 800.0);

/// Duration of a frame, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// A window with one board.
struct Screen {
    context: Context,
    board: Option<Board>,
    time: f64,
}

impl Screen {
    fn frame(&mut self, legal: &LegalMoves, events: Vec<Event>) -> Option<BoardAction> {
        self.time += FRAME;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, SIZE));
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let board = self.board.as_mut().expect("the game has a board");
        let mut action = None;
        let mut output = self.context.run_ui(input, |ui| action = board.ui(ui, legal, &Marks::default()).or(action));
        output.textures_delta.clear();
        action
    }

    /// Clicks at the centre of a place.
    fn click(&mut self, legal: &LegalMoves, place: LocationId) -> Option<BoardAction> {
        // Two clicks in quick succession would be a double click.
        self.time += 1.0;
        self.frame(legal, Vec::new());
        let at = self.board.as_ref().expect("the game has a board").screen_point(place);
        self.click_point(legal, at)
    }

    /// Clicks a point.
    fn click_point(&mut self, legal: &LegalMoves, at: Pos2) -> Option<BoardAction> {
        self.time += 1.0;
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(legal, vec![Event::PointerMoved(at)]);
        self.frame(legal, vec![button(true)]);
        self.frame(legal, vec![button(false)])
    }

    /// Makes a move by clicks; returns the action of the board. Of interchangeable pieces, any may be clicked.
    fn make(&mut self, legal: &LegalMoves, choice: &MoveChoice, random: &mut Pcg64Mcg) -> Option<BoardAction> {
        if choice.is_from_supply() {
            return self.click(legal, choice.to?);
        }
        let origins = &self.board.as_ref()?.table.origins;
        let equal = (0..origins.len()).filter(|&place| Some(origins[place]) == choice.from).map(LocationId::new);
        let equal: Vec<LocationId> = equal.collect();
        assert!(equal.contains(&choice.at?), "{}: the piece is at its origin", choice.text);
        let first = self.click(legal, equal[random.random_range(0..equal.len())]);
        match (first, choice.to) {
            (None, Some(to)) if !self.is_asking() => self.click(legal, to),
            (first, _) => first,
        }
    }

    fn is_asking(&self) -> bool {
        !self.board.as_ref().expect("the game has a board").menu().is_empty()
    }
}

/// `true` if two moves look the same on the board.
fn is_same(one: &MoveChoice, other: &MoveChoice) -> bool {
    one.from == other.from && (one.to == other.to || one.is_by_origin)
}

/// Plays a random game by clicks. Moves without a place on the board are made by buttons, which have no place here.
fn play(loaded: &LoadedGame, name: &str) -> usize {
    let mut screen = Screen { context: Context::default(), board: None, time: 0.0 };
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut state: AnyState = loaded.game().initial_state();
    let mut clicked = 0;
    for ply in 0..PLIES {
        let legal = LegalMoves::of(loaded, &state).expect("shipped games never fail");
        let viewer = match legal.turn {
            Some(Turn::Player(player)) => loaded.game().has_hidden_information().then_some(player),
            Some(Turn::Chance) => {
                let mv = loaded.game().draw_chance(&state, &mut random).expect("shipped games never fail");
                loaded.game().apply(&mut state, &mv).expect("shipped games never fail");
                continue;
            }
            _ => break,
        };
        Board::show_position(&mut screen.board, loaded, &state, viewer, None);
        if screen.board.is_none() {
            break;
        }
        let choice = legal.choices[random.random_range(0..legal.choices.len())].clone();
        let is_on_board = choice.at.is_some() || choice.is_from_supply() && choice.to.is_some();
        if is_on_board {
            let action = screen.make(&legal, &choice, &mut random);
            let asked = screen.board.as_ref().expect("the game has a board").menu();
            let made = match action {
                Some(BoardAction::Move(number)) => vec![number],
                _ => asked,
            };
            assert!(
                made.iter().any(|&number| is_same(&legal.choices[number], &choice)),
                "{name}, ply {ply}: clicks for `{}` gave {action:?}, {made:?}",
                choice.text
            );
            clicked += 1;
        }
        loaded.game().apply(&mut state, &choice.mv).expect("shipped games never fail");
    }
    clicked
}

#[test]
fn every_shipped_game_is_played_by_clicks() {
    let mut played = 0;
    for game in shipped_games() {
        let loaded = load(game.name).expect("it ships");
        let clicked = play(&loaded, game.name);
        played += usize::from(clicked > 0);
    }
    assert!(played > 40, "only {played} games have moves on the board");
}

/// Clicks at the point of the board with this name, in the initial position after the moves.
fn click_at(game: &str, moves: &[&str], place: &str) -> Option<String> {
    let loaded = load(game).expect("it ships");
    let mut state = loaded.game().initial_state();
    for text in moves {
        let mv = loaded.game().parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        loaded.game().apply(&mut state, &mv).expect("it is legal");
    }
    let legal = LegalMoves::of(&loaded, &state).expect("shipped games never fail");
    let mut screen = Screen { context: Context::default(), board: None, time: 0.0 };
    Board::show_position(&mut screen.board, &loaded, &state, None, None);
    let rules = loaded.spec().expect("a game file").rules();
    let index = rules.locations.iter().position(|location| location.name == place).expect("the place exists");
    match screen.click(&legal, LocationId::new(index)) {
        Some(BoardAction::Move(number)) => Some(legal.choices[number].label.clone()),
        _ => None,
    }
}

#[test]
fn a_pit_is_sown_by_a_click_on_its_bowl_or_any_seed() {
    for place in ["bowl(3)", "p(3,1)", "p(3,4)"] {
        assert_eq!(click_at("kalah", &[], place).as_deref(), Some("sow pit 3"), "{place}");
    }
    assert_eq!(click_at("kalah", &[], "bowl(9)"), None, "a pit of the other player");
    assert_eq!(click_at("kalah", &[], "p(7,1)"), None, "the store");
}

/// A position of a game after moves, with its board and legal moves.
fn position(game: &str, moves: &[&str]) -> (LoadedGame, LegalMoves, Screen) {
    let loaded = load(game).expect("it ships");
    let mut state = loaded.game().initial_state();
    for text in moves {
        let mv = loaded.game().parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        loaded.game().apply(&mut state, &mv).expect("it is legal");
    }
    let (legal, screen) = screen_of(&loaded, &state);
    (loaded, legal, screen)
}

/// A window with the board of a position, and its legal moves.
fn screen_of(loaded: &LoadedGame, state: &AnyState) -> (LegalMoves, Screen) {
    let legal = LegalMoves::of(loaded, state).expect("shipped games never fail");
    let mut screen = Screen { context: Context::default(), board: None, time: 0.0 };
    Board::show_position(&mut screen.board, loaded, state, None, None);
    screen.board.as_mut().expect("the game has a board").prepare_moves(loaded, state, &legal);
    screen.frame(&legal, Vec::new());
    (legal, screen)
}

/// The place with this full name.
fn place(loaded: &LoadedGame, name: &str) -> LocationId {
    loaded.spec().expect("a game file").rules().location_named(name).expect("the place exists")
}

impl Screen {
    /// Drags from one point to another.
    fn swipe(&mut self, legal: &LegalMoves, from: Pos2, to: Pos2) -> Option<BoardAction> {
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(legal, vec![Event::PointerMoved(from)]);
        self.frame(legal, vec![button(from, true)]);
        self.frame(legal, vec![Event::PointerMoved(from.lerp(to, 0.5))]);
        self.frame(legal, vec![Event::PointerMoved(to)]);
        self.frame(legal, vec![button(to, false)])
    }

    /// Presses a key; returns the move of the arrow keys or of the menu.
    fn press(&mut self, legal: &LegalMoves, key: Key) -> Option<BoardAction> {
        let event =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        self.time += FRAME;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, SIZE));
        let events = vec![event(true), event(false)];
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let board = self.board.as_mut().expect("the game has a board");
        let mut action = None;
        let mut output = self.context.run_ui(input, |ui| {
            let steered = board.arrow_move(ui, legal).map(BoardAction::Move);
            action = steered.or(board.ui(ui, legal, &Marks::default())).or(action);
        });
        output.textures_delta.clear();
        action
    }
}

/// Label of the move of an action; empty if there is none.
fn label_of(legal: &LegalMoves, action: Option<BoardAction>) -> &str {
    match action {
        Some(BoardAction::Move(number)) => &legal.choices[number].label,
        _ => "",
    }
}

#[test]
fn sliding_games_are_played_by_arrow_keys_and_swipes() {
    let start = ["tile(1) off c(2,2) 2", "tile(2) off c(3,4) 2"];
    let (_, legal, mut screen) = position("2048", &start);
    let middle = (SIZE / 2.0).to_pos2();
    for (key, swipe, word) in [
        (Key::ArrowLeft, Vec2::new(-90.0, 8.0), "left"),
        (Key::ArrowRight, Vec2::new(90.0, 8.0), "right"),
        (Key::ArrowUp, Vec2::new(8.0, -90.0), "up"),
        (Key::ArrowDown, Vec2::new(8.0, 90.0), "down"),
    ] {
        let pressed = screen.press(&legal, key);
        assert_eq!(label_of(&legal, pressed), word, "by key");
        let swiped = screen.swipe(&legal, middle, middle + swipe);
        assert_eq!(label_of(&legal, swiped), word, "by swipe");
    }
    // The keeper of the level stands at d5; the square at his right is free.
    let (_, legal, mut screen) = position("sokoban", &[]);
    let pressed = screen.press(&legal, Key::ArrowRight);
    assert_eq!(label_of(&legal, pressed), "d5-e5");
    // Games with several moves in a direction keep the arrow keys.
    let (_, legal, mut screen) = position("chess", &[]);
    assert_eq!(screen.press(&legal, Key::ArrowUp), None);
}

#[test]
fn a_promotion_is_chosen_by_its_picture_or_a_digit() {
    let loaded = load("chess").expect("it ships");
    let (state, _) =
        boardwright_library::positions::read_position(&loaded, "7k/P7/8/8/8/8/8/K7 w - - 0 1").expect("a FEN");
    let (legal, mut screen) = screen_of(&loaded, &state);
    let (from, to) = (place(&loaded, "sq(1,7)"), place(&loaded, "sq(1,8)"));
    assert_eq!(screen.click(&legal, from), None);
    assert_eq!(screen.click(&legal, to), None, "the piece is asked for");
    let menu = screen.board.as_ref().expect("a board").menu();
    assert_eq!(legal.menu_names(&menu), ["queen", "rook", "bishop", "knight"]);
    // The pictures lie in a column that begins at the target: the third one is two places below it.
    screen.frame(&legal, Vec::new());
    let board = screen.board.as_ref().expect("a board");
    let at = board.screen_point(to) + (board.screen_point(from) - board.screen_point(to)) * 2.0;
    let chosen = screen.click_point(&legal, at);
    assert_eq!(label_of(&legal, chosen), "a8=B");
    screen.click(&legal, from);
    screen.click(&legal, to);
    screen.frame(&legal, Vec::new());
    let pressed = screen.press(&legal, Key::Num4);
    assert_eq!(label_of(&legal, pressed), "a8=N");
}

#[test]
fn a_fence_is_placed_by_a_click_on_one_of_its_gaps() {
    let (loaded, legal, mut screen) = position("quoridor", &[]);
    let action = |screen: &mut Screen, name: &str, right: f32, down: f32| {
        let centre = screen.board.as_ref().expect("a board").screen_point(place(&loaded, name));
        let action = screen.click_point(&legal, centre + Vec2::new(right, down));
        let mv = match action {
            Some(BoardAction::Move(number)) => legal.choices[number].text.clone(),
            other => format!("{other:?}"),
        };
        mv.split_once("stock(1,1) ").map_or(mv.clone(), |(_, rest)| rest.to_owned())
    };
    // The gap above e3 belongs to the fences at its right and left end.
    assert_eq!(action(&mut screen, "h(5,3)", 12.0, 0.0), "g(5,3) across");
    assert_eq!(action(&mut screen, "h(5,3)", -12.0, 0.0), "g(4,3) across");
    assert_eq!(action(&mut screen, "v(5,3)", 0.0, -12.0), "g(5,3) upright");
    // Narrow places are hit beside their edges.
    let board = screen.board.as_ref().expect("a board");
    let lens = board.shown_lens();
    let gap = super::marks::hit_area(&board.table, place(&loaded, "h(5,3)"), &lens);
    assert!(gap.height() >= 12.0 && gap.width() >= 12.0, "{gap:?}");
}

#[test]
fn a_card_is_played_by_one_click() {
    let loaded = load("nine-tricks").expect("it ships");
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut state = loaded.game().initial_state();
    let player = loop {
        match loaded.game().legal_moves(&state).expect("no fault").0 {
            Turn::Player(player) => break player,
            _ => {
                let mv = loaded.game().draw_chance(&state, &mut random).expect("no fault");
                loaded.game().apply(&mut state, &mv).expect("it is legal");
            }
        }
    };
    assert_eq!(player.number(), 1);
    let (legal, mut screen) = screen_of(&loaded, &state);
    let played = screen.click(&legal, place(&loaded, "hand(1,4)"));
    assert!(label_of(&legal, played).starts_with("play "), "{played:?}");
}

#[test]
fn a_refused_click_is_about_the_piece_that_it_means() {
    let casts: Vec<String> = (1..=5).map(|die| format!("die({die}) cup({die}) table({die}) 3")).collect();
    let casts: Vec<&str> = casts.iter().map(String::as_str).collect();
    let (loaded, legal, mut screen) = position("yahtzee", &casts);
    let refused = screen.click(&legal, place(&loaded, "box(2,3)"));
    let Some(BoardAction::Refused(Some(from), to)) = refused else { panic!("{refused:?}") };
    assert_eq!(to, place(&loaded, "box(2,3)"));
    assert!(legal.choices.iter().any(|choice| choice.from == Some(from)
        && choice.to.is_some_and(|to| {
            loaded.spec().expect("a game file").rules().locations[to.index()].name.starts_with("box(1")
        })));
}
