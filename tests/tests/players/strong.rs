//! Strong players and proofs against what is known for certain: theorems, solved games, and a plain second telling.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::playout::below;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_engine::symmetry::Among;
use boardwright_games::shipped;
use boardwright_players::solve::proof::{Worth, provable, prove, prove_by_numbers};
use boardwright_players::table::Table;
use boardwright_players::{Ending, Limits};
use boardwright_tests::playing::{choose, play, wandered};
use boardwright_tests::{fast, with_options};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// What a position is worth to player 1, with a small table.
fn proven(game: &SpecGame, state: &State, worth: Worth) -> i32 {
    let stop = AtomicBool::new(false);
    let table = Table::new(16).expect("there is memory");
    let proof = prove(game, state, worth, &table, Limits::none(&stop), 1).expect("no faults");
    proof.value.expect("without limits there is an answer")
}

/// The same told again: every line to its end.
fn plainly(game: &SpecGame, state: &State, worth: Worth) -> i32 {
    let mut moves = Vec::new();
    match game.turn(state, &mut moves).expect("no faults") {
        Turn::Over(_) if worth == Worth::Net => {
            (game.score(state, Number::FIRST) - game.score(state, Number::FIRST.next(2))) as i32
        }
        Turn::Over(outcome) => Ending::of(outcome, Number::FIRST).value() as i32,
        Turn::Chance => unreachable!("there is no chance in these games"),
        Turn::Player(mover) => {
            let values = moves.iter().map(|&mv| {
                let mut after = state.clone();
                game.apply(&mut after, mv).expect("no faults");
                plainly(game, &after, worth)
            });
            if mover == Number::FIRST { values.max().expect("a move") } else { values.min().expect("a move") }
        }
    }
}

const STRONG: [&str; 3] =
    ["alphabeta:nodes=7000,memory=1", "mcts:nodes=10000,memory=8", "portfolio:nodes=7000,memory=1"];

#[test]
fn nobody_strong_loses_at_tic_tac_toe() {
    let game = fast("tic-tac-toe");
    assert_eq!(choose(&game, &game.start(), "alphabeta", 1).proven.map(|proven| proven.result), Some(Ending::Draw));
    assert_eq!(proven(&game, &game.start(), Worth::Outcome), 0);
    let mut games = 0;
    for player in STRONG {
        for seed in 0..110 {
            for (players, own) in [([player, "random"], 0), (["random", player], 1)] {
                let outcome = play(&game, players, seed);
                let lost = matches!(outcome, Outcome::Won(winner) if winner.index() != own);
                assert!(!lost, "{players:?}, seed {seed}");
                games += 1;
            }
        }
        for other in STRONG {
            for seed in 0..44 {
                assert_eq!(play(&game, [player, other], seed), Outcome::Draw, "{player} and {other}, seed {seed}");
                games += 1;
            }
        }
    }
    assert!(games >= 1000, "{games}");
}

#[test]
fn nim_is_played_as_bouton_says() {
    for misere in ["no", "yes"] {
        // Heaps are interchangeable: those in order stand for all.
        let all = (0..=7).flat_map(|a| (a..=7).flat_map(move |b| (b..=7).map(move |c| [a, b, c])));
        for heaps in all.filter(|heaps| heaps.iter().any(|&heap| heap > 0)) {
            let there: Vec<String> = heaps.iter().filter(|&&heap| heap > 0).map(ToString::to_string).collect();
            let game = with_options("nim", &[("heaps", &there.join("-")), ("misere", misere)]);
            let state = game.start();
            if heaps.iter().sum::<usize>() == 1 {
                // The only move is made without thinking.
                continue;
            }
            let choice = choose(&game, &state, "alphabeta:memory=1,nodes=300000", 1);
            let mut after = state.clone();
            game.apply(&mut after, choice.mv).expect("no faults");
            let proven =
                choice.proven.unwrap_or_else(|| panic!("{heaps:?}, misere {misere}, is not solved: {choice:?}"));
            let ending = proven.result;
            if wins(heaps, misere == "yes") {
                assert_eq!(ending, Ending::Win, "{heaps:?}, misere {misere}");
                assert!(!wins(counted(&game, &after), misere == "yes"), "{heaps:?}, misere {misere}: {choice:?}");
            } else {
                assert_eq!(ending, Ending::Loss, "{heaps:?}, misere {misere}");
            }
        }
    }
}

/// Whether the player to move wins (Bouton 1901).
fn wins(heaps: [usize; 3], misere: bool) -> bool {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let small = heaps.iter().all(|&heap| heap <= 1);
    if misere && small { nim_sum == 0 } else { nim_sum != 0 }
}

fn counted(game: &SpecGame, state: &State) -> [usize; 3] {
    let mut moves = Vec::new();
    game.turn(state, &mut moves).expect("no faults");
    [1, 2, 3].map(|heap| {
        let of_heap =
            |mv: &&boardwright_engine::spec::Move| game.move_text(state, **mv).starts_with(&format!("m({heap},"));
        moves.iter().filter(of_heap).count()
    })
}

#[test]
fn small_boards_are_worth_what_is_known() {
    for (width, height, value) in [("4", "4", 0), ("5", "4", 0), ("6", "4", -1), ("4", "5", 0), ("5", "5", 0)] {
        let game = with_options("connect-four", &[("width", width), ("height", height)]);
        assert_eq!(proven(&game, &game.start(), Worth::Outcome), value, "Connect Four {width} x {height}");
    }
    for (width, height, net) in
        [("1", "1", -1), ("1", "2", 0), ("1", "3", -1), ("1", "4", 0), ("1", "5", -1), ("2", "2", 2)]
    {
        let game = with_options("dots-and-boxes", &[("width", width), ("height", height)]);
        assert_eq!(proven(&game, &game.start(), Worth::Net), net, "Dots and Boxes {width} x {height}");
    }
    let game = with_options("reversi", &[("size", "4")]);
    assert_eq!(proven(&game, &game.start(), Worth::Net), -8);
}

#[test]
fn late_positions_are_worth_what_every_line_to_the_end_says() {
    for (name, plies) in [("connect-four", 30), ("reversi-6x6", 24), ("dots-and-boxes", 53), ("breakthrough", 40)] {
        let game = fast(name);
        let mut checked = 0;
        for seed in 0..60 {
            let (state, moves) = wandered(&game, plies, seed);
            // Random games of breakthrough are long; only small trees are gone through.
            if name == "breakthrough" && moves.len() > 4 {
                continue;
            }
            for worth in [Worth::Outcome, Worth::Net] {
                let Some(plain) = small(&game, &state, 40_000).then(|| plainly(&game, &state, worth)) else { continue };
                assert_eq!(proven(&game, &state, worth), plain, "{name}, seed {seed}, {worth:?}");
                if worth == Worth::Outcome {
                    let stop = AtomicBool::new(false);
                    let proof = prove_by_numbers(&game, &state, 4, Limits::none(&stop)).expect("no faults");
                    assert_eq!(proof.value, Some(plain), "{name}, seed {seed}, by proof numbers");
                    if moves.len() == 1 {
                        continue;
                    }
                    let choice = choose(&game, &state, "alphabeta:memory=1,nodes=200000", 1);
                    let view = if game.mover(&state) == Number::FIRST { plain } else { -plain };
                    let found = choice.proven.map(|proven| proven.result.value() as i32);
                    assert_eq!(found, Some(view), "{name}, seed {seed}, by the player");
                }
                checked += 1;
            }
        }
        assert!(checked >= if name == "breakthrough" { 0 } else { 20 }, "{name}: {checked}");
    }
}

#[test]
fn reversi_with_fourteen_places_free_is_solved_within_a_million_positions() {
    let (game, stop) = (fast("reversi-6x6"), AtomicBool::new(false));
    let limits = Limits { nodes: Some(1_000_000), ..Limits::none(&stop) };
    let mut met = [0; 3];
    for seed in 0..6 {
        let (state, _) = wandered(&game, 18, seed);
        let proof = |worth, state: &State| {
            let table = Table::new(16).expect("there is memory");
            prove(&game, state, worth, &table, limits, 1).expect("no faults")
        };
        let net = proof(Worth::Net, &state);
        let value = net.value.unwrap_or_else(|| panic!("seed {seed} took more"));
        assert_eq!(proof(Worth::Outcome, &state).value, Some(value.signum()), "seed {seed}");
        // The line of best moves comes to what was proven.
        let mut end = state.clone();
        for mv in net.line {
            game.apply(&mut end, mv).expect("no faults");
        }
        assert!(game.outcome(&end).expect("no faults").is_some(), "seed {seed}");
        assert_eq!(plainly(&game, &end, Worth::Net), value, "seed {seed}");
        met[(value.signum() + 1) as usize] += 1;
    }
    assert!(met[0] > 0 && met[2] > 0, "{met:?}");
}

/// Whether a position has at most so many lines to the end.
fn small(game: &SpecGame, state: &State, most: usize) -> bool {
    fn count(game: &SpecGame, state: &State, left: &mut usize) -> bool {
        let mut moves = Vec::new();
        game.turn(state, &mut moves).expect("no faults");
        moves.iter().all(|&mv| {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let mut after = state.clone();
            game.apply(&mut after, mv).expect("no faults");
            count(game, &after, left)
        })
    }
    count(game, state, &mut { most })
}

#[test]
fn images_of_positions_are_worth_the_same() {
    let mut turned = 0;
    for game in shipped().iter().filter(|game| game.players == 2) {
        let (name, game) = (game.name, fast(game.name));
        let symmetries = game.structure().and_then(|structure| structure.symmetries()).expect("games of files know");
        let evaluation = boardwright_players::evaluation::Evaluation::untaught(&game);
        for seed in 0..6 {
            let (state, moves) = wandered(&game, 6, seed);
            let value = |state: &State| {
                let kept = evaluation.whole(&game, state);
                evaluation.value(&game, state, &kept, (game.mover(state), moves.len())).expect("no faults")
            };
            for which in 1..symmetries.count(Among::All) {
                let image = symmetries.image(which, &state);
                let stays = symmetries.player_image(which, Number::FIRST) == Number::FIRST;
                assert_eq!(
                    value(&image),
                    if stays { value(&state) } else { -value(&state) },
                    "{name}, symmetry {which}"
                );
                turned += 1;
            }
        }
    }
    assert!(turned > 100, "{turned}");
}

#[test]
fn what_is_kept_up_to_date_is_what_is_worked_out_anew() {
    use boardwright_players::evaluation::{Evaluation, Kept, Weights};

    for shipped in shipped().iter().filter(|game| game.players == 2) {
        let game = fast(shipped.name);
        let learnt = boardwright_games::learnt(shipped.name).map(|text| serde_json::from_str(text).expect("weights"));
        let weights = learnt.unwrap_or_else(|| Weights::made(&game));
        assert!(weights.fit(&game), "{}", shipped.name);
        let evaluation = Evaluation::weighted(&game, &weights);
        let (mut random, mut state, mut moves) = (Pcg64Mcg::seed_from_u64(4), game.start(), Vec::new());
        let (mut kept, mut changed) = (evaluation.whole(&game, &state), Vec::new());
        for _ in 0..60 {
            if game.turn(&state, &mut moves).expect("no faults").outcome().is_some() {
                break;
            }
            let before = state.clone();
            game.apply(&mut state, moves[below(moves.len(), &mut random)]).expect("no faults");
            let mut next = Kept::default();
            evaluation.follow(&game, (&kept, &mut next), (&before, &state), &mut changed);
            kept = next;
            assert_eq!(kept, evaluation.whole(&game, &state), "{}", shipped.name);
        }
    }
}

/// One move deep, nothing but a look beyond the horizon tells that a box which is opened will be taken.
#[test]
fn no_box_is_given_away_while_there_are_other_moves() {
    let game = fast("dots-and-boxes");
    let structure = game.structure().expect("its board is known");
    let opens = |state: &State, mv| {
        let (mut after, mut moves, mut scoring) = (state.clone(), Vec::new(), Vec::new());
        game.apply(&mut after, mv).expect("no faults");
        game.turn(&after, &mut moves).expect("no faults");
        structure.scoring_moves(&after, &moves, &mut scoring).expect("no faults");
        !scoring.is_empty()
    };
    let mut positions = 0;
    for seed in 0..60 {
        let (state, moves) = wandered(&game, 14, seed);
        let mut scoring = Vec::new();
        structure.scoring_moves(&state, &moves, &mut scoring).expect("no faults");
        let opening = moves.iter().filter(|&&mv| opens(&state, mv)).count();
        if !scoring.is_empty() || opening == 0 || opening == moves.len() {
            continue;
        }
        positions += 1;
        let choice = choose(&game, &state, "alphabeta:depth=1,memory=1", seed);
        assert!(!opens(&state, choice.mv), "seed {seed}: {}", game.move_text(&state, choice.mv));
    }
    assert!(positions >= 20, "{positions}");
}

/// Where each move fills one of the places that are free for all, how many there are to choose from tells nothing but whose turn it is.
#[test]
fn moves_are_counted_where_players_can_have_more_or_fewer() {
    let counted = |name| boardwright_players::evaluation::Weights::made(&fast(name)).mobility > 0.0;
    for name in ["dots-and-boxes", "gomoku", "hex", "tic-tac-toe"] {
        assert!(!counted(name), "{name}");
    }
    for name in ["reversi", "draughts", "breakthrough", "mill", "amazons", "brandub"] {
        assert!(counted(name), "{name}");
    }
}

#[test]
fn no_deeper_search_contradicts_a_proof() {
    let mut proofs = 0;
    for (name, plies) in [("tic-tac-toe", 3), ("connect-four", 22), ("gomoku", 14), ("breakthrough", 50), ("nim", 1)] {
        let game = fast(name);
        for seed in 0..12 {
            let (state, _) = wandered(&game, plies, seed);
            let found =
                |depth: u32| choose(&game, &state, &format!("alphabeta:memory=1,nodes=20000,depth={depth}"), 1).proven;
            for depth in 1..5 {
                if let (Some(first), Some(then)) = (found(depth), found(depth + 2)) {
                    assert_eq!(first.result, then.result, "{name}, seed {seed}, depth {depth}");
                    assert!(
                        first.result != Ending::Win || then.plies <= first.plies,
                        "{name}, seed {seed}, depth {depth}"
                    );
                    proofs += 1;
                }
            }
        }
    }
    assert!(proofs > 20, "{proofs}");
}

/// A search that is broken off has bounds of some values and no values of others; only values are proofs.
#[test]
fn wherever_a_search_ends_what_it_calls_proven_is_so() {
    let mut proofs = [0; 3];
    for (name, plies) in [("tic-tac-toe", 2), ("connect-four", 28), ("nim", 1), ("reversi-6x6", 24)] {
        let game = fast(name);
        for seed in 0..20 {
            let (state, moves) = wandered(&game, plies, seed);
            if moves.len() == 1 {
                continue;
            }
            let sign = if game.mover(&state) == Number::FIRST { 1 } else { -1 };
            let truth = sign * proven(&game, &state, Worth::Outcome);
            let mut worths = HashMap::new();
            for nodes in [10, 20, 40, 60, 90, 130, 200, 350, 500, 800, 1300, 2500, 6000, 20_000] {
                let choice = choose(&game, &state, &format!("alphabeta:memory=1,nodes={nodes}"), 1);
                let Some(told) = choice.proven else { continue };
                let context = format!("{name}, seed {seed}, {nodes} nodes: {told:?}");
                assert_eq!(told.result.value() as i32, truth, "{context}");
                let worth = worths.entry(choice.mv).or_insert_with(|| {
                    let mut after = state.clone();
                    game.apply(&mut after, choice.mv).expect("no faults");
                    sign * proven(&game, &after, Worth::Outcome)
                });
                assert_eq!(*worth, truth, "{context}");
                proofs[(truth + 1) as usize] += 1;
            }
        }
    }
    assert!(proofs.iter().all(|&proofs| proofs > 20), "{proofs:?} losses, draws, wins");
}

#[test]
fn only_games_that_can_be_proven_are() {
    assert!(provable(&fast("connect-four")) && !provable(&fast("mill")) && !provable(&fast("puzzle8")));
    assert!(!provable(&boardwright_games::pig::Pig::default()) && !provable(&boardwright_games::kuhn::Kuhn));
}

#[test]
fn with_no_budget_and_little_memory_there_is_still_a_legal_move() {
    for shipped in shipped() {
        let game = fast(shipped.name);
        let (state, _) = wandered(&game, 5, 3);
        let mut every = Vec::new();
        game.every_move(&state, &mut every).expect("no faults");
        for entry in boardwright_players::registry::PLAYERS.iter().filter(|entry| entry.refuses(&game).is_none()) {
            let has = |key: &str| entry.options.iter().any(|opt| opt.key == key);
            let mut budgets = vec![entry.name.to_owned()];
            if has("nodes") {
                budgets = vec![format!("{}:nodes=0", entry.name), format!("{}:seconds=0", entry.name)];
            }
            if has("memory") {
                budgets.push(format!("{}:memory=1,nodes=200", entry.name));
            }
            if has("threads") {
                budgets.push(format!("{}:memory=1,threads=2,nodes=200", entry.name));
            }
            if has("level") {
                budgets.push(format!("{}:memory=1,level=1", entry.name));
            }
            for text in budgets {
                assert!(every.contains(&choose(&game, &state, &text, 1).mv), "{}, {text}", shipped.name);
            }
        }
    }
}

#[test]
fn what_is_to_come_leaves_scores_out_where_they_only_add_up() {
    let game = with_options("dots-and-boxes", &[("width", "2"), ("height", "2")]);
    let structure = game.structure().expect("games of files have one");
    assert!(structure.to_come(&game.start()).is_some());
    for name in ["reversi", "draughts", "mill"] {
        let game = fast(name);
        assert!(game.structure().expect("games of files have one").to_come(&game.start()).is_none(), "{name}");
    }
    // Positions that are the same but for whose the boxes are have the same key, and others have not.
    let mut by_key = HashMap::new();
    for seed in 0..400 {
        let (state, moves) = wandered(&game, 9, seed);
        let (key, _) = structure.to_come(&state).expect("as before");
        let net = |state: &State| game.score(state, Number::FIRST) - game.score(state, Number::FIRST.next(2));
        let mover = if game.mover(&state) == Number::FIRST { 1.0 } else { -1.0 };
        let to_come = f64::from(plainly(&game, &state, Worth::Net)) - net(&state);
        let known = *by_key.entry(key).or_insert((to_come, moves.len(), mover));
        assert_eq!((to_come, moves.len(), mover), known, "seed {seed}");
    }
    assert!(by_key.len() < 250, "{} keys", by_key.len());
}
