//! Game files that would not terminate, or exhaust memory or stack, stop with a fault in both forms.

use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::game::Game;
use boardwright_lang::{AllPictures, Source, load, render};
use boardwright_rules::RuleSet;

/// A game with one piece, two cells, some named expressions and one rule with this condition and followup.
fn rules(expressions: &str, condition: &str, followup: &str) -> Arc<RuleSet> {
    let text = format!(
        "[ELEMENT TYPES]\nname=stone\nstates=2\n[LOCATION TYPES]\nname=cell\npoint=1,1\n\
         [LOCATIONS]\nname=c(1)\ntype=cell\nname=c(2)\ntype=cell\n[PLAYER NAMES]\n1=One\n2=Two\n\
         [MOVABLE ELEMENTS]\nname=p(1)\ntype=stone\nlocation=c(1)\n[EXPRESSIONS]\n{expressions}\n\
         [GAME RULES]\nname=move\nelement=p($I)\nfrom=c($J)\nto=c($K)\ncondition={condition}\nfollowup={followup}\n"
    );
    let source = Source::new("limits.game", text.as_bytes());
    let loaded = load(&source, &AllPictures);
    loaded.rules.unwrap_or_else(|| panic!("{}", render(&loaded.diagnostics, &[&source], false)))
}

/// The fault of listing moves, or of making the only one, in each form.
fn faults(rules: &Arc<RuleSet>) -> [Option<Fault>; 2] {
    let forms = [CompiledGame::new(rules.clone()), CompiledGame::interpreted_only(rules.clone())];
    forms.map(|game| {
        let game = game.expect("the game is small");
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        let made = game
            .legal_moves(&state, &mut moves)
            .and_then(|_| moves.first().map_or(Ok(()), |&mv| game.apply(&mut state, mv)));
        made.err()
    })
}

fn fault_kinds(rules: &Arc<RuleSet>) -> [Option<FaultKind>; 2] {
    faults(rules).map(|fault| fault.map(|fault| fault.kind))
}

#[test]
fn endless_recursion_stops() {
    for expressions in [
        "Again\nAgain\nEND",
        "Again\n(EMPTY(\"nowhere\")) AND (Again)\nEND",
        "Again\nOther\nEND\nOther\nNOT (Again)\nEND",
    ] {
        for (condition, followup) in [("Again", "true"), ("true", "Again")] {
            let kinds = fault_kinds(&rules(expressions, condition, followup));
            assert!(kinds.iter().all(|kind| matches!(kind, Some(FaultKind::TooDeep(_)))), "{expressions}: {kinds:?}");
        }
    }
}

#[test]
fn long_loops_stop() {
    let loops = [
        "FORALL($A,1,2147483647,true)",
        "FORSOME($A,2147483647,-2147483647,EMPTY(\"c(1)\"))",
        "FORALL($A,1,9999,FORALL($B,1,9999,NOT (\"x($A,$B)\" == \"y\")))",
    ];
    for condition in loops {
        let kinds = fault_kinds(&rules("", condition, "true"));
        assert!(kinds.iter().all(|kind| matches!(kind, Some(FaultKind::TooLong(_)))), "{condition}: {kinds:?}");
    }
}

#[test]
fn growing_sets_stop() {
    let doubling = "($S = { 1 }) AND FORALL($A,1,60,$S = { $S , $S })";
    for (condition, followup) in [(doubling, "true"), ("true", doubling)] {
        let kinds = fault_kinds(&rules("", condition, followup));
        assert!(kinds.iter().all(|kind| matches!(kind, Some(FaultKind::SetTooLarge(_)))), "{kinds:?}");
    }
}

#[test]
fn the_deepest_accepted_expression_is_evaluated() {
    let deep = format!("{}true{}", "(true AND (false OR ".repeat(90), "))".repeat(90));
    assert_eq!(fault_kinds(&rules("", &deep, "true")), [None, None]);
    let chain = "EMPTY(\"c(2)\") AND ".repeat(190) + "true";
    assert_eq!(fault_kinds(&rules("", &chain, "true")), [None, None]);
}

#[test]
fn a_mistake_names_rule_and_place() {
    let mistakes = [
        ("(1 / (INDEX(\"c(1)\") - 1)) == 1", "(1 / (INDEX(\"c(1)\") - 1))", FaultKind::DivisionByZero),
        ("$Z == 1", "$Z", FaultKind::Unbound("Z".into())),
    ];
    for (condition, part, kind) in mistakes {
        let rules = rules("", condition, "true");
        for fault in faults(&rules) {
            let fault = fault.expect("the condition fails");
            assert_eq!(fault.kind, kind);
            assert_eq!(fault.context.to_string(), "rule \"move\"");
            assert_eq!((fault.span.end - fault.span.start) as usize, part.len(), "the place of {part}");
        }
    }
    let rules = rules("", "true", "MOVE(\"p(1)\",\"c(1)\",\"c(1)\")");
    for fault in faults(&rules) {
        let kind = fault.expect("the piece has gone").kind;
        assert_eq!(kind, FaultKind::NotAtOrigin { element: "p(1)".into(), from: "c(1)".into() });
    }
}
