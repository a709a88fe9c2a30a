//! Every player chooses legal moves in every game, is deterministic with a fixed seed, and agrees with its definition.

use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome};
use boardwright_game::ids::Player as Number;
use boardwright_game::playout::random_below;
use boardwright_games::holdem::Holdem;
use boardwright_games::tarok::four::Four;
use boardwright_games::tarok::three::Three;
use boardwright_games::{kuhn::Kuhn, leduc::Leduc, shipped_games};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_players::registry::PLAYERS;
use boardwright_players::{PlayerSpecError, Question, parse};
use boardwright_tests::effort::repetitions;
use boardwright_tests::pig::Pig;
use boardwright_tests::playing::choose;
use boardwright_tests::{compiled, with_options};
use rand_pcg::Pcg64Mcg;

/// Description of a player with a small budget.
fn with_small_budget(name: &str, nodes: u32) -> String {
    if name == "random" { name.to_owned() } else { format!("{name}:nodes={nodes}") }
}

/// Number of nodes of a search, or of playouts.
const NODES: u32 = 60;
/// The same for game files with chance or hidden information, whose moves outside of playouts are interpreted.
const NODES_WITH_CHANCE: u32 = 12;
/// Number of plies of a game in a usual run.
const PLIES: u64 = 4;

fn assert_chooses_legal_moves<G>(game: &G, name: &str, nodes: u32)
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    for entry in PLAYERS.iter().filter(|entry| entry.unsupported_reason(game).is_none()) {
        let text = with_small_budget(entry.name, nodes);
        let description = parse(&text).expect("it is well written");
        // Two equal players must make the same choices throughout.
        let mut twins = match [(); 2].map(|()| description.make(game, 5)) {
            [Ok(one), Ok(other)] => [one, other],
            // Only an enumeration finds out that a game has too many positions.
            [Err(error), _] if entry.name == "cfr" && matches!(error, PlayerSpecError::UnsupportedGame { .. }) => {
                continue;
            }
            [one, _] => panic!("{name}, {text}: {}", one.err().map_or_else(String::new, |error| error.to_string())),
        };
        let (mut state, mut random, mut moves) = (game.initial_state(), Pcg64Mcg::new(7), Vec::new());
        for ply in 0..repetitions(PLIES) {
            let turn = game.legal_moves(&state, &mut moves).expect("no faults");
            if turn.outcome().is_some() {
                break;
            }
            if let Some(me) = turn.player() {
                let stop = AtomicBool::new(false);
                let limits = description.limits(&stop);
                let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
                let [choice, again] = twins.each_mut().map(|twin| twin.choose(&question).expect("no faults"));
                assert_eq!(game.is_legal(&state, choice.mv), Ok(true), "{name}, {text}, ply {ply}");
                assert_eq!(again, choice, "{name}, {text}, ply {ply}: the same again");
            }
            let mv = match moves.len() {
                0 => game.sample_chance(&state, &mut random).expect("no faults"),
                count => moves[random_below(count, &mut random)],
            };
            game.apply(&mut state, mv).expect("no faults");
        }
    }
}

#[test]
fn every_player_chooses_legal_moves_in_every_game_and_repeats_itself() {
    for game in shipped_games() {
        let name = game.name;
        let game = compiled(name);
        assert_chooses_legal_moves(
            &game,
            name,
            if game.has_chance() || game.has_hidden_information() { NODES_WITH_CHANCE } else { NODES },
        );
    }
    assert_chooses_legal_moves(&Pig::default(), "pig", NODES);
    assert_chooses_legal_moves(&Kuhn, "kuhn", NODES);
    assert_chooses_legal_moves(&Leduc, "leduc", NODES);
    assert_chooses_legal_moves(&Holdem::default(), "holdem", NODES);
    assert_chooses_legal_moves(&Three::default(), "tarok3", NODES);
    assert_chooses_legal_moves(&Four::default(), "taroky", NODES);
}

/// Reference implementation of minimax to a fixed depth; unfinished games have the value 0.
fn reference_minimax(game: &CompiledGame, state: &State, me: Number, (depth, most): (u32, u32)) -> f64 {
    let mut moves = Vec::new();
    let turn = game.legal_moves(state, &mut moves).expect("no faults");
    if let Some(outcome) = turn.outcome() {
        let value = match outcome {
            Outcome::Draw => 0.0,
            Outcome::Won(winner) => {
                if winner == me {
                    1.0
                } else {
                    -1.0
                }
            }
        };
        return value * 0.99_f64.powi(depth as i32);
    }
    if depth == most {
        return 0.0;
    }
    let values = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.apply(&mut next, mv).expect("no faults");
        reference_minimax(game, &next, me, (depth + 1, most))
    });
    if turn.player() == Some(me) {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// Positions after some random moves.
fn positions(game: &CompiledGame, plies: usize, count: u64) -> impl Iterator<Item = State> {
    (0..count).map(move |seed| {
        let (mut state, mut random, mut moves) = (game.initial_state(), Pcg64Mcg::new(u128::from(seed)), Vec::new());
        for _ in 0..plies {
            if game.legal_moves(&state, &mut moves).expect("no faults").outcome().is_some() {
                break;
            }
            let mv = moves[random_below(moves.len(), &mut random)];
            game.apply(&mut state, mv).expect("no faults");
        }
        state
    })
}

#[test]
fn minimax_gives_the_value_of_minimax() {
    for (name, plies, depth) in [("tic-tac-toe", 3, 4), ("connect-four", 14, 4), ("nim", 3, 5), ("breakthrough", 40, 2)]
    {
        let game = compiled(name);
        let mut checked = 0;
        for state in positions(&game, plies, 12) {
            if game.outcome(&state).expect("no faults").is_some() {
                continue;
            }
            let choice = choose(&game, &state, &format!("minimax:depth={depth}"), 1);
            let Some(value) = choice.value else { continue };
            let me = game.mover(&state);
            let expected = reference_minimax(&game, &state, me, (0, depth));
            assert_eq!(value.to_bits(), expected.to_bits(), "{name}: {value}, {expected}\n{}", game.state_text(&state));
            let mut next = state.clone();
            game.apply(&mut next, choice.mv).expect("no faults");
            let made = reference_minimax(&game, &next, me, (1, depth));
            assert_eq!(value.to_bits(), made.to_bits(), "{name}: its move has the value");
            checked += 1;
        }
        assert!(checked > 5, "{name}: {checked} positions");
    }
}

/// Length of a player's solution of a puzzle; each call makes a new player.
fn solution_length(game: &CompiledGame, start: &State, text: &str) -> usize {
    let choice = choose(game, start, text, 1);
    let mut state = start.clone();
    for &mv in &choice.line {
        game.apply(&mut state, mv).expect("no faults");
    }
    assert_eq!(game.outcome(&state), Ok(Some(Outcome::Won(Number::FIRST))), "{text}: its line wins");
    choice.line.len()
}

#[test]
fn solutions_have_the_optimal_length() {
    let frogs = compiled("frogs");
    assert_eq!(solution_length(&frogs, &frogs.initial_state(), "bfs:nodes=1000000"), 15);
    assert_eq!(solution_length(&frogs, &frogs.initial_state(), "astar:nodes=1000000"), 15);
    assert!(solution_length(&frogs, &frogs.initial_state(), "dfs:nodes=1000000") >= 15);
    let puzzle = compiled("puzzle8");
    for state in positions(&puzzle, 14, 6) {
        if puzzle.outcome(&state).expect("no faults").is_none() {
            let shortest = solution_length(&puzzle, &state, "bfs:nodes=1000000");
            assert_eq!(solution_length(&puzzle, &state, "astar:nodes=1000000"), shortest);
            assert!(solution_length(&puzzle, &state, "dfs:nodes=1000000") >= shortest);
        }
    }
}

#[test]
fn a_heuristic_of_the_file_gives_a_shortest_solution() {
    // The number of covered goals hardly bounds the number of moves left.
    let game = compiled("sokoban");
    let shortest = solution_length(&game, &game.initial_state(), "bfs:nodes=300000");
    assert_eq!(shortest, 54);
    assert_eq!(solution_length(&game, &game.initial_state(), "astar:nodes=300000,heuristic=covered"), shortest);
}

#[test]
fn random_games_lead_to_the_move_that_wins_at_once() {
    // Both sides can complete three in a row with one move.
    let game = compiled("tic-tac-toe");
    let mut state = game.initial_state();
    for mv in ["s(1,1)", "s(2,1)", "s(1,2)", "s(2,2)"] {
        let mut moves: Vec<Move> = Vec::new();
        game.legal_moves(&state, &mut moves).expect("no faults");
        let goes_there = |wanted: &&Move| game.move_text(&state, **wanted).ends_with(mv);
        let mv = *moves.iter().find(goes_there).expect("the place is free");
        game.apply(&mut state, mv).expect("no faults");
    }
    for name in ["monte-carlo", "monte-carlo-ratio", "monte-carlo-ratio2", "minimax"] {
        let choice = choose(&game, &state, &format!("{name}:nodes=20000"), 3);
        let mut next = state.clone();
        game.apply(&mut next, choice.mv).expect("no faults");
        assert_eq!(game.outcome(&next), Ok(Some(Outcome::Won(Number::FIRST))), "{name}");
    }
}

#[test]
fn a_proven_win_ends_the_search() {
    // Three stones in a row with free places on both sides: a fourth one wins.
    let game = with_options("gomoku", &[("size", "6")]);
    let mut state = game.initial_state();
    for mv in ["p(2,3)", "p(1,1)", "p(3,3)", "p(6,6)", "p(4,3)", "p(1,6)"] {
        let mut moves: Vec<Move> = Vec::new();
        game.legal_moves(&state, &mut moves).expect("no faults");
        let goes_there = |wanted: &&Move| game.move_text(&state, **wanted).ends_with(mv);
        let mv = *moves.iter().find(goes_there).expect("the place is free");
        game.apply(&mut state, mv).expect("no faults");
    }
    for player in ["alphabeta:seconds=40,memory=1", "mcts:seconds=40,memory=8", "minimax:seconds=40,memory=256"] {
        let choice = choose(&game, &state, player, 3);
        // In the whole time the slowest of these players makes tens of millions of positions.
        assert!(choice.nodes < 1_000_000, "{player}: {choice:?}");
        assert!(game.move_text(&state, choice.mv).ends_with("p(5,3)"), "{player}: {choice:?}");
    }
}

#[test]
fn stochastic_minimax_looks_at_fewer_positions() {
    let game = with_options("connect-four", &[("height", "5")]);
    let nodes = |text: &str| choose(&game, &game.initial_state(), text, 5).nodes;
    assert!(nodes("minimax-stochastic:depth=5,keep=0.3") < nodes("minimax:depth=5") / 2);
    assert_eq!(nodes("minimax-stochastic:depth=5,keep=1"), nodes("minimax:depth=5"));
}
