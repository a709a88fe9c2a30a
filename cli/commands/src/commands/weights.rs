//! `boardwright weights`: the weights of the features of a game, their values by phase, and their influence on the play.

use std::io::Write as _;

use boardwright_game::features::WeightSet;
use boardwright_library::load::LoadedGame;
use boardwright_players::move_terms::PhaseInfluence;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, note};
use crate::load_game::load;
use crate::output::{Output, count_text, reflow, wrap};
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: a shipped game's name, with options after a colon.
    game: String,
    /// Weights to explain: their name, or a file `NAME.toml`. Without it, the weights of the game are listed.
    weights: Option<String>,
    /// Number of games of self-play that measure how often each feature decides the move.
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u32,
    /// Add the weights to your own ones under this name, by which every player option finds them.
    #[arg(long, value_name = "NAME", requires = "weights")]
    install: Option<String>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    match &args.weights {
        None => list(&loaded, out)?,
        Some(file) if args.install.is_some() => {
            let name = args.install.clone().unwrap_or_default();
            let path = loaded.save_weights(&WeightSet { name: name.clone(), ..loaded.weights(file)? })?;
            writeln!(out, "the weights \"{name}\" are in {}", path.display())?;
        }
        Some(name) => explain(&loaded, &loaded.weights(name)?, args.games as usize, seed, out)?,
    }
    Ok(Answer::Yes)
}

/// A line of the list.
#[derive(Serialize)]
struct SetReport<'a> {
    name: &'a str,
    about: &'a str,
    features: &'a str,
    players: Option<usize>,
    phases: usize,
    /// `true` for weights of the user.
    own: bool,
}

fn list(loaded: &LoadedGame, out: &mut Output) -> Result<(), Failure> {
    let (own, warning) = loaded.own_weights();
    if let Some(text) = warning {
        note(&text);
    }
    let shipped = loaded.shipped_weights();
    if shipped.is_empty() && own.is_empty() && !out.is_json() {
        writeln!(out, "{} has no weights of features", loaded.name)?;
    }
    let sets = shipped.iter().map(|set| (set, false)).chain(own.iter().map(|set| (set, true)));
    for (set, own) in sets {
        let WeightSet { name, about, features, players, phases, .. } = set;
        if out.is_json() {
            out.json(&SetReport { name, about, features, players: *players, phases: *phases, own })?;
            continue;
        }
        let players = players.map_or_else(String::new, |players| format!(" for {}", count_text(players, "player")));
        let source = if own { ", of the user" } else { "" };
        writeln!(out, "{name}{players}: features {features} in {}{source}", count_text(*phases, "phase"))?;
        for line in wrap(about, ABOUT_WIDTH) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// Width of wrapped descriptions, and of the bars.
const ABOUT_WIDTH: usize = 74;
const BAR_WIDTH: f64 = 20.0;

/// A feature of the explained weights.
#[derive(Serialize)]
struct FeatureReport<'a> {
    feature: &'a str,
    about: &'a str,
    /// Weights by phase.
    weights: Vec<f32>,
    /// Share of the decisions that the feature changed, by phase.
    changed: Vec<f64>,
    /// Share of all decisions that the feature changed.
    changed_in_all: f64,
}

fn explain(
    loaded: &LoadedGame,
    weights: &WeightSet,
    games: usize,
    seed: Option<u64>,
    out: &mut Output,
) -> Result<(), Failure> {
    let phases = loaded.feature_influence(weights, games, seeds::seed_or_random(seed))?;
    let sets = loaded.feature_sets();
    let features = sets.iter().find(|set| set.name == weights.features).map_or(&[][..], |set| &set.features);
    let decisions: u64 = phases.iter().map(|phase| phase.decisions).sum();
    let reports = features.iter().enumerate().map(|(index, feature)| FeatureReport {
        feature: &feature.name,
        about: &feature.about,
        weights: (0..weights.phases).map(|phase| weights.weight(index, phase)).collect(),
        changed: phases.iter().map(|phase| phase.share(index)).collect(),
        changed_in_all: phases.iter().map(|phase| phase.changed[index]).sum::<u64>() as f64 / decisions.max(1) as f64,
    });
    let reports: Vec<_> = reports.collect();
    if out.is_json() {
        return reports.iter().try_for_each(|report| out.json(report));
    }
    writeln!(out, "{}", reflow(&format!("{}: {}", weights.name, weights.about)))?;
    print_weights(weights.phases, &reports, out)?;
    if decisions > 0 {
        print_influence((games, decisions), &phases, &reports, out)?;
    }
    writeln!(out, "\nfeatures")?;
    for report in reports {
        for (index, line) in wrap(&format!("{}: {}", report.feature, report.about), ABOUT_WIDTH).iter().enumerate() {
            writeln!(out, "{}{line}", if index == 0 { "  " } else { "    " })?;
        }
    }
    Ok(())
}

fn name_width(reports: &[FeatureReport<'_>]) -> usize {
    reports.iter().map(|report| report.feature.chars().count()).max().unwrap_or(0)
}

fn print_weights(phases: usize, reports: &[FeatureReport<'_>], out: &mut Output) -> Result<(), Failure> {
    let width = name_width(reports);
    let head = (1..=phases).map(|phase| format!("{phase:>9}")).collect::<Vec<_>>().concat();
    writeln!(out, "\n{:width$}{head}", "weights by phase")?;
    for report in reports {
        let row = report.weights.iter().map(|weight| format!("{weight:>9.3}")).collect::<Vec<_>>().concat();
        writeln!(out, "{:width$}{row}", report.feature)?;
    }
    Ok(())
}

/// Prints the share of the decisions that each feature changed, the most influential feature first.
fn print_influence(
    (games, decisions): (usize, u64),
    phases: &[PhaseInfluence],
    reports: &[FeatureReport<'_>],
    out: &mut Output,
) -> Result<(), Failure> {
    let width = name_width(reports);
    writeln!(
        out,
        "\nShare of the decisions that would be different without the feature,\nin {} of self-play ({decisions} decisions)",
        count_text(games, "game")
    )?;
    let head = (1..=phases.len()).map(|phase| format!("{phase:>7}")).collect::<Vec<_>>().concat();
    writeln!(out, "{:width$}{head}    all", "in phase")?;
    let mut sorted: Vec<&FeatureReport<'_>> = reports.iter().collect();
    sorted.sort_by(|one, other| other.changed_in_all.total_cmp(&one.changed_in_all));
    let greatest = sorted.first().map_or(0.0, |report| report.changed_in_all).max(f64::MIN_POSITIVE);
    for report in sorted {
        let row = report.changed.iter().map(|share| format!("{:>5.1} %", 100.0 * share)).collect::<Vec<_>>().concat();
        let bar = "#".repeat((BAR_WIDTH * report.changed_in_all / greatest).round() as usize);
        let line = format!("{:width$}{row}{:>5.1} %  {bar}", report.feature, 100.0 * report.changed_in_all);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
