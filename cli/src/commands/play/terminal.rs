//! The game at one terminal: what onlookers are told, and the journal that grows with the game. How people are asked is in
//! [`human`](super::human).

use std::io::Write;

use boardwright_arena::{Ask, Course, Decision, Ending, Event, Host, Hung, Offer, Trouble};
use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::Turn;
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Line, Played};
use boardwright_shelf::load::Loaded;
use boardwright_shelf::store::Journal;

use super::human::{Human, Stuck};
use super::seats::Who;
use crate::arm::Side;
use crate::commands::show::drawing;
use crate::failure::Failure;
use crate::output::reflowed;
use crate::view::standing;

/// The game at one terminal.
pub struct Terminal<'a> {
    pub loaded: &'a Loaded,
    pub human: Human<'a>,
    pub who: Who,
    pub ui: &'a mut dyn Write,
    pub journal: Option<Journal>,
    /// Nobody looks on.
    pub quiet: bool,
    /// Who offered a draw last.
    pub offered: Option<Player>,
    /// Why the game had to stop.
    pub hung: Option<Failure>,
    /// Why its end could not be shown.
    pub unshown: Option<Failure>,
    /// The arm that follows the game.
    pub side: Option<Side<'a>>,
    /// People make their moves on the table themselves.
    pub by_hand: bool,
}

impl Host for Terminal<'_> {
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Decision, Trouble> {
        let Self { human, ui, side, who, .. } = self;
        let decided = match side {
            Some(side) if who.is_seen(ask.me) => side.seen(ask, *ui).map_err(Stuck::from),
            Some(side) => side.while_idle(|| human.decide(ask, *ui)),
            None => human.decide(ask, *ui),
        };
        match decided {
            Ok(decision) => Ok(decision),
            Err(Stuck::Fault(fault)) => Err(fault.into()),
            Err(Stuck::Failure(failure)) => Err(self.hang(failure).into()),
        }
    }

    fn accepts(&mut self, offer: &Offer<'_>) -> Result<bool, Hung> {
        self.human.accepts(offer, self.ui).map_err(|failure| self.hang(failure))
    }

    fn hear(&mut self, course: &Course<'_>, event: Event<'_>) -> Result<(), Hung> {
        if let Event::Ended(ending) = event {
            self.unshown = if self.hung.is_none() { self.close(course, ending).err() } else { None };
            let rests = self.side.as_mut().map_or(Ok(()), Side::rest);
            self.unshown = self.unshown.take().or(rests.err()).or_else(|| self.seen().err());
            return Ok(());
        }
        let kept = self.keep(&event);
        let told = kept.and_then(|()| self.tell(course, &event));
        told.and_then(|()| self.follow(course, &event)).map_err(|failure| self.hang(failure))
    }
}

impl Terminal<'_> {
    /// Tells where is kept what a camera saw, and what it learnt.
    fn seen(&mut self) -> Result<(), Failure> {
        let Some(side) = &mut self.side else { return Ok(()) };
        for told in [side.kept(), side.remember()?].into_iter().flatten() {
            writeln!(self.ui, "{told}")?;
        }
        Ok(())
    }

    fn hang(&mut self, failure: Failure) -> Hung {
        self.hung = Some(failure);
        Hung
    }

    /// Writes into the journal what will be in the record.
    fn keep(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        match event {
            Event::Moved { played, .. } => Ok(journal.add(&Line::Move((*played).clone()))?),
            Event::TakenBack { moves: 1.., ply, .. } => Ok(journal.add(&Line::Back { ply: *ply })?),
            _ => Ok(()),
        }
    }

    /// The table follows the game.
    fn follow(&mut self, course: &Course<'_>, event: &Event<'_>) -> Result<(), Failure> {
        let Some(side) = &mut self.side else { return Ok(()) };
        let by_hand = match event {
            Event::Moved { turn, .. } => {
                self.by_hand && turn.player().is_some_and(|player| self.who.people().any(|person| person == player))
            }
            Event::TakenBack { moves: 1.., .. } => false,
            _ => return Ok(()),
        };
        side.follow(course.state(), by_hand, self.ui)
    }

    fn tell(&mut self, course: &Course<'_>, event: &Event<'_>) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let person = |player| self.loaded.person(player);
        let told = match *event {
            Event::Started => return self.open(course),
            // What was done so far is shown before somebody thinks for long.
            Event::Turn(_) => return Ok(self.ui.flush()?),
            Event::Thought { .. } | Event::Ended(_) => return Ok(()),
            Event::Moved { before, moves, mv, turn, played } => self.news(before, moves, mv, turn, played),
            Event::TakenBack { moves: 0, .. } => "there is nothing to take back".to_owned(),
            Event::TakenBack { .. } => "taken back".to_owned(),
            Event::Offered { by } => {
                self.offered = Some(by);
                format!("{} offers a draw", person(by))
            }
            Event::Answered { player, .. } if self.offered == Some(player) => {
                "it was declined before this move already".to_owned()
            }
            Event::Answered { player, accepted: true } => format!("{} accepts", person(player)),
            Event::Answered { player, accepted: false } => format!("{} declines", person(player)),
            Event::Late { player, over } => {
                format!("{} has taken {:.1} s too much", person(player), over.as_secs_f64())
            }
        };
        Ok(writeln!(self.ui, "{told}")?)
    }

    fn open(&mut self, course: &Course<'_>) -> Result<(), Failure> {
        writeln!(self.ui, "{}: {}", self.loaded.title, self.who.told(self.loaded))?;
        if self.who.any_person() {
            if let Some(about) = self.loaded.about() {
                writeln!(self.ui, "\n{}\n", reflowed(about))?;
            }
            writeln!(self.ui, "Type a move, or its number; `help` tells what else there is.")?;
            if self.side.as_ref().is_some_and(Side::can_be_stopped) {
                writeln!(self.ui, "While the arm moves, Enter stops it at once.")?;
            }
        } else {
            writeln!(self.ui, "\n{}", drawing(self.loaded, course.state()))?;
        }
        Ok(())
    }

    /// What onlookers are told of a move; of what chance did only what every person at the table may know.
    fn news(&self, before: &AnyState, moves: &[AnyMove], made: &AnyMove, turn: Turn, played: &Played) -> String {
        let Played { ply, text, .. } = played;
        let Some(player) = turn.player() else {
            let hidden = self.who.people().any(|viewer| !self.can_tell(before, viewer, moves, made));
            return format!("{ply}. chance: {}", if hidden { "(hidden)" } else { text });
        };
        // A label that fails is no reason to end the game.
        let label = self.loaded.label(before, made).ok().flatten();
        let label = label.map_or_else(String::new, |label| format!(" ({label})"));
        format!("{ply}. {}: {text}{label}", self.loaded.person(player))
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

    /// The last position, and how it ended.
    fn close(&mut self, course: &Course<'_>, ending: &Ending) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let (game, state) = (self.loaded.game(), course.state());
        let mut people = self.who.people();
        let drawn = match (people.next(), people.next()) {
            // A single person sees no more than before.
            (Some(viewer), None) if self.loaded.spec().is_none() => game.view_text(state, viewer),
            _ => drawing(self.loaded, state),
        };
        writeln!(self.ui, "\n{drawn}\n{}\nseed {}", self.last(course, ending), course.record().header.seed)?;
        Ok(self.ui.flush()?)
    }

    /// Why the game is over.
    fn last(&self, course: &Course<'_>, ending: &Ending) -> String {
        let person = |player: &Player| self.loaded.person(*player);
        let won = ending.outcome(self.loaded.game().players());
        let won = won.map_or_else(String::new, |outcome| format!(": {}", self.loaded.result(outcome)));
        match ending {
            Ending::Finished(outcome) => standing(self.loaded, course.state(), Turn::Over(*outcome)),
            Ending::Resigned(player) => format!("{} resigns{won}", person(player)),
            Ending::Time(player) => format!("{} has no time left{won}", person(player)),
            Ending::Illegal { player, text } => format!("{} made no legal move, \"{text}\"{won}", person(player)),
            Ending::Crashed { player, message } => format!("{} broke down ({message}){won}", person(player)),
            Ending::Stalled(player) => format!("{} does not answer any more{won}", person(player)),
            Ending::Agreed => "a draw by agreement".to_owned(),
            Ending::Repeated(times) => format!("the position has stood {times} times{won}"),
            Ending::Adjudicated(_) => format!("the players hold the game for decided{won}"),
            Ending::Left(_) => "the game is left as it stands".to_owned(),
            Ending::Stopped => "interrupted: the game is left as it stands".to_owned(),
            Ending::Limit => format!("stopped after {} moves", course.made()),
            Ending::Fault { text: None, .. } => "the game cannot go on: its file has a mistake".to_owned(),
            Ending::Fault { text: Some(mv), .. } => {
                format!("the game cannot go on: its file has a mistake, which showed with the move \"{mv}\"")
            }
        }
    }
}
