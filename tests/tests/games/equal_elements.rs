//! Moves of equal elements are one move: in hidden places and in files that use `INDEX`, in every form of evaluation.

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_lang::Source;
use boardwright_tests::differential::assert_rules_agree;
use boardwright_tests::load_rules;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Chips of three colours, three of each, that are drawn from a bag.
const CHIPS: &str = include_str!("../../data/equal-chips.game");

#[test]
fn chance_draws_one_of_three_colours() {
    let end = "situation = FULL(s(4))";
    let variants = [
        CHIPS.to_owned(),
        CHIPS.replace("relevant = no", "relevant = no\nvisible = none"),
        CHIPS.replace(end, &format!("{end} AND INDEX(CONTENT(s(4)), 1) > 0")),
        CHIPS.replace(end, &format!("{end} AND INDEX(MOVED) > 0")),
        CHIPS
            .replace("relevant = no", "relevant = no\nvisible = none")
            .replace(end, "situation = FULL(s(4)) AND INDEX(MOVED) > 0"),
    ];
    for text in variants {
        let rules = load_rules(&Source::new("chips.game".to_owned(), text.as_bytes()), &[]);
        let game = CompiledGame::new(rules.clone()).expect("within limits");
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        game.legal_moves(&state, &mut moves).expect("no fault");
        assert_eq!(moves.len(), 3, "{text}");
        let mut chances = Vec::new();
        game.chance_probabilities(&state, &mut chances);
        assert!(chances.iter().all(|chance| (chance - 1.0 / 3.0).abs() < 1e-9), "{text}: {chances:?}");
        // Only the colours that are left are drawn: three chips of the first one, then the others.
        let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
        for expected in [3, 3, 3, 2] {
            game.legal_moves(&state, &mut moves).expect("no fault");
            assert_eq!(moves.len(), expected, "{text}");
            let name = game.move_text(&state, moves[0]);
            *drawn.entry(name.split(',').next().expect("a name").to_owned()).or_default() += 1;
            game.apply(&mut state, moves[0]).expect("no fault");
        }
        assert_eq!(drawn, BTreeMap::from([("chip(1".to_owned(), 3), ("chip(2".to_owned(), 1)]), "{text}");
        for seed in 0..10 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            assert_rules_agree(&rules, 10, |count| random.random_range(0..count));
        }
    }
}
