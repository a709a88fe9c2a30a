//! Thirteen files in the style of authors of 2013, with all their habits and errors: they load with the expected
//! warnings only, play the same in both forms, and give the published results of the games.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::perft::{DepthUnit, PerftCount, PositionCounter, perft};
use boardwright_interpreter::state::State;
use boardwright_lang::{AllPictures, LoadedGame, Pictures, Source, load};
use boardwright_rules::RuleSet;
use boardwright_tests::differential::assert_rules_agree;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Expected diagnostics of each file besides missing pictures, and the number of moves in the initial position: distinct
/// ones and all.
const FILES: [(&str, &[&str], usize, usize); 13] = [
    ("alquerque", &[], 4, 4),
    ("connect4", &[], 7, 126),
    ("frogs", &[], 4, 4),
    ("mastermind", &[], 6, 24),
    ("mill", &[], 216, 216),
    ("nim", &["not-yes", "unknown-key"], 3, 45),
    ("puzzle8", &[], 2, 2),
    ("reversi", &["duplicate-key", "constant-situation"], 4, 64),
    ("river-crossing", &[], 8, 8),
    ("skipping", &[], 8, 8),
    ("squares", &["duplicate", "stray-end"], 60, 1800),
    ("squares-v2", &["not-yes", "duplicate", "stray-end"], 60, 1800),
    ("tic-tac-toe", &[], 9, 45),
];

struct NoPictures;

impl Pictures for NoPictures {
    fn has(&self, _: &str) -> bool {
        false
    }
}

fn file_bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/2013").join(format!("{name}.game"));
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(name: &str, pictures: &dyn Pictures) -> LoadedGame {
    load(&Source::new(format!("{name}.game"), &file_bytes(name)), pictures)
}

fn rules(name: &str) -> Arc<RuleSet> {
    let loaded = read(name, &AllPictures);
    loaded.rules.unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics))
}

fn game(name: &str) -> CompiledGame {
    CompiledGame::new(rules(name)).expect("the files are within the limits")
}

/// Perft counts at a depth.
fn count(game: &CompiledGame, depth: u32) -> PerftCount {
    perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()))
        .expect("no fault at play")
}

/// Number of lines of play of each length from 1 on.
fn node_counts(game: &CompiledGame, deepest: u32) -> Vec<u64> {
    (1..=deepest).map(|depth| count(game, depth).nodes).collect()
}

/// Number of games of at most `longest` moves by result: draws, then wins of each player.
fn result_counts(game: &CompiledGame, longest: u32) -> Vec<u64> {
    let mut sums = vec![0; game.players() + 1];
    for depth in 1..=longest {
        sums.iter_mut().zip(count(game, depth).finished).for_each(|(sum, finished)| *sum += finished);
    }
    sums
}

/// The position after a line of play.
fn position_after(game: &CompiledGame, line: &[&str]) -> State {
    let mut state = game.initial_state();
    for text in line {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.apply(&mut state, mv).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
    state
}

fn moves(game: &CompiledGame, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves).expect("no fault at play");
    moves.into_iter().map(|mv| game.move_text(state, mv)).collect()
}

fn points(game: &CompiledGame, state: &State) -> Vec<i32> {
    (1..=game.players()).filter_map(Player::new).map(|player| game.points(state, player)).collect()
}

/// Location of an element.
fn location_name<'g>(game: &'g CompiledGame, state: &State, element: &str) -> &'g str {
    let element = game.rules().element_named(element).expect("an element of the file");
    &game.rules().locations[game.location(state, element).expect("on the board").index()].name
}

fn winner_of(game: &CompiledGame, state: &State) -> Option<usize> {
    game.outcome(state).expect("no fault at play").map(Outcome::winner)
}

fn random_games(game: &CompiledGame, games: u64, longest: usize, mut visit: impl FnMut(&State)) {
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        for _ in 0..longest {
            game.legal_moves(&state, &mut moves).expect("no fault at play");
            if moves.is_empty() {
                break;
            }
            game.apply(&mut state, moves[random.random_range(0..moves.len())]).expect("no fault at play");
        }
        visit(&state);
    }
}

#[test]
fn files_give_the_expected_diagnostics() {
    for (name, expected_codes, ..) in FILES {
        let loaded = read(name, &AllPictures);
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, expected_codes, "{name}: {:?}", loaded.diagnostics);
    }
}

#[test]
fn without_pictures_the_games_are_the_same() {
    for (name, expected_codes, distinct, _) in FILES {
        let loaded = read(name, &NoPictures);
        let game = CompiledGame::interpreted_only(loaded.rules.expect("missing pictures are no errors"))
            .expect("within the limits");
        assert_eq!(moves(&game, &game.initial_state()).len(), distinct, "{name}");
        let missing = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.code == "missing-picture").count();
        assert_eq!(missing, loaded.diagnostics.len() - expected_codes.len(), "{name}");
        assert!(missing > 0, "{name}");
    }
}

#[test]
fn line_ends_make_no_difference() {
    for (name, _, distinct, _) in FILES {
        let own = file_bytes(name);
        assert_eq!(own.contains(&b'\r'), name != "frogs", "{name} keeps its line ends");
        let text = String::from_utf8(own).expect("the files are UTF-8").replace("\r\n", "\n");
        for end in ["\n", "\r\n"] {
            let other = text.replace('\n', end);
            let rules = load(&Source::new("other.game", other.as_bytes()), &AllPictures).rules.expect("no errors");
            let other = CompiledGame::interpreted_only(rules).expect("the files are within the limits");
            assert_eq!(moves(&other, &other.initial_state()).len(), distinct, "{name}");
            assert_eq!(
                other.state_text(&other.initial_state()),
                game(name).state_text(&other.initial_state()),
                "{name}"
            );
        }
    }
}

#[test]
fn moves_at_the_start() {
    for (name, _, distinct, all) in FILES {
        let game = game(name);
        let mut found = Vec::new();
        game.legal_moves(&game.initial_state(), &mut found).expect("no fault at play");
        assert_eq!(found.len(), distinct, "{name}");
        game.all_legal_moves(&game.initial_state(), &mut found).expect("no fault at play");
        assert_eq!(found.len(), all, "{name}");
    }
}

#[test]
fn both_forms_agree() {
    for (name, ..) in FILES {
        let rules = rules(name);
        for seed in 0..4 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            assert_rules_agree(&rules, 70, |count| random.random_range(0..count));
        }
    }
}

#[test]
fn tic_tac_toe_to_the_end() {
    assert_eq!(result_counts(&game("tic-tac-toe"), 9), [46_080, 131_184, 77_904]);
}

#[test]
fn frogs_to_the_end() {
    assert_eq!(result_counts(&game("frogs"), 15), [32, 2]);
}

#[test]
fn mill_only_places() {
    let game = game("mill");
    assert_eq!(node_counts(&game, 2), [216, 216 * 9 * 23]);
    random_games(&game, 20, 30, |state| {
        assert_eq!(winner_of(&game, state), Some(0));
        let mut stones = ["w", "b"].into_iter().flat_map(|stone| (1..=9).map(move |k| format!("{stone}({k})")));
        assert!(stones.all(|stone| location_name(&game, state, &stone).starts_with("p(")));
    });
}

/// A game is a way to write 15 as a sum of ones, twos and threes; the player who takes the last match loses.
#[test]
fn nim_counts_sums() {
    // Number of compositions of each number, by number of summands.
    let mut ways = vec![0_u64; 16];
    ways[0] = 1;
    let game = game("nim");
    for depth in 1..=15 {
        ways = (0..16).map(|n: usize| (1..=3).filter_map(|take| Some(ways[n.checked_sub(take)?])).sum()).collect();
        let loser = if depth % 2 == 1 { 1 } else { 2 };
        let mut finished = vec![0; 3];
        finished[3 - loser] = ways[15];
        assert_eq!(count(&game, depth).finished, finished, "{depth} moves");
    }
}

#[test]
fn puzzle8_from_a_corner() {
    let game = game("puzzle8");
    let mut found = PositionCounter::new(&game, &game.initial_state());
    for expected in [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286] {
        let level = found.next_level(&mut |_| ControlFlow::Continue(())).expect("no fault at play");
        assert_eq!(level.nodes, expected);
    }
}

#[test]
fn reversi_to_depth_6() {
    assert_eq!(node_counts(&game("reversi"), 6), [4, 12, 56, 244, 1364, 7604]);
}

#[test]
fn the_river_is_crossed_in_17_minutes() {
    let game = game("river-crossing");
    let line = "p(1) left(1) bridge(1);p(2) left(2) bridge(2);lg lightLeft lightRight;\
        p(1) right(1) bridge(2);lg lightRight lightLeft;\
        p(5) left(5) bridge(1);p(10) left(10) bridge(2);lg lightLeft lightRight;\
        p(2) right(2) bridge(1);lg lightRight lightLeft;\
        p(1) left(1) bridge(1);p(2) left(2) bridge(2);lg lightLeft lightRight";
    let line: Vec<&str> = line.split(';').collect();
    let spent = |plies| 50 - points(&game, &position_after(&game, &line[..plies]))[0];
    assert_eq!([3, 5, 8, 10, 13].map(spent), [2, 3, 13, 15, 17]);
    assert_eq!(winner_of(&game, &position_after(&game, &line)), Some(1));
    assert_eq!(winner_of(&game, &position_after(&game, &line[..12])), None);
}

#[test]
fn master_mind_answers() {
    let game = game("mastermind");
    let line = ["p(5,1) st(5,1) s(1,1)", "p(5,2) st(5,2) s(1,2)", "p(1,1) st(1,1) s(1,3)", "p(1,2) st(1,2) s(2,1)"];
    let answered = position_after(&game, &line[..3]);
    assert_eq!(points(&game, &answered), [1]);
    let answer =
        |pin| (1..=12).filter(|k| location_name(&game, &answered, &format!("{pin}({k})")).starts_with("r(1,")).count();
    // The code is 1 5 2, the guess 5 5 1: one in its place, and both others in the code elsewhere.
    assert_eq!([answer("b"), answer("w")], [1, 2]);
    assert_eq!(winner_of(&game, &answered), None);
    let mut line = line.to_vec();
    line.extend(["p(5,3) st(5,3) s(2,2)", "p(2,1) st(2,1) s(2,3)"]);
    let solved = position_after(&game, &line);
    assert_eq!((winner_of(&game, &solved), points(&game, &solved)), (Some(1), vec![2]));
}

#[test]
fn skipping_goes_on_until_it_is_switched_off() {
    let game = game("skipping");
    assert_eq!(node_counts(&game, 2), [8, 64]);
    let line = ["a(1) p(1,1) p(1,2)", "b(1) p(1,8) p(1,7)", "a(2) p(2,1) p(2,2)", "b(1) p(1,7) p(1,6)"];
    let state = position_after(&game, &line);
    assert!(moves(&game, &state).contains(&"a(3) p(3,1) p(1,3)".to_owned()), "over the man on p(2,2)");
    let mut line = line.to_vec();
    line.push("a(3) p(3,1) p(1,3)");
    let state = position_after(&game, &line);
    assert_eq!(game.mover(&state).number(), 1, "red may skip on");
    let open = moves(&game, &state);
    assert!(open.contains(&"switch sw(2) sw(3)".to_owned()));
    assert!(open.iter().all(|text| text.starts_with("a(3) ") || text.starts_with("switch ")), "{open:?}");
    line.push("switch sw(2) sw(3)");
    let state = position_after(&game, &line);
    assert_eq!(game.mover(&state).number(), 2);
    assert!(moves(&game, &state).iter().all(|text| text.starts_with("b(")), "the switch is back in its place");
}

#[test]
fn alquerque_captures() {
    let game = game("alquerque");
    let line = ["w(12) p(5,3) p(3,3)"];
    assert!(game.parse_move(&game.initial_state(), line[0]).is_err(), "no jump over an own man");
    let line = ["w(11) p(4,3) p(3,3)", "b(12) p(2,3) p(4,3)"];
    let state = position_after(&game, &line);
    assert_eq!(location_name(&game, &state, "w(11)"), "ws(12)", "captured men fill their stack from its end");
    assert_eq!(game.mover(&state).number(), 2, "black may jump on");
    let open = moves(&game, &state);
    assert!(open.contains(&"switch sw(2) sw(3)".to_owned()));
    assert!(open.iter().all(|text| text.starts_with("b(12) ") || text.starts_with("switch ")), "{open:?}");
    let state = position_after(&game, &[line[0], line[1], "switch sw(2) sw(3)"]);
    assert_eq!(game.mover(&state).number(), 1);
    assert!(moves(&game, &state).iter().all(|text| text.starts_with("w(")));
}

/// Reference implementation of Connect Four on 7 columns and 5 rows.
#[derive(Clone)]
struct ConnectFour {
    /// Discs from the bottom, by column.
    columns: Vec<Vec<usize>>,
    used: [usize; 2],
    winner: Option<usize>,
}

impl ConnectFour {
    fn start() -> Self {
        Self { columns: vec![Vec::new(); 7], used: [0; 2], winner: None }
    }

    fn at(&self, column: i32, row: i32) -> usize {
        let column = usize::try_from(column).ok().and_then(|column| self.columns.get(column));
        *column.and_then(|discs| discs.get(usize::try_from(row).ok()?)).unwrap_or(&0)
    }

    fn has_four_through(&self, column: i32, row: i32) -> bool {
        let own = self.at(column, row);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
            let reach =
                |sign: i32| (1..4).take_while(|n| self.at(column + sign * n * dx, row + sign * n * dy) == own).count();
            reach(1) + reach(-1) >= 3
        })
    }
}

impl ReferenceGame for ConnectFour {
    fn moves(&self) -> Vec<(String, Self)> {
        let mover = (self.used[0] + self.used[1]) % 2;
        let mut moves = Vec::new();
        for column in (0..7).filter(|&column| self.winner.is_none() && self.columns[column].len() < 5) {
            let mut after = self.clone();
            after.columns[column].push(mover + 1);
            after.used[mover] += 1;
            let row = after.columns[column].len();
            if after.has_four_through(column as i32, row as i32 - 1) {
                after.winner = Some(mover + 1);
            } else if after.used[0] + after.used[1] == 35 {
                after.winner = Some(0);
            }
            let stack = ["rs", "ys"][mover];
            moves.push((format!("{stack}({}) b({},{})", after.used[mover], column + 1, 6 - row), after));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        self.winner
    }
}

#[test]
fn connect_four_agrees_with_the_reference() {
    let game = game("connect4");
    assert_same_counts(&game, &ConnectFour::start(), 5);
    assert_same_games(&game, &ConnectFour::start(), 60, 40);
}

/// Reference implementation of Dots and Boxes on five by five boxes.
#[derive(Clone)]
struct DotsAndBoxes {
    /// `true` where a line is drawn, by direction (across, down), column and row from 1 on.
    lines: [[[bool; 7]; 7]; 2],
    mover: usize,
    /// Number of lines used, by player and direction.
    used: [[usize; 2]; 2],
    boxes: [usize; 2],
}

impl DotsAndBoxes {
    const START: Self = Self { lines: [[[false; 7]; 7]; 2], mover: 0, used: [[0; 2]; 2], boxes: [0; 2] };

    fn is_closed(&self, x: usize, y: usize) -> bool {
        let [across, down] = &self.lines;
        (1..=5).contains(&x) && (1..=5).contains(&y) && across[x][y] && across[x][y + 1] && down[x][y] && down[x + 1][y]
    }
}

impl ReferenceGame for DotsAndBoxes {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for (direction, columns, rows) in [(0, 5, 6), (1, 6, 5)] {
            for (x, y) in (1..=columns).flat_map(|x| (1..=rows).map(move |y| (x, y))) {
                if self.lines[direction][x][y] {
                    continue;
                }
                let mut after = self.clone();
                after.lines[direction][x][y] = true;
                after.used[self.mover][direction] += 1;
                let other = if direction == 0 { (x, y - 1) } else { (x - 1, y) };
                let closed = [(x, y), other].into_iter().filter(|&(x, y)| after.is_closed(x, y)).count();
                after.boxes[self.mover] += closed;
                if closed == 0 {
                    after.mover = 1 - self.mover;
                }
                let (colour, line) = (["r", "b"][self.mover], ["h", "v"][direction]);
                let piece = after.used[self.mover][direction];
                moves.push((format!("{colour}{line}({piece}) {line}({x},{y})"), after));
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        (self.boxes[0] + self.boxes[1] == 25).then(|| if self.boxes[0] > self.boxes[1] { 1 } else { 2 })
    }
}

#[test]
fn squares_agrees_with_the_reference() {
    for name in ["squares", "squares-v2"] {
        let game = game(name);
        assert_same_counts(&game, &DotsAndBoxes::START, 2);
        assert_same_games(&game, &DotsAndBoxes::START, 25, 60);
        random_games(&game, 10, 60, |state| assert_eq!(points(&game, state).iter().sum::<i32>(), 25));
    }
}
