//! Whole games played by pointer events, in which moves are found by what is marked on the screen: glows below movable
//! pieces, dots and rings on targets, buttons, and entries of menus. The legal moves are not consulted.

use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::{LocationId, Player};
use boardwright_games::shipped_games;
use boardwright_library::{LoadedGame, load};
use boardwright_tests::effort;
use eframe::egui::epaint::Shape;
use eframe::egui::{Context, Event, Modifiers, Panel, PointerButton, Pos2, RawInput, Rect, Ui, Vec2};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::growing::FREE_CELL;
use super::marks::{movable_colour, target_colour};
use super::{Board, BoardAction, GrowingBoard, GrowingFrame, LegalMoves, Marks, TurnMode};

/// Bound of the plies of a game.
const PLIES: usize = 400;
/// Games whose random moves wander about without an end, and the bound of their plies.
const WANDERING: [&str; 6] = ["chinese-checkers", "halma", "puzzle15", "puzzle8", "skipping", "sokoban"];
const WANDERING_PLIES: usize = 120;
/// Greatest number of clicks for a move, and where some of them may be on forbidden places.
const CLICKS: usize = 5;
const FREE_CLICKS: usize = 200;
/// Size of the window, in points.
const SIZE: Vec2 = Vec2::new(1000.0, 800.0);
/// Duration of a frame, in seconds. Two clicks are no double click.
const FRAME: f64 = 0.4;
/// Colour of the menu, which nothing else has.
const MENU: eframe::egui::Color32 = eframe::egui::Color32::from_rgb(1, 2, 3);

/// Marks of a frame, by the points where they are clicked.
#[derive(Debug, Default)]
struct Screen {
    /// Glows below movable pieces.
    glows: Vec<Pos2>,
    /// Dots and rings on targets.
    targets: Vec<Pos2>,
    /// Texts with their places.
    texts: Vec<(String, Rect)>,
    /// Free cells of a board that grows.
    cells: Vec<Pos2>,
    menu: Option<Rect>,
}

impl Screen {
    fn read(shapes: impl IntoIterator<Item = Shape>) -> Self {
        let mut screen = Self::default();
        shapes.into_iter().for_each(|shape| screen.add(shape));
        screen
    }

    fn add(&mut self, shape: Shape) {
        match shape {
            Shape::Vec(shapes) => shapes.into_iter().for_each(|shape| self.add(shape)),
            Shape::Circle(circle) if circle.fill == movable_colour() => self.glows.push(circle.center),
            Shape::Circle(circle) if circle.stroke.color == movable_colour() => self.glows.push(circle.center),
            Shape::Rect(rect) if rect.fill == movable_colour() => self.glows.push(rect.rect.center()),
            Shape::Circle(circle) if circle.fill == target_colour() => self.targets.push(circle.center),
            Shape::Circle(circle) if circle.stroke.color == target_colour() => self.targets.push(circle.center),
            Shape::Rect(rect) if rect.fill == MENU => {
                // The menu covers what was painted before.
                self.texts.retain(|(_, text)| !rect.rect.intersects(*text));
                self.menu = Some(rect.rect);
            }
            Shape::Rect(rect)
                if FREE_STRENGTHS.map(|part| FREE_CELL.gamma_multiply(part)).contains(&rect.stroke.color) =>
            {
                self.cells.push(rect.rect.center());
            }
            Shape::Text(text) => {
                let rect = text.galley.rect.translate(text.pos.to_vec2());
                self.texts.push((text.galley.text().to_owned(), rect));
            }
            _ => {}
        }
    }

    /// Texts in an area, such as those of its buttons.
    fn texts_in(&self, area: Rect) -> Vec<Pos2> {
        let inside = self.texts.iter().filter(|(_, rect)| area.contains(rect.center()));
        inside.map(|(_, rect)| rect.center()).collect()
    }

    /// Place of a text.
    fn text(&self, wanted: &str) -> Option<Pos2> {
        self.texts.iter().find(|(text, _)| text == wanted).map(|(_, rect)| rect.center())
    }
}

/// Opacity of free cells where the tile fits as it lies, and where it has to be rotated.
const FREE_STRENGTHS: [f32; 2] = [0.9, 0.3];

/// A window that gets pointer events.
struct Window {
    context: Context,
    time: f64,
}

impl Window {
    fn new() -> Self {
        let context = Context::default();
        context.all_styles_mut(|style| style.visuals.window_fill = MENU);
        Self { context, time: 0.0 }
    }

    fn frame(&mut self, events: Vec<Event>, mut show: impl FnMut(&mut Ui)) -> Screen {
        self.time += FRAME;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, SIZE));
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let mut output = self.context.run_ui(input, |ui| show(ui));
        output.textures_delta.clear();
        Screen::read(output.shapes.into_iter().map(|clipped| clipped.shape))
    }

    /// Clicks a point; returns the frame after the click.
    fn click(&mut self, at: Pos2, mut show: impl FnMut(&mut Ui)) -> Screen {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(at), button(true)], &mut show);
        self.frame(vec![button(false)], &mut show);
        self.frame(vec![Event::PointerMoved(Pos2::ZERO)], &mut show)
    }
}

/// Buttons above the board, in this height.
const STRIP: f32 = 120.0;

/// Shows the moves that buttons make, as the page Play does, above the board; returns the number of the chosen move, or an
/// error if the board refuses a click.
fn show(ui: &mut Ui, board: &mut Board, legal: &LegalMoves) -> Option<Result<usize, String>> {
    let strip = |ui: &mut Ui| {
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            for number in legal.by_button() {
                if ui.button(&legal.choices[number].label).clicked() {
                    pressed = Some(Ok(number));
                }
            }
        });
        pressed
    };
    let pressed = Panel::top("moves").exact_size(STRIP).show(ui, strip).inner;
    let acted = board.ui(ui, legal, &Marks::default()).map(|action| match action {
        BoardAction::Move(number) => Ok(number),
        BoardAction::Refused(from, to) => {
            Err(format!("a marked place is refused: {from:?} to {}", board.table.place_names[to.index()]))
        }
    });
    pressed.or(acted)
}

/// Makes a move in the position that the board shows, by clicks on marks; returns its number.
fn make_move(
    window: &mut Window,
    board: &mut Board,
    legal: &LegalMoves,
    random: &mut Pcg64Mcg,
) -> Result<usize, String> {
    let strip = Rect::from_min_size(Pos2::ZERO, Vec2::new(SIZE.x, STRIP));
    let mut screen = window.frame(Vec::new(), |ui| drop(show(ui, board, legal)));
    let mut clicked: Option<Pos2> = None;
    // Where a piece can be put on every empty place, none is marked; a few are forbidden by rules such as that of ko.
    let is_free = |screen: &Screen| screen.glows.is_empty() && screen.targets.is_empty() && screen.menu.is_none();
    for _ in 0..FREE_CLICKS {
        let is_unmarked = clicked.is_none() && is_free(&screen);
        let marked: Vec<Pos2> = if is_unmarked {
            let empty = |place: &usize| board.table.pieces.iter().all(|(piece, _)| piece.location.index() != *place);
            let places = (0..board.table.places.len()).filter(empty).map(LocationId::new);
            places.map(|place| board.screen_point(place)).collect()
        } else if let Some(menu) = screen.menu {
            screen.texts_in(menu)
        } else {
            let targets = screen.targets.iter().copied();
            let begins = screen.glows.iter().copied();
            let buttons = if clicked.is_none() { screen.texts_in(strip) } else { Vec::new() };
            targets.chain(begins).chain(buttons).collect()
        };
        // A pass is one button among many places.
        let buttons = if is_unmarked { screen.texts_in(strip) } else { Vec::new() };
        let is_pass = !buttons.is_empty() && (marked.is_empty() || random.random_range(0..4) == 0);
        let marked = if is_pass { buttons } else { marked };
        if marked.is_empty() {
            return Err(format!("nothing is marked, after a click at {clicked:?}"));
        }
        let at = marked[random.random_range(0..marked.len())];
        let mut chosen = None;
        screen = window.click(at, |ui| {
            if let Some(answer) = show(ui, board, legal) {
                chosen.get_or_insert(answer);
            }
        });
        if let Some(answer) = chosen.filter(|answer| answer.is_ok() || !is_unmarked) {
            return answer.map_err(|reason| format!("{reason} at {at}, after {clicked:?}, of {marked:?}"));
        }
        if !is_unmarked {
            clicked = Some(at);
        }
    }
    Err(format!("no move is made by {FREE_CLICKS} clicks"))
}

/// Plays a random game of at most `most` plies by what is marked; `true` if it is over, `None` for games without a board.
fn play(loaded: &LoadedGame, name: &str, seed: u64, most: usize) -> Option<bool> {
    let game = loaded.game();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state: AnyState = game.initial_state();
    let (mut window, mut board) = (Window::new(), None);
    for ply in 0..most {
        let legal = LegalMoves::of(loaded, &state).expect("shipped games never fail");
        let mv = match legal.turn {
            Some(Turn::Player(player)) => {
                let viewer = game.has_hidden_information().then_some(player);
                Board::show_position(&mut board, loaded, &state, viewer, None);
                let board = board.as_mut()?;
                board.prepare_moves(loaded, &state, &legal);
                let made = make_move(&mut window, board, &legal, &mut random);
                let number = made.unwrap_or_else(|reason| {
                    panic!("{name}, game {seed}, ply {ply}: {reason}\n{}", game.state_text(&state))
                });
                legal.choices[number].mv.clone()
            }
            Some(Turn::Chance) => game.draw_chance(&state, &mut random).expect("shipped games never fail"),
            _ => return Some(true),
        };
        game.apply(&mut state, &mv).expect("it is legal");
    }
    Some(false)
}

#[test]
fn every_shipped_game_is_played_to_its_end_by_what_is_marked() {
    let (mut games, mut unfinished) = (0, Vec::new());
    for shipped in shipped_games() {
        let loaded = load(shipped.name).expect("it ships");
        let wanders = WANDERING.contains(&shipped.name);
        let most = if wanders { WANDERING_PLIES } else { PLIES };
        for seed in 0..effort::repetitions(1) {
            let Some(is_over) = play(&loaded, shipped.name, seed, most) else { continue };
            games += 1;
            if !is_over && !wanders {
                unfinished.push(shipped.name);
            }
        }
    }
    assert!(games >= 40, "only {games} games have a board");
    assert!(10 * unfinished.len() <= games, "nearly every game comes to its end: {unfinished:?}");
}

/// Plays a game of Carcassonne by what is marked on the board and beside it.
fn play_carcassonne(players: usize, seed: u64) {
    let loaded = load(&format!("carcassonne:players={players}")).expect("it ships");
    let game = loaded.game();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = game.initial_state();
    let (mut window, mut board) = (Window::new(), None);
    let mut turns = 0;
    loop {
        let (turn, _) = game.legal_moves(&state).expect("no fault");
        let mv = match turn {
            Turn::Over(_) => break,
            Turn::Chance => game.draw_chance(&state, &mut random).expect("no fault"),
            Turn::Player(player) => {
                GrowingBoard::show_position(&mut board, game.tile_board(&state), None);
                let board = board.as_mut().expect("its board grows");
                let text = compose_turn(&mut window, board, player, players, &mut random);
                turns += 1;
                game.parse_move(&state, &text).unwrap_or_else(|error| panic!("turn {turns}: {text}: {error}"))
            }
        };
        game.apply(&mut state, &mv).expect("it is legal");
    }
    assert!(turns > 60, "only {turns} turns");
}

/// Turns a tile over, places it on a marked cell, and ends the turn; returns the text of the turn.
fn compose_turn(
    window: &mut Window,
    board: &mut GrowingBoard,
    player: Player,
    players: usize,
    random: &mut Pcg64Mcg,
) -> String {
    let frame = GrowingFrame {
        names: (1..=players).map(|number| format!("player {number}")).collect(),
        people: vec![true; players],
        active: Some(player),
        mode: TurnMode::Play,
        is_over: false,
        shows_home: false,
        weights: Vec::new(),
        values: None,
    };
    let mut screen = window.frame(Vec::new(), |ui| drop(board.ui(ui, &frame)));
    for _ in 0..CLICKS {
        let turned = screen.text(crate::texts::t("tiles.turn_over"));
        let end = screen.text(crate::texts::t("tiles.end_turn"));
        let cell = || screen.cells[random.random_range(0..screen.cells.len())];
        let at = turned.or(end).unwrap_or_else(cell);
        let mut ended = None;
        screen = window.click(at, |ui| ended = board.ui(ui, &frame).or(ended.take()));
        if let Some(text) = ended {
            return text;
        }
    }
    panic!("no turn is made by {CLICKS} clicks; there is {screen:?}")
}

#[test]
fn carcassonne_is_played_to_its_end_by_what_is_marked() {
    for players in [2, 5] {
        for seed in 0..effort::repetitions(1) {
            play_carcassonne(players, seed);
        }
    }
}
