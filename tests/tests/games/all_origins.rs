//! Rules whose moves the general native code lists for all origins at once: they play like the interpreter.

#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_lang::Source;
use boardwright_rules::RuleSet;
use boardwright_tests::differential::assert_rules_agree;
use boardwright_tests::load_rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A game of men on a board with rules and named expressions. Two players have two rows of men each. With `has_holes` some
/// places in the middle are missing, so that the steps of one direction have several distances.
fn game(size: usize, has_holes: bool, expressions: &str, rules: &str) -> Arc<RuleSet> {
    let last = size - 1;
    let holes =
        if has_holes { format!("where = $Y <= 2 OR $Y >= {last} OR ($X + 2 * $Y) % 5 != 0\n") } else { String::new() };
    let text = format!(
        "[GAME]\nedition = 2026\ntitle = Steps\n[PLAYERS]\n1 = One\n2 = Two\n\
         [ELEMENT TYPES]\nname = man\nstates = plain, strong\n\
         [LOCATION TYPES]\nname = sq\nshape = rectangle(10, 10)\n\
         [LOCATIONS]\nname = s($X: 1..{size}, $Y: 1..{size})\n{holes}type = sq\npoint = 10 * $X, 10 * $Y\n\
         [ELEMENTS]\nname = man($P: 1..2, $X: 1..{size}, $Y: 1..2)\ntype = man\nplayer = $P\n\
         state = IF(($X + $Y) % 3 == 0, strong, plain)\nlocation = s($X, IF($P == 1, $Y, {size} + 1 - $Y))\n\
         [DIRECTIONS]\nname = way($A: -1..1, $B: -1..1)\nwhere = $A != 0 OR $B != 0\nfrom = s($X, $Y)\n\
         to = s($X + $A, $Y + $B)\n\
         [VARIABLES]\nname = jumper\ninitial = NOTHING\nreset = turn\n\
         [EXPRESSIONS]\nWays = way(-1..1, -1..1)\n{expressions}\n[RULES]\n{rules}\n\
         [END OF GAME]\nsituation = NOMOVES\nwinner = 3 - PLAYER\n"
    );
    load_rules(&Source::new("steps.game", text.as_bytes()), &[])
}

/// Asserts that the first rule is listed for all origins at once, on boards of one word and of two, with and without
/// holes, and that the forms agree.
fn agrees(expressions: &str, rules: &str) {
    for (size, has_holes) in [(6, false), (9, false), (9, true)] {
        let rules = game(size, has_holes, expressions, rules);
        let compiled = CompiledGame::new(rules.clone()).expect("the game is within the limits");
        assert_eq!(compiled.baseline_summary().err(), None);
        let listed = compiled.rules_listed_by_distance();
        assert!(listed.iter().any(|rule| rule.index() == 0), "size {size}, holes {has_holes}: {listed:?}");
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..3 {
            let compared = assert_rules_agree(&rules, 25, |count| random.random_range(0..count));
            assert!(compared.scalar_plies > 5, "{compared:?}");
        }
    }
}

const STEP: &str = "name = step\nelement = man\nfrom = any\n";

#[test]
fn steps_to_neighbours() {
    agrees("", &format!("{STEP}to = NEIGHBOURS(Ways, FROM)\n"));
    agrees("", &format!("{STEP}to = NEIGHBOURS(Ways, FROM)\ncapture = may\n"));
    agrees(
        "",
        &format!(
            "{STEP}to = NEIGHBOURS(Ways, FROM)\ncapture = must\nname = other\nelement = man\nfrom = any\nto = sq\n"
        ),
    );
}

#[test]
fn steps_in_a_direction_for_each() {
    agrees("", &format!("{STEP}for = $D: Ways\nto = NEXT($D, FROM)\n"));
    agrees("", &format!("{STEP}to = IF(PLAYER == 1, NEXT(way(0, 1), FROM), NEXT(way(0, -1), FROM))\n"));
}

#[test]
fn jumps_over_men_with_a_variable() {
    let rules = format!(
        "{STEP}for = $D: Ways\nto = NEXT($D, NEXT($D, FROM))\ncondition = jumper IN {{NOTHING, MOVED}}\n  Over(FROM, $D)\n\
         followup = jumper = IF(INDEX(TO) % 2 == 0, MOVED, NOTHING)\nnext = IF(jumper == NOTHING, 3 - PLAYER, PLAYER)\n\
         name = pass\ncondition = jumper != NOTHING\n\
         name = walk\nelement = man\nfrom = any\nto = NEIGHBOURS(Ways, FROM)\ncondition = jumper == NOTHING\n"
    );
    agrees("Over($L, $D) =\n  FULL(NEXT($D, $L))\n  EMPTY(NEXT($D, NEXT($D, $L)))", &rules);
}

#[test]
fn targets_by_the_indices_of_origins() {
    agrees("", "name = pawn\nelement = man\nfrom = s($X, $Y)\nto = s($X, $Y + 3 - 2 * PLAYER)\n");
    agrees(
        "",
        "name = pawn\nelement = man\nfrom = s($X, $Y)\nto = s($X, $Z)\ncondition = ABS($Y - $Z) == 1 + $X % 2\n",
    );
}

#[test]
fn conditions_on_the_piece_that_moves() {
    agrees(
        "",
        &format!("{STEP}to = NEIGHBOURS(Ways, FROM)\ncapture = may\ncondition = STATE(MOVED) == plain OR FULL(TO)\n"),
    );
    agrees(
        "",
        &format!(
            "{STEP}to = NEIGHBOURS(Ways, FROM)\ncapture = may\ncondition = EMPTY(TO) OR STATE(CONTENT(TO)) == STATE(MOVED)\n"
        ),
    );
    agrees(
        "",
        &format!("{STEP}to = NEIGHBOURS(Ways, FROM)\ncondition = LOCATION(MOVED) == FROM AND OWNER(MOVED) == PLAYER\n"),
    );
}

#[test]
fn conditions_on_origin_and_target() {
    agrees(
        "",
        &format!("{STEP}to = sq\ncondition = RELATED(Ways, FROM, TO)\n  $N = INDEX(FROM, 2)\n  $N != INDEX(TO, 2)\n"),
    );
    agrees(
        "Helped($L) = FORSOME($D, Ways, OWNER(CONTENT(NEXT($D, $L))) == PLAYER)",
        &format!("{STEP}to = NEIGHBOURS(Ways, FROM)\ncondition = Helped(FROM) OR NOT Helped(TO)\n"),
    );
}

#[test]
fn slides_over_free_places() {
    let slide = "to = sq\ncapture = may\ncondition = CLEAR(way(0, -1..1), FROM, TO)\n";
    // Few distances on the small board only.
    let rules = game(4, false, "", &format!("{STEP}{slide}"));
    let compiled = CompiledGame::new(rules.clone()).expect("the game is within the limits");
    assert_eq!(compiled.rules_listed_by_distance().len(), 1);
    let mut random = Pcg64Mcg::seed_from_u64(2);
    assert!(assert_rules_agree(&rules, 40, |count| random.random_range(0..count)).scalar_plies > 5);
}

#[test]
fn equal_moves_of_several_rules() {
    agrees(
        "",
        &format!(
            "{STEP}to = NEIGHBOURS(Ways, FROM)\nname = other\nelement = man\nfrom = any\nto = NEXT(way(1, 1), FROM)\n"
        ),
    );
    agrees(
        "",
        &format!(
            "{STEP}to = NEIGHBOURS(Ways, FROM)\nafter = FORSOME($L, LOCATIONS(sq), OWNER(CONTENT($L)) == 3 - PLAYER)\ncapture = may\n\
             choice = one, two\n"
        ),
    );
}
