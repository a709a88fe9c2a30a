//! `boardwright play`: one match at the terminal, between people and players, recorded. How a match goes is up to
//! `boardwright-arena`.

mod human;
mod refusal;
mod seats;
mod terminal;
mod time;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use boardwright_arena::{Control, Ending, Late, Match, Person, Start, SystemWatch, Terms};
use boardwright_engine::record::Line;
use boardwright_shelf::store;
use boardwright_shelf::store::Journal;
use clap::ValueEnum;

use super::Answer;
use crate::args::Position;
use crate::arm::{Asked, Camera, Keys, Side};
use crate::failure::{Failure, note, say};
use crate::line::position;
use crate::output::Output;
use crate::{interrupt, seeds};
use human::Human;
use seats::{Hints, Who};
use terminal::Terminal;
use time::OutOfTime;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: Position,
    /// Who plays, by player: `human`, or `name:key=value,...` as `boardwright players` lists them. Without this you are player 1
    /// and the others are random.
    #[arg(long, value_name = "A,B,...")]
    players: Option<String>,
    /// Keep the record of the game in this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Add to the record how long each move took.
    #[arg(long)]
    clock: bool,
    /// How much time everybody has: for the game in seconds with an increment after each move, as in `300+2`, or for each move, as
    /// in `5/move`.
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    time: Option<Control>,
    /// What becomes of a player without time: it loses, or that is only noted.
    #[arg(long, value_enum, default_value_t = OutOfTime::Loses, hide_possible_values = true, value_name = "loses|noted")]
    late: OutOfTime,
    /// A draw when a position has stood so often, whatever the rules say.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    repetition: Option<u32>,
    /// Who is asked when a person types `hint`.
    #[arg(long, value_name = "SPEC", default_value = "monte-carlo:seconds=1")]
    hint: String,
    /// Stop after this many moves. Without this a game in which no person plays is stopped after 1000.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    max_moves: Option<usize>,
    #[command(flatten)]
    arm: Asked,
    /// Whose moves the arm makes: those of players, or also those of people.
    #[arg(long, value_enum, default_value_t = Moves::Players, hide_possible_values = true, value_name = "players|all")]
    arm_moves: Moves,
}

/// Whose moves an arm makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// Those of players; people move pieces themselves.
    Players,
    /// Everybody's.
    All,
}

/// Where games without a person end, for some would never.
const MOST_MOVES: usize = 1000;

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    before(args, None, seed, out)
}

/// Plays, maybe before a camera.
pub fn before(args: &Args, camera: Option<&Camera>, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, opening) = position(&args.position)?;
    let seed = seeds::chosen(seed);
    let seats = seats::seats(args.players.as_deref(), &loaded, seed)?;
    let keys: Keys = Arc::default();
    let human = Human::new(&loaded, Hints::new(&args.hint, &loaded, seed)?, Arc::clone(&keys));
    let who = Who::new(&seats);
    if who.any_seen() && camera.is_none() {
        let reason = format!("{} plays at a table: `boardwright table play {}`", Person::CAMERA, loaded.asked);
        return Err(Failure::Usage(reason));
    }
    let terms = Terms {
        time: vec![args.time],
        margin: Duration::ZERO,
        late: Late::from(args.late),
        most_moves: args.max_moves.or((!who.any_person()).then_some(MOST_MOVES)),
        repetition: args.repetition.map(|times| times as usize),
        verdict: None,
    };
    let (start, watch) = (Start { seed, position: opening.begun, opening: opening.moves }, SystemWatch::start());
    let game = Match::new(&loaded, seats, &start, terms, &watch, interrupt::flag());
    let game = game.map_err(|error| Failure::Input(error.to_string()))?;
    let side = (args.arm.arm.is_some() || camera.is_some())
        .then(|| Side::start(&args.arm, camera, &loaded, game.course().state(), keys, seed, &mut io::stderr()))
        .transpose()?;
    let mut journal = args.record.as_deref().map(Journal::create).transpose()?;
    if let Some(journal) = &mut journal {
        journal.add(&Line::Game(game.course().record().header.clone()))?;
    }
    // For programs standard output carries the record, so a person is talked to on the other one.
    let json = out.is_json();
    let (finished, journal, hung, unshown) = {
        let mut aside = io::stderr();
        let ui: &mut dyn Write = if json { &mut aside } else { &mut *out };
        let quiet = json && !who.any_person();
        let (loaded, offered, hung, unshown) = (&loaded, None, None, None);
        let by_hand = args.arm_moves == Moves::Players;
        let mut terminal = Terminal { loaded, human, who, ui, journal, quiet, offered, hung, unshown, side, by_hand };
        let finished = game.play(&mut terminal);
        (finished, terminal.journal, terminal.hung, terminal.unshown)
    };
    // Whatever happened, the game up to there is kept, and before anything else can go wrong.
    let clock = args.clock.then_some(&finished.clock);
    let kept = journal.map_or(Ok(None), |journal| journal.finish(&finished.record, clock));
    if json && hung.is_none() {
        store::lines(&finished.record, clock).iter().try_for_each(|line| out.json(line))?;
    }
    if let Some(text) = kept? {
        note(&text);
    }
    if let Some(path) = &args.record {
        say(&format!("the record is in {}\n", path.display()));
    }
    match (unshown.or(hung), finished.ending) {
        (Some(failure), _) => Err(failure),
        (None, Ending::Fault { fault, .. }) => Err(loaded.fault(&fault).into()),
        (None, _) => Ok(Answer::Yes),
    }
}
