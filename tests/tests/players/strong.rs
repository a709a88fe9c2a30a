//! Strong players and proofs against certain results: theorems, solved games, and exhaustive search.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::playout::random_below;
use boardwright_game::structure::SymmetrySubset;
use boardwright_games::shipped_game;
use boardwright_interpreter::state::State;
use boardwright_players::evaluation::{Evaluation, Mobility};
use boardwright_players::solve::proof::{Payoff, is_provable, prove, prove_by_numbers};
use boardwright_players::table::TranspositionTable;
use boardwright_players::{Limits, Wdl};
use boardwright_tests::playing::{choose, play, random_position};
use boardwright_tests::{compiled, deterministic_games, with_options};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Proven value of a position for player 1, with a small transposition table.
fn proven_value(game: &CompiledGame, state: &State, payoff: Payoff) -> i32 {
    let stop = AtomicBool::new(false);
    let table = TranspositionTable::new(16).expect("there is memory");
    let proof = prove(game, state, payoff, &table, Limits::none(&stop), 1).expect("no faults");
    proof.value.expect("without limits there is an answer")
}

/// Reference implementation: the same value by exhaustive search.
fn exhaustive_value(game: &CompiledGame, state: &State, payoff: Payoff) -> i32 {
    let mut moves = Vec::new();
    match game.legal_moves(state, &mut moves).expect("no faults") {
        Turn::Over(_) if payoff == Payoff::ScoreDifference => {
            (game.score(state, Number::FIRST) - game.score(state, Number::FIRST.next(2))) as i32
        }
        Turn::Over(outcome) => Wdl::from_outcome(outcome, Number::FIRST).value() as i32,
        Turn::Chance => unreachable!("there is no chance in these games"),
        Turn::Player(mover) => {
            let values = moves.iter().map(|&mv| {
                let mut after = state.clone();
                game.apply(&mut after, mv).expect("no faults");
                exhaustive_value(game, &after, payoff)
            });
            if mover == Number::FIRST { values.max().expect("a move") } else { values.min().expect("a move") }
        }
    }
}

const STRONG_PLAYERS: [&str; 3] =
    ["alphabeta:nodes=7000,memory=1", "mcts:nodes=10000,memory=8", "portfolio:nodes=7000,memory=1"];

#[test]
fn strong_players_never_lose_at_tic_tac_toe() {
    let game = compiled("tic-tac-toe");
    assert_eq!(
        choose(&game, &game.initial_state(), "alphabeta", 1).proven.map(|proven| proven.result),
        Some(Wdl::Draw)
    );
    assert_eq!(proven_value(&game, &game.initial_state(), Payoff::Outcome), 0);
    let mut games = 0;
    for player in STRONG_PLAYERS {
        for seed in 0..110 {
            for (players, own) in [([player, "random"], 0), (["random", player], 1)] {
                let outcome = play(&game, players, seed);
                let lost = matches!(outcome, Outcome::Won(winner) if winner.index() != own);
                assert!(!lost, "{players:?}, seed {seed}");
                games += 1;
            }
        }
        for other in STRONG_PLAYERS {
            for seed in 0..44 {
                assert_eq!(play(&game, [player, other], seed), Outcome::Draw, "{player} and {other}, seed {seed}");
                games += 1;
            }
        }
    }
    assert!(games >= 1000, "{games}");
}

#[test]
fn nim_play_agrees_with_boutons_theorem() {
    for misere in ["no", "yes"] {
        // Heaps are interchangeable: sorted heaps represent all.
        let all = (0..=7).flat_map(|a| (a..=7).flat_map(move |b| (b..=7).map(move |c| [a, b, c])));
        for heaps in all.filter(|heaps| heaps.iter().any(|&heap| heap > 0)) {
            let there: Vec<String> = heaps.iter().filter(|&&heap| heap > 0).map(ToString::to_string).collect();
            let game = with_options("nim", &[("heaps", &there.join("-")), ("misere", misere)]);
            let state = game.initial_state();
            if heaps.iter().sum::<usize>() == 1 {
                // A single legal move is made without a search.
                continue;
            }
            let choice = choose(&game, &state, "alphabeta:memory=1,nodes=300000", 1);
            let mut after = state.clone();
            game.apply(&mut after, choice.mv).expect("no faults");
            let proven =
                choice.proven.unwrap_or_else(|| panic!("{heaps:?}, misere {misere}, is not solved: {choice:?}"));
            let ending = proven.result;
            if mover_wins(heaps, misere == "yes") {
                assert_eq!(ending, Wdl::Win, "{heaps:?}, misere {misere}");
                assert!(
                    !mover_wins(heap_sizes(&game, &after), misere == "yes"),
                    "{heaps:?}, misere {misere}: {choice:?}"
                );
            } else {
                assert_eq!(ending, Wdl::Loss, "{heaps:?}, misere {misere}");
            }
        }
    }
}

/// `true` if the player to move wins (Bouton 1901).
fn mover_wins(heaps: [usize; 3], misere: bool) -> bool {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let small = heaps.iter().all(|&heap| heap <= 1);
    if misere && small { nim_sum == 0 } else { nim_sum != 0 }
}

fn heap_sizes(game: &CompiledGame, state: &State) -> [usize; 3] {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves).expect("no faults");
    [1, 2, 3].map(|heap| {
        let of_heap =
            |mv: &&boardwright_interpreter::moves::Move| game.move_text(state, **mv).starts_with(&format!("m({heap},"));
        moves.iter().filter(of_heap).count()
    })
}

#[test]
fn small_boards_have_the_published_values() {
    for (width, height, value) in [("4", "4", 0), ("5", "4", 0), ("6", "4", -1), ("4", "5", 0), ("5", "5", 0)] {
        let game = with_options("connect-four", &[("width", width), ("height", height)]);
        assert_eq!(
            proven_value(&game, &game.initial_state(), Payoff::Outcome),
            value,
            "Connect Four {width} x {height}"
        );
    }
    for (width, height, exact) in
        [("1", "1", -1), ("1", "2", 0), ("1", "3", -1), ("1", "4", 0), ("1", "5", -1), ("2", "2", 2)]
    {
        let game = with_options("dots-and-boxes", &[("width", width), ("height", height)]);
        assert_eq!(
            proven_value(&game, &game.initial_state(), Payoff::ScoreDifference),
            exact,
            "Dots and Boxes {width} x {height}"
        );
    }
    let game = with_options("reversi", &[("size", "4")]);
    assert_eq!(proven_value(&game, &game.initial_state(), Payoff::ScoreDifference), -8);
}

#[test]
fn late_positions_have_the_value_of_exhaustive_search() {
    for (name, plies) in [("connect-four", 30), ("reversi-6x6", 24), ("dots-and-boxes", 53), ("breakthrough", 40)] {
        let game = compiled(name);
        let mut checked = 0;
        for seed in 0..60 {
            let (state, moves) = random_position(&game, plies, seed);
            // Random games of breakthrough are long; only small trees are searched.
            if name == "breakthrough" && moves.len() > 4 {
                continue;
            }
            for payoff in [Payoff::Outcome, Payoff::ScoreDifference] {
                let Some(plain) =
                    has_small_tree(&game, &state, 40_000).then(|| exhaustive_value(&game, &state, payoff))
                else {
                    continue;
                };
                assert_eq!(proven_value(&game, &state, payoff), plain, "{name}, seed {seed}, {payoff:?}");
                if payoff == Payoff::Outcome {
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
    let (game, stop) = (compiled("reversi-6x6"), AtomicBool::new(false));
    let limits = Limits { nodes: Some(1_000_000), ..Limits::none(&stop) };
    let mut counts = [0; 3];
    for seed in 0..6 {
        let (state, _) = random_position(&game, 18, seed);
        let proof = |payoff, state: &State| {
            let table = TranspositionTable::new(16).expect("there is memory");
            prove(&game, state, payoff, &table, limits, 1).expect("no faults")
        };
        let exact = proof(Payoff::ScoreDifference, &state);
        let value = exact.value.unwrap_or_else(|| panic!("seed {seed} took more"));
        assert_eq!(proof(Payoff::Outcome, &state).value, Some(value.signum()), "seed {seed}");
        // The principal variation ends with the proven value.
        let mut end = state.clone();
        for mv in exact.line {
            game.apply(&mut end, mv).expect("no faults");
        }
        assert!(game.outcome(&end).expect("no faults").is_some(), "seed {seed}");
        assert_eq!(exhaustive_value(&game, &end, Payoff::ScoreDifference), value, "seed {seed}");
        counts[(value.signum() + 1) as usize] += 1;
    }
    assert!(counts[0] > 0 && counts[2] > 0, "{counts:?}");
}

/// `true` if the game tree below a position has at most `most` moves.
fn has_small_tree(game: &CompiledGame, state: &State, most: usize) -> bool {
    fn count(game: &CompiledGame, state: &State, left: &mut usize) -> bool {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves).expect("no faults");
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
fn images_of_positions_have_the_same_evaluation() {
    let mut turned = 0;
    for game in deterministic_games().filter(|game| game.players == 2) {
        let (name, game) = (game.name, compiled(game.name));
        let symmetries = game.structure().and_then(|structure| structure.symmetries()).expect("games of files know");
        let evaluation = Evaluation::default_for(&game);
        for seed in 0..6 {
            let (state, moves) = random_position(&game, 6, seed);
            let value = |state: &State| {
                let incremental = evaluation.compute_incremental(&game, state);
                let mobility = Mobility { mover: game.mover(state), moves: moves.len() };
                evaluation.value(&game, state, &incremental, mobility).expect("no faults")
            };
            for which in 1..symmetries.count(SymmetrySubset::All) {
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
fn incremental_evaluation_equals_evaluation_from_scratch() {
    use boardwright_players::evaluation::{Evaluation, IncrementalEval, Weights};

    for shipped in deterministic_games().filter(|game| game.players == 2) {
        let game = compiled(shipped.name);
        let learnt =
            boardwright_games::learnt_weights(shipped.name).map(|text| serde_json::from_str(text).expect("weights"));
        let weights = learnt.unwrap_or_else(|| Weights::from_rules(&game));
        assert!(weights.fits(&game), "{}", shipped.name);
        let evaluation = Evaluation::from_weights(&game, &weights);
        let (mut random, mut state, mut moves) = (Pcg64Mcg::seed_from_u64(4), game.initial_state(), Vec::new());
        let (mut incremental, mut changed) = (evaluation.compute_incremental(&game, &state), Vec::new());
        for _ in 0..60 {
            if game.legal_moves(&state, &mut moves).expect("no faults").outcome().is_some() {
                break;
            }
            let before = state.clone();
            game.apply(&mut state, moves[random_below(moves.len(), &mut random)]).expect("no faults");
            let mut next = IncrementalEval::default();
            evaluation.update(&game, (&incremental, &mut next), (&before, &state), &mut changed);
            incremental = next;
            assert_eq!(incremental, evaluation.compute_incremental(&game, &state), "{}", shipped.name);
        }
    }
}

/// At depth one, only quiescence search shows that an opened box will be captured.
#[test]
fn no_box_is_given_away_while_there_are_other_moves() {
    let game = compiled("dots-and-boxes");
    let structure = game.structure().expect("its board is known");
    let opens = |state: &State, mv| {
        let (mut after, mut moves, mut scoring) = (state.clone(), Vec::new(), Vec::new());
        game.apply(&mut after, mv).expect("no faults");
        game.legal_moves(&after, &mut moves).expect("no faults");
        structure.scoring_moves(&after, &moves, &mut scoring).expect("no faults");
        !scoring.is_empty()
    };
    let mut positions = 0;
    for seed in 0..60 {
        let (state, moves) = random_position(&game, 14, seed);
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

/// Mobility depends only on the player to move if every move fills one of the places that are open to both players.
#[test]
fn moves_are_counted_where_players_can_have_more_or_fewer() {
    let counted = |name| boardwright_players::evaluation::Weights::from_rules(&compiled(name)).mobility > 0.0;
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
        let game = compiled(name);
        for seed in 0..12 {
            let (state, _) = random_position(&game, plies, seed);
            let found =
                |depth: u32| choose(&game, &state, &format!("alphabeta:memory=1,nodes=20000,depth={depth}"), 1).proven;
            for depth in 1..5 {
                if let (Some(first), Some(then)) = (found(depth), found(depth + 2)) {
                    assert_eq!(first.result, then.result, "{name}, seed {seed}, depth {depth}");
                    assert!(
                        first.result != Wdl::Win || then.plies <= first.plies,
                        "{name}, seed {seed}, depth {depth}"
                    );
                    proofs += 1;
                }
            }
        }
    }
    assert!(proofs > 20, "{proofs}");
}

/// An aborted search has bounds of some values and no values of others; only exact values are proofs.
#[test]
fn results_called_proven_are_correct_at_every_node_limit() {
    let mut proofs = [0; 3];
    for (name, plies) in [("tic-tac-toe", 2), ("connect-four", 28), ("nim", 1), ("reversi-6x6", 24)] {
        let game = compiled(name);
        for seed in 0..20 {
            let (state, moves) = random_position(&game, plies, seed);
            if moves.len() == 1 {
                continue;
            }
            let sign = if game.mover(&state) == Number::FIRST { 1 } else { -1 };
            let truth = sign * proven_value(&game, &state, Payoff::Outcome);
            let mut values = HashMap::new();
            for nodes in [10, 20, 40, 60, 90, 130, 200, 350, 500, 800, 1300, 2500, 6000, 20_000] {
                let choice = choose(&game, &state, &format!("alphabeta:memory=1,nodes={nodes}"), 1);
                let Some(proof) = choice.proven else { continue };
                let context = format!("{name}, seed {seed}, {nodes} nodes: {proof:?}");
                assert_eq!(proof.result.value() as i32, truth, "{context}");
                let value = values.entry(choice.mv).or_insert_with(|| {
                    let mut after = state.clone();
                    game.apply(&mut after, choice.mv).expect("no faults");
                    sign * proven_value(&game, &after, Payoff::Outcome)
                });
                assert_eq!(*value, truth, "{context}");
                proofs[(truth + 1) as usize] += 1;
            }
        }
    }
    assert!(proofs.iter().all(|&proofs| proofs > 20), "{proofs:?} losses, draws, wins");
}

#[test]
fn only_games_that_can_be_proven_are() {
    assert!(
        is_provable(&compiled("connect-four")) && !is_provable(&compiled("mill")) && !is_provable(&compiled("puzzle8"))
    );
    assert!(!is_provable(&boardwright_tests::pig::Pig::default()) && !is_provable(&boardwright_games::kuhn::Kuhn));
}

#[test]
fn with_no_budget_and_little_memory_there_is_still_a_legal_move() {
    for shipped in deterministic_games().chain(shipped_game("pig")) {
        let game = compiled(shipped.name);
        let (state, _) = random_position(&game, 5, 3);
        let mut all_moves = Vec::new();
        game.all_legal_moves(&state, &mut all_moves).expect("no faults");
        for entry in
            boardwright_players::registry::PLAYERS.iter().filter(|entry| entry.unsupported_reason(&game).is_none())
        {
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
                assert!(all_moves.contains(&choose(&game, &state, &text, 1).mv), "{}, {text}", shipped.name);
            }
        }
    }
}

#[test]
fn continuation_keys_ignore_scores_where_scores_only_add_up() {
    let game = with_options("dots-and-boxes", &[("width", "2"), ("height", "2")]);
    let structure = game.structure().expect("games of files have one");
    assert!(structure.continuation_key(&game.initial_state()).is_some());
    for name in ["reversi", "draughts", "mill"] {
        let game = compiled(name);
        assert!(
            game.structure().expect("games of files have one").continuation_key(&game.initial_state()).is_none(),
            "{name}"
        );
    }
    // Positions that differ only in the owners of boxes have the same key, and others have different keys.
    let mut by_key = HashMap::new();
    for seed in 0..400 {
        let (state, moves) = random_position(&game, 9, seed);
        let (key, _) = structure.continuation_key(&state).expect("as before");
        let net_score = |state: &State| game.score(state, Number::FIRST) - game.score(state, Number::FIRST.next(2));
        let mover = if game.mover(&state) == Number::FIRST { 1.0 } else { -1.0 };
        let to_come = f64::from(exhaustive_value(&game, &state, Payoff::ScoreDifference)) - net_score(&state);
        let expected = *by_key.entry(key).or_insert((to_come, moves.len(), mover));
        assert_eq!((to_come, moves.len(), mover), expected, "seed {seed}");
    }
    assert!(by_key.len() < 250, "{} keys", by_key.len());
}
