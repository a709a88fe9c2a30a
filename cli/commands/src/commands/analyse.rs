//! `boardwright analyse`: a player's analysis of a position, printed line by line during the search.

use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::move_terms;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::load_game;
use crate::options::PositionArgs;
use crate::output::{Output, group_digits};
use crate::position::load_position;
use crate::seeds;
use boardwright_game::ids::Player;
use boardwright_library::analysis::{AnalysisCallback, AnalysisRequest, MoveAnalysis};
use boardwright_library::chance_analysis::{ChanceAnalysisRequest, ChanceOutcome, expected_value};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Player that analyses: `name` or `name:key=value,key=value`; `boardwright players` lists them. Ctrl-C ends the analysis early.
    #[arg(long, value_name = "SPEC", default_value = "portfolio:seconds=10")]
    player: String,
    /// Number of best moves to report.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
    /// Explain the values of the best moves instead: the contribution of each feature (players by weights of features).
    #[arg(long)]
    terms: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    multipv: usize,
    #[serde(flatten)]
    analysis: &'a MoveAnalysis,
}

#[derive(Serialize)]
struct ExpectedValue {
    player: usize,
    expected_value: Option<f64>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let player = boardwright_players::parse(&args.player).map_err(|error| Failure::Usage(error.to_string()))?;
    let (loaded, reached) = load_position(&args.position)?;
    if args.terms {
        return move_terms::run((&loaded, &reached.state), &player, usize::from(args.multipv), out);
    }
    let (seed, stop) = (seeds::seed_or_random(seed), interrupt::stop_flag());
    let artifacts = load_game::load_artifacts(&loaded)?;
    if !loaded.chance_outcomes(&reached.state)?.is_empty() {
        let (loaded, artifacts) = (&loaded, &artifacts);
        let state = &reached.state;
        return chance(
            ChanceAnalysisRequest { player: &player, loaded, artifacts, state, seed, stop, listener: &|_| {} },
            out,
        );
    }
    let lines = usize::from(args.multipv);
    // Lines are written as soon as they are known; a write error is reported at the end.
    let writer_state = Mutex::new((out, Ok(()), 0_usize));
    let callback = |best: &[MoveAnalysis]| {
        let mut writer_state = writer_state.lock().expect("nobody panics while writing");
        let (out, result, count) = &mut *writer_state;
        *count += 1;
        if result.is_ok() {
            *result = best.iter().zip(1..).try_for_each(|(told, number)| write(out, number, told, lines));
            if result.is_err() {
                // The reader has closed the output.
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let listener = Some((lines, &callback as AnalysisCallback<'_>));
    let request = AnalysisRequest {
        player: &player,
        loaded: &loaded,
        artifacts: &artifacts,
        state: &reached.state,
        seed,
        stop,
        listener,
    };
    let analysis = request.run();
    let (out, result, count) = writer_state.into_inner().expect("nobody panicked while writing");
    let analysis = analysis?;
    result?;
    if count == 0 {
        // Some players choose a move without reporting an analysis.
        write(out, 1, &analysis.best, 1)?;
    }
    if !out.is_json() {
        if let Some(about) = analysis.about {
            writeln!(out, "by {about}")?;
        }
        writeln!(out, "best: {}", analysis.best.mv)?;
    }
    Ok(Answer::Yes)
}

/// Writes the outcomes of a chance move with their values, and the expected value.
fn chance(request: ChanceAnalysisRequest<'_>, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = request.loaded;
    let outcomes = request.run()?;
    let expected = expected_value(&outcomes);
    let first = loaded.game().player_name(Player::FIRST);
    if out.is_json() {
        for outcome in &outcomes {
            out.json(outcome)?;
        }
        out.json(&ExpectedValue { player: 1, expected_value: expected })?;
        return Ok(Answer::Yes);
    }
    for ChanceOutcome { label, probability, value, .. } in &outcomes {
        let value = value.map_or_else(|| "?".to_owned(), |value| format!("{value:+.3}"));
        writeln!(out, "{:5.1} %  {value:>7}  {label}", 100.0 * probability)?;
    }
    match expected {
        Some(value) => writeln!(out, "expected value: {value:+.3} for {first}")?,
        None if loaded.game().has_hidden_information() => writeln!(out, "a value would tell what is hidden")?,
        None => writeln!(out, "the expected value is not known")?,
    }
    Ok(Answer::Yes)
}

fn write(out: &mut Output, number: usize, told: &MoveAnalysis, lines: usize) -> Result<(), Failure> {
    if out.is_json() {
        out.json(&Line { multipv: number, analysis: told })?;
    } else {
        let MoveAnalysis { value, proven, score, depth, nodes, seconds, pv, .. } = told;
        let place = if lines > 1 { format!("{number:>2}. ") } else { String::new() };
        let value_text = match (proven, value) {
            _ if score.is_some() => score.map_or_else(String::new, |score| score.to_string()),
            (Some(proven), _) if proven.plies > 0 => format!("{} in {}", proven.result, proven.plies),
            (Some(proven), _) => proven.result.to_owned(),
            (None, Some(value)) => format!("{value:+.3}"),
            (None, None) => "?".to_owned(),
        };
        let line = pv.join("; ");
        writeln!(
            out,
            "{place}{value_text:>10}  depth {depth:>2}  {:>13}  {seconds:>6.2} s  {line}",
            group_digits(*nodes)
        )?;
    }
    Ok(out.flush()?)
}
