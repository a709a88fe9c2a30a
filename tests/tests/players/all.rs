//! Players choose legal moves in every game, repeat themselves with the same seed, and do what their definitions say.

use std::sync::atomic::AtomicBool;

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::playout::below;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_games::{kuhn::Kuhn, pig::Pig, shipped};
use boardwright_players::registry::PLAYERS;
use boardwright_players::{Question, parse};
use boardwright_tests::playing::choose;
use boardwright_tests::{fast, with_options};
use rand_pcg::Pcg64Mcg;

/// With a budget for tests.
fn brief(name: &str) -> String {
    if name == "random" { name.to_owned() } else { format!("{name}:nodes=150") }
}

fn chooses_legal_moves<G>(game: &G, name: &str)
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    for entry in PLAYERS.iter().filter(|entry| entry.refuses(game).is_none()) {
        let text = brief(entry.name);
        let asked = parse(&text).expect("it is well written");
        // Two of the same must do the same all the way.
        let mut twins = [(); 2].map(|()| asked.make(game, 5).expect("it plays such games"));
        let (mut state, mut random, mut moves, mut every) = (game.start(), Pcg64Mcg::new(7), Vec::new(), Vec::new());
        for ply in 0..10 {
            let turn = game.turn(&state, &mut moves).expect("no faults");
            if turn.outcome().is_some() {
                break;
            }
            if let Some(me) = turn.player() {
                let stop = AtomicBool::new(false);
                let limits = asked.limits(&stop);
                let question = Question { game, state: &state, me, moves: &moves, limits, listener: None };
                let [choice, again] = twins.each_mut().map(|twin| twin.choose(&question).expect("no faults"));
                game.every_move(&state, &mut every).expect("no faults");
                assert!(every.contains(&choice.mv), "{name}, {text}, ply {ply}");
                assert_eq!(again, choice, "{name}, {text}, ply {ply}: the same again");
            }
            let mv = moves[below(moves.len(), &mut random)];
            game.apply(&mut state, mv).expect("no faults");
        }
    }
}

#[test]
fn every_player_chooses_legal_moves_in_every_game_and_repeats_itself() {
    for game in shipped() {
        chooses_legal_moves(&fast(game.name), game.name);
    }
    chooses_legal_moves(&Pig::default(), "pig");
    chooses_legal_moves(&Kuhn, "kuhn");
}

/// Minimax told a second time: to a depth, with 0 for what is not finished.
fn plain_minimax(game: &SpecGame, state: &State, me: Number, (depth, most): (u32, u32)) -> f64 {
    let mut moves = Vec::new();
    let turn = game.turn(state, &mut moves).expect("no faults");
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
        plain_minimax(game, &next, me, (depth + 1, most))
    });
    if turn.player() == Some(me) {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// Positions after some random moves.
fn positions(game: &SpecGame, plies: usize, count: u64) -> impl Iterator<Item = State> {
    (0..count).map(move |seed| {
        let (mut state, mut random, mut moves) = (game.start(), Pcg64Mcg::new(u128::from(seed)), Vec::new());
        for _ in 0..plies {
            if game.turn(&state, &mut moves).expect("no faults").outcome().is_some() {
                break;
            }
            let mv = moves[below(moves.len(), &mut random)];
            game.apply(&mut state, mv).expect("no faults");
        }
        state
    })
}

#[test]
fn minimax_gives_the_value_of_minimax() {
    for (name, plies, depth) in [("tic-tac-toe", 3, 4), ("connect-four", 14, 4), ("nim", 3, 5), ("breakthrough", 40, 2)]
    {
        let game = fast(name);
        let mut looked = 0;
        for state in positions(&game, plies, 12) {
            if game.outcome(&state).expect("no faults").is_some() {
                continue;
            }
            let choice = choose(&game, &state, &format!("minimax:depth={depth}"), 1);
            let Some(value) = choice.value else { continue };
            let me = game.mover(&state);
            let told = plain_minimax(&game, &state, me, (0, depth));
            assert_eq!(value.to_bits(), told.to_bits(), "{name}: {value}, {told}\n{}", game.state_text(&state));
            let mut next = state.clone();
            game.apply(&mut next, choice.mv).expect("no faults");
            let made = plain_minimax(&game, &next, me, (1, depth));
            assert_eq!(value.to_bits(), made.to_bits(), "{name}: its move has the value");
            looked += 1;
        }
        assert!(looked > 5, "{name}: {looked} positions");
    }
}

/// How many moves a player of a puzzle needs; each is asked anew.
fn solved(game: &SpecGame, start: &State, text: &str) -> usize {
    let choice = choose(game, start, text, 1);
    let mut state = start.clone();
    for &mv in &choice.line {
        game.apply(&mut state, mv).expect("no faults");
    }
    assert_eq!(game.outcome(&state), Ok(Some(Outcome::Won(Number::FIRST))), "{text}: its line wins");
    choice.line.len()
}

#[test]
fn ways_are_as_short_as_they_should_be() {
    let frogs = fast("frogs");
    assert_eq!(solved(&frogs, &frogs.start(), "bfs:nodes=1000000"), 15);
    assert_eq!(solved(&frogs, &frogs.start(), "astar:nodes=1000000"), 15);
    assert!(solved(&frogs, &frogs.start(), "dfs:nodes=1000000") >= 15);
    let puzzle = fast("puzzle8");
    for state in positions(&puzzle, 14, 6) {
        if puzzle.outcome(&state).expect("no faults").is_none() {
            let shortest = solved(&puzzle, &state, "bfs:nodes=1000000");
            assert_eq!(solved(&puzzle, &state, "astar:nodes=1000000"), shortest);
            assert!(solved(&puzzle, &state, "dfs:nodes=1000000") >= shortest);
        }
    }
}

#[test]
fn a_heuristic_of_the_file_keeps_the_way_short() {
    // Goals that are covered tell nothing of moves that are less than are left.
    let game = fast("sokoban");
    let shortest = solved(&game, &game.start(), "bfs:nodes=300000");
    assert_eq!(shortest, 54);
    assert_eq!(solved(&game, &game.start(), "astar:nodes=300000,heuristic=covered"), shortest);
}

#[test]
fn random_games_lead_to_the_move_that_wins_at_once() {
    // Three in a row is one move away, and so is the other side's.
    let game = fast("tic-tac-toe");
    let mut state = game.start();
    for mv in ["s(1,1)", "s(2,1)", "s(1,2)", "s(2,2)"] {
        let mut moves: Vec<Move> = Vec::new();
        game.turn(&state, &mut moves).expect("no faults");
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
fn stochastic_minimax_looks_at_fewer_positions() {
    let game = with_options("connect-four", &[("height", "5")]);
    let nodes = |text: &str| choose(&game, &game.start(), text, 5).nodes;
    assert!(nodes("minimax-stochastic:depth=5,keep=0.3") < nodes("minimax:depth=5") / 2);
    assert_eq!(nodes("minimax-stochastic:depth=5,keep=1"), nodes("minimax:depth=5"));
}
