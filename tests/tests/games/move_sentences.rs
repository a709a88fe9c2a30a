//! Texts of moves for people: no shipped game shows full names of places or pieces, such as `sq(1,5)`, or question marks.

use boardwright_game::game::Turn;
use boardwright_games::shipped_games;
use boardwright_library::explain::refusal_reason;
use boardwright_library::seen_moves::{MoveKnowledge, move_knowledge};
use boardwright_library::{LoadedGame, load};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Maximum number of plies of a game.
const PLIES: usize = 80;

/// `true` if a text has a name of a game file with its indices, or a question mark.
fn has_internal_name(text: &str) -> bool {
    let indices = |(at, _): (usize, &str)| {
        let is_word = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        is_word && text[at + 1..].starts_with(|letter: char| letter.is_ascii_digit())
    };
    text.contains('?') || text.match_indices('(').any(indices)
}

/// Plays a random game; returns the number of texts that were checked.
fn play(loaded: &LoadedGame, name: &str) -> usize {
    let game = loaded.game();
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut state = game.initial_state();
    let mut count = 0;
    for ply in 0..PLIES {
        let (turn, moves) = game.legal_moves(&state).expect("shipped games never fail");
        let mv = match turn {
            Turn::Over(_) => break,
            Turn::Chance => game.draw_chance(&state, &mut random).expect("shipped games never fail"),
            Turn::Player(_) => {
                let distinct = loaded.distinct_moves(&state, moves.clone());
                for text in loaded.move_descriptions(&state, &distinct) {
                    assert!(!has_internal_name(&text), "{name}, ply {ply}: {text}");
                    count += 1;
                }
                moves[random.random_range(0..moves.len())].clone()
            }
        };
        let text = loaded.move_description(&state, &mv);
        assert!(!has_internal_name(&text), "{name}, ply {ply}: {text}");
        let before = state.clone();
        game.apply(&mut state, &mv).expect("it is legal");
        for player in loaded.players() {
            if let MoveKnowledge::Part { text, .. } = move_knowledge(loaded, (&before, &state), &mv, player) {
                assert!(!has_internal_name(&text), "{name}, ply {ply}, seen by {player}: {text}");
                count += 1;
            }
        }
    }
    count
}

#[test]
fn texts_of_moves_have_no_internal_names() {
    assert!(has_internal_name("sq(1,5)") && has_internal_name("? of Blue") && has_internal_name("to p(13,15)"));
    assert!(!has_internal_name("12x19") && !has_internal_name("raise (half the pot)") && !has_internal_name("-1, (2)"));
    let mut count = 0;
    for shipped in shipped_games() {
        count += play(&load(shipped.name).expect("it ships"), shipped.name);
    }
    for name in ["carcassonne", "holdem", "kuhn", "leduc", "tarok3", "taroky"] {
        count += play(&load(name).expect("it ships"), name);
    }
    assert!(count > 10_000, "{count}");
}

#[test]
fn refusals_are_those_of_the_rule_that_forbids_the_move() {
    let cast: Vec<String> = (1..=5).map(|die| format!("die({die}) cup({die}) table({die}) 3")).collect();
    let cast: Vec<&str> = cast.iter().map(String::as_str).collect();
    for (name, line, asked, part) in [
        ("yahtzee", &cast[..], "mark(1,3) off box(2,3)", "one of your own empty boxes"),
        ("quoridor", &["fence(1,1) stock(1,1) g(5,3) across"], "fence(2,1) stock(2,1) g(5,3)", "two free gaps in line"),
    ] {
        let loaded = load(name).expect("it ships");
        let mut state = loaded.game().initial_state();
        for text in line {
            let mv = loaded.game().parse_move(&state, text).unwrap_or_else(|error| panic!("{name}: {error}"));
            loaded.game().apply(&mut state, &mv).expect("it is legal");
        }
        let reason = refusal_reason(&loaded, &state, asked).expect("it is refused");
        assert!(reason.contains(part), "{name}: {reason}");
    }
}
