//! The [`Match`]: one game, played from its opening to its end. It talks to nobody itself; that is what its [`Host`] is for.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_engine::any::AnyMove;
use boardwright_engine::game::Turn;
use boardwright_engine::ids::Player;
use boardwright_engine::playout::weighted;
use boardwright_engine::record::{Clock, Record};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::clock::{Clocks, Control, Late, Watch};
use crate::course::{Course, StartError};
use crate::ending::Ending;
use crate::host::{Event, Host, Hung};
use crate::playable::Playable;
use crate::seat::{Ask, Decision, Offer, Reply, Seat, Trouble};
use crate::seeds::derived;
use crate::verdict::Verdict;

/// Where a match begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// From which chance draws; it stands in the record.
    pub seed: u64,
    /// The position to begin with, as [`AnyGame::state_text`](boardwright_engine::any::AnyGame::state_text) writes it; `None` is
    /// that in which all games begin.
    pub position: Option<String>,
    /// Moves that are made before the players begin.
    pub opening: Vec<String>,
}

/// What ends a match besides the rules of its game. Without any of it, nothing does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// The time of each player, if it has a clock; the last is that of all others. Chance and answers to offers take none, and what
    /// was spent on moves that are taken back stays spent.
    pub time: Vec<Option<Control>>,
    /// By so much a player may be late and nothing comes of it: what the machine takes, not the player.
    pub margin: Duration,
    /// What becomes of a player without time.
    pub late: Late,
    /// Stop after this many moves.
    pub most_moves: Option<usize>,
    /// A draw when a position has stood so often; less than 2 is as good as 2.
    pub repetition: Option<usize>,
    /// When what the players think of the position decides the game.
    pub verdict: Option<Verdict>,
}

/// A match that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Why.
    pub ending: Ending,
    /// What was played; the same seeds give the same, as long as nothing was limited by time.
    pub record: Record,
    /// How long each move took.
    pub clock: Clock,
}

/// One game, with those who play it.
pub struct Match<'a> {
    course: Course<'a>,
    seats: Vec<Box<dyn Seat>>,
    terms: Terms,
    clocks: Clocks,
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
    chance: Pcg64Mcg,
}

impl std::fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match").field("course", &self.course).field("terms", &self.terms).finish_non_exhaustive()
    }
}

impl<'a> Match<'a> {
    /// A match between these seats, by player. It ends soon once `stop` is set.
    ///
    /// # Errors
    /// If there are too few seats or too many, or position or opening are not what the rules allow.
    pub fn new(
        playable: &'a dyn Playable,
        seats: Vec<Box<dyn Seat>>,
        start: &Start,
        terms: Terms,
        watch: &'a dyn Watch,
        stop: &'a AtomicBool,
    ) -> Result<Self, StartError> {
        let recorded = seats.iter().map(|seat| seat.recorded()).collect();
        let course = Course::new(playable, recorded, start)?;
        let clocks = Clocks::new(&terms.time, seats.len(), terms.margin);
        let chance = Pcg64Mcg::seed_from_u64(derived(start.seed, 0));
        Ok(Self { course, seats, terms, clocks, watch, stop, chance })
    }

    /// The game as it stands before it is played.
    pub fn course(&self) -> &Course<'a> {
        &self.course
    }

    /// Plays it to its end, whatever that is.
    pub fn play(mut self, host: &mut dyn Host) -> Finished {
        let ending = self.run(host).unwrap_or(Ending::Left(None));
        self.course.end(&ending);
        // The match is over, so it makes no difference whether the host can go on.
        let _ = host.hear(&self.course, Event::Ended(&ending));
        let (record, clock) = self.course.into_parts();
        Finished { ending, record, clock }
    }

    fn run(&mut self, host: &mut dyn Host) -> Result<Ending, Hung> {
        host.hear(&self.course, Event::Started)?;
        loop {
            let (turn, moves) = match self.course.game().turn(self.course.state()) {
                Ok(listed) => listed,
                Err(fault) => return Ok(Ending::Fault { fault, text: None }),
            };
            if let Turn::Over(outcome) = turn {
                return Ok(Ending::Finished(outcome));
            }
            if let Some(ending) = self.decided() {
                return Ok(ending);
            }
            let ending = match turn.player() {
                Some(player) => self.turn(player, &moves, host)?,
                None => {
                    let mv = self.drawn(&moves);
                    self.make(&mv, turn, &moves, (Duration::ZERO, None), host)?
                }
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// The end that the terms bring while the rules let the game go on.
    fn decided(&self) -> Option<Ending> {
        let course = &self.course;
        if self.terms.most_moves.is_some_and(|most| course.made() >= most) {
            return Some(Ending::Limit);
        }
        if let Some(most) = self.terms.repetition {
            let stood = course.stood();
            if stood >= most.max(2) {
                return Some(Ending::Repeated(stood));
            }
        }
        if let Some(outcome) = self.terms.verdict.and_then(|verdict| verdict.of(course)) {
            return Some(Ending::Adjudicated(outcome));
        }
        self.stopped().then_some(Ending::Stopped)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What chance does.
    fn drawn(&mut self, moves: &[AnyMove]) -> AnyMove {
        let mut chances = Vec::new();
        self.course.game().chances(self.course.state(), &mut chances);
        moves[weighted(&chances, &mut self.chance)].clone()
    }

    /// A turn of a player; gives the end of the match if it ends with it.
    fn turn(&mut self, player: Player, moves: &[AnyMove], host: &mut dyn Host) -> Result<Option<Ending>, Hung> {
        host.hear(&self.course, Event::Turn(player))?;
        self.clocks.begin(player.index());
        let (mut time, mut offered) = (Duration::ZERO, false);
        loop {
            let began = self.watch.elapsed();
            let reply = self.asked(player, moves, host);
            let spent = self.watch.elapsed().saturating_sub(began);
            if self.stopped() {
                return Ok(Some(Ending::Stopped));
            }
            let Reply { decision, thought } = match reply {
                Ok(Ok(reply)) => reply,
                Ok(Err(Trouble::Hung)) => return Err(Hung),
                Ok(Err(Trouble::Fault(fault))) => return Ok(Some(Ending::Fault { fault, text: None })),
                Err(message) => return Ok(Some(Ending::Crashed { player, message })),
            };
            time += spent;
            if let Some(over) = self.clocks.spend(player.index(), spent) {
                match self.terms.late {
                    Late::Loses => return Ok(Some(Ending::Time(player))),
                    Late::Noted => host.hear(&self.course, Event::Late { player, over })?,
                }
            }
            if let Some(thought) = &thought {
                host.hear(&self.course, Event::Thought { player, thought, time })?;
            }
            match decision {
                Decision::Move(mv) => {
                    match self.course.game().is_legal(self.course.state(), &mv) {
                        Ok(true) => {}
                        Ok(false) => return Ok(Some(Ending::Illegal { player, text: format!("{mv:?}") })),
                        Err(fault) => return Ok(Some(Ending::Fault { fault, text: None })),
                    }
                    self.clocks.moved(player.index());
                    let value = thought.and_then(|thought| thought.value);
                    return self.make(&mv, Turn::Player(player), moves, (time, value), host);
                }
                Decision::NoMove(text) => return Ok(Some(Ending::Illegal { player, text })),
                Decision::Broken(message) => return Ok(Some(Ending::Crashed { player, message })),
                Decision::Resign => return Ok(Some(Ending::Resigned(player))),
                Decision::Leave => return Ok(Some(Ending::Left(Some(player)))),
                Decision::TakeBack => {
                    let taken = self.course.take_back(&self.people());
                    let ply = self.course.plies() + 1;
                    host.hear(&self.course, Event::TakenBack { by: player, moves: taken, ply })?;
                    if taken > 0 {
                        return Ok(None);
                    }
                }
                Decision::OfferDraw => {
                    let unasked = std::mem::replace(&mut offered, true);
                    if let Some(ending) = self.offer(player, unasked, host)? {
                        return Ok(Some(ending));
                    }
                }
            }
        }
    }

    /// What the player decides; the outer error is what it panicked with.
    fn asked(
        &mut self,
        player: Player,
        moves: &[AnyMove],
        host: &mut dyn Host,
    ) -> Result<Result<Reply, Trouble>, String> {
        let time = self.clocks.allowance(player.index());
        let lost_after = time.filter(|_| self.terms.late == Late::Loses).map(|time| time.left() + self.terms.margin);
        let ask = Ask { course: &self.course, me: player, moves, time, lost_after, stop: self.stop };
        guarded(&mut *self.seats[player.index()], |seat| seat.decide(&ask, host))
    }

    /// The players that are people.
    fn people(&self) -> Vec<Player> {
        let numbered = self.seats.iter().zip(1..).filter(|(seat, _)| seat.is_person());
        numbered.filter_map(|(_, number)| Player::new(number)).collect()
    }

    /// Asks all others whether they take a draw. Who plays alone, or asks again, is declined.
    fn offer(&mut self, by: Player, unasked: bool, host: &mut dyn Host) -> Result<Option<Ending>, Hung> {
        host.hear(&self.course, Event::Offered { by })?;
        let others = (1..=self.seats.len()).filter_map(Player::new).filter(|&player| player != by);
        if unasked || self.seats.len() == 1 {
            host.hear(&self.course, Event::Answered { player: by, accepted: false })?;
            return Ok(None);
        }
        for player in others {
            let value = self.course.values(player).next();
            let offer = Offer { course: &self.course, by, me: player, value, stop: self.stop };
            let accepted = match guarded(&mut *self.seats[player.index()], |seat| seat.answer(&offer, host)) {
                Ok(answer) => answer?,
                Err(message) => return Ok(Some(Ending::Crashed { player, message })),
            };
            if self.stopped() {
                return Ok(Some(Ending::Stopped));
            }
            host.hear(&self.course, Event::Answered { player, accepted })?;
            if !accepted {
                return Ok(None);
            }
        }
        Ok(Some(Ending::Agreed))
    }

    /// Makes a move and tells of it.
    fn make(
        &mut self,
        mv: &AnyMove,
        turn: Turn,
        moves: &[AnyMove],
        (time, value): (Duration, Option<f64>),
        host: &mut dyn Host,
    ) -> Result<Option<Ending>, Hung> {
        if let Err(fault) = self.course.make(mv, turn.player(), time, value) {
            let text = self.course.game().move_text(self.course.state(), mv);
            return Ok(Some(Ending::Fault { fault, text: Some(text) }));
        }
        if let Some((before, played)) = self.course.last() {
            host.hear(&self.course, Event::Moved { before, moves, mv, turn, played })?;
        }
        Ok(None)
    }
}

/// Asks a seat something; the error is what it panicked with. A person is the host, and a panic of the host is nobody's loss.
fn guarded<T>(seat: &mut dyn Seat, ask: impl FnOnce(&mut dyn Seat) -> T) -> Result<T, String> {
    if seat.is_person() {
        return Ok(ask(seat));
    }
    // Nothing is asked of the seat afterwards: the match is over.
    catch_unwind(AssertUnwindSafe(|| ask(seat))).map_err(|payload| told(&*payload))
}

/// What somebody panicked with.
fn told(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}
