//! `boardwright play`: one recorded match at the terminal between people and players. `boardwright-arena` runs the match.

mod dice;
mod human;
mod seats;
mod terminal;
mod time;

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_arena::{Ending, Match, Person, Start, SystemWatch, Terms, TimeControl, TimeoutPolicy};
use boardwright_game::record::RecordLine;
use boardwright_library::load::LoadedGame;
use boardwright_library::store;
use boardwright_library::store::Journal;
use clap::ValueEnum;

use crate::answer::Answer;
use crate::arm::{ArmArgs, CameraArgs, Keys, MatchSession};
use crate::failure::{Failure, note, say};
use crate::keyboard::Keyboard;
use crate::options::PositionArgs;
use crate::output::Output;
use crate::position::load_position;
use crate::{interrupt, seeds};
use dice::Dice;
use human::Human;
use seats::{HintPlayer, Participants};
use terminal::TerminalHost;
use time::OvertimeRule;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Players in seat order: `human`, or `name:key=value,...` as `boardwright players` lists them. Default: you are player 1 and
    /// the others play at random.
    #[arg(long, value_name = "A,B,...")]
    players: Option<String>,
    /// Write the record of the game to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Add the time of each move to the record.
    #[arg(long)]
    clock: bool,
    /// Time control: seconds for the game with an increment per move, such as `300+2`, or seconds per move, such as
    /// `5/move`.
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    time: Option<TimeControl>,
    /// Consequence of running out of time: the player loses, or the overtime is only noted.
    #[arg(long, value_enum, default_value_t = OvertimeRule::Loses, hide_possible_values = true, value_name = "loses|noted")]
    late: OvertimeRule,
    /// Draw when a position occurs for the Nth time, whatever the rules say.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    repetition: Option<u32>,
    /// Player that answers when a person types `hint`.
    #[arg(long, value_name = "SPEC", default_value = "portfolio:seconds=1")]
    hint: String,
    /// Source of chance moves: the program, or a person who rolls real dice and types the results.
    #[arg(long, value_enum, default_value_t = Dice::Program, hide_possible_values = true, value_name = "program|person")]
    dice: Dice,
    /// Stop after this many moves. Default: 1000 if no person plays, otherwise no limit.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    max_moves: Option<usize>,
    #[command(flatten)]
    arm: ArmArgs,
    /// Moves that the arm makes: those of players, or also those of people.
    #[arg(long, value_enum, default_value_t = ArmMoves::Players, hide_possible_values = true, value_name = "players|all")]
    arm_moves: ArmMoves,
}

/// Selection of the moves that an arm makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ArmMoves {
    /// Moves of players; people move pieces themselves.
    Players,
    /// Moves of everybody.
    All,
}

/// Move limit of games without a person, since some games never end.
const DEFAULT_MAX_MOVES: usize = 1000;

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    play_match(args, None, seed, out)
}

/// Plays a match, with a camera if one is given.
pub fn play_match(
    args: &Args,
    camera: Option<&CameraArgs>,
    seed: Option<u64>,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let (loaded, opening) = load_position(&args.position)?;
    args.dice.check(&loaded)?;
    let seed = seeds::seed_or_random(seed);
    // The arm and the camera poll the keyboard for single lines, which line editing does not support.
    let has_table = args.arm.arm.is_some() || camera.is_some();
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !out.is_json();
    let keyboard = if is_terminal && !has_table { Keyboard::with_line_editor() } else { Keyboard::default() };
    let keys: Keys = Arc::new(Mutex::new(keyboard));
    let move_number = opening.move_number();
    let mut start = Start { seed, position: opening.start, opening: opening.moves, move_number };
    let mut table_session = None;
    for part in 1.. {
        let record = args.record.as_deref().map(|path| part_path(path, part));
        let players = Players { args, camera, keys: Arc::clone(&keys), has_table };
        let (answer, session) = play_part(&loaded, players, &start, table_session, record.as_deref(), out)?;
        table_session = session;
        let Some(position) = table_session.as_mut().and_then(MatchSession::take_restart) else { return Ok(answer) };
        say("the game goes on from what stands on the table\n");
        start = Start { seed, position: Some(position), opening: Vec::new(), move_number: None };
    }
    unreachable!("a game ends")
}

/// The file of a part of a match: the first one has the name that was given.
fn part_path(path: &Path, part: usize) -> PathBuf {
    if part == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{part}{ending}"))
}

/// The players of a match, as the arguments give them.
struct Players<'a> {
    args: &'a Args,
    camera: Option<&'a CameraArgs>,
    keys: Keys,
    has_table: bool,
}

/// Plays a match up to its end, or until it goes on from another position.
fn play_part<'a>(
    loaded: &'a LoadedGame,
    Players { args, camera, keys, has_table }: Players<'_>,
    start: &Start,
    table_session: Option<MatchSession<'a>>,
    record: Option<&Path>,
    out: &mut Output,
) -> Result<(Answer, Option<MatchSession<'a>>), Failure> {
    let seed = start.seed;
    let seats = seats::create_seats(args.players.as_deref(), loaded, seed)?;
    let human = Human::new(loaded, HintPlayer::new(&args.hint, loaded, seed)?, Arc::clone(&keys));
    let participants = Participants::new(&seats);
    if participants.has_camera_player() && camera.is_none() {
        let reason = format!("{} plays at a table: `boardwright table play {}`", Person::CAMERA, loaded.argument);
        return Err(Failure::Usage(reason));
    }
    let terms = Terms {
        time: vec![args.time],
        margin: Duration::ZERO,
        timeout_policy: TimeoutPolicy::from(args.late),
        max_moves: args.max_moves.or((!participants.has_person()).then_some(DEFAULT_MAX_MOVES)),
        repetition: args.repetition.map(|times| times as usize),
        adjudication: None,
    };
    let watch = SystemWatch::start();
    let game = Match::new(loaded, seats, start, terms, &watch, interrupt::stop_flag());
    let game = game.map_err(|error| Failure::Input(error.to_string()))?;
    let mut table_session = match table_session {
        None if has_table => {
            let begin = game.history().state();
            Some(MatchSession::start(&args.arm, camera, loaded, begin, keys, seed, &mut io::stderr())?)
        }
        known => known,
    };
    if let Some(session) = &mut table_session {
        session.set_camera_players(participants.on_camera());
    }
    let mut journal = record.map(Journal::create).transpose()?;
    if let Some(journal) = &mut journal {
        journal.add(&RecordLine::Game(game.history().record().header.clone()))?;
    }
    // With JSON, standard output carries the record, so messages to people go to standard error.
    let json = out.is_json();
    let (finished, journal, match_failure, end_failure, table_session) = {
        let mut stderr = io::stderr();
        let ui: &mut dyn Write = if json { &mut stderr } else { &mut *out };
        let quiet = json && !participants.has_person();
        let (draw_offered_by, match_failure, end_failure) = (None, None, None);
        let people_move_by_hand = args.arm_moves == ArmMoves::Players;
        let mut terminal = TerminalHost {
            loaded,
            human,
            participants,
            ui,
            journal,
            quiet,
            draw_offered_by,
            failure: match_failure,
            end_failure,
            table_session,
            people_move_by_hand,
            dice: args.dice,
        };
        let finished = game.play(&mut terminal);
        (finished, terminal.journal, terminal.failure, terminal.end_failure, terminal.table_session)
    };
    // The game up to here is recorded before any other error can occur.
    let clock = args.clock.then_some(&finished.clock);
    let journal_note = journal.map_or(Ok(None), |journal| journal.finish(&finished.record, clock));
    if json && match_failure.is_none() {
        store::lines(&finished.record, clock).iter().try_for_each(|line| out.json(line))?;
    }
    if let Some(text) = journal_note? {
        note(&text);
    }
    if let Some(path) = record {
        say(&format!("the record is in {}\n", path.display()));
    }
    match (end_failure.or(match_failure), finished.ending) {
        (Some(failure), _) => Err(failure),
        (None, Ending::Fault { fault, .. }) => Err(loaded.fault_error(&fault).into()),
        (None, _) => Ok((Answer::Yes, table_session)),
    }
}
