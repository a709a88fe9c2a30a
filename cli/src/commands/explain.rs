//! `boardwright explain`: what the rules of a game became when they were compiled, and what that costs.

use std::io::Write as _;

use boardwright_engine::rules::Span;
use boardwright_engine::spec::{Formulas, SpecGame};
use boardwright_engine::symmetry::Among;
use boardwright_shelf::load::Loaded;
use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::measure::{Times, measure};
use crate::output::{Output, grouped};
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
}

#[derive(Serialize)]
struct Explained<'a> {
    state_bytes: usize,
    portable: String,
    /// Null where there is none; then it is told why.
    machine_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_machine_code: Option<&'a str>,
    /// The same for listing and making single moves.
    single_moves: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_single_moves: Option<&'a str>,
    /// Those that leave every player in place, and all.
    symmetries: usize,
    symmetries_with_players: usize,
    rules: Vec<Rule>,
    ends: Vec<End>,
    /// Making a move on a copy in the portable form, its ends among it, and its share of a random game's move.
    making_ns: f64,
    making_share: f64,
    /// A move of a random game.
    portable_move_ns: f64,
    machine_move_ns: Option<f64>,
}

#[derive(Serialize)]
struct Rule {
    name: String,
    line: usize,
    /// Moves that would have to be tried by name, and those that are left.
    candidates_named: u64,
    candidates: u64,
    conditions: Size,
    makings: Size,
    /// Some of its moves are left to the plain form.
    plain: bool,
    /// Listing its moves in a position in the portable form, and the share of a random game's move.
    listing_ns: Option<f64>,
    listing_share: Option<f64>,
}

#[derive(Serialize)]
struct End {
    line: usize,
    situations: Size,
}

/// Different formulas, and the most nodes and cells that one has.
#[derive(Serialize)]
struct Size {
    count: usize,
    nodes: usize,
    cells: usize,
}

impl From<Formulas> for Size {
    fn from(formulas: Formulas) -> Self {
        Self { count: formulas.count, nodes: formulas.most_nodes, cells: formulas.most_cells }
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let Some(game) = loaded.spec() else {
        return Err(Failure::Input(format!("{} is not a game file, it has no rules to be compiled", loaded.name)));
    };
    let times = measure(game).map_err(|fault| loaded.fault(&fault))?;
    let explained = explained(&loaded, game, &times);
    if out.is_json() {
        out.json(&explained)?;
        return Ok(Answer::Yes);
    }
    tell(&explained, game, out)?;
    Ok(Answer::Yes)
}

fn explained<'a>(loaded: &Loaded, game: &'a SpecGame, times: &Times) -> Explained<'a> {
    let (native, single) = (game.native_summary(), game.steps_summary());
    let line = |span: Span| {
        loaded.sources.get(usize::from(span.source)).map_or(0, |source| source.position(span.start as usize).0)
    };
    let parts = times.parts();
    let rules = game.rule_costs().into_iter().zip(&times.listing).map(|(cost, listing)| Rule {
        name: cost.name,
        line: line(cost.span),
        candidates_named: cost.named,
        candidates: cost.kept,
        conditions: cost.conditions.into(),
        makings: cost.makings.into(),
        plain: cost.plainly,
        listing_ns: *listing,
        listing_share: listing.map(|time| time / parts),
    });
    let ends = game.end_costs().into_iter();
    Explained {
        state_bytes: game.state_bytes(),
        portable: game.fast_summary(),
        machine_code: native.ok(),
        no_machine_code: native.err(),
        single_moves: single.ok(),
        no_single_moves: single.err(),
        symmetries: game.symmetries().count(Among::SamePlayers),
        symmetries_with_players: game.symmetries().count(Among::All),
        rules: rules.collect(),
        ends: ends.map(|cost| End { line: line(cost.span), situations: cost.situations.into() }).collect(),
        making_ns: times.making,
        making_share: times.making / parts,
        portable_move_ns: times.portable,
        machine_move_ns: times.machine,
    }
}

fn tell(explained: &Explained<'_>, game: &SpecGame, out: &mut Output) -> Result<(), Failure> {
    writeln!(out, "a state: {} bytes", explained.state_bytes)?;
    writeln!(out, "portable form: {}", explained.portable)?;
    for (what, code, none) in [
        ("machine code", explained.machine_code, explained.no_machine_code),
        ("machine code for single moves", explained.single_moves, explained.no_single_moves),
    ] {
        match code {
            Some(summary) => writeln!(out, "{what}: {summary}")?,
            None => writeln!(out, "{what}: none, because of {}", none.unwrap_or_default())?,
        }
    }
    let (same, all) = (explained.symmetries, explained.symmetries_with_players);
    match game.symmetries().why_none() {
        Some(why) => writeln!(out, "symmetries: none known, because of {why}")?,
        None => writeln!(out, "symmetries: {same} (with players exchanged: {all})")?,
    }
    writeln!(
        out,
        "\nCandidates are moves that could be: by name, and what is left of them. A formula is told by its nodes and the cells"
    )?;
    writeln!(
        out,
        "that it looks at, the largest of each rule. Times are of the portable form, in positions of random games.\n"
    )?;
    writeln!(
        out,
        "{:<24} {:>4} {:>15} {:>9}  {:>10} {:>5} {:>5}  {:>7} {:>5} {:>5}  {:>9} {:>5}",
        "rule",
        "line",
        "named",
        "left",
        "conditions",
        "nodes",
        "cells",
        "makings",
        "nodes",
        "cells",
        "ns a turn",
        "share"
    )?;
    for rule in &explained.rules {
        let Rule { conditions, makings, .. } = rule;
        let time = rule.listing_ns.map_or_else(|| "-".to_owned(), |time| format!("{time:.0}"));
        let plain = if rule.plain { "  partly by the plain form" } else { "" };
        writeln!(
            out,
            "{:<24} {:>4} {:>15} {:>9}  {:>10} {:>5} {:>5}  {:>7} {:>5} {:>5}  {:>9} {:>5}{plain}",
            rule.name,
            rule.line,
            grouped(rule.candidates_named),
            grouped(rule.candidates),
            conditions.count,
            conditions.nodes,
            conditions.cells,
            makings.count,
            makings.nodes,
            makings.cells,
            time,
            percent(rule.listing_share),
        )?;
    }
    for end in &explained.ends {
        let Size { count, nodes, cells } = end.situations;
        writeln!(
            out,
            "{:<24} {:>4} {:>15} {:>9}  {count:>10} {nodes:>5} {cells:>5}",
            "end of the game", end.line, "", ""
        )?;
    }
    let making = format!("{:.0}", explained.making_ns);
    writeln!(
        out,
        "{:<90}  {making:>9} {:>5}",
        "copying a position, making a move, ends",
        percent(Some(explained.making_share))
    )?;
    writeln!(out, "\na move of a random game: {:.0} ns in the portable form", explained.portable_move_ns)?;
    if let Some(time) = explained.machine_move_ns {
        writeln!(out, "by machine code: {time:.1} ns, all of it as one piece that cannot be divided among the rules")?;
    }
    Ok(())
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}
