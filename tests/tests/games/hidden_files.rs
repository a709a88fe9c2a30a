//! Game files with hidden information: invariants, independence of what a player does not see, and the distribution of
//! sampled positions.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::payoff::Payoff;
use boardwright_game::playout::{draw_chance, random_below};
use boardwright_games::kuhn::Kuhn;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_players::cfr::Cfr;
use boardwright_tests::battery::players;
use boardwright_tests::effort::repetitions;
use boardwright_tests::with_options;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The games, with options that keep them small.
fn games() -> Vec<(&'static str, CompiledGame)> {
    vec![
        ("kuhn", with_options("kuhn-file", &[])),
        ("leduc", with_options("leduc-file", &[])),
        ("liars-dice", with_options("liars-dice", &[("dice", "1"), ("faces", "4")])),
        ("battleship", with_options("battleship", &[("size", "4")])),
        ("mastermind-secret", with_options("mastermind-secret", &[("holes", "3"), ("colours", "4"), ("rows", "6")])),
        ("stratego-6x6", with_options("stratego-6x6", &[])),
        ("nine-tricks", with_options("nine-tricks", &[])),
    ]
}

/// Calls `check` with the states of a random game, up to a number of moves.
fn along_a_game(game: &CompiledGame, seed: u64, most: usize, mut check: impl FnMut(&State, usize)) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = game.initial_state();
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    for ply in 0..most {
        check(&state, ply);
        let mv = match game.legal_moves(&state, &mut moves).expect("no fault") {
            Turn::Over(_) => return,
            Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).expect("no fault"),
            Turn::Player(_) => moves[random_below(moves.len(), &mut random)],
        };
        game.apply(&mut state, mv).expect("no fault");
    }
}

fn information(game: &CompiledGame, state: &State, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.information_state(state, player, &mut bytes);
    bytes
}

fn sample(game: &CompiledGame, state: &State, player: Player, seed: u64) -> State {
    game.resample(state, player, &mut Pcg64Mcg::seed_from_u64(seed)).expect("a state agrees")
}

/// Compiled code and native code list and make the moves of players as the interpreter does, and playouts end.
#[test]
fn compiled_code_agrees_with_the_interpreter() {
    for (name, game) in games() {
        let plain = CompiledGame::interpreted_only(Arc::clone(game.rules())).expect("it is small");
        let native = CompiledGame::new(Arc::clone(game.rules())).expect("it is small");
        native.prepare();
        assert!(game.is_compiled(), "{name}");
        let mut random = Pcg64Mcg::seed_from_u64(9);
        for seed in 0..4 {
            along_a_game(&game, seed, 60, |state, ply| {
                let listed = |game: &CompiledGame| {
                    let mut moves = Vec::new();
                    let turn = game.legal_moves(state, &mut moves).expect("no fault");
                    let after = |&mv: &Move| {
                        let mut after = state.clone();
                        game.apply(&mut after, mv).expect("no fault");
                        (game.state_text(&after), after)
                    };
                    let after: Vec<_> = moves.iter().take(12).map(after).collect();
                    (turn, moves, after)
                };
                let expected = listed(&plain);
                assert_eq!(listed(&game), expected, "{name}, game {seed}, ply {ply}");
                assert_eq!(listed(&native), expected, "{name}, game {seed}, ply {ply}, native");
                let mut last = state.clone();
                if let Some(playout) = native.play_out(state, &mut last, 1000, &mut random) {
                    let playout = playout.expect("no fault");
                    assert_eq!(playout.outcome, last.outcome(), "{name}, game {seed}, ply {ply}");
                    assert!(playout.outcome.is_some(), "{name}, game {seed}, ply {ply}");
                }
            });
        }
    }
}

/// Replacing what a player does not see changes nothing that is shown to this player, and no further sample.
#[test]
fn random_games_tell_a_player_nothing_that_is_hidden() {
    for (name, game) in games() {
        let mut differing = 0;
        // Samples of these games are dear.
        let (games, every) = if ["nine-tricks", "stratego-6x6"].contains(&name) { (1, 8) } else { (3, 3) };
        for seed in 0..repetitions(games) {
            along_a_game(&game, seed, 40, |state, ply| {
                if ply % every != 0 {
                    return;
                }
                for player in players(&game) {
                    let imagined = sample(&game, state, player, ply as u64);
                    differing += usize::from(game.state_text(&imagined) != game.state_text(state));
                    let of = |state: &State| (game.view_text(state, player), information(&game, state, player));
                    assert_eq!(of(&imagined), of(state), "{name}, game {seed}, ply {ply}, player {player}");
                    let again = |state: &State| game.state_text(&sample(&game, state, player, 7));
                    assert_eq!(again(&imagined), again(state), "{name}, game {seed}, ply {ply}, player {player}");
                }
            });
        }
        assert!(differing > 1, "{name}: samples differ from the true position ({differing})");
    }
}

/// Pearson's statistic for equally likely values must stay below this many standard deviations above its mean.
const MAX_DEVIATIONS: f64 = 4.5;

/// Checks that values are drawn evenly from `count` possible ones.
fn assert_uniform<T: Ord + std::fmt::Debug>(values: impl IntoIterator<Item = T>, count: usize, what: &str) {
    let mut found: BTreeMap<T, f64> = BTreeMap::new();
    let mut total = 0.0;
    for value in values {
        *found.entry(value).or_default() += 1.0;
        total += 1.0;
    }
    assert!(found.len() <= count, "{what}: {found:?} has more than {count} values");
    let expected = total / count as f64;
    let missing = (count - found.len()) as f64 * expected;
    let statistic = missing + found.values().map(|n| (n - expected) * (n - expected) / expected).sum::<f64>();
    let degrees = count as f64 - 1.0;
    let limit = degrees + MAX_DEVIATIONS * (2.0 * degrees).sqrt();
    assert!(statistic < limit, "{what}: {statistic} over {limit}, {found:?}");
}

fn by_texts(game: &CompiledGame, texts: &[&str]) -> State {
    let mut state = game.initial_state();
    for text in texts {
        let mv: Move = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.apply(&mut state, mv).expect("no fault");
    }
    state
}

fn samples(game: &CompiledGame, state: &State, player: usize, count: u64) -> Vec<State> {
    let player = Player::new(player).expect("a player");
    (0..count).map(|seed| sample(game, state, player, seed)).collect()
}

fn element_on(game: &CompiledGame, state: &State, location: &str) -> String {
    let rules = game.rules();
    let location = rules.location_named(location).expect("a location");
    game.content(state, location).map_or("-".to_owned(), |element| rules.elements[element.index()].name.clone())
}

#[test]
fn cards_of_the_other_player_are_equally_likely() {
    let kuhn = with_options("kuhn-file", &[]);
    let state = by_texts(&kuhn, &["card(2) deck(2) hand(1)", "card(3) deck(3) hand(2)", "check", "bet"]);
    let cards = samples(&kuhn, &state, 1, 2000).into_iter().map(|state| element_on(&kuhn, &state, "hand(2)"));
    assert_uniform(cards, 2, "the second card of Kuhn poker");
    let leduc = with_options("leduc-file", &[]);
    let state = by_texts(&leduc, &["card(2,1) deck(3) hand(1)", "card(3,1) deck(5) hand(2)", "check", "check"]);
    let state = {
        let mut state = state;
        let mv = leduc.parse_move(&state, "card(1,2) deck(2) table").expect("it is legal");
        leduc.apply(&mut state, mv).expect("no fault");
        state
    };
    let cards = samples(&leduc, &state, 1, 2000).into_iter().map(|state| element_on(&leduc, &state, "hand(2)"));
    assert_uniform(cards, 4, "the second card of Leduc poker");
}

/// Codes that agree with the answers, counted by a plain implementation.
#[test]
fn codes_that_agree_with_the_answers_are_equally_likely() {
    let game = with_options("mastermind-secret", &[("holes", "3"), ("colours", "4"), ("rows", "6")]);
    let colours = ["red", "orange", "yellow", "green"];
    let mut texts: Vec<String> = [2, 0, 2].iter().map(|&colour: &usize| format!("code {}", colours[colour])).collect();
    let guesses = [[0, 0, 1], [2, 1, 0]];
    let mut peg = 0;
    for (row, guess) in guesses.iter().enumerate() {
        for (hole, &colour) in guess.iter().enumerate() {
            peg += 1;
            texts.push(format!("peg({peg}) off s({},{}) {}", row + 1, hole + 1, colours[colour]));
        }
    }
    let state = by_texts(&game, &texts.iter().map(String::as_str).collect::<Vec<_>>());
    let answer = |code: [usize; 3], guess: [usize; 3]| {
        let black = (0..3).filter(|&hole| code[hole] == guess[hole]).count();
        let of = |list: [usize; 3], colour| list.iter().filter(|&&one| one == colour).count();
        (black, (0..4).map(|colour| of(code, colour).min(of(guess, colour))).sum::<usize>())
    };
    let secret = [2, 0, 2];
    let agrees = |code: &[usize; 3]| guesses.iter().all(|&guess| answer(*code, guess) == answer(secret, guess));
    let possible: Vec<[usize; 3]> =
        (0..64).map(|number| [number % 4, number / 4 % 4, number / 16]).filter(agrees).collect();
    assert!(possible.len() > 2);
    let rules = game.rules();
    let code = |state: &State| {
        [1, 2, 3].map(|hole| {
            let element = rules.element_named(&format!("hidden({hole})")).expect("an element");
            game.element_state(state, element) as usize - 1
        })
    };
    let codes: Vec<[usize; 3]> = samples(&game, &state, 1, 3000).iter().map(code).collect();
    assert!(codes.iter().all(|code| possible.contains(code)));
    assert_uniform(codes, possible.len(), "codes of Mastermind");
}

/// Positions of the ships that agree with the shots, enumerated by a plain implementation.
#[test]
fn ships_that_agree_with_the_shots_are_equally_likely() {
    const SIZE: usize = 4;
    let game = with_options("battleship", &[("size", "4")]);
    let texts = [
        "ship(1,1,1) off sea(1,1,1) across",
        "ship(1,2,1) off sea(1,1,3) across",
        "ship(2,1,1) off sea(2,2,2) down",
        "ship(2,2,1) off sea(2,4,1) down",
        "mark(1) off shot(2,2,3)",
        "mark(2) off shot(1,4,4)",
        "mark(3) off shot(2,1,1)",
        "mark(4) off shot(1,4,3)",
        "mark(5) off shot(2,4,4)",
    ];
    let state = by_texts(&game, &texts);
    let squares = |length: usize| {
        let mut found = Vec::new();
        for (x, y) in (0..SIZE * SIZE).map(|square| (square % SIZE, square / SIZE)) {
            for (dx, dy) in [(1, 0), (0, 1)] {
                let cells: Vec<(usize, usize)> = (0..length).map(|i| (x + i * dx, y + i * dy)).collect();
                if cells.iter().all(|&(x, y)| x < SIZE && y < SIZE) {
                    found.push(cells);
                }
            }
        }
        found
    };
    let mut possible = HashMap::new();
    for long in squares(3) {
        // A ship is laid on free squares, so the second one is equally likely on each square that the first one leaves.
        let short: Vec<_> =
            squares(2).into_iter().filter(|short| !short.iter().any(|cell| long.contains(cell))).collect();
        let share = 1.0 / short.len() as f64;
        for short in short {
            let cells: Vec<_> = long.iter().chain(&short).copied().collect();
            if cells.contains(&(1, 2)) && !cells.contains(&(0, 0)) && !cells.contains(&(3, 3)) {
                *possible.entry((long.clone(), short)).or_insert(0.0) += share;
            }
        }
    }
    let rules = game.rules();
    let place = |state: &State, name: &str| {
        let element = rules.element_named(name).expect("an element");
        let location = game.location(state, element).expect("it lies on the sea");
        let indices = &rules.locations[location.index()].indices;
        (indices[1] as usize - 1, indices[2] as usize - 1)
    };
    let ships = |state: &State| {
        (
            ["ship(2,1,1)", "ship(2,1,2)", "ship(2,1,3)"].map(|name| place(state, name)).to_vec(),
            ["ship(2,2,1)", "ship(2,2,2)"].map(|name| place(state, name)).to_vec(),
        )
    };
    let total: f64 = possible.values().sum();
    let count = 4000;
    let mut found: HashMap<_, f64> = HashMap::new();
    for state in samples(&game, &state, 1, count) {
        let ships = ships(&state);
        assert!(possible.contains_key(&ships), "{ships:?} disagrees with the shots");
        *found.entry(ships).or_default() += 1.0;
    }
    let statistic: f64 = possible
        .iter()
        .map(|(ships, share)| {
            let expected = count as f64 * share / total;
            (found.get(ships).copied().unwrap_or(0.0) - expected).powi(2) / expected
        })
        .sum();
    let degrees = possible.len() as f64 - 1.0;
    assert!(statistic < degrees + MAX_DEVIATIONS * (2.0 * degrees).sqrt(), "{statistic} for {degrees} degrees");
}

/// Regret minimisation on the file finds the value of the game (Kuhn 1950), and the payoffs are those of the game in Rust.
#[test]
fn kuhn_poker_is_solved() {
    let game = with_options("kuhn-file", &[]);
    assert_eq!(game.payoff(), Payoff::zero_sum_points(2.0));
    let mut cfr = Cfr::new(&game, 0.001, Pcg64Mcg::new(1)).expect("it is small");
    cfr.improve(|nodes| nodes > 50_000_000);
    assert!(cfr.exploitability() < 0.002, "{}", cfr.exploitability());
    assert!((cfr.value(Player::FIRST) + 1.0 / 18.0).abs() < 0.001, "{}", cfr.value(Player::FIRST));
    let mut in_rust = Cfr::new(&Kuhn, 0.001, Pcg64Mcg::new(1)).expect("it is small");
    in_rust.improve(|nodes| nodes > 50_000_000);
    assert!((cfr.value(Player::FIRST) - in_rust.value(Player::FIRST)).abs() < 0.001);
}

#[test]
fn liars_dice_with_three_faces_is_solved() {
    let game = with_options("liars-dice", &[("faces", "3")]);
    let mut cfr = Cfr::new(&game, 0.005, Pcg64Mcg::new(1)).expect("it is small");
    cfr.improve(|nodes| nodes > 50_000_000);
    assert!(cfr.exploitability() < 0.01, "{}", cfr.exploitability());
}

#[test]
fn moves_are_seen_as_far_as_they_are_visible() {
    let kuhn = with_options("kuhn-file", &[]);
    let start = kuhn.initial_state();
    let deal = kuhn.parse_move(&start, "card(2) deck(2) hand(1)").expect("it is legal");
    let seen = |player| kuhn.move_seen(&start, deal, Player::new(player).expect("a player"));
    assert_eq!([seen(1), seen(2)], ["card(2): deck to hand(1)", "?: deck to hand of First"]);
    let dice = with_options("liars-dice", &[]);
    let start = dice.initial_state();
    let cast = dice.parse_move(&start, "cast 5").expect("it is legal");
    assert_eq!(dice.move_seen(&start, cast, Player::FIRST), "a hidden chance move");
    let mut state = start;
    dice.apply(&mut state, cast).expect("no fault");
    let lines = |player| dice.view_text(&state, Player::new(player).expect("a player"));
    assert!(lines(1).contains("die(1,1) = 5"), "{}", lines(1));
    assert!(lines(2).contains("die(1,1) = ?"), "{}", lines(2));
}

#[test]
fn a_position_must_follow_from_its_moves() {
    let kuhn = with_options("kuhn-file", &[]);
    let state = by_texts(&kuhn, &["card(2) deck(2) hand(1)"]);
    let text = kuhn.state_text(&state);
    assert_eq!(kuhn.state_text(&kuhn.parse_state(&text).expect("it is complete")), text);
    let without: Vec<&str> = text.lines().filter(|line| !line.starts_with("moves")).collect();
    let without = without.join("\n");
    let error = kuhn.parse_state(&without).expect_err("what the players know is missing").to_string();
    assert!(error.contains("must be the one to which its moves lead"), "{error}");
    let wrong = text.replace("card(2) deck(2)", "card(1) deck(2)");
    assert!(kuhn.parse_state(&wrong).is_err());
}
