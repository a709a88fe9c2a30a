//! `boardwright why`: explains why a move is legal and what it does, or why it is not legal.
//! `boardwright-library` finds the reasons; [`text`] formats them for people.

mod text;

use boardwright_library::explain::{explain_move, trace_move};

use crate::answer::Answer;
use crate::failure::Failure;
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::load_position;
pub use text::{ShownRules, write};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The move, or a part of it: an element alone asks for its legal moves, or for the reason why it has none.
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
    /// Show all rules that refuse the move, those for other pieces too.
    #[arg(long)]
    all: bool,
    /// Show every step: the tests of each rule with their values, and the effects of a legal move.
    #[arg(long, conflicts_with = "all")]
    trace: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    if args.trace {
        let trace = trace_move(&loaded, &reached.state, &args.mv)?;
        if out.is_json() {
            out.json(&trace)?;
        } else {
            text::write_trace(&trace, out)?;
        }
        return Ok(if trace.legal { Answer::Yes } else { Answer::No });
    }
    let explanation = explain_move(&loaded, &reached.state, &args.mv)?;
    if out.is_json() {
        out.json(&explanation)?;
    } else {
        let shown = if args.all { ShownRules::All } else { ShownRules::Likely(", which `--all` shows") };
        write(&explanation, shown, out)?;
    }
    Ok(if explanation.legal { Answer::Yes } else { Answer::No })
}
