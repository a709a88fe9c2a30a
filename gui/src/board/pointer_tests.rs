//! Games played by the pointer: the board gets clicks at the places of a move, as egui delivers them, and must answer with
//! this move.

use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::LocationId;
use boardwright_games::shipped_games;
use boardwright_library::{LoadedGame, load};
use eframe::egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};
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
