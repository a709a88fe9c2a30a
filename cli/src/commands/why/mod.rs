//! `boardwright why`: why a move is legal and what it does, or why it is not.
//! What it says for people is in [`text`]; the reasons are found elsewhere.

mod text;

use boardwright_shelf::why::told;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::output::Output;
pub use text::write;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// The move, or a part of it: an element alone asks where that can go, or why it cannot move at all.
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = position(&args.position)?;
    let told = told(&loaded, &reached.state, &args.mv)?;
    if out.is_json() {
        out.json(&told)?;
    } else {
        write(&told, out)?;
    }
    Ok(if told.legal { Answer::Yes } else { Answer::No })
}
