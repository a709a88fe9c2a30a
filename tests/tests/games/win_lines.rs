//! Win lines, line contents and winning replies of `Structure`, compared with expected values for given games and positions.
//! The invariants are in the battery.

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome, Turn};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::{BoardLine, Structure, WinLines};
use boardwright_games::kuhn::Kuhn;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::Source;
use boardwright_rules::Reset;
use boardwright_tests::pig::Pig;
use boardwright_tests::{compiled, data_file, deterministic_games, interpreted, load_rules, with_options};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn player(number: usize) -> Player {
    Player::new(number).expect("there are players with this number")
}

fn structure(game: &CompiledGame) -> &dyn Structure<State, Move> {
    game.structure().expect("the fast form has one")
}

/// Lines of a game; empty if there are none.
fn lines(game: &CompiledGame) -> &[BoardLine] {
    structure(game).win_lines().map_or(&[], WinLines::lines)
}

/// Number of lines by player, length and winner. Winner 0: the game may go on.
fn line_counts(game: &CompiledGame) -> Vec<((usize, usize, usize), usize)> {
    let mut counts = BTreeMap::new();
    for line in lines(game) {
        let key = (line.player.number(), line.cells.len(), line.outcome.map_or(0, Outcome::winner));
        *counts.entry(key).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// For both players, lines of one length with which each wins.
fn winning_lines(length: usize, count: usize) -> Vec<((usize, usize, usize), usize)> {
    vec![((1, length, 1), count), ((2, length, 2), count)]
}

/// For both players, lines of one length that do not end the game by themselves.
fn open_lines(length: usize, count: usize) -> Vec<((usize, usize, usize), usize)> {
    vec![((1, length, 0), count), ((2, length, 0), count)]
}

#[test]
fn shipped_games_have_these_lines() {
    for game in deterministic_games() {
        let expected = match game.name {
            "tic-tac-toe" => winning_lines(3, 8),
            "connect-four" => winning_lines(4, 69),
            "gomoku" => winning_lines(5, 572),
            "mill" => open_lines(3, 16),
            // The four sides of each box, and the two camps.
            "dots-and-boxes" | "squares" => open_lines(4, 25),
            "halma" => open_lines(8, 2),
            // Both first rows are tested after every move, by whoever it is.
            "skipping" => [1, 2].map(|mover| [((mover, 8, 1), 1), ((mover, 8, 2), 1)]).concat(),
            // Four pieces in a line win only if they share a property.
            "quarto" => open_lines(4, 10),
            // The goals, which are filled with crates.
            "sokoban" => vec![((1, 3, 1), 1)],
            _ => Vec::new(),
        };
        assert_eq!(line_counts(&compiled(game.name)), expected, "{}", game.name);
    }
}

/// The end conditions of the file test the whole board, those of one player before those of the other.
#[test]
fn lines_of_a_file_of_2013_are_found_too() {
    let game = CompiledGame::new(load_rules(&data_file("2013/tic-tac-toe.game"), &[])).expect("within the limits");
    assert_eq!(line_counts(&game), winning_lines(3, 8));
}

#[test]
fn boards_of_other_sizes_have_as_many_lines_as_fit_on_them() {
    for size in [6, 9, 19] {
        let (along, askew) = (size * (size - 4), (size - 4) * (size - 4));
        let game = with_options("gomoku", &[("size", &size.to_string())]);
        assert_eq!(line_counts(&game), winning_lines(5, 2 * along + 2 * askew), "gomoku, {size}");
    }
    for (width, height) in [(4, 4), (6, 5), (8, 7)] {
        let (across, up) = ((width - 3) * height, width * (height - 3));
        let options = [("width", width.to_string()), ("height", height.to_string())];
        let options = options.each_ref().map(|(name, value)| (*name, value.as_str()));
        let game = with_options("connect-four", &options);
        assert_eq!(
            line_counts(&game),
            winning_lines(4, across + up + 2 * (width - 3) * (height - 3)),
            "connect-four, {width}x{height}"
        );
    }
}

/// If six in a row do not win, five win for certain only where there is no sixth place.
#[test]
fn a_line_that_wins_only_sometimes_has_no_outcome() {
    let game = with_options("gomoku", &[("exactly", "yes"), ("size", "9")]);
    let sure = ((1, 5, 1), 4);
    assert_eq!(line_counts(&game), vec![((1, 5, 0), 136), sure, ((2, 5, 0), 136), ((2, 5, 2), 4)]);
    let corner = |line: &&BoardLine| line.outcome.is_some() && line.player == Player::FIRST;
    let names = |line: &BoardLine| {
        line.cells.iter().map(|cell| game.rules().locations[cell.index()].name.clone()).collect::<Vec<_>>()
    };
    let found: Vec<_> = lines(&game).iter().filter(corner).map(names).collect();
    assert_eq!(found[0], ["p(1,5)", "p(2,4)", "p(3,3)", "p(4,2)", "p(5,1)"]);
}

#[test]
fn games_without_structure_have_no_lines() {
    assert!(Game::structure(&Kuhn).is_none() && Game::structure(&Pig::new(20)).is_none());
    assert!(interpreted("tic-tac-toe").structure().is_none());
}

/// A game of three cells and two players, with additional rules.
fn three_cells(rules: &str) -> CompiledGame {
    let file = format!(
        "[GAME]\nedition = 2026\n[PLAYERS]\n1 = A\n2 = B\n[ELEMENT TYPES]\nname = stone\n[LOCATION TYPES]\nname = cell\n\
         [LOCATIONS]\nname = c($X: 1..4)\ntype = cell\npoint = 40 * $X, 0\n\
         [ELEMENTS]\nname = stone($P: 1..2, $I: 1..4)\ntype = stone\nplayer = $P\n\
         [EXPRESSIONS]\nOwn($L) = OWNER(CONTENT($L)) == MOVER\n\
         [RULES]\nname = place\nelement = stone\nfrom = NOWHERE\nto = cell\n{rules}"
    );
    CompiledGame::new(load_rules(&Source::new("three.game", file.as_bytes()), &[])).expect("it is small")
}

const ROW: &str = "situation = FORALL($I, 1..3, Own(c($I)))\n";

/// The outcome of a line depends on the end conditions before it, and on other ways to fill the line.
#[test]
fn an_outcome_of_a_line_is_claimed_only_where_it_always_holds() {
    let row = format!("[END OF GAME]\n{ROW}winner = MOVER\n");
    assert_eq!(line_counts(&three_cells(&row)), winning_lines(3, 1), "a row");
    let loses = format!("[END OF GAME]\n{ROW}winner = 3 - MOVER\n");
    assert_eq!(line_counts(&three_cells(&loses)), vec![((1, 3, 2), 1), ((2, 3, 1), 1)], "a row loses");
    let before = |asked| format!("[END OF GAME]\nsituation = {asked}\nwinner = 0\n{ROW}winner = MOVER\n");
    assert_eq!(
        line_counts(&three_cells(&before("FULL(c(1)) AND EMPTY(c(4))"))),
        open_lines(3, 1),
        "another end may come first"
    );
    assert_eq!(line_counts(&three_cells(&before("FULL(c(4))"))), winning_lines(3, 1), "no move brings both ends about");
    let behind = format!("[END OF GAME]\n{ROW}winner = MOVER\nsituation = FULL(c(4))\nwinner = 0\n");
    assert_eq!(line_counts(&three_cells(&behind)), winning_lines(3, 1), "another end comes later");
    let more = format!("[END OF GAME]\n{} AND EMPTY(c(4))\nwinner = MOVER\n", ROW.trim_end());
    assert_eq!(line_counts(&three_cells(&more)), open_lines(3, 1), "with an additional condition");
    // The stone on the fourth cell changes its owner, which may complete a line that the end condition does not test.
    let turned = "followup = IF(FULL(c(1)), SETOWNER(CONTENT(c(1)), 1))\n";
    let last = "situation = TO == c(3) AND Own(c(1)) AND Own(c(2)) OR TO == c(2) AND Own(c(1)) AND Own(c(3)) \
                OR TO == c(1) AND Own(c(2)) AND Own(c(3))\nwinner = MOVER\n";
    assert_eq!(
        line_counts(&three_cells(&format!("[END OF GAME]\n{last}"))),
        winning_lines(3, 1),
        "a condition on the other two cells"
    );
    assert_eq!(
        line_counts(&three_cells(&format!("{turned}[END OF GAME]\n{last}"))),
        open_lines(3, 1),
        "stones change hands"
    );
}

/// The position after some moves from the initial state.
fn position_after(game: &CompiledGame, line: &[&str]) -> State {
    let mut state = game.initial_state();
    for text in line {
        let mv = game.parse_move(&state, text).expect("a legal move");
        game.apply(&mut state, mv).expect("no faults");
    }
    state
}

/// Reference implementation of `winning_replies`: edits the text of the position so that the other player is to move and the
/// variables that a move resets have their initial values.
fn replies_by_text(game: &CompiledGame, state: &State, other: Player) -> Vec<Move> {
    let (text, start) = (game.state_text(state), game.state_text(&game.initial_state()));
    let mut passed = text.replacen(&format!("turn\t{}", game.mover(state)), &format!("turn\t{other}"), 1);
    for global in game.rules().globals.iter().filter(|global| global.reset != Reset::Never) {
        let line = |text: &str| {
            let begin = format!("variable\t{}\t", global.name);
            text.lines().find(|line| line.starts_with(&begin)).expect("a line for each variable").to_owned()
        };
        passed = passed.replacen(&line(&text), &line(&start), 1);
    }
    let passed = game.parse_state(&passed).expect("only the player to move is another");
    let mut moves = Vec::new();
    game.legal_moves(&passed, &mut moves).expect("shipped games have no faults");
    moves.retain(|&mv| {
        let mut after = passed.clone();
        game.apply(&mut after, mv).expect("shipped games have no faults");
        game.outcome(&after) == Ok(Some(Outcome::Won(other)))
    });
    moves
}

#[test]
fn replies_that_win_are_those_of_the_position_with_the_other_to_move() {
    // Mill and draughts have variables of the turn, which have their initial values in most positions: only those are compared.
    for (name, games, most) in [
        ("tic-tac-toe", 100, 9),
        ("connect-four", 40, 42),
        ("gomoku", 2, 80),
        ("breakthrough", 10, 100),
        ("chess", 3, 80),
        ("brandub", 10, 60),
        ("dots-and-boxes", 6, 60),
        ("reversi-6x6", 5, 40),
    ] {
        let game = compiled(name);
        let (mut moves, mut reported, mut reply_count) = (Vec::new(), Vec::new(), 0);
        for seed in 0..games {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut state = game.initial_state();
            for _ in 0..most {
                let Ok(Turn::Player(mover)) = game.legal_moves(&state, &mut moves) else { break };
                let other = mover.next(2);
                assert_eq!(structure(&game).winning_replies(&state, other, &mut reported), Ok(true), "{name}");
                assert_eq!(reported, replies_by_text(&game, &state, other), "{name}\n{}", game.state_text(&state));
                reply_count += reported.len();
                game.apply(&mut state, moves[random.random_range(0..moves.len())]).expect("no faults");
            }
        }
        assert!(reply_count > 0 || name == "chess" || name == "reversi-6x6", "{name}: no reply was met");
    }
}

/// White has just advanced a pawn two squares; Black may capture it en passant, but not White, if White were to move again.
#[test]
fn a_handed_over_turn_has_no_en_passant_rights() {
    let game = compiled("chess");
    let line = [
        "man(1,2) sq(1,2) sq(1,3)",
        "man(4,7) sq(4,7) sq(4,5)",
        "man(1,2) sq(1,3) sq(1,4)",
        "man(4,7) sq(4,5) sq(4,4)",
        "man(5,2) sq(5,2) sq(5,4)",
    ];
    let (state, mut replies) = (position_after(&game, &line), Vec::new());
    assert_eq!(structure(&game).winning_replies(&state, player(1), &mut replies), Ok(true));
    assert_eq!(replies, replies_by_text(&game, &state, player(1)));
}

/// Two noughts in a row are a threat while Crosses is to move.
#[test]
fn a_threat_is_a_winning_reply() {
    let game = compiled("tic-tac-toe");
    let line = [
        "mark(1,1) box(1,1) s(1,1)",
        "mark(2,1) box(2,1) s(2,2)",
        "mark(1,2) box(1,2) s(3,3)",
        "mark(2,2) box(2,2) s(1,2)",
    ];
    let state = position_after(&game, &line);
    let mut replies = Vec::new();
    assert_eq!(structure(&game).winning_replies(&state, player(2), &mut replies), Ok(true));
    let targets = |moves: &[Move]| moves.iter().filter_map(|mv| mv.to).collect::<Vec<LocationId>>();
    assert_eq!(targets(&replies), [game.rules().location_named("s(3,2)").expect("a square")]);
    let threatened: Vec<_> = lines(&game)
        .iter()
        .enumerate()
        .filter(|(number, line)| {
            let tally = structure(&game).win_lines().expect("it has lines").line_contents(&state, *number);
            line.player == player(2) && (tally.filled, tally.empty) == (2, 1)
        })
        .collect();
    assert_eq!(threatened.len(), 1, "the middle row");
}

#[test]
fn heuristics_of_files_give_the_same_in_both_forms() {
    let (mut moves, mut reply_count) = (Vec::new(), 0);
    for shipped in deterministic_games() {
        let (fast, plain) = (compiled(shipped.name), interpreted(shipped.name));
        let count = structure(&fast).heuristics().map_or(0, |declared| declared.heuristic_names().len());
        let summary = fast.compiled_summary();
        assert!(count == 0 || summary.contains(&format!(", {count} heuristics (0 interpreted)")), "{summary}");
        for seed in 0..if count > 0 { 4 } else { 0 } {
            let (mut random, mut state) = (Pcg64Mcg::seed_from_u64(seed), fast.initial_state());
            for _ in 0..60 {
                let Ok(Turn::Player(_)) = fast.legal_moves(&state, &mut moves) else { break };
                let same = plain.parse_state(&fast.state_text(&state)).expect("a position of the same game");
                for (index, player) in
                    (0..count).flat_map(|index| (1..=fast.players()).map(move |of| (index, player(of))))
                {
                    let reported = fast.heuristic_value(&state, index, player);
                    assert_eq!(
                        reported,
                        plain.heuristic_value(&same, index, player),
                        "{}\n{}",
                        shipped.name,
                        fast.state_text(&state)
                    );
                    reply_count += usize::from(reported.is_ok_and(|reported| reported != 0));
                }
                fast.apply(&mut state, moves[random.random_range(0..moves.len())]).expect("no faults");
            }
        }
    }
    assert!(reply_count > 1_000, "{reply_count}");
}

/// A turn in progress (captures that go on) and a count of moves are not visible in the pieces alone, so the turn cannot be
/// handed over.
#[test]
fn replies_are_not_reported_where_the_turn_cannot_be_handed_over() {
    let (mut moves, mut reported) = (Vec::new(), Vec::new());
    for (name, expected) in [("draughts", false), ("mill", false), ("alquerque", false), ("breakthrough", true)] {
        let game = compiled(name);
        let start = game.initial_state();
        let Ok(Turn::Player(mover)) = game.legal_moves(&start, &mut moves) else { panic!("{name} begins") };
        for other in (1..=game.players()).filter_map(Player::new).filter(|&other| other != mover) {
            let replies = structure(&game).winning_replies(&start, other, &mut reported);
            assert_eq!((replies, reported.len()), (Ok(expected), 0), "{name}");
        }
    }
}
