//! `boardwright explain`: what the rules of a game became when they were compiled, and what that costs.

use std::io::Write as _;

use boardwright_engine::symmetry::Among;
use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::load::load;
use crate::output::Output;

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
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let Some(game) = loaded.spec() else {
        return Err(Failure::Input(format!("{} is not a game file, it has no rules to be compiled", loaded.name)));
    };
    let (native, single) = (game.native_summary(), game.steps_summary());
    let explained = Explained {
        state_bytes: game.state_bytes(),
        portable: game.fast_summary(),
        machine_code: native.ok(),
        no_machine_code: native.err(),
        single_moves: single.ok(),
        no_single_moves: single.err(),
        symmetries: game.symmetries().count(Among::SamePlayers),
        symmetries_with_players: game.symmetries().count(Among::All),
    };
    if out.is_json() {
        out.json(&explained)?;
        return Ok(Answer::Yes);
    }
    writeln!(out, "a state: {} bytes", explained.state_bytes)?;
    writeln!(out, "portable form: {}", explained.portable)?;
    let code = [("machine code", native), ("machine code for single moves", single)];
    for (what, code) in code {
        match code {
            Ok(summary) => writeln!(out, "{what}: {summary}")?,
            Err(why) => writeln!(out, "{what}: none, because of {why}")?,
        }
    }
    let (same, all) = (explained.symmetries, explained.symmetries_with_players);
    match game.symmetries().why_none() {
        Some(why) => writeln!(out, "symmetries: none known, because of {why}")?,
        None => writeln!(out, "symmetries: {same} (with players exchanged: {all})")?,
    }
    Ok(Answer::Yes)
}
