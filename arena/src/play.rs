//! The [`Match`]: one game, played from its opening to its end. All communication with users goes through its [`Host`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_game::any::AnyMove;
use boardwright_game::fault::Fault;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_game::record::{MoveTimes, Record};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::adjudication::Adjudication;
use crate::clock::{Clocks, TimeControl, TimeoutPolicy, Watch};
use crate::ending::Ending;
use crate::game_history::{GameHistory, StartError};
use crate::host::{Host, HostUnavailable, MatchEvent};
use crate::playable::Playable;
use crate::seat::{ChanceRequest, Decision, DrawOffer, MoveRequest, Reply, Seat, SeatError};
use crate::seeds::derive_seed;

/// Start of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Seed of the chance moves; it is written to the record.
    pub seed: u64,
    /// Position to begin with, as written by [`AnyGame::state_text`](boardwright_game::any::AnyGame::state_text);
    /// `None` is the initial state of the game.
    pub position: Option<String>,
    /// Moves made before the players begin.
    pub opening: Vec<String>,
    /// Number of the first move, as notations count the moves of both players together; `None` for 1.
    pub move_number: Option<u32>,
}

/// Conditions that end a match besides the rules of its game. The default has no such condition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Time control of each player, if it has a clock; the last one applies to all others. Chance and answers to draw
    /// offers take no time. Time spent on moves that are taken back stays spent.
    pub time: Vec<Option<TimeControl>>,
    /// Time by which a player may be late without consequences: the overhead of the machine, not of the player.
    pub margin: Duration,
    /// Consequence of running out of time.
    pub timeout_policy: TimeoutPolicy,
    /// Number of moves after which the match is stopped.
    pub max_moves: Option<usize>,
    /// Number of occurrences of a position that makes a draw; less than 2 means 2.
    pub repetition: Option<usize>,
    /// Adjudication by the players' own evaluations.
    pub adjudication: Option<Adjudication>,
}

/// Result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedMatch {
    /// Reason of the end.
    pub ending: Ending,
    /// Record of the game; equal seeds give equal records, as long as nothing was limited by time.
    pub record: Record,
    /// Duration of each move.
    pub clock: MoveTimes,
}

/// One game with its players.
pub struct Match<'a> {
    history: GameHistory<'a>,
    seats: Vec<Box<dyn Seat>>,
    terms: Terms,
    clocks: Clocks,
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
    /// Seed of the chance moves.
    seed: u64,
    /// Number of the current deal, and its random stream.
    chance: (u64, Pcg64Mcg),
}

impl std::fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match").field("course", &self.history).field("terms", &self.terms).finish_non_exhaustive()
    }
}

impl<'a> Match<'a> {
    /// Creates a match between these seats, in the order of the players. The match ends soon after `stop` is set.
    ///
    /// # Errors
    /// If the number of seats is wrong, or the position or the opening is illegal.
    pub fn new(
        playable: &'a dyn Playable,
        seats: Vec<Box<dyn Seat>>,
        start: &Start,
        terms: Terms,
        watch: &'a dyn Watch,
        stop: &'a AtomicBool,
    ) -> Result<Self, StartError> {
        let recorded = seats.iter().map(|seat| seat.record_seat()).collect();
        let history = GameHistory::new(playable, recorded, start)?;
        let clocks = Clocks::new(&terms.time, seats.len(), terms.margin);
        let (seed, chance) = (start.seed, chance_stream(start.seed, 0));
        Ok(Self { history, seats, terms, clocks, watch, stop, seed, chance })
    }

    /// History of the game: before [`play`](Self::play), its start and opening.
    pub fn history(&self) -> &GameHistory<'a> {
        &self.history
    }

    /// Plays the match to its end.
    pub fn play(mut self, host: &mut dyn Host) -> FinishedMatch {
        // A host that ends with the match is stopped with it.
        let ending =
            self.run(host).unwrap_or_else(|_| if self.is_stopped() { Ending::Stopped } else { Ending::Left(None) });
        self.history.finish(&ending);
        // The match is over, so an error of the host changes nothing.
        let _ = host.notify(&self.history, MatchEvent::Ended(&ending));
        let (record, clock) = self.history.into_parts();
        FinishedMatch { ending, record, clock }
    }

    fn run(&mut self, host: &mut dyn Host) -> Result<Ending, HostUnavailable> {
        host.notify(&self.history, MatchEvent::Started)?;
        loop {
            let (turn, moves) = match self.history.game().legal_moves(self.history.state()) {
                Ok(listed) => listed,
                Err(fault) => return Ok(Ending::Fault { fault, text: None }),
            };
            if let Turn::Over(outcome) = turn {
                return Ok(Ending::Finished(outcome));
            }
            if let Some(ending) = self.ending_by_terms() {
                return Ok(ending);
            }
            let ending = match turn.player() {
                Some(player) => self.play_turn(player, &moves, host)?,
                None => match self.chance_move(&moves, host)? {
                    Ok(mv) => self.make_move(&mv, turn, &moves, Duration::ZERO, None, host)?,
                    Err(fault) => Some(Ending::Fault { fault, text: None }),
                },
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Ending by the terms, while the rules let the game go on.
    fn ending_by_terms(&self) -> Option<Ending> {
        let history = &self.history;
        if self.terms.max_moves.is_some_and(|most| history.moves_made() >= most) {
            return Some(Ending::Limit);
        }
        if let Some(most) = self.terms.repetition {
            let stood = history.occurrences();
            if stood >= most.max(2) {
                return Some(Ending::Repeated(stood));
            }
        }
        if let Some(outcome) = self.terms.adjudication.and_then(|adjudication| adjudication.outcome(history)) {
            return Some(Ending::Adjudicated(outcome));
        }
        self.is_stopped().then_some(Ending::Stopped)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The chance move that people have determined, or one that is drawn.
    fn chance_move(
        &mut self,
        outcomes: &[AnyMove],
        host: &mut dyn Host,
    ) -> Result<Result<AnyMove, Fault>, HostUnavailable> {
        let request = ChanceRequest { history: &self.history, outcomes, stop: self.stop };
        match host.chance_outcome(&request)?.and_then(|index| outcomes.get(index)) {
            Some(mv) => Ok(Ok(mv.clone())),
            None => Ok(self.draw_chance_move()),
        }
    }

    /// Draws a chance move. Each deal of a match has a random stream of its own.
    fn draw_chance_move(&mut self) -> Result<AnyMove, Fault> {
        let (game, state) = (self.history.game(), self.history.state());
        let deal = game.deal_number(state);
        if self.chance.0 != deal {
            self.chance = chance_stream(self.seed, deal);
        }
        game.draw_chance(state, &mut self.chance.1)
    }

    /// Plays a turn of a player; returns the ending if the match ends with it.
    fn play_turn(
        &mut self,
        player: Player,
        moves: &[AnyMove],
        host: &mut dyn Host,
    ) -> Result<Option<Ending>, HostUnavailable> {
        host.notify(&self.history, MatchEvent::Turn(player))?;
        self.clocks.begin(player.index());
        let (mut time, mut offered) = (Duration::ZERO, false);
        loop {
            let began = self.watch.elapsed();
            let reply = self.ask_seat(player, moves, host);
            let spent = self.watch.elapsed().saturating_sub(began);
            if self.is_stopped() {
                return Ok(Some(Ending::Stopped));
            }
            let Reply { decision, report } = match reply {
                Ok(Ok(reply)) => reply,
                Ok(Err(SeatError::HostUnavailable)) => return Err(HostUnavailable),
                Ok(Err(SeatError::Fault(fault))) => return Ok(Some(Ending::Fault { fault, text: None })),
                Err(message) => return Ok(Some(Ending::Crashed { player, message })),
            };
            time += spent;
            if let Some(over) = self.clocks.spend(player.index(), spent) {
                match self.terms.timeout_policy {
                    TimeoutPolicy::Loses => {
                        let late = self.move_text(&decision);
                        return Ok(Some(Ending::Time { player, late }));
                    }
                    TimeoutPolicy::Noted => host.notify(&self.history, MatchEvent::Overtime { player, over })?,
                }
            }
            if let Some(report) = &report {
                host.notify(&self.history, MatchEvent::Evaluated { player, report, time })?;
            }
            match decision {
                Decision::Move(mv) => {
                    match self.history.game().is_legal(self.history.state(), &mv) {
                        Ok(true) => {}
                        Ok(false) => return Ok(Some(Ending::Illegal { player, text: format!("{mv:?}") })),
                        Err(fault) => return Ok(Some(Ending::Fault { fault, text: None })),
                    }
                    self.clocks.add_increment(player.index());
                    let value = report.and_then(|report| report.value);
                    return self.make_move(&mv, Turn::Player(player), moves, time, value, host);
                }
                Decision::InvalidMove(text) => return Ok(Some(Ending::Illegal { player, text })),
                Decision::Failed(message) => return Ok(Some(Ending::Crashed { player, message })),
                Decision::Resign => return Ok(Some(Ending::Resigned(player))),
                Decision::Leave => return Ok(Some(Ending::Left(Some(player)))),
                Decision::TakeBack if self.history.game().has_hidden_information() && self.seats.len() > 1 => {
                    host.notify(&self.history, MatchEvent::TakeBackRefused { by: player })?;
                }
                Decision::TakeBack => {
                    let taken = self.history.take_back(&self.people());
                    let ply = self.history.plies() + 1;
                    host.notify(&self.history, MatchEvent::TakenBack { by: player, moves: taken, ply })?;
                    if taken > 0 {
                        return Ok(None);
                    }
                }
                Decision::OfferDraw => {
                    let unasked = std::mem::replace(&mut offered, true);
                    if let Some(ending) = self.offer_draw(player, unasked, host)? {
                        return Ok(Some(ending));
                    }
                }
            }
        }
    }

    /// Asks the seat of `player` for a decision; the outer error is the message of a panic.
    fn ask_seat(
        &mut self,
        player: Player,
        moves: &[AnyMove],
        host: &mut dyn Host,
    ) -> Result<Result<Reply, SeatError>, String> {
        let time = self.clocks.allowance(player.index());
        let lost_after = time
            .filter(|_| self.terms.timeout_policy == TimeoutPolicy::Loses)
            .map(|time| time.left() + self.terms.margin);
        let (history, clocks) = (&self.history, &self.clocks.game_clocks());
        let ask = MoveRequest { history, me: player, moves, time, clocks, lost_after, stop: self.stop };
        catch_panic(&mut *self.seats[player.index()], |seat| seat.decide(&ask, host))
    }

    /// Text of the move of a decision; `None` if it is none, or no legal one.
    fn move_text(&self, decision: &Decision) -> Option<String> {
        let Decision::Move(mv) = decision else { return None };
        let (game, state) = (self.history.game(), self.history.state());
        game.is_legal(state, mv).is_ok_and(|is_legal| is_legal).then(|| game.move_text(state, mv))
    }

    /// Players whose seats are people.
    fn people(&self) -> Vec<Player> {
        let numbered = self.seats.iter().zip(1..).filter(|(seat, _)| seat.is_person());
        numbered.filter_map(|(_, number)| Player::new(number)).collect()
    }

    /// Asks all others whether they accept a draw. The offer of a single player, and a second offer, is declined.
    fn offer_draw(
        &mut self,
        by: Player,
        unasked: bool,
        host: &mut dyn Host,
    ) -> Result<Option<Ending>, HostUnavailable> {
        host.notify(&self.history, MatchEvent::DrawOffered { by })?;
        let others = (1..=self.seats.len()).filter_map(Player::new).filter(|&player| player != by);
        if unasked || self.seats.len() == 1 {
            host.notify(&self.history, MatchEvent::DrawAnswered { player: by, accepted: false })?;
            return Ok(None);
        }
        for player in others {
            let value = self.history.values(player).next();
            let offer = DrawOffer { history: &self.history, by, me: player, value, stop: self.stop };
            let accepted = match catch_panic(&mut *self.seats[player.index()], |seat| seat.accepts_draw(&offer, host)) {
                Ok(answer) => answer?,
                Err(message) => return Ok(Some(Ending::Crashed { player, message })),
            };
            if self.is_stopped() {
                return Ok(Some(Ending::Stopped));
            }
            host.notify(&self.history, MatchEvent::DrawAnswered { player, accepted })?;
            if !accepted {
                return Ok(None);
            }
        }
        Ok(Some(Ending::Agreed))
    }

    /// Makes a move and notifies the host.
    fn make_move(
        &mut self,
        mv: &AnyMove,
        turn: Turn,
        moves: &[AnyMove],
        time: Duration,
        value: Option<f64>,
        host: &mut dyn Host,
    ) -> Result<Option<Ending>, HostUnavailable> {
        if let Err(fault) = self.history.make_move(mv, turn.player(), time, value) {
            let text = self.history.game().move_text(self.history.state(), mv);
            return Ok(Some(Ending::Fault { fault, text: Some(text) }));
        }
        if let Some((before, played)) = self.history.last_move() {
            host.notify(&self.history, MatchEvent::Moved { before, moves, mv, turn, played })?;
        }
        Ok(None)
    }
}

/// Random stream of the chance moves of a deal.
fn chance_stream(seed: u64, deal: u64) -> (u64, Pcg64Mcg) {
    // The first deal has the stream of a game without deals.
    let seed = if deal == 0 { seed } else { derive_seed(seed, deal) };
    (deal, Pcg64Mcg::seed_from_u64(derive_seed(seed, 0)))
}

/// Calls a seat and catches panics; the error is the panic message. A person's seat calls the host, whose panics are
/// not caught.
fn catch_panic<T>(seat: &mut dyn Seat, ask: impl FnOnce(&mut dyn Seat) -> T) -> Result<T, String> {
    if seat.is_person() {
        return Ok(ask(seat));
    }
    // The seat is not used after a panic, because the match is over.
    catch_unwind(AssertUnwindSafe(|| ask(seat))).map_err(|payload| panic_message(&*payload))
}

/// Text of a panic payload.
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the player panicked".to_owned())
}
