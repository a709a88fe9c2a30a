//! A person's turn, watched by a camera until it is clear what was done.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::CameraError;
use boardwright_vision::gate::Sight;

use super::{Difference, Eye, EyeError, Reading, Successor, successors};
use crate::look::looks;
use crate::standing::Standing;

/// Whoever hears what a camera makes of the table.
pub trait Bystander {
    /// Something is said; the same is not said twice running.
    fn hear(&mut self, text: &str);

    /// Whether to stop watching.
    fn stopped(&self) -> bool;

    /// Why a move that begins so is not legal, in one line, as far as anybody here knows.
    fn why(&self, _mv: &str) -> Option<String> {
        None
    }
}

/// Why a turn could not be watched.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Ended {
    /// Somebody stopped it.
    #[error("it was stopped")]
    Stopped,
    /// The camera gives nothing that could be read.
    #[error(transparent)]
    Eye(#[from] EyeError),
    /// The rules failed.
    #[error("{0}")]
    Rules(String),
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::Rules(fault.to_string())
    }
}

/// A game that is watched.
pub struct Watch<'a> {
    /// The game.
    pub game: &'a SpecGame,
    /// What its places are called.
    pub names: &'a [String],
    /// Hears what there is to say.
    pub bystander: &'a mut dyn Bystander,
    said: String,
}

/// A person's turn, as it was seen.
pub type Turn = Successor;

/// Pictures that a camera may miss in a row before somebody is told to look at it.
const MISSED: u32 = 5;

impl<'a> Watch<'a> {
    /// A game that is watched.
    pub fn new(game: &'a SpecGame, names: &'a [String], bystander: &'a mut dyn Bystander) -> Self {
        Self { game, names, bystander, said: String::new() }
    }

    /// Waits until the person who is to move has moved.
    ///
    /// # Errors
    ///
    /// When it was stopped, the camera fails for good, or the rules do.
    pub fn turn(&mut self, eye: &mut Eye, state: &State, standing: &Standing) -> Result<Turn, Ended> {
        let reached = successors(self.game, state)?;
        let class = |state: &State| {
            let looks = looks(self.game, state).into_iter();
            looks.map(|look| look.and_then(|look| eye.colours().class(look))).collect::<Vec<_>>()
        };
        let positions: Vec<_> =
            [class(state)].into_iter().chain(reached.iter().map(|next| class(&next.state))).collect();
        let at = self.until(eye, standing, &positions, |at| at > 0)?;
        let turn = &reached[at - 1];
        eye.note(&format!("understood: {}", self.told(turn, state)?));
        // Turns that lead to boards that look alike are told apart by nobody who only looks: the shortest is taken.
        Ok(reached[at - 1].clone())
    }

    /// Waits until the table is as it is known, and has it made so.
    ///
    /// # Errors
    ///
    /// As [`Watch::turn`].
    pub fn restored(&mut self, eye: &mut Eye, standing: &Standing) -> Result<(), Ended> {
        let known = eye.classes(standing)[..standing.board()].to_vec();
        self.until(eye, standing, &[known], |_| true).map(|_| ())
    }

    /// Whether the table is as it is known, as it is seen once it can be.
    ///
    /// # Errors
    ///
    /// As [`Watch::turn`].
    pub fn agrees(&mut self, eye: &mut Eye, standing: &Standing) -> Result<bool, Ended> {
        let known = [eye.classes(standing)[..standing.board()].to_vec()];
        loop {
            match self.reading(eye, standing, &known)? {
                Reading::Waiting(sight) => self.waits(eye, sight),
                Reading::Position(_) => return Ok(true),
                Reading::Otherwise(_) | Reading::Unclear(_) => return Ok(false),
            }
        }
    }

    fn until(
        &mut self,
        eye: &mut Eye,
        standing: &Standing,
        positions: &[Vec<Option<boardwright_vision::read::Class>>],
        done: impl Fn(usize) -> bool,
    ) -> Result<usize, Ended> {
        loop {
            match self.reading(eye, standing, positions)? {
                Reading::Waiting(sight) => self.waits(eye, sight),
                Reading::Position(at) if done(at) => return Ok(at),
                Reading::Position(_) => self.said.clear(),
                Reading::Otherwise(differences) if differences.is_empty() => {}
                Reading::Otherwise(differences) => {
                    let mend = |difference: &Difference| {
                        difference.mended(self.game.rules(), eye.colours(), standing, |place| self.name(place))
                    };
                    let mends: Vec<String> = differences.iter().map(mend).collect();
                    let mends = mends.join("; ");
                    let text = if positions.len() > 1 {
                        let attempt = self.attempt(eye, standing, &differences);
                        let why = attempt.and_then(|attempt| self.bystander.why(&attempt));
                        let why = why.map_or(String::new(), |why| format!(", {why}"));
                        format!("that is no legal move{why}: {mends}")
                    } else {
                        format!("the table is not as it should be: {mends}")
                    };
                    self.say(eye, &text);
                }
                Reading::Unclear(places) => {
                    let names: Vec<String> = places.iter().map(|place| self.name(*place)).collect();
                    let text = format!(
                        "it cannot be seen what stands on {}: put pieces into the middle of their places",
                        names.join(", ")
                    );
                    self.say(eye, &text);
                }
            }
        }
    }

    /// The next reading; a camera that was unplugged is waited for.
    fn reading(
        &mut self,
        eye: &mut Eye,
        standing: &Standing,
        positions: &[Vec<Option<boardwright_vision::read::Class>>],
    ) -> Result<Reading, Ended> {
        let mut missed = 0;
        loop {
            if self.bystander.stopped() {
                return Err(Ended::Stopped);
            }
            match eye.read(standing, positions) {
                Err(EyeError::Camera(gone @ CameraError::Gone)) => {
                    missed += 1;
                    if missed == MISSED {
                        self.say(eye, &gone.to_string());
                    }
                }
                other => return Ok(other?),
            }
        }
    }

    /// The move that somebody seems to have tried, as it begins in words: a piece that has gone from one place to another.
    fn attempt(&self, eye: &Eye, standing: &Standing, differences: &[Difference]) -> Option<String> {
        let mut gone = differences.iter().filter(|difference| difference.seen.is_none());
        let mut come = differences.iter().filter(|difference| difference.seen.is_some());
        let (from, to) = (gone.next()?, come.next()?);
        let same = eye.colours().class(standing.at(from.place)?) == to.seen;
        let alone = same && gone.next().is_none() && come.next().is_none();
        alone.then(|| format!("{} {}", self.name(from.place), self.name(to.place)))
    }

    fn waits(&mut self, eye: &Eye, sight: Sight) {
        if sight == Sight::Dark {
            self.say(eye, "the picture is too dark: more light is needed");
        }
    }

    /// The moves of a turn in words.
    fn told(&self, turn: &Turn, state: &State) -> Result<String, Fault> {
        let (mut state, mut told) = (state.clone(), Vec::new());
        for mv in &turn.moves {
            told.push(self.game.move_text(&state, *mv));
            self.game.apply(&mut state, *mv)?;
        }
        Ok(told.join("; "))
    }

    fn name(&self, place: PlaceId) -> String {
        self.names.get(place.0).cloned().unwrap_or_default()
    }

    fn say(&mut self, eye: &Eye, text: &str) {
        if self.said != text {
            text.clone_into(&mut self.said);
            eye.note(text);
            self.bystander.hear(text);
        }
    }
}
