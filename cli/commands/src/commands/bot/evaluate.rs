//! `boardwright bot evaluate`: four rule files in rotated deals of Taroky, with the curve of their scores.

use std::io::Write as _;
use std::sync::Arc;

use boardwright_bots::rules::RuleFile;
use boardwright_bots::rules::evaluation::{EvaluationSettings, evaluate};
use serde::Serialize;

use super::rule_deal::load;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule files of the four players in seating order, or names of shipped ones. Fewer are repeated in turn.
    #[arg(required = true, num_args = 1..=4, value_name = "FILE")]
    files: Vec<String>,
    /// Number of packs; each is dealt four times while the dealer moves on.
    #[arg(long, value_name = "N", default_value_t = 25)]
    packs: usize,
    /// Print the scores after every four deals.
    #[arg(long)]
    curve: bool,
}

/// JSON answer: the scores after a number of deals.
#[derive(Serialize)]
struct ScoreReport {
    deals: usize,
    scores: [i64; 4],
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let files = args.files.iter().map(|file| load(file, false)).collect::<Result<Vec<_>, _>>()?;
    let files: [Arc<RuleFile>; 4] = std::array::from_fn(|player| Arc::clone(&files[player % files.len()]));
    let settings = EvaluationSettings::new(args.packs, seeds::seed_or_random(seed));
    let results = evaluate(&files, &settings);
    let mut scores = [0_i64; 4];
    let mut fallbacks = 0;
    for (number, result) in results.iter().enumerate() {
        for (score, own) in scores.iter_mut().zip(result.scores) {
            *score += i64::from(own);
        }
        fallbacks += result.decisions[1];
        let deals = number + 1;
        if args.curve && deals % 4 == 0 || deals == results.len() {
            if out.is_json() {
                out.json(&ScoreReport { deals, scores })?;
            } else {
                let [a, b, c, d] = scores;
                writeln!(out, "{deals:>6} {a:>8} {b:>8} {c:>8} {d:>8}")?;
            }
        }
    }
    let count: usize = results.iter().map(|result| result.decisions[0]).sum();
    if !out.is_json() {
        writeln!(out, "{fallbacks} of {count} decisions without a legal answer of the rules")?;
    }
    Ok(Answer::Yes)
}
