//! The stages of compiling the condition of one rule, as text for people: from the rule set to machine code.
//! It is made from the real data of every stage, for one player and one candidate move; nothing here is used for play.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use boardwright_game::ids::{ExprId, FunctionId, LocationId, Player, RuleId};
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{Expr, RuleSet};

use crate::codegen;
use crate::tables::code::{Code, NodeId};
use crate::tables::targets::{ALWAYS, MoveCode};
use crate::tables::{CompiledRules, Offer};

/// Data of one stage.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Name of the stage, with the module that makes its result.
    pub title: &'static str,
    /// The result as text, in lines.
    pub text: String,
}

/// Maximum number of lines of one stage.
const MAX_LINES: usize = 120;

impl Stage {
    fn new(title: &'static str, text: &str) -> Self {
        let lines = text.lines().count();
        let mut shown: String = text.lines().take(MAX_LINES).flat_map(|line| [line, "\n"]).collect();
        if lines > MAX_LINES {
            let _ = writeln!(shown, "... and {} lines more", lines - MAX_LINES);
        }
        Self { title, text: shown }
    }
}

/// A candidate move whose condition serves as the example.
struct Candidate {
    table: usize,
    player: Player,
    to: Option<LocationId>,
    code: MoveCode,
}

/// Returns the stages of a rule's condition. `effort` limits the compilation as for the game itself.
pub(crate) fn rule_stages(rules: &RuleSet, layout: &Layout, effort: usize, rule: RuleId) -> Vec<Stage> {
    let mut stages = vec![Stage::new("rule set: expression trees (lang, engine/rules)", &expression_text(rules, rule))];
    let lowered = CompiledRules::lower(rules, layout, effort);
    if let Some(candidate) = find_candidate(&lowered, rule) {
        let text = code_text(rules, &lowered, &candidate);
        stages.push(Stage::new("lowered: code of one candidate move (engine/compiler/src/lower)", &text));
    }
    let compiled = CompiledRules::new(rules, layout, effort);
    let Some(candidate) = find_candidate(&compiled, rule) else {
        stages.push(Stage::new("unsupported: the interpreter generates the moves of this rule", ""));
        return stages;
    };
    let text = code_text(rules, &compiled, &candidate);
    stages.push(Stage::new("optimised: the same code after the final passes (engine/compiler/src/optimise)", &text));
    stages.push(Stage::new(
        "tables: candidate moves of the rule (engine/compiler/src/tables)",
        &table_text(&compiled, rule),
    ));
    match codegen::condition_stages(rules, layout, &compiled, candidate.table, candidate.player) {
        Ok(texts) => {
            let titles = [
                "kernel: the condition of a move group, for all lanes at once (engine/compiler/src/codegen)",
                "program: words of the lanes that satisfy the condition (engine/jit)",
                "machine code of that program (Cranelift)",
            ];
            stages.extend(titles.into_iter().zip(texts).map(|(title, text)| Stage::new(title, &text)));
        }
        Err(reason) => stages.push(Stage::new("no native code, because of", &reason)),
    }
    stages
}

/// The first candidate move of a rule that has a condition, else the first one.
fn find_candidate(compiled: &CompiledRules, rule: RuleId) -> Option<Candidate> {
    let tables = compiled.rules.iter().enumerate().filter(|(_, table)| table.rule == rule);
    let all = tables.flat_map(|(table, rules)| {
        let offers = rules.by_player.iter().enumerate();
        offers.filter_map(move |(player, offer)| Some((table, Player::new(player + 1)?, offer.as_ref()?)))
    });
    let mut first = None;
    for (table, player, offer) in all {
        for (to, code) in move_codes(offer) {
            let candidate = Candidate { table, player, to, code };
            if code.condition != ALWAYS {
                return Some(candidate);
            }
            first.get_or_insert(candidate);
        }
    }
    first
}

fn move_codes(offer: &Offer) -> Vec<(Option<LocationId>, MoveCode)> {
    let targets = offer.targets.iter().map(|target| (Some(target.to), target.code));
    targets.chain(offer.elementless_moves.iter().map(|&code| (None, code))).collect()
}

fn expression_text(rules: &RuleSet, rule: RuleId) -> String {
    let mut text = String::new();
    let mut functions = Vec::new();
    let mut seen = BTreeSet::new();
    match rules.rules[rule.index()].condition {
        Some(condition) => write_expression(rules, condition, 0, &mut text, &mut functions, &mut seen),
        None => text.push_str("no condition\n"),
    }
    let mut written = BTreeSet::new();
    while let Some(function) = functions.pop() {
        if written.insert(function) {
            let called = &rules.functions[function.index()];
            let _ = writeln!(text, "named expression {}:", called.name);
            for &line in &called.body {
                write_expression(rules, line, 1, &mut text, &mut functions, &mut seen);
            }
        }
    }
    text
}

fn write_expression(
    rules: &RuleSet,
    id: ExprId,
    depth: usize,
    text: &mut String,
    functions: &mut Vec<FunctionId>,
    seen: &mut BTreeSet<ExprId>,
) {
    let expr = &rules.exprs[id];
    let _ = writeln!(text, "{}e{} {expr:?}", "  ".repeat(depth), id.0);
    if let Expr::Call(function, ..) = expr {
        functions.push(*function);
    }
    if seen.insert(id) {
        for operand in expr.operands() {
            write_expression(rules, operand, depth + 1, text, functions, seen);
        }
    }
}

fn code_text(rules: &RuleSet, compiled: &CompiledRules, candidate: &Candidate) -> String {
    let mut text = String::new();
    let to = candidate.to.map_or("no location", |to| rules.locations[to.index()].name.as_str());
    let _ = writeln!(text, "player {}, to {to}", candidate.player);
    if candidate.code.condition == ALWAYS {
        text.push_str("the condition always holds\n");
        return text;
    }
    let root = compiled.conditions[candidate.code.condition as usize].node;
    write_node(&compiled.code, root, 1, &mut text, &mut BTreeSet::new());
    text
}

/// Writes a node and, once, everything below it.
fn write_node(code: &Code, id: NodeId, depth: usize, text: &mut String, seen: &mut BTreeSet<u32>) {
    let again = if seen.insert(id.0) { "" } else { " (as above)" };
    let _ = writeln!(text, "{}n{} {:?}{again}", "  ".repeat(depth), id.0, code[id]);
    if again.is_empty() {
        for part in code.parts(id) {
            write_node(code, part, depth + 1, text, seen);
        }
    }
}

fn table_text(compiled: &CompiledRules, rule: RuleId) -> String {
    let mut text = String::new();
    for table in compiled.rules.iter().filter(|table| table.rule == rule) {
        for (player, offer) in table.by_player.iter().enumerate() {
            let Some(offer) = offer else { continue };
            let codes = move_codes(offer);
            let conditions: BTreeSet<u32> = codes.iter().map(|(_, code)| code.condition).collect();
            let makes: BTreeSet<u32> = codes.iter().map(|(_, code)| code.make).collect();
            let _ = writeln!(
                text,
                "player {}: {} elements, {} candidate targets with {} distinct conditions and {} distinct makes{}",
                player + 1,
                offer.elements.len(),
                codes.len(),
                conditions.len(),
                makes.len(),
                if offer.targets.gate.is_some() { ", a hoisted guard" } else { "" },
            );
        }
    }
    text
}
