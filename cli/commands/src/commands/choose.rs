//! `boardwright choose`: the move that a player chooses in a position.

use std::io::Write as _;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::load_game;
use crate::options::PositionArgs;
use crate::output::{Output, group_digits};
use crate::position::load_position;
use crate::seeds;
use boardwright_library::analysis::{AnalysisRequest, MoveAnalysis, ProvenMove};
use serde::Serialize;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Player that chooses: `name` or `name:key=value,key=value`; `boardwright players` lists them.
    #[arg(long, value_name = "SPEC", default_value = "portfolio")]
    player: String,
}

/// JSON answer.
#[derive(Serialize)]
struct ChosenMove<'a> {
    #[serde(flatten)]
    analysis: &'a MoveAnalysis,
    /// The move as people write it.
    notation: String,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let player = boardwright_players::parse(&args.player).map_err(|error| Failure::Usage(error.to_string()))?;
    let (loaded, reached) = load_position(&args.position)?;
    let (seed, stop) = (seeds::seed_or_random(seed), interrupt::stop_flag());
    let artifacts = load_game::load_artifacts(&loaded)?;
    let request = AnalysisRequest {
        player: &player,
        loaded: &loaded,
        artifacts: &artifacts,
        state: &reached.state,
        seed,
        stop,
        listener: None,
    };
    let analysis = request.run()?;
    if out.is_json() {
        let mv = loaded.game().parse_move(&reached.state, &analysis.best.mv);
        let notation = mv.map(|mv| loaded.move_description(&reached.state, &mv));
        let notation = notation.map_err(|error| Failure::Input(error.to_string()))?;
        out.json(&ChosenMove { analysis: &analysis.best, notation })?;
        return Ok(Answer::Yes);
    }
    let MoveAnalysis { mv, value, proven, score, depth, nodes, playouts, seconds, pv } = analysis.best;
    writeln!(out, "{mv}")?;
    if let Some(about) = analysis.about {
        writeln!(out, "chosen by {about}")?;
    }
    if value.is_none() && nodes > 0 {
        writeln!(out, "no evaluation after {} positions; the move is arbitrary", group_digits(nodes))?;
    }
    if let Some(value) = value {
        let rest = match playouts {
            Some(1) => " from 1 playout".to_owned(),
            Some(playouts) => format!(" from {} playouts", group_digits(playouts)),
            None => String::new(),
        };
        let nodes = group_digits(nodes);
        writeln!(
            out,
            "value {value:+.3} for the player to move{rest}, depth {depth}, {nodes} positions in {seconds:.2} s"
        )?;
    }
    if let Some(score) = score {
        writeln!(out, "score of the engine: {score}")?;
    }
    if let Some(ProvenMove { result, plies }) = proven {
        let when = if plies == 0 { String::new() } else { format!(" in {plies} plies") };
        writeln!(out, "proven: {result}{when}")?;
    }
    if pv.len() > 1 {
        writeln!(out, "expected: {}", pv.join("; "))?;
    }
    Ok(Answer::Yes)
}
