//! `boardwright play`: one game at the terminal, between people and random players, recorded.

mod human;
mod refusal;
mod seats;
mod session;

use std::io::{self, Write};
use std::path::PathBuf;

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::{Outcome, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::playout::weighted;
use boardwright_engine::record::{Clock, Reason};

use super::Answer;
use super::show::drawing;
use crate::args::Position;
use crate::failure::{Failure, say};
use crate::line::position;
use crate::load::Loaded;
use crate::output::{Output, reflowed};
use crate::view::{label, result, standing};
use crate::{seeds, store};
use human::{Decision, Human};
use seats::{Mind, Seats};
use session::{Ending, Session};

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
    /// Stop after this many moves. Without this a game in which no person plays is stopped after 1000.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    max_moves: Option<usize>,
}

/// Where games without a person end, for some would never.
const MOST_MOVES: usize = 1000;

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, opening) = position(&args.position)?;
    let seed = seeds::chosen(seed);
    let mut seats = Seats::new(args.players.as_deref(), &loaded, seed)?;
    let mut session = Session::new(&loaded, opening, &seats, seed, args.record.as_deref())?;
    let limit = args.max_moves.or((!seats.any_human()).then_some(MOST_MOVES));
    // For programs standard output carries the record, so a person is talked to on the other one.
    let json = out.is_json();
    let (played, shown) = {
        let ui: &mut dyn Write = if json { &mut io::stderr() } else { &mut *out };
        let mut game = Game { loaded: &loaded, human: Human::new(&loaded), ui, quiet: json && !seats.any_human() };
        let played = game.play(&mut session, &mut seats, limit);
        let shown = played.as_ref().map_or(Ok(()), |ending| game.close(&session, &seats, ending));
        (played, shown)
    };
    // Whatever happened, the game up to there is kept, and before anything else can go wrong.
    let fault = session.end(played.as_ref().map_or(Ending::Left(None), Clone::clone));
    let clock = args.clock.then(|| Clock { seconds: session.seconds().to_vec() });
    let kept = session.keep(clock.as_ref());
    if json && played.is_ok() {
        store::lines(session.record(), clock.as_ref()).iter().try_for_each(|line| out.json(line))?;
    }
    kept?;
    if let Some(path) = &args.record {
        say(&format!("the record is in {}\n", path.display()));
    }
    shown?;
    match (played?, fault) {
        (Ending::Fault { .. }, Some(failure)) => Err(failure),
        _ => Ok(Answer::Yes),
    }
}

/// The game at one terminal.
struct Game<'a> {
    loaded: &'a Loaded,
    human: Human,
    ui: &'a mut dyn Write,
    /// Nobody looks on.
    quiet: bool,
}

impl Game<'_> {
    fn play(&mut self, session: &mut Session<'_>, seats: &mut Seats, limit: Option<usize>) -> Result<Ending, Failure> {
        self.open(session, seats)?;
        loop {
            let (turn, moves) = match self.loaded.game().turn(session.state()) {
                Ok(listed) => listed,
                Err(fault) => return Ok(Ending::Fault { fault, text: None }),
            };
            if let Turn::Over(outcome) = turn {
                return Ok(Ending::Finished(outcome));
            }
            if limit.is_some_and(|limit| session.made() >= limit) {
                return Ok(Ending::Limit);
            }
            session.start_clock();
            let decision = match turn.player() {
                None => Decision::Move(self.chance(session, seats, &moves)),
                Some(player) => match seats.mind(player) {
                    Mind::Player(player) => match player.choose(session.state()) {
                        Ok(mv) => Decision::Move(mv),
                        Err(fault) => Decision::Fault(fault),
                    },
                    Mind::Human => self.human.decide(session, player, &moves, self.ui)?,
                },
            };
            match decision {
                Decision::Move(mv) => {
                    let news = self.news(session, seats, &moves, &mv, turn);
                    if let Err(ending) = session.make(&mv, turn.player())? {
                        return Ok(ending);
                    }
                    self.announce(&news)?;
                }
                Decision::Undo => {
                    let people: Vec<Player> = seats.humans().collect();
                    let taken = session.take_back(&people)?;
                    let told = if taken == 0 { "there is nothing to take back" } else { "taken back" };
                    writeln!(self.ui, "{told}")?;
                }
                Decision::Resign(player) => return Ok(Ending::Resigned(player)),
                Decision::Leave(player) => return Ok(Ending::Left(Some(player))),
                Decision::Fault(fault) => return Ok(Ending::Fault { fault, text: None }),
            }
        }
    }

    fn chance(&self, session: &Session<'_>, seats: &mut Seats, moves: &[AnyMove]) -> AnyMove {
        let mut chances = Vec::new();
        self.loaded.game().chances(session.state(), &mut chances);
        moves[weighted(&chances, seats.chance())].clone()
    }

    fn open(&mut self, session: &Session<'_>, seats: &Seats) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        writeln!(self.ui, "{}: {}", self.loaded.title, seats.told(self.loaded))?;
        if seats.any_human() {
            if let Some(about) = self.loaded.about() {
                writeln!(self.ui, "\n{}\n", reflowed(about))?;
            }
            writeln!(self.ui, "Type a move, or its number; `help` tells what else there is.")?;
        } else {
            writeln!(self.ui, "\n{}", drawing(self.loaded, session.state()))?;
        }
        Ok(())
    }

    /// What onlookers are told of a move; of what chance did only what every person at the table may know.
    fn news(&self, session: &Session<'_>, seats: &Seats, moves: &[AnyMove], made: &AnyMove, turn: Turn) -> String {
        let game = self.loaded.game();
        let ply = session.plies() + 1;
        let Some(player) = turn.player() else {
            let hidden = seats.humans().any(|viewer| !self.can_tell(session.state(), viewer, moves, made));
            let text = if hidden { "(hidden)".to_owned() } else { game.move_text(session.state(), made) };
            return format!("{ply}. chance: {text}");
        };
        // A label that fails is no reason to end the game.
        let label = label(self.loaded, session.state(), made).ok().flatten();
        let label = label.map_or_else(String::new, |label| format!(" ({label})"));
        format!("{ply}. {}: {}{label}", self.loaded.person(player), game.move_text(session.state(), made))
    }

    /// Whether a player sees afterwards which of the moves was made.
    fn can_tell(&self, state: &AnyState, viewer: Player, moves: &[AnyMove], made: &AnyMove) -> bool {
        let game = self.loaded.game();
        let seen = |mv: &AnyMove| {
            let (mut after, mut seen) = (state.clone(), Vec::new());
            game.apply(&mut after, mv).ok()?;
            game.information(&after, viewer, &mut seen);
            Some(seen)
        };
        let what = seen(made);
        moves.iter().filter(|mv| seen(mv) == what).count() <= 1
    }

    fn announce(&mut self, news: &str) -> Result<(), Failure> {
        if !self.quiet {
            writeln!(self.ui, "{news}")?;
        }
        Ok(())
    }

    /// The last position, and how it ended.
    fn close(&mut self, session: &Session<'_>, seats: &Seats, ending: &Ending) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let (game, state) = (self.loaded.game(), session.state());
        let mut humans = seats.humans();
        let drawn = match (humans.next(), humans.next()) {
            // A single person sees no more than before.
            (Some(viewer), None) if self.loaded.spec().is_none() => game.view_text(state, viewer),
            _ => drawing(self.loaded, state),
        };
        writeln!(self.ui, "\n{drawn}")?;
        let told = match ending {
            Ending::Finished(outcome) => standing(self.loaded, state, Turn::Over(*outcome)),
            Ending::Resigned(player) => {
                let won = session::winner_by_resignation(*player, game.players());
                let won = won.map_or_else(String::new, |outcome| format!(": {}", result(self.loaded, outcome)));
                format!("{} resigns{won}", self.loaded.person(*player))
            }
            Ending::Left(_) => "the game is left as it stands".to_owned(),
            Ending::Limit => format!("stopped after {} moves", session.made()),
            Ending::Fault { text: None, .. } => "the game cannot go on: its file has a mistake".to_owned(),
            Ending::Fault { text: Some(mv), .. } => {
                format!("the game cannot go on: its file has a mistake, which showed with the move \"{mv}\"")
            }
        };
        writeln!(self.ui, "{told}\nseed {}", session.record().header.seed)?;
        Ok(self.ui.flush()?)
    }
}

impl Ending {
    /// As the record has it: why, and who won as far as that is known.
    fn reason(&self, players: usize) -> (Reason, Option<Outcome>, Option<Player>) {
        match *self {
            Self::Finished(outcome) => (Reason::Finished, Some(outcome), None),
            Self::Resigned(player) => (Reason::Resigned, session::winner_by_resignation(player, players), Some(player)),
            Self::Left(player) => (Reason::Left, None, player),
            Self::Limit => (Reason::Limit, None, None),
            Self::Fault { .. } => (Reason::Fault, None, None),
        }
    }
}
