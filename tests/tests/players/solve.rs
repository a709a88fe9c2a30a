//! Solvers on game files: published results of puzzles and small games, and reference implementations where none is published.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::structure::Goals as _;
use boardwright_games::shipped_games;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_players::Limits;
use boardwright_players::heuristic::Heuristic;
use boardwright_players::solve::registry::{GameIdentity, METHODS, SolveOptions, SolveOutput, by_name};
use boardwright_players::solve::retrograde::PositionValues;
use boardwright_players::solve::sliding::SlidingPuzzle;
use boardwright_players::solve::{Answer, Effort, ExhaustedResource, SolveError, SolveStatus, Task};
use boardwright_tests::{compiled, data_file, load_rules, with_options};

const IDENTITY: GameIdentity<'_> = GameIdentity { file: "file", game: "file and options" };

fn solve(
    game: &CompiledGame,
    method: &str,
    options: &SolveOptions<'_>,
    bytes: usize,
) -> Result<SolveOutput<Move>, SolveError> {
    let (stop, state) = (AtomicBool::new(false), game.initial_state());
    let task = Task { game, state: &state, limits: Limits::none(&stop), bytes };
    let found = by_name(method).expect("there is such a method").solve(&task, options, &IDENTITY)?;
    if found.answer.status == SolveStatus::Solved {
        // In every form of the search the moves must be legal and win.
        let mut moves = Vec::new();
        let mut state = game.initial_state();
        for &mv in &found.answer.moves {
            game.legal_moves(&state, &mut moves).expect("no faults");
            assert!(moves.contains(&mv), "{method}: {mv:?}");
            game.apply(&mut state, mv).expect("no faults");
        }
        assert_eq!(game.outcome(&state), Ok(Player::new(1).map(Outcome::Won)), "{method}");
        assert_eq!(found.answer.length, Some(found.answer.moves.len() as u32), "{method}");
    }
    Ok(found)
}

fn solve_answer(game: &CompiledGame, method: &str, options: &SolveOptions<'_>) -> Answer<Move> {
    solve(game, method, options, 1 << 30).unwrap_or_else(|error| panic!("{method}: {error}")).answer
}

fn with_heuristic(heuristic: &str) -> SolveOptions<'_> {
    SolveOptions { heuristic: Some(heuristic), ..SolveOptions::default() }
}

const ALL: SolveOptions<'_> = SolveOptions {
    heuristic: None,
    cost: None,
    all: true,
    table: None,
    returns_table: false,
    net: false,
    threads: None,
};

/// Number of positions of the 8-puzzle by distance from a goal with the gap in a corner, and in the middle. The rules end the game
/// at the goal, so the searches start from the goal with two pieces swapped: the real goal cannot be reached from there, and the
/// counts are the same.
#[test]
fn all_positions_of_the_8_puzzle_are_reached_at_their_distances() {
    let corner = solve_answer(&with_options("puzzle8", &[("tiles", "2-1-3-4-5-6-7-8-0")]), "bfs", &ALL);
    let far = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(
        (corner.status, corner.levels.as_slice(), corner.positions),
        (SolveStatus::NoSolution, &far[..], Some(181_440))
    );
    let middle = solve_answer(&with_options("puzzle8", &[("tiles", "2-1-3-4-0-5-6-7-8")]), "bfs", &ALL);
    assert_eq!((middle.status, middle.positions, middle.levels.len()), (SolveStatus::NoSolution, Some(181_440), 31));
    let sum: u64 = middle.levels.iter().zip(0..).map(|(count, distance)| count * distance).sum();
    assert_eq!((sum * 10_000 + 90_720) / 181_440, 215_028, "the mean is 21.5028");
}

/// Both positions with the greatest distance.
#[test]
fn every_method_solves_the_hardest_8_puzzles_in_31_moves() {
    let quick =
        [("astar", Some("manhattan")), ("idastar", None), ("idastar", Some("manhattan")), ("bidirectional", None)];
    let slow = [("bfs", None), ("retrograde", None)];
    for (tiles, methods) in
        [("8-6-7-2-5-4-3-0-1", [&quick[..], &slow[..]].concat()), ("6-4-7-8-5-0-3-2-1", quick.to_vec())]
    {
        let game = with_options("puzzle8", &[("tiles", tiles)]);
        for (method, heuristic) in methods {
            let answer = solve_answer(&game, method, &SolveOptions { heuristic, ..SolveOptions::default() });
            assert_eq!((answer.status, answer.length), (SolveStatus::Solved, Some(31)), "{tiles} {method}");
        }
    }
    let game = with_options("puzzle8", &[("tiles", "1-2-3-4-8-5-7-0-6")]);
    assert_eq!(solve_answer(&game, "dfs", &SolveOptions::default()).status, SolveStatus::Solved);
}

/// IDA* with the Manhattan distance expands 140,036,828, 7,855,093 and 284,774,139 positions for these: see docs/performance.md.
#[test]
fn korfs_first_three_15_puzzles_take_a_hundredth_of_the_positions() {
    let korf = [
        ("14-13-15-7-11-12-9-5-6-0-2-1-4-8-10-3", 57, 190_000_000),
        ("13-5-4-10-9-12-8-14-2-3-7-1-0-15-11-6", 55, 7_855_093),
        ("14-7-8-2-13-11-10-4-9-12-5-0-3-6-1-15", 59, 240_000_000),
    ];
    let keep = SolveOptions { returns_table: true, ..SolveOptions::default() };
    let table = solve(&with_options("puzzle15", &[("gap", "first"), ("tiles", korf[0].0)]), "idastar", &keep, 1 << 26);
    let table = table.expect("64 MiB are enough").table.expect("it was wanted");
    assert!(table.len() < 1_600_000, "{}", table.len());
    for (tiles, length, by_manhattan) in korf {
        let game = with_options("puzzle15", &[("gap", "first"), ("tiles", tiles)]);
        // The pattern databases are the same for every start.
        let answer = solve_answer(&game, "idastar", &SolveOptions { table: Some(&table), ..SolveOptions::default() });
        assert_eq!((answer.status, answer.length), (SolveStatus::Solved, Some(length)), "{tiles}");
        assert!(answer.expanded * 100 < by_manhattan, "{tiles}: {}", answer.expanded);
    }
    let other = with_options("puzzle15", &[("gap", "last")]);
    let refused = solve(&other, "idastar", &SolveOptions { table: Some(&table), ..SolveOptions::default() }, 1 << 30);
    assert!(matches!(refused, Err(SolveError::Table(why)) if why.contains("another goal")));
}

#[test]
fn an_unsolvable_permutation_is_detected_at_once() {
    let game = with_options("puzzle15", &[("tiles", "2-1-3-4-5-6-7-8-9-10-11-12-13-14-15-0")]);
    let answer = solve_answer(&game, "idastar", &with_heuristic("manhattan"));
    assert_eq!((answer.status, answer.value, answer.expanded), (SolveStatus::NoSolution, Some(0.0), 0));
}

#[test]
fn a_puzzle_that_begins_at_its_goal_is_solved_by_the_least_that_the_rules_allow() {
    let game = with_options("puzzle8", &[("tiles", "1-2-3-4-5-6-7-8-0")]);
    let least = solve_answer(&game, "bfs", &SolveOptions::default()).length;
    for method in ["idastar", "bidirectional", "astar"] {
        assert_eq!(solve_answer(&game, method, &SolveOptions::default()).length, least, "{method}");
    }
}

#[test]
fn frogs_change_sides_in_fifteen_moves() {
    let game = compiled("frogs");
    for method in ["bfs", "dfs", "astar", "idastar", "retrograde"] {
        assert_eq!(solve_answer(&game, method, &SolveOptions::default()).length, Some(15), "{method}");
    }
    let guided = solve_answer(&game, "astar", &with_heuristic("distance-from-goal"));
    assert!(guided.length == Some(15) && guided.expanded > 0);
    assert_eq!(
        solve_answer(&with_options("frogs", &[("size", "5")]), "bfs", &SolveOptions::default()).length,
        Some(35)
    );
}

/// Least time of a crossing, by exhaustive search over pairs that cross and single people that return.
fn cheapest_crossing(minutes: &[u32]) -> u32 {
    let all = (1_u32 << minutes.len()) - 1;
    let time =
        |mask: u32| (0..minutes.len()).filter(|who| mask >> who & 1 == 1).map(|who| minutes[who]).max().unwrap_or(0);
    // Least time by the set of people on this bank, with the torch there; returns never take the torch alone.
    let mut best: BTreeMap<u32, u32> = [(all, 0)].into_iter().collect();
    let mut least = u32::MAX;
    for _ in 0..4 * minutes.len() {
        for (here, spent) in best.clone() {
            for over in (1..=all).filter(|over| over & !here == 0 && over.count_ones() <= 2) {
                let (rest, spent) = (here & !over, spent + time(over));
                if rest == 0 {
                    least = least.min(spent);
                    continue;
                }
                for back in (1..=all).filter(|back| back & rest == 0 && back.count_ones() <= 2) {
                    let entry = best.entry(rest | back).or_insert(u32::MAX);
                    *entry = (*entry).min(spent + time(back));
                }
            }
        }
    }
    least
}

#[test]
fn the_river_is_crossed_in_the_least_time() {
    let by_time = SolveOptions { cost: Some("left"), ..SolveOptions::default() };
    for (minutes, least) in [("1-2-5-10", 17), ("1-3-6-8", 18), ("1-3-6-8-12", 29), ("7", 7)] {
        let game = with_options("river-crossing", &[("minutes", minutes), ("limit", "200")]);
        let answer = solve_answer(&game, "astar", &by_time);
        let numbers: Vec<u32> = minutes.split('-').map(|text| text.parse().expect("a number")).collect();
        assert_eq!((answer.cost, cheapest_crossing(&numbers)), (Some(f64::from(least)), least), "{minutes}");
    }
    let game = compiled("river-crossing");
    assert_eq!(solve_answer(&game, "astar", &by_time).cost, Some(17.0));
    assert_eq!(solve_answer(&game, "astar", &SolveOptions::default()).cost, None);
    let wrong =
        solve(&game, "astar", &SolveOptions { cost: Some("time"), ..SolveOptions::default() }, 1 << 20).map(|_| ());
    assert_eq!(
        wrong,
        Err(SolveError::InvalidOption("this game has no cost \"time\"; it has moves, score, left".to_owned()))
    );
}

#[test]
fn sokoban_takes_54_moves() {
    assert_eq!(solve_answer(&compiled("sokoban"), "bfs", &SolveOptions::default()).length, Some(54));
    assert_eq!(solve_answer(&compiled("sokoban"), "astar", &with_heuristic("distance-from-goal")).length, Some(54));
}

/// Reference implementation of minimax with distance to the end: 1, 0 or -1 for the player to move, and the number of plies.
fn reference_value(game: &CompiledGame, state: &State, memo: &mut BTreeMap<Vec<u8>, (i32, u32)>) -> (i32, u32) {
    let mut key = Vec::new();
    game.encode(state, &mut key);
    if let Some(&value) = memo.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    let turn = game.legal_moves(state, &mut moves).expect("no faults");
    let value = match turn.outcome() {
        // A finished game has the sign of the first player, independent of the player to move.
        Some(outcome) => (
            match outcome.winner() {
                0 => 0,
                1 => 1,
                _ => -1,
            },
            0,
        ),
        None => {
            let sign = if turn.player() == Player::new(1) { 1 } else { -1 };
            let after = moves.iter().map(|&mv| {
                let mut next = state.clone();
                game.apply(&mut next, mv).expect("no faults");
                reference_value(game, &next, memo)
            });
            let rank = |(value, plies): &(i32, u32)| {
                let value = value * sign;
                (value, if value > 0 { -i64::from(*plies) } else { i64::from(*plies) })
            };
            let (value, plies) = after.max_by_key(rank).expect("a game that goes on has moves");
            (value, plies + 1)
        }
    };
    memo.insert(key, value);
    value
}

fn retrograde_values(game: &CompiledGame) -> PositionValues {
    let (stop, state) = (AtomicBool::new(false), game.initial_state());
    let task = Task { game, state: &state, limits: Limits::none(&stop), bytes: 1 << 28 };
    PositionValues::new(&task, &mut Effort::default()).expect("no faults").expect("nothing ran out")
}

/// Compares the value of every position of a game without cycles with plain minimax.
fn assert_values_agree(game: &CompiledGame, positions: usize) {
    let (values, mut memo) = (retrograde_values(game), BTreeMap::new());
    reference_value(game, &game.initial_state(), &mut memo);
    assert_eq!((values.positions(), memo.len()), (positions, positions));
    let (mut open, mut seen) = (vec![game.initial_state()], 0);
    let mut been = std::collections::BTreeSet::new();
    while let Some(state) = open.pop() {
        let mut key = Vec::new();
        game.encode(&state, &mut key);
        if !been.insert(key.clone()) {
            continue;
        }
        seen += 1;
        let (value, plies) = memo[&key];
        let winner = match value {
            0 => 0,
            1 => 1,
            _ => 2,
        };
        let stored = values.lookup(game, &state).expect("it can be reached");
        assert_eq!(stored, (winner, if winner == 0 { 0 } else { plies }));
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves).expect("no faults");
        for mv in moves {
            let mut next = state.clone();
            game.apply(&mut next, mv).expect("no faults");
            open.push(next);
        }
    }
    assert_eq!(seen, positions);
}

#[test]
fn every_position_of_tic_tac_toe_and_nim_has_the_value_that_minimax_gives() {
    assert_values_agree(&compiled("tic-tac-toe"), 5478);
    for misere in ["no", "yes"] {
        let game = with_options("nim", &[("heaps", "3-4-5"), ("misere", misere)]);
        assert_values_agree(&game, retrograde_values(&game).positions());
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_nim_agrees_with_boutons_theorem() {
    let answer = solve_answer(&compiled("tic-tac-toe"), "retrograde", &SolveOptions::default());
    assert_eq!((answer.status, answer.value, answer.length), (SolveStatus::Proved, Some(0.0), Some(9)));
    assert_eq!((answer.positions, answer.moves.len()), (Some(5478), 9));
    for heaps in [[1, 2, 3], [3, 4, 5], [2, 2, 4], [1, 4, 5], [1, 1, 1], [1, 1, 0]] {
        let text = heaps.iter().filter(|&&heap| heap > 0).map(ToString::to_string).collect::<Vec<_>>().join("-");
        for misere in ["no", "yes"] {
            let game = with_options("nim", &[("heaps", &text), ("misere", misere)]);
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            // Misere play differs from normal play only where no heap is greater than 1.
            let wins = if misere == "yes" && heaps.iter().all(|&heap| heap <= 1) { sum == 0 } else { sum != 0 };
            let value = solve_answer(&game, "retrograde", &SolveOptions::default()).value;
            assert_eq!(value, Some(if wins { 1.0 } else { -1.0 }), "{text} {misere}");
        }
    }
}

#[test]
fn small_connect_four_boards_have_the_published_values() {
    // On 4 columns and 4 rows: a draw.
    let game = with_options("connect-four", &[("width", "4"), ("height", "4")]);
    let answer = solve_answer(&game, "retrograde", &SolveOptions::default());
    assert_eq!((answer.status, answer.value), (SolveStatus::Proved, Some(0.0)));
}

#[test]
fn a_table_answers_as_what_it_was_made_of_and_is_refused_elsewhere() {
    let game = compiled("tic-tac-toe");
    let made = solve(&game, "retrograde", &SolveOptions { returns_table: true, ..SolveOptions::default() }, 1 << 28)
        .expect("it can be solved");
    let table = made.table.expect("it was wanted");
    let again = solve_answer(&game, "retrograde", &SolveOptions { table: Some(&table), ..SolveOptions::default() });
    assert_eq!((again.value, again.length, &again.moves), (made.answer.value, made.answer.length, &made.answer.moves));
    assert!(again.expanded < 100, "only the line is looked at");
    let (stop, state) = (AtomicBool::new(false), game.initial_state());
    let task = Task { game: &game, state: &state, limits: Limits::none(&stop), bytes: 1 << 28 };
    let options = SolveOptions { table: Some(&table), ..SolveOptions::default() };
    let other = GameIdentity { game: "another", ..IDENTITY };
    let refused = by_name("retrograde").expect("there is one").solve(&task, &options, &other).map(|_| ());
    assert!(matches!(refused, Err(SolveError::Table(why)) if why.starts_with("it belongs to another game")));
}

#[test]
fn every_method_stops_when_memory_or_time_runs_out() {
    let puzzle = with_options("puzzle15", &[]);
    for method in ["bfs", "dfs", "astar", "bidirectional", "retrograde"] {
        let answer = solve(&puzzle, method, &SolveOptions::default(), 1 << 20).expect("no faults").answer;
        assert_eq!(
            (answer.status, answer.exhausted, answer.value),
            (SolveStatus::Limit, Some(ExhaustedResource::Memory), None),
            "{method}"
        );
    }
    let (stop, state) = (AtomicBool::new(true), puzzle.initial_state());
    let task = Task { game: &puzzle, state: &state, limits: Limits::none(&stop), bytes: 1 << 28 };
    let board = compiled("connect-four");
    let start = board.initial_state();
    let duel = Task { game: &board, state: &start, limits: Limits::none(&stop), bytes: 1 << 24 };
    for method in METHODS {
        let task = if method.players.contains(&1) { &task } else { &duel };
        let answer = method.solve(task, &SolveOptions::default(), &IDENTITY).expect("no faults").answer;
        assert_eq!(
            (answer.status, answer.exhausted),
            (SolveStatus::Limit, Some(ExhaustedResource::Time)),
            "{}",
            method.name
        );
    }
    let refused = solve(&puzzle, "idastar", &SolveOptions::default(), 1 << 20).map(|_| ());
    assert!(matches!(refused, Err(SolveError::InvalidOption(why)) if why.contains("MiB, more than the memory limit")));
}

#[test]
fn an_unsuitable_method_is_rejected_with_the_suitable_ones() {
    let wrong = |game: &str, method: &str, options: &SolveOptions<'_>| {
        solve(&compiled(game), method, options, 1 << 20).map(|_| ()).expect_err("it is refused").to_string()
    };
    let nothing = SolveOptions::default();
    assert_eq!(
        wrong("tic-tac-toe", "bfs", &nothing),
        "bfs does not solve games for 2 players; methods that do: retrograde, alphabeta, dfpn"
    );
    assert!(wrong("frogs", "bidirectional", &nothing).contains("reversible moves"));
    assert!(
        wrong("frogs", "idastar", &with_heuristic("patterns"))
            .starts_with("this game is not recognised as a sliding puzzle")
    );
    assert_eq!(
        wrong("frogs", "astar", &with_heuristic("hope")),
        "this game has no heuristic \"hope\"; it has zero, more-stones, distance-from-goal"
    );
    assert_eq!(wrong("frogs", "dfs", &ALL), "dfs takes no count of all positions; methods that do: bfs");
    assert_eq!(
        wrong("frogs", "bfs", &with_heuristic("zero")),
        "bfs takes no heuristic; methods that do: astar, idastar"
    );
    assert!(wrong("mill", "retrograde", &nothing).contains("how often a position has occurred"));
    assert_eq!(by_name("bsf").expect_err("there is none").to_string(), "unknown method \"bsf\", did you mean \"bfs\"?");
    assert!(by_name("magic").expect_err("there is none").to_string().contains("; there are bfs, dfs"));
}

/// Goals that the rules analysis must find, and sliding puzzles that it must recognise.
#[test]
fn goals_are_read_from_the_rules() {
    let wants = |name: &str, player: usize| {
        let game = compiled(name);
        let goal = game.goal(Player::new(player).expect("a number"))?;
        Some((goal.requirements.len(), goal.is_sufficient, goal.is_only_ending))
    };
    assert_eq!(wants("puzzle8", 1), Some((8, true, true)));
    assert_eq!(wants("puzzle15", 1), Some((15, true, true)));
    assert_eq!(wants("frogs", 1), Some((6, true, true)));
    assert_eq!(wants("sokoban", 1).map(|(_, whole, only)| (whole, only)), Some((true, true)));
    assert_eq!(wants("river-crossing", 1), Some((4, false, false)));
    assert_eq!((wants("halma", 1), wants("halma", 2)), (Some((8, false, false)), Some((8, false, false))));
    assert_eq!((wants("tic-tac-toe", 1), wants("nim", 1)), (None, None));
    let slides = |name: &str| {
        let game = compiled(name);
        SlidingPuzzle::from_game(&game, &game.initial_state()).is_ok()
    };
    let sliding: Vec<&str> = shipped_games().iter().map(|game| game.name).filter(|name| slides(name)).collect();
    assert_eq!(sliding, ["puzzle15", "puzzle8"]);
    // A file of the edition 2013 expresses the same goal in other words.
    let old =
        CompiledGame::new(load_rules(&data_file("games-2013/puzzle8.game"), &[])).expect("it is within the limits");
    let answers =
        ["bfs", "idastar", "bidirectional"].map(|method| solve_answer(&old, method, &SolveOptions::default()));
    assert_eq!(answers.each_ref().map(|answer| answer.length), [Some(30); 3]);
    assert!(answers[1].expanded * 100 < answers[0].expanded);
}

/// The distance is 0 at the goal, and 1 one move away.
#[test]
fn distances_count_moves_to_the_goal() {
    let game = with_options("puzzle8", &[("tiles", "1-2-3-4-5-0-7-8-6")]);
    let heuristic = Heuristic::by_name(&game, "manhattan").expect("it is a sliding puzzle");
    let value = |state: &State| heuristic.value(&game, state, Player::new(1).expect("a number"));
    assert_eq!(value(&game.initial_state()), Ok(-1.0));
    let answer = solve_answer(&game, "astar", &with_heuristic("manhattan"));
    let mut state = game.initial_state();
    game.apply(&mut state, answer.moves[0]).expect("no faults");
    assert_eq!((value(&state), answer.length), (Ok(0.0), Some(1)));
    // Both sides of Halma have the same distance; a step of the first player reduces it by at most one.
    let halma = compiled("halma");
    let distance = Heuristic::by_name(&halma, "distance-from-goal").expect("its goals are camps");
    let first = Player::new(1).expect("a number");
    assert_eq!(distance.value(&halma, &halma.initial_state(), first), Ok(0.0));
    let mut moves = Vec::new();
    halma.legal_moves(&halma.initial_state(), &mut moves).expect("no faults");
    let after = moves.iter().map(|&mv| {
        let mut state = halma.initial_state();
        halma.apply(&mut state, mv).expect("no faults");
        distance.value(&halma, &state, first).expect("no faults")
    });
    assert_eq!(after.reduce(f64::max), Some(1.0));
    assert_eq!(Heuristic::by_name(&halma, "manhattan"), None);
}
