//! Match host at one terminal: prints the events of the game and appends the moves to the journal. [`human`](super::human)
//! asks people for moves.

use std::io::Write;

use boardwright_arena::{
    ChanceRequest, Decision, DrawOffer, Ending, GameHistory, Host, HostUnavailable, MatchEvent, MoveRequest, SeatError,
};
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_game::record::{MoveRecord, RecordLine};
use boardwright_library::load::LoadedGame;
use boardwright_library::seen_moves::{MoveKnowledge, move_knowledge};
use boardwright_library::store::Journal;

use super::dice::{Dice, Roll, ask_roll};
use super::human::{DecisionError, Human};
use super::seats::Participants;
use crate::arm::{MatchSession, PersonInput};
use crate::failure::Failure;
use crate::output::reflow;
use crate::view::{position_text, seen_position_text, status_text};

/// Host of a match at one terminal.
pub struct TerminalHost<'a, 's> {
    pub loaded: &'a LoadedGame,
    pub human: Human<'a>,
    pub participants: Participants,
    pub ui: &'a mut dyn Write,
    pub journal: Option<Journal>,
    /// `true` if there is no audience, so that nothing is printed.
    pub quiet: bool,
    /// Player who made the latest draw offer.
    pub draw_offered_by: Option<Player>,
    /// Failure that stopped the game.
    pub failure: Option<Failure>,
    /// Failure that occurred while the end of the game was shown.
    pub end_failure: Option<Failure>,
    /// The arm or table that follows the game.
    pub table_session: Option<MatchSession<'s>>,
    /// `true` if people make their moves on the table themselves.
    pub people_move_by_hand: bool,
    /// Source of chance moves.
    pub dice: Dice,
}

impl Host for TerminalHost<'_, '_> {
    fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Decision, SeatError> {
        let Self { human, ui, table_session: session, participants, .. } = self;
        let decision = match session {
            Some(session) if participants.is_on_camera(request.me) => observed_decision(human, session, request, *ui),
            Some(session) => session.while_idle(|| human.decide(request, *ui)),
            None => human.decide(request, *ui),
        };
        match decision {
            Ok(decision) => Ok(decision),
            Err(DecisionError::Fault(fault)) => Err(fault.into()),
            Err(DecisionError::Failure(failure)) => Err(self.stop_with(failure).into()),
        }
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>) -> Result<bool, HostUnavailable> {
        self.human.accepts_draw(offer, self.ui).map_err(|failure| self.stop_with(failure))
    }

    fn chance_outcome(&mut self, request: &ChanceRequest<'_>) -> Result<Option<usize>, HostUnavailable> {
        if self.dice == Dice::Program {
            return Ok(None);
        }
        let Self { loaded, human, ui, table_session, .. } = self;
        let mut ask = || ask_roll(loaded, human.keyboard(), request, *ui);
        let roll = match table_session {
            Some(session) => session.while_idle(ask),
            None => ask(),
        };
        match roll {
            Ok(Roll::Outcome(index)) => Ok(Some(index)),
            Ok(Roll::Drawn) => Ok(None),
            Ok(Roll::Left) => Err(HostUnavailable),
            Err(failure) => Err(self.stop_with(failure)),
        }
    }

    fn notify(&mut self, history: &GameHistory<'_>, event: MatchEvent<'_>) -> Result<(), HostUnavailable> {
        if let MatchEvent::Ended(ending) = event {
            self.end_failure = if self.failure.is_none() { self.show_end(history, ending).err() } else { None };
            let rested = self.table_session.as_mut().map_or(Ok(()), MatchSession::rest);
            self.end_failure = self.end_failure.take().or(rested.err()).or_else(|| self.report_camera().err());
            return Ok(());
        }
        let journaled = self.journal_event(&event);
        let message = journaled.and_then(|()| self.report_event(history, &event));
        match message.and_then(|()| self.follow(history, &event)) {
            Ok(true) => Ok(()),
            Ok(false) => Err(HostUnavailable),
            Err(failure) => Err(self.stop_with(failure)),
        }
    }
}

/// Decision of a person whose moves the camera recognises, and who may also type.
fn observed_decision(
    human: &mut Human<'_>,
    session: &mut MatchSession<'_>,
    request: &MoveRequest<'_>,
    ui: &mut dyn Write,
) -> Result<Decision, DecisionError> {
    if let Some(decision) = session.only_invisible_move(request)? {
        return Ok(decision);
    }
    session.announce_turn(request, ui)?;
    loop {
        let decision = match session.await_move(request, ui)? {
            PersonInput::Decision(decision) => Some(decision),
            PersonInput::Line(line) => match session.go_on_from_table(&line, request, ui)? {
                Some(true) => Some(Decision::Leave),
                Some(false) => None,
                None => human.answer(&line, request, ui)?,
            },
        };
        if let Some(decision) = decision {
            return Ok(decision);
        }
        ui.flush()?;
    }
}

impl TerminalHost<'_, '_> {
    /// Reports where the recording of the camera is, and where its calibration was saved.
    fn report_camera(&mut self) -> Result<(), Failure> {
        let Some(session) = &mut self.table_session else { return Ok(()) };
        for message in [session.recording_message(), session.save_looks()?].into_iter().flatten() {
            writeln!(self.ui, "{message}")?;
        }
        Ok(())
    }

    fn stop_with(&mut self, failure: Failure) -> HostUnavailable {
        self.failure = Some(failure);
        HostUnavailable
    }

    /// Appends the event to the journal, if it belongs to the record.
    fn journal_event(&mut self, event: &MatchEvent<'_>) -> Result<(), Failure> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        match event {
            MatchEvent::Moved { played, .. } => Ok(journal.add(&RecordLine::Move((*played).clone()))?),
            MatchEvent::TakenBack { moves: 1.., ply, .. } => Ok(journal.add(&RecordLine::Back { ply: *ply })?),
            _ => Ok(()),
        }
    }

    /// Brings the table to the new position. Returns `false` if the film of the table has ended.
    fn follow(&mut self, history: &GameHistory<'_>, event: &MatchEvent<'_>) -> Result<bool, Failure> {
        let Some(session) = &mut self.table_session else { return Ok(true) };
        let by_hand = match event {
            MatchEvent::Moved { turn, .. } => {
                self.people_move_by_hand
                    && turn.player().is_some_and(|player| self.participants.people().any(|person| person == player))
            }
            MatchEvent::TakenBack { moves: 1.., .. } => false,
            _ => return Ok(true),
        };
        session.follow(history.state(), by_hand, self.ui)
    }

    fn report_event(&mut self, history: &GameHistory<'_>, event: &MatchEvent<'_>) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let person = |player| self.loaded.player_label(player);
        let message = match *event {
            MatchEvent::Started => return self.show_start(history),
            // Output so far is shown before a player thinks for a long time.
            MatchEvent::Turn(_) => return Ok(self.ui.flush()?),
            MatchEvent::Evaluated { .. } | MatchEvent::Ended(_) => return Ok(()),
            MatchEvent::Moved { before, mv, turn, played, .. } => {
                // People at the table hear what the program has rolled for them.
                if let (Turn::Chance, Some(session)) = (turn, &self.table_session)
                    && !self.loaded.game().has_hidden_information()
                {
                    session.speak(&self.loaded.move_description(before, mv));
                }
                self.move_message(history, before, mv, turn, played)
            }
            MatchEvent::TakenBack { moves: 0, .. } => "there is nothing to take back".to_owned(),
            MatchEvent::TakenBack { .. } => "taken back".to_owned(),
            MatchEvent::TakeBackRefused { .. } => {
                "moves are not taken back here, because the cards that they showed would stay known".to_owned()
            }
            MatchEvent::DrawOffered { by } => {
                self.draw_offered_by = Some(by);
                format!("{} offers a draw", person(by))
            }
            MatchEvent::DrawAnswered { player, .. } if self.draw_offered_by == Some(player) => {
                "it was declined before this move already".to_owned()
            }
            MatchEvent::DrawAnswered { player, accepted: true } => format!("{} accepts", person(player)),
            MatchEvent::DrawAnswered { player, accepted: false } => format!("{} declines", person(player)),
            MatchEvent::Overtime { player, over } => {
                format!("{} has exceeded the time by {:.1} s", person(player), over.as_secs_f64())
            }
        };
        Ok(writeln!(self.ui, "{message}")?)
    }

    fn show_start(&mut self, history: &GameHistory<'_>) -> Result<(), Failure> {
        writeln!(self.ui, "{}: {}", self.loaded.title, self.participants.describe(self.loaded))?;
        if self.participants.has_person() {
            if let Some(about) = self.loaded.about() {
                writeln!(self.ui, "\n{}\n", reflow(about))?;
            }
            writeln!(self.ui, "Type a move, or its number; `help` lists the other commands.")?;
            if self.table_session.as_ref().is_some_and(MatchSession::can_be_stopped) {
                writeln!(self.ui, "While the arm moves, Enter stops it at once.")?;
            }
        } else {
            writeln!(self.ui, "\n{}", position_text(self.loaded, history.state()))?;
        }
        Ok(())
    }

    /// Message about a move. A move with hidden parts is printed as the person at the terminal sees it; if several people
    /// share the terminal, only what all of them see. Without people everything is printed.
    fn move_message(
        &self,
        history: &GameHistory<'_>,
        before: &AnyState,
        made: &AnyMove,
        turn: Turn,
        played: &MoveRecord,
    ) -> String {
        let (game, MoveRecord { ply, text, .. }) = (self.loaded.game(), played);
        let people: Vec<Player> = self.participants.people().collect();
        let known = |&viewer: &Player| move_knowledge(self.loaded, (before, history.state()), made, viewer);
        let known: Vec<MoveKnowledge> = people.iter().map(known).collect();
        let shown = match &known[..] {
            [MoveKnowledge::Part { text, .. }] => text.clone(),
            several if several.iter().any(|known| *known != MoveKnowledge::Whole) => "(hidden)".to_owned(),
            _ if turn.player().is_some() || self.loaded.spec().is_some() => self.loaded.move_description(before, made),
            _ => text.clone(),
        };
        let mover = turn.player().map_or_else(|| "chance".to_owned(), |player| self.loaded.player_label(player));
        let message = format!("{ply}. {mover}: {shown}");
        match people[..] {
            // The person sees how a deal of a match has ended.
            [viewer] if game.deal_number(before) != game.deal_number(history.state()) => {
                format!("\n{}\n{message}", game.view_text(before, viewer))
            }
            _ => message,
        }
    }

    /// Prints the final position and the result.
    fn show_end(&mut self, history: &GameHistory<'_>, ending: &Ending) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let (game, state) = (self.loaded.game(), history.state());
        let mut people = self.participants.people();
        let drawn = match (people.next(), people.next()) {
            // A single person does not get to see hidden information at the end.
            (Some(viewer), None) if self.loaded.spec().is_none() || game.has_hidden_information() => {
                seen_position_text(self.loaded, state, viewer)
            }
            _ => position_text(self.loaded, state),
        };
        writeln!(self.ui, "\n{drawn}\n{}\nseed {}", self.result_text(history, ending), history.record().header.seed)?;
        Ok(self.ui.flush()?)
    }

    /// Text of the result and its reason.
    fn result_text(&self, history: &GameHistory<'_>, ending: &Ending) -> String {
        let person = |player: &Player| self.loaded.player_label(*player);
        let won = ending.outcome(self.loaded.game().players());
        let won = won.map_or_else(String::new, |outcome| format!(": {}", self.loaded.outcome_text(outcome)));
        match ending {
            Ending::Finished(outcome) => status_text(self.loaded, history.state(), Turn::Over(*outcome)),
            Ending::Resigned(player) => format!("{} resigns{won}", person(player)),
            Ending::Time { player, late: None } => format!("{} has no time left{won}", person(player)),
            Ending::Time { player, late: Some(mv) } => {
                format!("{} has no time left, and the move \"{mv}\" came too late{won}", person(player))
            }
            Ending::Illegal { player, text } => format!("{} made no legal move, \"{text}\"{won}", person(player)),
            Ending::Crashed { player, message } => format!("{} crashed ({message}){won}", person(player)),
            Ending::Stalled(player) => format!("{} no longer responds{won}", person(player)),
            Ending::Agreed => "a draw by agreement".to_owned(),
            Ending::Repeated(times) => format!("the position has occurred {times} times{won}"),
            Ending::Adjudicated(_) => format!("adjudicated by the evaluations of the players{won}"),
            Ending::Left(_) => "the game is left as it stands".to_owned(),
            Ending::Stopped => "interrupted: the game is left as it stands".to_owned(),
            Ending::Limit => format!("stopped after {} moves", history.moves_made()),
            Ending::Fault { text: None, .. } => "the game cannot continue: its file has an error".to_owned(),
            Ending::Fault { text: Some(mv), .. } => {
                format!("the game cannot continue: its file has an error that occurred with the move \"{mv}\"")
            }
        }
    }
}
