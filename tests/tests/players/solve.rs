//! Solving: what is known of puzzles and small games, from the game files alone, and told a second time where it is not.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_engine::structure::Structure as _;
use boardwright_games::shipped;
use boardwright_players::Limits;
use boardwright_players::heuristic::Heuristic;
use boardwright_players::solve::registry::{Asked, Found, Identity, METHODS, named};
use boardwright_players::solve::retrograde::Values;
use boardwright_players::solve::sliding::Sliding;
use boardwright_players::solve::{Answer, Effort, RanOut, SolveError, Task, Verdict};
use boardwright_tests::{data, fast, read, with_options};

const IDENTITY: Identity<'_> = Identity { file: "file", game: "file and options" };

fn found(game: &SpecGame, method: &str, asked: &Asked<'_>, bytes: usize) -> Result<Found<Move>, SolveError> {
    let (stop, state) = (AtomicBool::new(false), game.start());
    let task = Task { game, state: &state, limits: Limits::none(&stop), bytes };
    let found = named(method).expect("there is such a method").solve(&task, asked, &IDENTITY)?;
    if found.answer.verdict == Verdict::Solved {
        // Whatever form was searched: the moves are legal and win.
        let mut moves = Vec::new();
        let mut state = game.start();
        for &mv in &found.answer.moves {
            game.turn(&state, &mut moves).expect("no faults");
            assert!(moves.contains(&mv), "{method}: {mv:?}");
            game.apply(&mut state, mv).expect("no faults");
        }
        assert_eq!(game.outcome(&state), Ok(Player::new(1).map(Outcome::Won)), "{method}");
        assert_eq!(found.answer.length, Some(found.answer.moves.len() as u32), "{method}");
    }
    Ok(found)
}

fn solved(game: &SpecGame, method: &str, asked: &Asked<'_>) -> Answer<Move> {
    found(game, method, asked, 1 << 30).unwrap_or_else(|error| panic!("{method}: {error}")).answer
}

fn with_heuristic(heuristic: &str) -> Asked<'_> {
    Asked { heuristic: Some(heuristic), ..Asked::default() }
}

const ALL: Asked<'_> =
    Asked { heuristic: None, cost: None, all: true, table: None, keep: false, net: false, threads: None };

/// The 8-puzzle by distance from a goal with the gap in a corner, and in the middle. The rules end the game at the goal, so starts
/// are taken that are as the goal but for two pieces: from there it is never reached, and all else is the same.
#[test]
fn all_positions_of_the_8_puzzle_are_reached_at_their_distances() {
    let corner = solved(&with_options("puzzle8", &[("tiles", "2-1-3-4-5-6-7-8-0")]), "bfs", &ALL);
    let far = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(
        (corner.verdict, corner.levels.as_slice(), corner.positions),
        (Verdict::NoSolution, &far[..], Some(181_440))
    );
    let middle = solved(&with_options("puzzle8", &[("tiles", "2-1-3-4-0-5-6-7-8")]), "bfs", &ALL);
    assert_eq!((middle.verdict, middle.positions, middle.levels.len()), (Verdict::NoSolution, Some(181_440), 31));
    let sum: u64 = middle.levels.iter().zip(0..).map(|(count, distance)| count * distance).sum();
    assert_eq!((sum * 10_000 + 90_720) / 181_440, 215_028, "the mean is 21.5028");
}

/// Both positions that are furthest.
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
            let answer = solved(&game, method, &Asked { heuristic, ..Asked::default() });
            assert_eq!((answer.verdict, answer.length), (Verdict::Solved, Some(31)), "{tiles} {method}");
        }
    }
    let game = with_options("puzzle8", &[("tiles", "1-2-3-4-8-5-7-0-6")]);
    assert_eq!(solved(&game, "dfs", &Asked::default()).verdict, Verdict::Solved);
}

/// IDA* with sets of one piece needs 140,036,828, 7,855,093 and 284,774,139 positions for these: see docs/performance.md.
#[test]
fn korfs_first_three_15_puzzles_take_a_hundredth_of_the_positions() {
    let korf = [
        ("14-13-15-7-11-12-9-5-6-0-2-1-4-8-10-3", 57, 190_000_000),
        ("13-5-4-10-9-12-8-14-2-3-7-1-0-15-11-6", 55, 7_855_093),
        ("14-7-8-2-13-11-10-4-9-12-5-0-3-6-1-15", 59, 240_000_000),
    ];
    let keep = Asked { keep: true, ..Asked::default() };
    let table = found(&with_options("puzzle15", &[("gap", "first"), ("tiles", korf[0].0)]), "idastar", &keep, 1 << 26);
    let table = table.expect("64 MiB are enough").table.expect("it was wanted");
    assert!(table.len() < 1_600_000, "{}", table.len());
    for (tiles, length, by_manhattan) in korf {
        let game = with_options("puzzle15", &[("gap", "first"), ("tiles", tiles)]);
        // Tables are the same from every start.
        let answer = solved(&game, "idastar", &Asked { table: Some(&table), ..Asked::default() });
        assert_eq!((answer.verdict, answer.length), (Verdict::Solved, Some(length)), "{tiles}");
        assert!(answer.expanded * 100 < by_manhattan, "{tiles}: {}", answer.expanded);
    }
    let other = with_options("puzzle15", &[("gap", "last")]);
    let refused = found(&other, "idastar", &Asked { table: Some(&table), ..Asked::default() }, 1 << 30);
    assert!(matches!(refused, Err(SolveError::Table(why)) if why.contains("another goal")));
}

#[test]
fn an_order_that_cannot_be_solved_is_known_at_once() {
    let game = with_options("puzzle15", &[("tiles", "2-1-3-4-5-6-7-8-9-10-11-12-13-14-15-0")]);
    let answer = solved(&game, "idastar", &with_heuristic("manhattan"));
    assert_eq!((answer.verdict, answer.value, answer.expanded), (Verdict::NoSolution, Some(0.0), 0));
}

#[test]
fn a_puzzle_that_begins_at_its_goal_is_solved_by_the_least_that_the_rules_allow() {
    let game = with_options("puzzle8", &[("tiles", "1-2-3-4-5-6-7-8-0")]);
    let least = solved(&game, "bfs", &Asked::default()).length;
    for method in ["idastar", "bidirectional", "astar"] {
        assert_eq!(solved(&game, method, &Asked::default()).length, least, "{method}");
    }
}

#[test]
fn frogs_change_sides_in_fifteen_moves() {
    let game = fast("frogs");
    for method in ["bfs", "dfs", "astar", "idastar", "retrograde"] {
        assert_eq!(solved(&game, method, &Asked::default()).length, Some(15), "{method}");
    }
    let guided = solved(&game, "astar", &with_heuristic("distance-from-goal"));
    assert!(guided.length == Some(15) && guided.expanded > 0);
    assert_eq!(solved(&with_options("frogs", &[("size", "5")]), "bfs", &Asked::default()).length, Some(35));
}

/// Cheapest ways of crossings, by all orders of pairs that go over and single people that come back.
fn cheapest_crossing(minutes: &[u32]) -> u32 {
    let all = (1_u32 << minutes.len()) - 1;
    let time =
        |mask: u32| (0..minutes.len()).filter(|who| mask >> who & 1 == 1).map(|who| minutes[who]).max().unwrap_or(0);
    // By who is on this bank, with the torch there: least time so far; nobody returns for nothing.
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
    let by_time = Asked { cost: Some("left"), ..Asked::default() };
    for (minutes, least) in [("1-2-5-10", 17), ("1-3-6-8", 18), ("1-3-6-8-12", 29), ("7", 7)] {
        let game = with_options("river-crossing", &[("minutes", minutes), ("limit", "200")]);
        let answer = solved(&game, "astar", &by_time);
        let numbers: Vec<u32> = minutes.split('-').map(|text| text.parse().expect("a number")).collect();
        assert_eq!((answer.cost, cheapest_crossing(&numbers)), (Some(f64::from(least)), least), "{minutes}");
    }
    let game = fast("river-crossing");
    assert_eq!(solved(&game, "astar", &by_time).cost, Some(17.0));
    assert_eq!(solved(&game, "astar", &Asked::default()).cost, None);
    let wrong = found(&game, "astar", &Asked { cost: Some("time"), ..Asked::default() }, 1 << 20).map(|_| ());
    assert_eq!(wrong, Err(SolveError::Asked("this game has no cost \"time\"; it has moves, score, left".to_owned())));
}

#[test]
fn sokoban_takes_54_moves() {
    assert_eq!(solved(&fast("sokoban"), "bfs", &Asked::default()).length, Some(54));
    assert_eq!(solved(&fast("sokoban"), "astar", &with_heuristic("distance-from-goal")).length, Some(54));
}

/// What a position is worth and how soon, told again: 1, 0 or -1 for the player to move, and the plies.
fn plainly(game: &SpecGame, state: &State, known: &mut BTreeMap<Vec<u8>, (i32, u32)>) -> (i32, u32) {
    let mut key = Vec::new();
    game.position(state, &mut key);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    let turn = game.turn(state, &mut moves).expect("no faults");
    let value = match turn.outcome() {
        // Whoever is to move in a finished game: the sign is that of the first player.
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
                plainly(game, &next, known)
            });
            let rank = |(value, plies): &(i32, u32)| {
                let value = value * sign;
                (value, if value > 0 { -i64::from(*plies) } else { i64::from(*plies) })
            };
            let (value, plies) = after.max_by_key(rank).expect("a game that goes on has moves");
            (value, plies + 1)
        }
    };
    known.insert(key, value);
    value
}

fn values(game: &SpecGame) -> Values {
    let (stop, state) = (AtomicBool::new(false), game.start());
    let task = Task { game, state: &state, limits: Limits::none(&stop), bytes: 1 << 28 };
    Values::new(&task, &mut Effort::default()).expect("no faults").expect("nothing ran out")
}

/// Every position of a game whose lines all end, against plain minimax.
fn assert_all_the_same(game: &SpecGame, positions: usize) {
    let (values, mut known) = (values(game), BTreeMap::new());
    plainly(game, &game.start(), &mut known);
    assert_eq!((values.positions(), known.len()), (positions, positions));
    let (mut open, mut seen) = (vec![game.start()], 0);
    let mut been = std::collections::BTreeSet::new();
    while let Some(state) = open.pop() {
        let mut key = Vec::new();
        game.position(&state, &mut key);
        if !been.insert(key.clone()) {
            continue;
        }
        seen += 1;
        let (value, plies) = known[&key];
        let winner = match value {
            0 => 0,
            1 => 1,
            _ => 2,
        };
        let told = values.of(game, &state).expect("it can be reached");
        assert_eq!(told, (winner, if winner == 0 { 0 } else { plies }));
        let mut moves = Vec::new();
        game.turn(&state, &mut moves).expect("no faults");
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
    assert_all_the_same(&fast("tic-tac-toe"), 5478);
    for misere in ["no", "yes"] {
        let game = with_options("nim", &[("heaps", "3-4-5"), ("misere", misere)]);
        assert_all_the_same(&game, values(&game).positions());
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_nim_is_as_bouton_says() {
    let answer = solved(&fast("tic-tac-toe"), "retrograde", &Asked::default());
    assert_eq!((answer.verdict, answer.value, answer.length), (Verdict::Proved, Some(0.0), Some(9)));
    assert_eq!((answer.positions, answer.moves.len()), (Some(5478), 9));
    for heaps in [[1, 2, 3], [3, 4, 5], [2, 2, 4], [1, 4, 5], [1, 1, 1], [1, 1, 0]] {
        let text = heaps.iter().filter(|&&heap| heap > 0).map(ToString::to_string).collect::<Vec<_>>().join("-");
        for misere in ["no", "yes"] {
            let game = with_options("nim", &[("heaps", &text), ("misere", misere)]);
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            // Misere is the same but where no heap is greater than 1.
            let wins = if misere == "yes" && heaps.iter().all(|&heap| heap <= 1) { sum == 0 } else { sum != 0 };
            let value = solved(&game, "retrograde", &Asked::default()).value;
            assert_eq!(value, Some(if wins { 1.0 } else { -1.0 }), "{text} {misere}");
        }
    }
}

#[test]
fn small_connect_four_boards_are_worth_what_is_known() {
    // Of 4 columns and 4 rows: a draw.
    let game = with_options("connect-four", &[("width", "4"), ("height", "4")]);
    let answer = solved(&game, "retrograde", &Asked::default());
    assert_eq!((answer.verdict, answer.value), (Verdict::Proved, Some(0.0)));
}

#[test]
fn a_table_answers_as_what_it_was_made_of_and_is_refused_elsewhere() {
    let game = fast("tic-tac-toe");
    let made =
        found(&game, "retrograde", &Asked { keep: true, ..Asked::default() }, 1 << 28).expect("it can be solved");
    let table = made.table.expect("it was wanted");
    let again = solved(&game, "retrograde", &Asked { table: Some(&table), ..Asked::default() });
    assert_eq!((again.value, again.length, &again.moves), (made.answer.value, made.answer.length, &made.answer.moves));
    assert!(again.expanded < 100, "only the line is looked at");
    let (stop, state) = (AtomicBool::new(false), game.start());
    let task = Task { game: &game, state: &state, limits: Limits::none(&stop), bytes: 1 << 28 };
    let asked = Asked { table: Some(&table), ..Asked::default() };
    let other = Identity { game: "another", ..IDENTITY };
    let refused = named("retrograde").expect("there is one").solve(&task, &asked, &other).map(|_| ());
    assert!(matches!(refused, Err(SolveError::Table(why)) if why.starts_with("it is of another game")));
}

#[test]
fn every_method_stops_when_memory_or_time_runs_out() {
    let puzzle = with_options("puzzle15", &[]);
    for method in ["bfs", "dfs", "astar", "bidirectional", "retrograde"] {
        let answer = found(&puzzle, method, &Asked::default(), 1 << 20).expect("no faults").answer;
        assert_eq!(
            (answer.verdict, answer.ran_out, answer.value),
            (Verdict::Limit, Some(RanOut::Memory), None),
            "{method}"
        );
    }
    let (stop, state) = (AtomicBool::new(true), puzzle.start());
    let task = Task { game: &puzzle, state: &state, limits: Limits::none(&stop), bytes: 1 << 28 };
    let board = fast("connect-four");
    let start = board.start();
    let duel = Task { game: &board, state: &start, limits: Limits::none(&stop), bytes: 1 << 24 };
    for method in METHODS {
        let task = if method.players.contains(&1) { &task } else { &duel };
        let answer = method.solve(task, &Asked::default(), &IDENTITY).expect("no faults").answer;
        assert_eq!((answer.verdict, answer.ran_out), (Verdict::Limit, Some(RanOut::Time)), "{}", method.name);
    }
    let refused = found(&puzzle, "idastar", &Asked::default(), 1 << 20).map(|_| ());
    assert!(matches!(refused, Err(SolveError::Asked(why)) if why.contains("MiB, more than is allowed")));
}

#[test]
fn what_a_method_is_not_for_is_told_with_those_that_are() {
    let wrong = |game: &str, method: &str, asked: &Asked<'_>| {
        found(&fast(game), method, asked, 1 << 20).map(|_| ()).expect_err("it is refused").to_string()
    };
    let nothing = Asked::default();
    assert_eq!(
        wrong("tic-tac-toe", "bfs", &nothing),
        "bfs does not solve games for 2 players; methods that do: retrograde, alphabeta, dfpn"
    );
    assert!(wrong("frogs", "bidirectional", &nothing).contains("moves that can be undone"));
    assert!(
        wrong("frogs", "idastar", &with_heuristic("patterns")).starts_with("this is not seen to be a sliding puzzle")
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
    assert!(wrong("mill", "retrograde", &nothing).contains("how often a position has stood"));
    assert_eq!(named("bsf").expect_err("there is none").to_string(), "unknown method \"bsf\", did you mean \"bfs\"?");
    assert!(named("magic").expect_err("there is none").to_string().contains("; there are bfs, dfs"));
}

/// Goals that must be seen, and puzzles that must be taken for what they are.
#[test]
fn goals_are_read_from_the_rules() {
    let wants = |name: &str, player: usize| {
        let game = fast(name);
        let goal = game.goal(Player::new(player).expect("a number"))?;
        Some((goal.wants.len(), goal.whole, goal.only))
    };
    assert_eq!(wants("puzzle8", 1), Some((8, true, true)));
    assert_eq!(wants("puzzle15", 1), Some((15, true, true)));
    assert_eq!(wants("frogs", 1), Some((6, true, true)));
    assert_eq!(wants("sokoban", 1).map(|(_, whole, only)| (whole, only)), Some((true, true)));
    assert_eq!(wants("river-crossing", 1), Some((4, false, false)));
    assert_eq!((wants("halma", 1), wants("halma", 2)), (Some((8, false, false)), Some((8, false, false))));
    assert_eq!((wants("tic-tac-toe", 1), wants("nim", 1)), (None, None));
    let slides = |name: &str| {
        let game = fast(name);
        Sliding::of(&game, &game.start()).is_ok()
    };
    let sliding: Vec<&str> = shipped().iter().map(|game| game.name).filter(|name| slides(name)).collect();
    assert_eq!(sliding, ["puzzle15", "puzzle8"]);
    // A file of 2013 says the same in other words.
    let old = SpecGame::new(read(&data("games-2013/puzzle8.game"), &[])).expect("it is within the limits");
    let answers = ["bfs", "idastar", "bidirectional"].map(|method| solved(&old, method, &Asked::default()));
    assert_eq!(answers.each_ref().map(|answer| answer.length), [Some(30); 3]);
    assert!(answers[1].expanded * 100 < answers[0].expanded);
}

/// Of the goal with every piece at home nothing is left, and one move away one is.
#[test]
fn distances_count_moves_to_the_goal() {
    let game = with_options("puzzle8", &[("tiles", "1-2-3-4-5-0-7-8-6")]);
    let heuristic = Heuristic::named(&game, "manhattan").expect("it is a sliding puzzle");
    let value = |state: &State| heuristic.value(&game, state, Player::new(1).expect("a number"));
    assert_eq!(value(&game.start()), Ok(-1.0));
    let answer = solved(&game, "astar", &with_heuristic("manhattan"));
    let mut state = game.start();
    game.apply(&mut state, answer.moves[0]).expect("no faults");
    assert_eq!((value(&state), answer.length), (Ok(0.0), Some(1)));
    // Both sides of Halma are as far; a step of the first brings it nearer by one at most.
    let halma = fast("halma");
    let distance = Heuristic::named(&halma, "distance-from-goal").expect("its goals are camps");
    let first = Player::new(1).expect("a number");
    assert_eq!(distance.value(&halma, &halma.start(), first), Ok(0.0));
    let mut moves = Vec::new();
    halma.turn(&halma.start(), &mut moves).expect("no faults");
    let after = moves.iter().map(|&mv| {
        let mut state = halma.start();
        halma.apply(&mut state, mv).expect("no faults");
        distance.value(&halma, &state, first).expect("no faults")
    });
    assert_eq!(after.reduce(f64::max), Some(1.0));
    assert_eq!(Heuristic::named(&halma, "manhattan"), None);
}
