//! The native stages of a rule's condition as text for people: kernel, program, machine code. Not used for play.

use std::fmt::Write as _;

use boardwright_game::ids::Player;
use boardwright_interpreter::layout::Layout;
use boardwright_jit::{CompiledProgram, Memory, Width};
use boardwright_rules::RuleSet;

use crate::Unsupported;
use crate::tables::CompiledRules;

use super::board::Board;
use super::kernel::{LaneSet, MaskedKernel};
use super::player_kernels::{GroupKernels, player_kernels};
use super::supply;

/// Returns kernel, program and machine code of the condition of the first move group of a rule table.
///
/// # Errors
/// The unsupported construct, if the rules have no native code.
pub(crate) fn condition_stages(
    rules: &RuleSet,
    layout: &Layout,
    compiled: &CompiledRules,
    table: usize,
    player: Player,
) -> Result<[String; 3], String> {
    let reason = |Unsupported(what): Unsupported| what.to_owned();
    let supply_kinds = supply::supply_kinds(rules, layout, compiled);
    let offers = player_kernels(layout, compiled, supply_kinds, player).map_err(reason)?;
    let groups = offers.rule_offers.iter().flat_map(|offer| &offer.groups);
    let group = groups.filter(|group| group.table == table).max_by_key(|group| group.lanes.members().count());
    let Some(GroupKernels { lanes, condition, .. }) = group else {
        return Err("no move group belongs to the rule".to_owned());
    };
    let Some(MaskedKernel { kernel, lanes: wanted }) = condition else {
        return Err("the condition of the rule always holds".to_owned());
    };
    let mut text = String::new();
    let _ = writeln!(text, "{} lanes: {}", lanes.members().count(), words_text(lanes));
    if let Some(wanted) = wanted {
        let _ = writeln!(text, "condition applies to lanes {}", words_text(wanted));
    }
    text.push_str(&indented(&format!("{kernel:?}")));

    let mut board = Board::new(rules, layout).map_err(reason)?;
    let result = board.w.add_memory(Memory::Buffer(8 * board.word_count()));
    for (index, word) in board.eval_lanes(kernel, lanes).map_err(reason)?.into_iter().enumerate() {
        board.w.store(result, Width::Eight, 0, 8 * index, word);
    }
    board.w.end_function();
    let program = board.w.finish();
    // The functions before the last one change states; the condition does not call them.
    let listing = program.to_string();
    let (memories, functions) = listing.split_once("function ").unwrap_or((&listing, ""));
    let condition = functions.rsplit("\nfunction ").next().unwrap_or_default();
    let machine_code = CompiledProgram::disassembly(&program).map_err(|error| error.to_string())?;
    Ok([text, format!("{memories}function {condition}"), machine_code.last().cloned().unwrap_or_default()])
}

fn words_text(lanes: &LaneSet) -> String {
    let words: Vec<String> = lanes.0.iter().map(|word| format!("{word:#018x}")).collect();
    words.join(" ")
}

/// Breaks the debug text of a kernel into one line per part, indented by depth.
fn indented(debug: &str) -> String {
    const PART: &str = "MaskedKernel ";
    let mut text = String::new();
    let mut depth = 0_usize;
    for (index, part) in debug.split(PART).enumerate() {
        if index > 0 {
            let _ = write!(text, "\n{}", "  ".repeat(depth));
        }
        depth = (depth + part.matches('[').count()).saturating_sub(part.matches(']').count());
        text.push_str(part.trim_end());
    }
    text.push('\n');
    text
}
