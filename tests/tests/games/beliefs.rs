//! Beliefs of players about hidden parts of a position: samples have the distribution of all worlds that agree with what
//! was seen, a world is always found, and nothing else is ever taken for one.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::deadline::Deadline;
use boardwright_game::fault::FaultKind;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{draw_chance, random_below};
use boardwright_interpreter::hidden::belief::{Belief, Effort, GameForms, resample};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::Source;
use boardwright_tests::battery::players;
use boardwright_tests::{data_file, load_rules, with_options};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::slow_game::SlowGame;

/// A small game of tricks: three of eight cards each, and suits must be followed.
const TRICKS: &str = r"[GAME]
edition = 2026
title = Three tricks
first = 0

[PLAYERS]
1 = First #f0e0b0
2 = Second #9fc7e8

[ELEMENT TYPES]
name = card($S: 1..2, $R: 1..4)

[LOCATION TYPES]
name = deck
visible = none
shape = rectangle(44, 62)
name = hand
visible = owner
shape = rectangle(44, 62)
name = felt
shape = rectangle(44, 62)

[LOCATIONS]
name = deck($I: 1..8)
type = deck
point = 60 + 2 * $I, 190
name = hand($P: 1..2, $I: 1..3)
type = hand
owner = $P
point = 50 * $I, 580 - 260 * $P
name = played($P: 1..2)
type = felt
point = 260 + 60 * $P, 190

[ELEMENTS]
name = card($S: 1..2, $R: 1..4)
type = card($S, $R)
location = deck(4 * $S + $R - 4)

[VARIABLES]
name = led
initial = 0
values = 0..2

[EXPRESSIONS]
Suit($L) = INDEX(CONTENT($L), 1)
Value($L) = INDEX(CONTENT($L), 2) + IF(Suit($L) == led, 10, 0)
Taker = IF(Value(played(1)) > Value(played(2)), 1, 2)
Clear =
  REMOVE(CONTENT(played(1)))
  REMOVE(CONTENT(played(2)))
  led = 0

[RULES]
name = deal
player = 0
element = any
from = deck
to = FIRST($L, hand(1..2, 1..3), EMPTY($L))
next = IF(EMPTY(hand(2, 3)), 0, 1)
name = lead
element = card($S, $R)
owner = any
from = hand(PLAYER, 1..3)
to = played(PLAYER)
condition = led == 0
followup = led = $S
name = follow
element = card($S, $R)
owner = any
from = hand(PLAYER, 1..3)
to = played(PLAYER)
condition = led > 0
  $S == led OR COUNT($L, hand(PLAYER, 1..3), IF(FULL($L), Suit($L) == led, FALSE)) == 0
next = Taker

[SCORINGS]
situation = FULL(played(1)) AND FULL(played(2))
player = Taker
score = 1
followup = Clear

[END OF GAME]
situation = SCORE(1) + SCORE(2) == 3
winner = HIGHEST
";

fn prepared(game: CompiledGame) -> CompiledGame {
    game.prepare();
    game
}

fn from_source(source: &Source, options: &[(&str, &str)]) -> CompiledGame {
    prepared(CompiledGame::new(load_rules(source, options)).expect("it is small"))
}

fn tricks() -> CompiledGame {
    from_source(&Source::new("three-tricks.game", TRICKS.as_bytes()), &[])
}

fn go_fish(options: &[(&str, &str)]) -> CompiledGame {
    from_source(&data_file("hidden/go-fish.game"), options)
}

/// Calls `check` with the states of a random game.
fn along_a_game(game: &CompiledGame, seed: u64, mut check: impl FnMut(&State, usize, Turn)) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    for ply in 0.. {
        let turn = game.legal_moves(&state, &mut moves).expect("no fault");
        check(&state, ply, turn);
        let mv = match turn {
            Turn::Over(_) => return,
            Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).expect("no fault"),
            Turn::Player(_) => moves[random_below(moves.len(), &mut random)],
        };
        game.apply(&mut state, mv).expect("no fault");
    }
}

fn belief(game: &CompiledGame, state: &State, viewer: Player, effort: Effort) -> Belief {
    let last = state.observation().expect("a move was made");
    Belief::compute(GameForms { game, reference: game }, last, viewer, effort).expect("a world is found")
}

/// Share of each world in a belief, by the key of its position.
fn shares(game: &CompiledGame, belief: &Belief) -> HashMap<u64, f64> {
    let total: f64 = belief.worlds().map(|(_, weight)| weight).sum();
    let mut shares = HashMap::new();
    for (state, weight) in belief.worlds() {
        *shares.entry(game.key(state)).or_insert(0.0) += weight / total;
    }
    shares
}

/// Greatest number of worlds of a position that is compared.
const MAX_KINDS: usize = 150;
const SAMPLES: usize = 1000;

/// The enumeration of all worlds, samples that are never renewed, those drawn with an eye on what was seen later, and those
/// that are renewed after every move agree.
#[test]
fn samples_have_the_distribution_of_all_worlds() {
    let games = [
        ("three tricks", tricks()),
        ("go fish", go_fish(&[("ranks", "2"), ("cards", "2")])),
        ("kuhn", prepared(with_options("kuhn-file", &[]))),
        ("leduc", prepared(with_options("leduc-file", &[]))),
        ("liars-dice", prepared(with_options("liars-dice", &[("dice", "2"), ("faces", "3")]))),
        ("battleship", prepared(with_options("battleship", &[("size", "4")]))),
        ("mastermind", prepared(with_options("mastermind-secret", &[("holes", "3"), ("colours", "4"), ("rows", "6")]))),
    ];
    let all = Effort { max_worlds: 200_000, samples: 1, min_samples: 0, ..Effort::FULL };
    let filtered = Effort { max_worlds: 1, samples: SAMPLES, min_samples: 0, ..Effort::FULL };
    let foreseen = Effort { looks_ahead: true, ..filtered };
    let renewed = Effort { samples: 2 * SAMPLES, min_samples: usize::MAX, steps: 3, ..filtered };
    for (name, game) in games {
        let (mut compared, mut distances) = (0, 0);
        along_a_game(&game, 3, |state, ply, turn| {
            // Positions in which a player decides, apart from each other.
            let Turn::Player(mover) = turn else { return };
            if compared >= 4 || ply == 0 || (compared > 0 && ply % 3 != 0) {
                return;
            }
            for viewer in [mover, mover.next(game.players())] {
                let exact = belief(&game, state, viewer, all);
                let expected = shares(&game, &exact);
                assert!(exact.is_exact(), "{name}, ply {ply}");
                assert!(expected.contains_key(&game.key(state)), "{name}, ply {ply}: the true position is possible");
                if expected.len() < 2 || expected.len() > MAX_KINDS {
                    continue;
                }
                compared += 1;
                for effort in [filtered, foreseen, renewed] {
                    let sampled = belief(&game, state, viewer, effort);
                    let count = sampled.worlds().len();
                    assert!(!sampled.is_exact(), "{name}, ply {ply}");
                    // Samples that are not renewed become fewer with every move that tells something.
                    if count < SAMPLES / 10 && effort != renewed {
                        continue;
                    }
                    assert!(count >= SAMPLES / 10, "{name}, ply {ply}: {count}");
                    distances += 1;
                    let found = shares(&game, &sampled);
                    for key in found.keys() {
                        assert!(expected.contains_key(key), "{name}, ply {ply}: an impossible position");
                    }
                    // The total variation of independent samples is about 0.4 times this root.
                    let distance: f64 = expected
                        .iter()
                        .map(|(key, share)| (share - found.get(key).copied().unwrap_or(0.0)).abs() / 2.0)
                        .sum();
                    let limit = (expected.len() as f64 / count as f64).sqrt() + 0.02;
                    assert!(
                        distance < limit,
                        "{name}, ply {ply}, player {viewer}, {effort:?}: {distance} over {limit} for {} worlds",
                        expected.len()
                    );
                }
            }
        });
        assert!(compared > 1 && distances > 4, "{name}: {compared} positions, {distances} distances");
    }
}

fn information(game: &CompiledGame, state: &State, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.information_state(state, player, &mut bytes);
    bytes
}

/// In every hidden shipped game, and in Go Fish, a world is found before every decision of whole games.
#[test]
fn a_world_is_found_in_every_position_of_whole_games() {
    let shipped =
        ["kuhn-file", "leduc-file", "liars-dice", "battleship", "mastermind-secret", "nine-tricks", "stratego-6x6"];
    let games = shipped.into_iter().map(|name| (name, prepared(with_options(name, &[]))));
    let large = [
        ("battleship of 8", prepared(with_options("battleship", &[("size", "8")]))),
        ("go fish", go_fish(&[])),
        ("three tricks", tricks()),
    ];
    for (name, game) in games.chain(large) {
        let every = if name == "stratego-6x6" { 12 } else { 2 };
        along_a_game(&game, 5, |state, ply, turn| {
            let Some(mover) = turn.player().filter(|_| ply % every == 0) else { return };
            let imagined = game.resample(state, mover, &mut Pcg64Mcg::seed_from_u64(ply as u64));
            let imagined = imagined.unwrap_or_else(|fault| panic!("{name}, ply {ply}: {fault}"));
            assert_eq!(information(&game, &imagined, mover), information(&game, state, mover), "{name}, ply {ply}");
        });
        assert_eq!(game.beliefs().failures(), 0, "{name}");
    }
}

fn after_line(game: &CompiledGame, line: &str) -> State {
    let mut state = game.initial_state();
    for text in line.trim().split(';').map(str::trim) {
        let mv: Move = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.apply(&mut state, mv).expect("no fault");
    }
    state
}

/// The small beliefs that are made where there is little time take few moves of the game, late in the game too.
#[test]
fn a_quick_belief_is_found_late_in_the_game() {
    let games = [
        (prepared(with_options("nine-tricks", &[])), data_file("hidden/nine-tricks-line.txt")),
        (go_fish(&[]), data_file("hidden/go-fish-line.txt")),
    ];
    for (game, line) in games {
        let state = after_line(&game, line.text());
        for (viewer, effort) in players(&game).flat_map(|viewer| [(viewer, Effort::QUICK), (viewer, Effort::LEAST)]) {
            let belief = belief(&game, &state, viewer, effort);
            assert!(belief.worlds().len() >= effort.min_samples);
            for (world, _) in belief.worlds() {
                let last = |state: &State| state.observation().expect("a move").seen[viewer.index()].history;
                assert_eq!(last(world), last(&state));
            }
        }
    }
}

/// Without time there is no world, and the true position is none.
#[test]
fn a_deadline_interrupts_the_search_for_a_world() {
    let game = tricks();
    along_a_game(&game, 1, |state, ply, turn| {
        let Some(mover) = turn.player() else { return };
        let sample = || game.resample(state, mover, &mut Pcg64Mcg::seed_from_u64(1));
        let interrupted = {
            let _deadline = Deadline::set(Some(Instant::now()));
            sample()
        };
        assert!(interrupted.is_err_and(|fault| fault.is_interruption()), "ply {ply}");
        assert!(sample().is_ok(), "ply {ply}");
    });
    assert_eq!(game.beliefs().failures(), 0, "an interruption is no failure");
}

/// If the time does not suffice for a good belief, a player searches with the least one: here in a game that interrupts all
/// beliefs but those that may take all of an hour.
#[test]
fn an_interrupted_belief_leaves_the_least_one() {
    let games = [
        (prepared(with_options("nine-tricks", &[])), data_file("hidden/nine-tricks-line.txt")),
        (go_fish(&[]), data_file("hidden/go-fish-line.txt")),
    ];
    for (game, line) in games {
        let state = after_line(&game, line.text());
        for viewer in players(&game) {
            let sample = |minutes| {
                let slow = SlowGame { game: &game, listing: Duration::from_mins(minutes) };
                let forms = GameForms { game: &slow, reference: &game };
                let _deadline = Deadline::set(Instant::now().checked_add(Duration::from_hours(1)));
                resample(forms, &state, viewer, &mut Pcg64Mcg::seed_from_u64(1))
            };
            assert!(sample(70).is_err_and(|fault| fault.is_interruption()), "there is no time for any belief");
            let imagined = sample(50).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(information(&game, &imagined, viewer), information(&game, &state, viewer));
        }
        assert_eq!(game.beliefs().failures(), 0, "an interruption is no failure");
    }
}

/// If no world agrees with what a player saw, as with observations of a game with other rules, the fault names the player
/// and is counted.
#[test]
fn a_player_without_a_world_gets_a_fault() {
    let game = tricks();
    // The other game leads with the fourth card only.
    let text = TRICKS.replace("condition = led == 0\n", "condition = led == 0\n  $R == 4\n");
    let other = from_source(&Source::new("other.game", text.as_bytes()), &[]);
    let mut faults = 0;
    for seed in 0..8 {
        along_a_game(&game, seed, |state, ply, turn| {
            let Some(mover) = turn.player() else { return };
            let Some(last) = state.observation() else { return };
            for effort in [Effort::FULL, Effort { max_worlds: 1, ..Effort::QUICK }] {
                let forms = GameForms { game: &other, reference: &other };
                let Err(fault) = Belief::compute(forms, last, mover, effort) else { continue };
                assert_eq!(fault.kind, FaultKind::NoWorld, "seed {seed}, ply {ply}");
                assert!(fault.to_string().contains(&format!("the knowledge of player {mover}")), "{fault}");
                faults += 1;
            }
        });
    }
    assert!(faults > 10, "{faults}");
}

/// Whatever hidden part a position has, samples for a player are the same, for large beliefs and late in the game too.
#[test]
fn samples_do_not_depend_on_what_is_hidden() {
    for (name, game, every) in [
        ("nine-tricks", prepared(with_options("nine-tricks", &[])), 5),
        ("go fish", go_fish(&[]), 4),
        ("tricks", tricks(), 1),
    ] {
        let other = CompiledGame::new(Arc::clone(game.rules())).expect("it is small");
        other.prepare();
        let mut swapped = 0;
        along_a_game(&game, 9, |state, ply, turn| {
            let Some(mover) = turn.player().filter(|_| ply % every == 0) else { return };
            let sample = |game: &CompiledGame, state: &State, seed| {
                game.resample(state, mover, &mut Pcg64Mcg::seed_from_u64(seed)).expect("a world is found")
            };
            let imagined = sample(&game, state, 1);
            swapped += usize::from(game.key(&imagined) != game.key(state));
            // Another game shares no beliefs with the first one.
            assert_eq!(sample(&other, &imagined, 2), sample(&game, state, 2), "{name}, ply {ply}");
        });
        assert!(swapped > 1, "{name}: {swapped}");
    }
}
