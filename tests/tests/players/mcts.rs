//! Monte Carlo tree search finds forced wins, proves only correct results, and respects its limits.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome, Turn};
use boardwright_games::kuhn::Kuhn;
use boardwright_interpreter::state::State;
use boardwright_players::{Choice, Listener, ProvenResult, Question, Wdl, parse};
use boardwright_tests::pig::Pig;
use boardwright_tests::playing::{choose, choose_with, play, random_position};
use boardwright_tests::{compiled, with_options};

/// The position after these moves.
fn position_after<G: Game>(game: &G, moves: &[&str]) -> G::State {
    let mut state = game.initial_state();
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.apply(&mut state, mv).expect("no faults");
    }
    state
}

/// Reference implementation of exhaustive search: the result for the player to move under optimal play, and the number of plies to
/// the end. The winner minimises and the loser maximises the distance to the end.
fn reference_result(game: &CompiledGame, state: &State) -> (Wdl, u32) {
    let mut moves = Vec::new();
    let me = match game.legal_moves(state, &mut moves).expect("no faults") {
        Turn::Over(outcome) => return (Wdl::from_outcome(outcome, game.mover(state)), 0),
        Turn::Player(player) => player,
        Turn::Chance => unreachable!("no game file has chance"),
    };
    let ends = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.apply(&mut next, mv).expect("no faults");
        let (ending, plies) = match game.outcome(&next).expect("no faults") {
            Some(outcome) => (Wdl::from_outcome(outcome, me), 0),
            None => match reference_result(game, &next) {
                (ending, plies) if game.mover(&next) == me => (ending, plies),
                (Wdl::Win, plies) => (Wdl::Loss, plies),
                (Wdl::Draw, plies) => (Wdl::Draw, plies),
                (Wdl::Loss, plies) => (Wdl::Win, plies),
            },
        };
        (ending, plies + 1)
    });
    let near = |&(ending, plies): &(Wdl, u32)| {
        let plies = i64::from(plies);
        (ending, if ending == Wdl::Win { -plies } else { plies })
    };
    ends.max_by_key(near).expect("there is a move")
}

#[test]
fn proven_results_are_correct() {
    let (mut proven, mut wins) = (0, 0);
    for (name, options, plies) in [
        ("tic-tac-toe", &[][..], 3),
        ("connect-four", &[("width", "4"), ("height", "4")][..], 9),
        ("nim", &[("heaps", "2-3-2")][..], 1),
        ("dots-and-boxes", &[("width", "2"), ("height", "2")][..], 6),
    ] {
        let game = with_options(name, options);
        for seed in 0..12 {
            let state = random_position(&game, plies, seed).0;
            let choice = choose(&game, &state, "mcts:playouts=3000", 1);
            let (ending, plies) = reference_result(&game, &state);
            let Some(proof) = choice.proven else { continue };
            proven += 1;
            assert_eq!(proof.result, ending, "{name}\n{}", game.state_text(&state));
            assert_eq!(choice.value, Some(ending.value()));
            let mut next = state.clone();
            game.apply(&mut next, choice.mv).expect("no faults");
            if ending == Wdl::Win {
                wins += 1;
                assert!(proof.plies >= plies, "{name}: no win is shorter\n{}", game.state_text(&state));
            }
            if ending == Wdl::Loss {
                assert!(proof.plies <= plies, "{name}: no loss is longer\n{}", game.state_text(&state));
            }
        }
    }
    assert!(proven > 30 && wins > 10, "{proven} proven, {wins} wins");
}

#[test]
fn the_line_of_a_proof_ends_the_game_as_it_says() {
    let game = with_options("connect-four", &[("width", "5"), ("height", "4")]);
    let mut seen = 0;
    for seed in 0..20 {
        let state = random_position(&game, 8, seed).0;
        let choice = choose(&game, &state, "mcts:playouts=5000", 2);
        let Some(ProvenResult { result: Wdl::Win, plies }) = choice.proven else { continue };
        let mut at = state.clone();
        for &mv in &choice.line {
            game.apply(&mut at, mv).expect("no faults");
        }
        assert_eq!(
            game.outcome(&at),
            Ok(Some(Outcome::Won(game.mover(&state)))),
            "{}\n{choice:?}",
            game.state_text(&state)
        );
        assert_eq!(choice.line.len() as u32, plies);
        seen += 1;
    }
    assert!(seen > 3, "{seen} wins");
}

#[test]
fn connect_four_is_won_at_once_and_parried_at_once() {
    let game = compiled("connect-four");
    let column = |mv| {
        let text = game.move_text(&game.initial_state(), mv);
        text.rsplit('(').next().and_then(|rest| rest.split(',').next()).unwrap_or_default().to_owned()
    };
    for seed in 0..60 {
        let (state, mut moves) = random_position(&game, 12, seed);
        let me = game.mover(&state);
        let structure = game.structure().expect("game files have one");
        let mut wins = Vec::new();
        structure.winning_moves(&state, me, &moves, &mut wins).expect("no faults");
        let choice = choose(&game, &state, "mcts:playouts=400", 3);
        if !wins.is_empty() {
            assert!(wins.contains(&choice.mv), "seed {seed}: column {}", column(choice.mv));
            assert_eq!(choice.proven, Some(ProvenResult { result: Wdl::Win, plies: 1 }));
            continue;
        }
        let mut threats = Vec::new();
        assert!(structure.winning_replies(&state, me.next(2), &mut threats).expect("no faults"));
        if threats.len() == 1 {
            // An immediate win of the opponent must be blocked.
            let mut next = state.clone();
            game.apply(&mut next, choice.mv).expect("no faults");
            game.legal_moves(&next, &mut moves).expect("no faults");
            let mut lost = Vec::new();
            structure.winning_moves(&next, me.next(2), &moves, &mut lost).expect("no faults");
            let hopeless = choice.proven.is_some_and(|proven| proven.result == Wdl::Loss);
            assert!(lost.is_empty() || hopeless, "seed {seed}: column {}", column(choice.mv));
        }
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    let game = compiled("tic-tac-toe");
    let text = "mcts:nodes=10000";
    for seed in 0..100 {
        let mine = seed as usize % 2;
        let seats = if mine == 0 { [text, "random"] } else { ["random", text] };
        let outcome = play(&game, seats, seed);
        assert!(outcome == Outcome::Draw || outcome.winner() == mine + 1, "seed {seed}");
    }
    for seed in 0..10 {
        assert_eq!(play(&game, [text, text], seed), Outcome::Draw, "seed {seed}");
    }
}

#[test]
fn options_play_legal_and_sensible_games() {
    let game = compiled("tic-tac-toe");
    let state = position_after(&game, &[]);
    let mut different = 0;
    for options in [
        "rave=50",
        "rave=1",
        "mast=0.2",
        "rave=20,mast=0.5",
        "heuristic=more-stones,bias=2",
        "grow=0",
        "heuristic=more-stones,minimax=0.3",
        "wins=0",
        "exploration=2",
        "longest=2",
        "memory=1",
        "threads=2",
    ] {
        let text = format!("mcts:nodes=4000,{options}");
        let choice = choose(&game, &state, &text, 1);
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves).expect("no faults");
        assert!(moves.contains(&choice.mv), "{options}");
        different += usize::from(choice != choose(&game, &state, "mcts:nodes=4000", 1));
        for seed in 0..6 {
            let outcome = play(&game, [&text, "random"], seed);
            assert!(outcome.winner() < 2, "{options}, seed {seed}: {outcome}");
        }
    }
    assert!(different >= 8, "options change the search: {different}");
}

#[test]
fn moves_are_compared_between_positions_where_that_helps() {
    for (name, rave) in [("gomoku", 50), ("hex", 50), ("breakthrough", 0), ("connect-four", 0)] {
        let game = compiled(name);
        let choice = |rave: &str| choose(&game, &game.initial_state(), &format!("mcts:playouts=300{rave}"), 1);
        assert_eq!(choice(""), choice(&format!(",rave={rave}")), "{name}");
        assert_ne!(choice(""), choice(&format!(",rave={}", 50 - rave)), "{name}");
    }
}

#[test]
fn the_tree_is_reused_for_the_next_move() {
    let game = compiled("connect-four");
    let text = "mcts:playouts=4000";
    let mut player = parse(text).expect("it is well written").make(&game, 1).expect("it plays such games");
    let mut state = game.initial_state();
    let first = choose_with(&mut *player, &game, &state, text);
    game.apply(&mut state, first.mv).expect("no faults");
    game.apply(&mut state, first.line[1]).expect("no faults");
    // Without a new playout the reused tree still has a value and a line.
    let reused = choose_with(&mut *player, &game, &state, "mcts:playouts=0,nodes=0");
    assert!(reused.value.is_some() && reused.nodes == 0 && reused.line.len() > 1, "{reused:?}");
    assert_eq!(reused.mv, first.line[2]);
    let fresh = choose(&game, &state, "mcts:playouts=0", 1);
    assert_eq!(fresh.value, None);
    // The tree of an unrelated position is not reused.
    let mut moves = Vec::new();
    game.legal_moves(&state, &mut moves).expect("no faults");
    let elsewhere = position_after(&game, &[]);
    let asked = choose_with(&mut *player, &game, &elsewhere, "mcts:playouts=0,nodes=0");
    assert_eq!(asked.value, None);
}

#[test]
fn limits_are_respected_and_there_is_always_a_move() {
    let game = compiled("gomoku");
    let state = game.initial_state();
    for text in ["mcts:nodes=0", "mcts:seconds=0", "mcts:playouts=0", "mcts:nodes=1,threads=3"] {
        let choice = choose(&game, &state, text, 1);
        assert!(game.move_text(&state, choice.mv).len() > 1, "{text}");
    }
    // A game of Gomoku has at most 225 moves; in addition the children are checked for wins.
    let nodes = choose(&game, &state, "mcts:nodes=5000", 1).nodes;
    assert!((5000..5000 + 2 * 225).contains(&nodes), "{nodes}");
    // The search is stopped at once.
    let stop = AtomicBool::new(true);
    let asked = parse("mcts").expect("it is well written");
    let mut player = asked.make(&game, 1).expect("it plays such games");
    let mut moves = Vec::new();
    let me = game.legal_moves(&state, &mut moves).expect("no faults").player().expect("it goes on");
    let question = Question {
        game: &game,
        state: &state,
        me,
        moves: &moves,
        limits: asked.limits(&stop),
        listener: None,
        clocks: &[],
    };
    assert!(moves.contains(&player.choose(&question).expect("no faults").mv));
}

#[test]
fn the_tree_takes_no_more_memory_than_it_may() {
    let game = compiled("gomoku");
    let state = game.initial_state();
    let most = |text: &str| {
        let mut nodes = 0;
        let counted = allocation_counter::measure(|| nodes = choose(&game, &state, text, 1).nodes);
        assert!(nodes >= 400_000, "it goes on without growing");
        counted.bytes_max >> 20
    };
    choose(&game, &state, "mcts:nodes=1", 1);
    assert!(most("mcts:nodes=400000,grow=1") >= 3);
    assert!(most("mcts:nodes=400000,grow=1,memory=1") <= 1);
}

#[test]
fn threads_share_one_tree() {
    let game = compiled("connect-four");
    for seed in 0..6 {
        let state = random_position(&game, 8, seed).0;
        let choice = choose(&game, &state, "mcts:nodes=40000,threads=3", seed);
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves).expect("no faults");
        assert!(moves.contains(&choice.mv));
        assert!(choice.nodes >= 40_000 || choice.proven.is_some());
        assert!(choice.value.is_some_and(|value| (-1.0..=1.0).contains(&value)), "no visit is left half-counted");
    }
}

#[test]
fn a_listener_receives_the_best_moves() {
    let game = compiled("connect-four");
    let state = game.initial_state();
    let reports = Mutex::new(Vec::new());
    let report = |best: &[Choice<_>]| reports.lock().expect("no thread panicked").push(best.to_vec());
    let asked = parse("mcts:playouts=1000").expect("it is well written");
    let mut player = asked.make(&game, 1).expect("it plays such games");
    let mut moves = Vec::new();
    let me = game.legal_moves(&state, &mut moves).expect("no faults").player().expect("it goes on");
    let stop = AtomicBool::new(false);
    let listener = Some(Listener { lines: 3, on_update: &report });
    let question =
        Question { game: &game, state: &state, me, moves: &moves, limits: asked.limits(&stop), listener, clocks: &[] };
    let choice = player.choose(&question).expect("no faults");
    let reports = reports.into_inner().expect("no thread panicked");
    // Reports after 128, 256 and 512 playouts, and at the end.
    assert_eq!(reports.len(), 4);
    assert!(reports.iter().all(|best| best.len() == 3 && best[0].mv != best[1].mv && best[1].mv != best[2].mv));
    assert_eq!(reports[3][0], choice);
}

#[test]
fn pig_is_played_better_than_at_random() {
    let game = Pig::new(40);
    let text = "mcts:nodes=4000";
    let won = (0..60).filter(|&seed| {
        let mine = seed as usize % 2;
        let seats = if mine == 0 { [text, "random"] } else { ["random", text] };
        play(&game, seats, seed).winner() == mine + 1
    });
    let won = won.count();
    assert!(won >= 48, "{won} of 60");
    // With enough points the player holds.
    let state = game.parse_state("held 30 35\nsum 10\nplayer 1 choosing\n").expect("it is well written");
    for options in ["", ",open=0"] {
        let choice = choose(&game, &state, &format!("{text}{options}"), 1);
        assert_eq!(game.move_text(&state, choice.mv), "hold", "{options}");
    }
}

#[test]
fn kuhn_poker_is_never_played_in_a_way_that_loses_for_certain() {
    // The jack never calls a bet, and the king never folds.
    for (line, never) in [
        (&["deal J", "deal Q", "check", "bet"][..], "call"),
        (&["deal J", "deal K", "check", "bet"][..], "call"),
        (&["deal Q", "deal J", "bet"][..], "call"),
        (&["deal K", "deal J", "bet"][..], "call"),
        (&["deal K", "deal Q", "check", "bet"][..], "fold"),
        (&["deal K", "deal J", "check", "bet"][..], "fold"),
        (&["deal Q", "deal K", "bet"][..], "fold"),
        (&["deal J", "deal K", "bet"][..], "fold"),
    ] {
        let state = position_after(&Kuhn, line);
        for player in ["mcts:nodes=2000", "cfr"] {
            for seed in 0..20 {
                let choice = choose(&Kuhn, &state, player, seed);
                assert_ne!(Kuhn.move_text(&state, choice.mv), never, "{player}, {line:?}");
            }
        }
    }
}

/// In Hex a stone gets its owner when it is placed, and playouts in native code report no moves: the statistics of moves
/// (GRAVE) must know the stones of their end as the moves that placed them.
#[test]
fn statistics_of_moves_help_where_stones_get_their_owner_when_placed() {
    let game = with_options("hex", &[("size", "7")]);
    game.prepare();
    let (with, without) = ("mcts:playouts=300,rave=50", "mcts:playouts=300,rave=0");
    let mut won = 0;
    for seed in 0..12 {
        let first = if seed % 2 == 0 { [with, without] } else { [without, with] };
        let Outcome::Won(winner) = play(&game, first, seed) else { panic!("Hex has no draws") };
        won += usize::from(first[winner.index()] == with);
    }
    assert!(won >= 8, "{won} of 12");
}
