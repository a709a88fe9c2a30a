//! `boardwright choose`: the move that a player would make.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{Game, Turn};
use boardwright_players::{Asked, Choice, Question};
use serde::Serialize;

use super::Answer;
use crate::args::Position;
use crate::failure::Failure;
use crate::line::position;
use crate::load::{Job, Loaded};
use crate::output::{Output, grouped};
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Who chooses: `name` or `name:key=value,key=value`; `boardwright players` lists them.
    #[arg(long, value_name = "SPEC")]
    player: String,
}

#[derive(Serialize)]
struct Chosen {
    #[serde(rename = "move")]
    mv: String,
    value: Option<f64>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let asked = boardwright_players::parse(&args.player).map_err(|error| Failure::Usage(error.to_string()))?;
    let (loaded, reached) = position(&args.position)?;
    let seed = seeds::chosen(seed);
    let chosen = loaded.with(Choosing { asked: &asked, loaded: &loaded, state: &reached.state, seed })?;
    if out.is_json() {
        out.json(&chosen)?;
        return Ok(Answer::Yes);
    }
    let Chosen { mv, value, depth, nodes, seconds, pv } = chosen;
    writeln!(out, "{mv}")?;
    if value.is_none() && nodes > 0 {
        writeln!(out, "nothing was found in {} positions, so this is just some move", grouped(nodes))?;
    }
    if let Some(value) = value {
        writeln!(
            out,
            "value {value:+.3} for whoever is to move, depth {depth}, {} positions in {seconds:.2} s",
            grouped(nodes)
        )?;
    }
    if pv.len() > 1 {
        writeln!(out, "expected: {}", pv.join("; "))?;
    }
    Ok(Answer::Yes)
}

struct Choosing<'a> {
    asked: &'a Asked,
    loaded: &'a Loaded,
    state: &'a AnyState,
    seed: u64,
}

impl Job for Choosing<'_> {
    type Output = Result<Chosen, Failure>;

    fn run<G>(self, game: &G) -> Self::Output
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let state: &G::State = self.state.downcast_ref().expect("the line was played in this game");
        let fault = |fault| self.loaded.fault(&fault);
        let mut moves = Vec::new();
        let me = match game.turn(state, &mut moves).map_err(fault)? {
            Turn::Player(player) => player,
            Turn::Over(_) => {
                return Err(Failure::Input("the game is over here: there is no move to choose".to_owned()));
            }
            Turn::Chance => {
                return Err(Failure::Input("chance decides here: nobody has a move to choose".to_owned()));
            }
        };
        let mut player = self.asked.make(game, self.seed).map_err(|error| Failure::Usage(error.to_string()))?;
        let stop = AtomicBool::new(false);
        let limits = self.asked.limits(&stop);
        let Choice { mv, value, proven: _, depth, nodes, line } =
            player.choose(&Question { game, state, me, moves: &moves, limits, listener: None }).map_err(fault)?;
        let seconds = limits.began.elapsed().as_secs_f64();
        let mut pv = Vec::new();
        let mut at = state.clone();
        for mv in line {
            pv.push(game.move_text(&at, mv));
            game.apply(&mut at, mv).map_err(fault)?;
        }
        Ok(Chosen { mv: game.move_text(state, mv), value, depth, nodes, seconds, pv })
    }
}
