//! Game files as authors wrote them, in `tests/data/authors` and beside the tests of the terminal: what the checker says
//! of each, how many moves there are, and equal results in every form of evaluation. Several files describe one game in
//! different ways, so that their counts are the same.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_games::ShippedFiles;
use boardwright_lang::{LoadRequest, Source, load_with};
use boardwright_tests::differential::{assert_forms_agree, compile_both_forms};
use boardwright_tests::{data_file, load_rules};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A file with its right answers.
struct Answer {
    name: &'static str,
    /// Code and line of each diagnostic, in the order of the file.
    diagnostics: &'static [(&'static str, usize)],
    /// Numbers of lines of play by depth.
    counts: &'static [u64],
    /// Number of games, and the most plies of each, in which all forms are compared.
    compared: (u64, usize),
}

const fn clean(name: &'static str, counts: &'static [u64], compared: (u64, usize)) -> Answer {
    Answer { name, diagnostics: &[], counts, compared }
}

/// Cards that are dealt from a pile of eight in one rule or in two.
const DEAL: &[u64] = &[8, 56, 336, 336, 1680, 1680, 6720];
/// Chips of three colours, three of each.
const CHIPS: &[u64] = &[3, 9, 27, 78];
const DECK: &[u64] = &[52, 2652];

const FILES: [Answer; 17] = [
    clean("one-chance-rule", DEAL, (6, 10)),
    clean("one-chance-rule-irrelevant", DEAL, (6, 10)),
    clean("two-chance-rules", DEAL, (6, 10)),
    clean("equal-hidden", CHIPS, (6, 10)),
    clean("equal-index", CHIPS, (6, 10)),
    clean("dameo", &[52, 2704], (2, 30)),
    clean("dameo-set", &[52], (1, 4)),
    clean("tak4-for56", &[16, 240], (1, 4)),
    clean("blackjack-slow", DECK, (2, 12)),
    clean("blackjack", DECK, (3, 20)),
    clean("gofish", &[24, 552, 12144], (2, 60)),
    clean("craps", &[5, 105, 1540], (3, 40)),
    Answer {
        name: "dominoes-slow",
        diagnostics: &[("unused-expression", 79), ("unused-expression", 82)],
        counts: &[28, 756],
        compared: (1, 30),
    },
    Answer { name: "golf", diagnostics: &[("unused-name", 26)], counts: DECK, compared: (1, 40) },
    Answer { name: "leak", diagnostics: &[("tells-secret", 16)], counts: &[], compared: (2, 10) },
    Answer { name: "merged-for2", diagnostics: &[("for-without-choice", 14)], counts: &[2], compared: (2, 10) },
    Answer { name: "merged-for", diagnostics: &[("for-without-choice", 14)], counts: &[], compared: (0, 0) },
];

/// The file of this name, here or beside the tests of the terminal.
fn source(name: &str) -> Source {
    let folders = ["authors", "hidden", "../../cli/commands/tests/data/games"];
    let name = if name == "gofish" { "go-fish" } else { name };
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut paths = folders.iter().map(|folder| format!("{folder}/{name}.game"));
    data_file(&paths.find(|path| data.join(path).exists()).unwrap_or_else(|| panic!("no file {name}")))
}

/// Code and line of each diagnostic of a file, and its rules if it has no error.
fn diagnostics(source: &Source) -> Vec<(&'static str, usize)> {
    let loaded = load_with(source, &LoadRequest { files: &ShippedFiles, ..LoadRequest::default() });
    let line = |start: usize| 1 + source.text()[..start].matches('\n').count();
    loaded.diagnostics.iter().map(|found| (found.code, line(found.span.start as usize))).collect()
}

#[test]
fn files_of_authors_have_their_right_answers() {
    for Answer { name, diagnostics: expected, counts, compared: (games, plies) } in FILES {
        let source = source(name);
        assert_eq!(diagnostics(&source), expected, "{name}");
        if games == 0 {
            continue;
        }
        let rules = load_rules(&source, &[]);
        let forms = compile_both_forms(&rules).expect("within the limits");
        for (depth, expected) in (1..).zip(counts) {
            let game = &forms[0];
            let count = perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
            assert_eq!(count.map(|count| count.nodes), Ok(*expected), "{name}, depth {depth}");
        }
        for seed in 0..games {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            assert_forms_agree(&forms, plies, |count| random.random_range(0..count));
        }
    }
}

/// Chances of the first draws by the drawn colour: equal chips count as one move, whatever the file says about them.
#[test]
fn equal_chips_of_authors_are_drawn_as_one() {
    for name in ["equal-hidden", "equal-index"] {
        let game = CompiledGame::new(load_rules(&source(name), &[])).expect("within the limits");
        let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
        // Two chips of the first colour are gone after the third row.
        for (drawn, expected) in [(0, [3, 3, 3]), (0, [2, 3, 3]), (1, [1, 3, 3]), (0, [1, 2, 3])] {
            game.legal_moves(&state, &mut moves).expect("no fault");
            game.chance_probabilities(&state, &mut chances);
            let texts = moves.iter().map(|&mv| game.move_text(&state, mv));
            let colours = texts.map(|text| text.split(',').next().unwrap_or_default().to_owned());
            let found: BTreeMap<String, f64> = colours.zip(chances.iter().copied()).collect();
            let total = f64::from(expected.iter().sum::<u32>());
            for (colour, count) in (1..).zip(expected) {
                let chance = found.get(&format!("chip({colour}")).copied().unwrap_or(0.0);
                assert!((chance - f64::from(count) / total).abs() < 1e-9, "{name}: {found:?} for {expected:?}");
            }
            game.apply(&mut state, moves[drawn]).expect("no fault");
        }
    }
}

#[test]
fn a_colour_that_depends_on_the_position_is_reported_where_it_stands() {
    let source = source("colour");
    assert_eq!(diagnostics(&source), [("not-constant", 14)]);
    let plain = source.text().replace("IF(Won($C), #aaaaaa, #222222)", "#222222");
    assert_eq!(diagnostics(&Source::new("plain.game", plain.as_bytes())), []);
    // Other values that are needed when the file is loaded: a size of a text, the colour of a disc, and a point.
    for draw in ["text($C, #222222, IF(Won($C), 70, 50))", "disc(IF(Won($C), #aaaaaa, #222222), 94)"] {
        let text = source.text().replace("text($C, IF(Won($C), #aaaaaa, #222222), 70)", draw);
        assert_eq!(diagnostics(&Source::new("other.game", text.as_bytes())), [("not-constant", 14)], "{draw}");
    }
    let placed = source.text().replace("point = 50 * $C, 50", "point = IF(Won($C), 50, 60) * $C, 50");
    assert!(diagnostics(&Source::new("placed.game", placed.as_bytes())).contains(&("not-constant", 13)));
}
