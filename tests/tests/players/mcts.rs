//! Tree search finds what can be found, proves only what is so, and keeps to its limits; so does the equilibrium of Kuhn poker.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_games::{kuhn::Kuhn, pig::Pig};
use boardwright_players::cfr::Cfr;
use boardwright_players::{Choice, Ending, Listener, Proven, Question, parse};
use boardwright_tests::playing::{ask, choose, play, wandered};
use boardwright_tests::{fast, with_options};
use rand_pcg::Pcg64Mcg;

/// The position after these moves.
fn after<G: Game>(game: &G, moves: &[&str]) -> G::State {
    let mut state = game.start();
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.apply(&mut state, mv).expect("no faults");
    }
    state
}

/// How a position ends for its player if nobody does worse than possible, and after how many plies if wins are made short and
/// losses long: told a second time, by looking at everything.
fn truth(game: &SpecGame, state: &State) -> (Ending, u32) {
    let mut moves = Vec::new();
    let me = match game.turn(state, &mut moves).expect("no faults") {
        Turn::Over(outcome) => return (Ending::of(outcome, game.mover(state)), 0),
        Turn::Player(player) => player,
        Turn::Chance => unreachable!("no game file has chance"),
    };
    let ends = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.apply(&mut next, mv).expect("no faults");
        let (ending, plies) = match game.outcome(&next).expect("no faults") {
            Some(outcome) => (Ending::of(outcome, me), 0),
            None => match truth(game, &next) {
                (ending, plies) if game.mover(&next) == me => (ending, plies),
                (Ending::Win, plies) => (Ending::Loss, plies),
                (Ending::Draw, plies) => (Ending::Draw, plies),
                (Ending::Loss, plies) => (Ending::Win, plies),
            },
        };
        (ending, plies + 1)
    });
    let near = |&(ending, plies): &(Ending, u32)| {
        let plies = i64::from(plies);
        (ending, if ending == Ending::Win { -plies } else { plies })
    };
    ends.max_by_key(near).expect("there is a move")
}

#[test]
fn what_is_proven_is_so() {
    let (mut proven, mut wins) = (0, 0);
    for (name, options, plies) in [
        ("tic-tac-toe", &[][..], 3),
        ("connect-four", &[("width", "4"), ("height", "4")][..], 9),
        ("nim", &[("heaps", "2-3-2")][..], 1),
        ("dots-and-boxes", &[("width", "2"), ("height", "2")][..], 6),
    ] {
        let game = with_options(name, options);
        for seed in 0..12 {
            let state = wandered(&game, plies, seed).0;
            let choice = choose(&game, &state, "mcts:playouts=3000", 1);
            let (ending, plies) = truth(&game, &state);
            let Some(told) = choice.proven else { continue };
            proven += 1;
            assert_eq!(told.result, ending, "{name}\n{}", game.state_text(&state));
            assert_eq!(choice.value, Some(ending.value()));
            let mut next = state.clone();
            game.apply(&mut next, choice.mv).expect("no faults");
            if ending == Ending::Win {
                wins += 1;
                assert!(told.plies >= plies, "{name}: no win is shorter\n{}", game.state_text(&state));
            }
            if ending == Ending::Loss {
                assert!(told.plies <= plies, "{name}: no loss is longer\n{}", game.state_text(&state));
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
        let state = wandered(&game, 8, seed).0;
        let choice = choose(&game, &state, "mcts:playouts=5000", 2);
        let Some(Proven { result: Ending::Win, plies }) = choice.proven else { continue };
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
    let game = fast("connect-four");
    let column = |mv| {
        let text = game.move_text(&game.start(), mv);
        text.rsplit('(').next().and_then(|rest| rest.split(',').next()).unwrap_or_default().to_owned()
    };
    for seed in 0..60 {
        let (state, mut moves) = wandered(&game, 12, seed);
        let me = game.mover(&state);
        let structure = game.structure().expect("game files have one");
        let mut wins = Vec::new();
        structure.winning_moves(&state, me, &moves, &mut wins).expect("no faults");
        let choice = choose(&game, &state, "mcts:playouts=400", 3);
        if !wins.is_empty() {
            assert!(wins.contains(&choice.mv), "seed {seed}: column {}", column(choice.mv));
            assert_eq!(choice.proven, Some(Proven { result: Ending::Win, plies: 1 }));
            continue;
        }
        let mut threats = Vec::new();
        assert!(structure.winning_replies(&state, me.next(2), &mut threats).expect("no faults"));
        if threats.len() == 1 {
            // What the other side would win with must not be left to it.
            let mut next = state.clone();
            game.apply(&mut next, choice.mv).expect("no faults");
            game.turn(&next, &mut moves).expect("no faults");
            let mut lost = Vec::new();
            structure.winning_moves(&next, me.next(2), &moves, &mut lost).expect("no faults");
            let hopeless = choice.proven.is_some_and(|proven| proven.result == Ending::Loss);
            assert!(lost.is_empty() || hopeless, "seed {seed}: column {}", column(choice.mv));
        }
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    let game = fast("tic-tac-toe");
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
    let game = fast("tic-tac-toe");
    let state = after(&game, &[]);
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
        game.turn(&state, &mut moves).expect("no faults");
        assert!(moves.contains(&choice.mv), "{options}");
        different += usize::from(choice != choose(&game, &state, "mcts:nodes=4000", 1));
        for seed in 0..6 {
            let outcome = play(&game, [&text, "random"], seed);
            assert!(outcome.winner() < 2, "{options}, seed {seed}: {outcome}");
        }
    }
    assert!(different >= 8, "options change what is searched: {different}");
}

#[test]
fn moves_are_compared_between_positions_where_that_helps() {
    for (name, rave) in [("gomoku", 50), ("hex", 50), ("breakthrough", 0), ("connect-four", 0)] {
        let game = fast(name);
        let choice = |rave: &str| choose(&game, &game.start(), &format!("mcts:playouts=300{rave}"), 1);
        assert_eq!(choice(""), choice(&format!(",rave={rave}")), "{name}");
        assert_ne!(choice(""), choice(&format!(",rave={}", 50 - rave)), "{name}");
    }
}

#[test]
fn the_tree_is_kept_for_the_next_move() {
    let game = fast("connect-four");
    let text = "mcts:playouts=4000";
    let mut player = parse(text).expect("it is well written").make(&game, 1).expect("it plays such games");
    let mut state = game.start();
    let first = ask(&mut *player, &game, &state, text);
    game.apply(&mut state, first.mv).expect("no faults");
    game.apply(&mut state, first.line[1]).expect("no faults");
    // Without a single new playout it knows more than nothing.
    let kept = ask(&mut *player, &game, &state, "mcts:playouts=0,nodes=0");
    assert!(kept.value.is_some() && kept.nodes == 0 && kept.line.len() > 1, "{kept:?}");
    assert_eq!(kept.mv, first.line[2]);
    let fresh = choose(&game, &state, "mcts:playouts=0", 1);
    assert_eq!(fresh.value, None);
    // Another game is another matter.
    let mut moves = Vec::new();
    game.turn(&state, &mut moves).expect("no faults");
    let elsewhere = after(&game, &[]);
    let asked = ask(&mut *player, &game, &elsewhere, "mcts:playouts=0,nodes=0");
    assert_eq!(asked.value, None);
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    let game = fast("gomoku");
    let state = game.start();
    for text in ["mcts:nodes=0", "mcts:seconds=0", "mcts:playouts=0", "mcts:nodes=1,threads=3"] {
        let choice = choose(&game, &state, text, 1);
        assert!(game.move_text(&state, choice.mv).len() > 1, "{text}");
    }
    // A game of Gomoku has at most 225 moves; beside it the children are looked at for wins.
    let nodes = choose(&game, &state, "mcts:nodes=5000", 1).nodes;
    assert!((5000..5000 + 2 * 225).contains(&nodes), "{nodes}");
    // Somebody wants the answer now.
    let stop = AtomicBool::new(true);
    let asked = parse("mcts").expect("it is well written");
    let mut player = asked.make(&game, 1).expect("it plays such games");
    let mut moves = Vec::new();
    let me = game.turn(&state, &mut moves).expect("no faults").player().expect("it goes on");
    let question =
        Question { game: &game, state: &state, me, moves: &moves, limits: asked.limits(&stop), listener: None };
    assert!(moves.contains(&player.choose(&question).expect("no faults").mv));
}

#[test]
fn the_tree_takes_no_more_memory_than_it_may() {
    let game = fast("gomoku");
    let state = game.start();
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
fn threads_search_one_tree() {
    let game = fast("connect-four");
    for seed in 0..6 {
        let state = wandered(&game, 8, seed).0;
        let choice = choose(&game, &state, "mcts:nodes=40000,threads=3", seed);
        let mut moves = Vec::new();
        game.turn(&state, &mut moves).expect("no faults");
        assert!(moves.contains(&choice.mv));
        assert!(choice.nodes >= 40_000 || choice.proven.is_some());
        assert!(choice.value.is_some_and(|value| (-1.0..=1.0).contains(&value)), "no visit is left half-counted");
    }
}

#[test]
fn a_listener_hears_of_the_best_moves() {
    let game = fast("connect-four");
    let state = game.start();
    let heard = Mutex::new(Vec::new());
    let hear = |best: &[Choice<_>]| heard.lock().expect("nobody failed").push(best.to_vec());
    let asked = parse("mcts:playouts=1000").expect("it is well written");
    let mut player = asked.make(&game, 1).expect("it plays such games");
    let mut moves = Vec::new();
    let me = game.turn(&state, &mut moves).expect("no faults").player().expect("it goes on");
    let stop = AtomicBool::new(false);
    let listener = Some(Listener { lines: 3, hear: &hear });
    let question = Question { game: &game, state: &state, me, moves: &moves, limits: asked.limits(&stop), listener };
    let choice = player.choose(&question).expect("no faults");
    let heard = heard.into_inner().expect("nobody failed");
    // After 128, 256 and 512 playouts, and at the end.
    assert_eq!(heard.len(), 4);
    assert!(heard.iter().all(|best| best.len() == 3 && best[0].mv != best[1].mv && best[1].mv != best[2].mv));
    assert_eq!(heard[3][0], choice);
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
    // Whoever has enough holds.
    let state = game.parse_state("held 30 35\nsum 10\nplayer 1 choosing\n").expect("it is well written");
    for options in ["", ",open=0"] {
        let choice = choose(&game, &state, &format!("{text}{options}"), 1);
        assert_eq!(game.move_text(&state, choice.mv), "hold", "{options}");
    }
}

#[test]
fn kuhn_poker_is_never_played_in_a_way_that_loses_for_certain() {
    // A bet is never called with the jack, and the king is never folded.
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
        let state = after(&Kuhn, line);
        for player in ["mcts:nodes=2000", "cfr"] {
            for seed in 0..20 {
                let choice = choose(&Kuhn, &state, player, seed);
                assert_ne!(Kuhn.move_text(&state, choice.mv), never, "{player}, {line:?}");
            }
        }
    }
}

#[test]
fn kuhn_poker_is_solved() {
    let mut cfr = Cfr::new(&Kuhn, 0.0005, Pcg64Mcg::new(1)).expect("no faults").expect("it is small");
    assert!(cfr.exploitability() > 0.1, "playing evenly at random loses");
    cfr.improve(|nodes| nodes > 10_000_000);
    assert!(cfr.exploitability() < 0.001, "{}", cfr.exploitability());
    let value = cfr.value(Number::FIRST);
    assert!((value + 1.0 / 18.0).abs() < 0.001, "{value}");
    assert!((value + cfr.value(Number::FIRST.next(2))).abs() < 1e-9, "what one wins the other pays");
}

#[test]
fn what_a_best_response_gains_is_so() {
    // Before any learning all play evenly: the first player gets 1/8 in the mean, best responses to that get 1/2 and 5/12.
    let cfr = Cfr::new(&Kuhn, 0.0, Pcg64Mcg::new(1)).expect("no faults").expect("it is small");
    assert!((cfr.value(Number::FIRST) - 0.125).abs() < 1e-9, "{}", cfr.value(Number::FIRST));
    assert!((cfr.exploitability() - 11.0 / 24.0).abs() < 1e-9, "{}", cfr.exploitability());
}

#[test]
fn an_equilibrium_is_for_small_games_of_hidden_information() {
    let refused = |error: boardwright_players::AskedError| error.to_string();
    let open = parse("cfr").expect("there is one").make(&Pig::default(), 1).map(|_| ()).map_err(refused);
    assert_eq!(
        open,
        Err("cfr does not play games in which nothing is hidden; random, greedy, monte-carlo, monte-carlo-ratio, \
             monte-carlo-ratio2, alphabeta, mcts, portfolio do"
            .to_owned())
    );
    let chance = parse("bfs").expect("there is one").make(&Kuhn, 1).map(|_| ()).map_err(refused);
    assert!(chance.is_err_and(|text| text.ends_with("mcts, cfr, portfolio do")));
}
