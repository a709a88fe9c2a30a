//! A camera over the table, on the thread of the arm: opened, told what it should know, and asked what it sees.

use std::path::PathBuf;

use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_shelf::pictures::NearFile;
use boardwright_shelf::{Loaded, why};
use boardwright_table::eye::{Bystander, Class, Colours, Ended, Eye, Live, Ranges, Watch, Way, read_lens};
use boardwright_table::world::{Actor, Rehearsal, Staged};
use boardwright_table::{Layout, Standing, Task as Doing};

use super::crew::{News, Orders};
use crate::task::Teller;

/// Which camera is to look at the table, and what is known of what it will see.
#[derive(Clone, Debug)]
pub struct Begin {
    /// As on the command line; `None` is one that is not there, with somebody before it.
    pub source: Option<String>,
    /// How it finds the board.
    pub way: Way,
    /// A file that describes its lens.
    pub lens: Option<PathBuf>,
    /// How pieces look.
    pub colours: Colours,
    /// Where its pictures are shown.
    pub live: Live,
}

/// From which pictures and moves draw at a table that is not there.
const SEED: u64 = 1;

/// How everything looks.
pub struct Learnt {
    /// The colours of the classes that were seen.
    pub ranges: Vec<(Class, Ranges)>,
    /// Classes that look alike.
    pub alike: Vec<(Class, Class)>,
}

/// A camera that looks at the table.
pub struct Sight {
    pub eye: Eye,
    actor: Option<Actor>,
    /// Whether it knows how everything looks: before, nothing that it sees counts.
    pub knows: bool,
}

impl Sight {
    /// Begins to look.
    pub fn open(
        begin: Begin,
        loaded: &Loaded,
        game: &SpecGame,
        layout: &Layout,
        rehearsal: Option<&Rehearsal>,
    ) -> Result<Self, String> {
        let Begin { source, way, lens, colours, live } = begin;
        let (eye, actor) = match (source, rehearsal) {
            (Some(source), _) => {
                let lens = lens.as_deref().map(read_lens).transpose()?;
                (live.open(&source, &way, lens, (game.rules(), layout), colours), None)
            }
            (None, Some(rehearsal)) => {
                let begun = Actor::before_camera(game, (layout, &colours), &NearFile::of(loaded), rehearsal, SEED);
                let Staged { camera, finder, actor } = begun.map_err(|error| error.to_string())?;
                (live.watched(camera, finder, layout, colours), Some(actor))
            }
            (None, None) => return Err(crate::texts::t("camera.no_table").to_owned()),
        };
        Ok(Self { eye: eye.map_err(|error| error.to_string())?, actor, knows: false })
    }

    /// Learns how everything looks from what stands on the table now, and which of it looks alike.
    pub fn learn(&mut self, standing: &Standing) -> Result<Learnt, String> {
        let alike = self.eye.learn(standing).map_err(|error| error.to_string())?;
        self.knows = true;
        Ok(Learnt { ranges: self.eye.seen(), alike })
    }

    /// Looks, while nobody is waited for, so that what is shown is not old.
    pub fn glance(&mut self, standing: &Standing) {
        let known = self.eye.classes(standing)[..standing.board()].to_vec();
        // What is wrong is told to whoever waits for something.
        let _ = self.eye.read(standing, &[known]);
    }

    /// Waits for a turn of whoever is to move; `None` when something else is to be done first.
    pub fn turn(
        &mut self,
        game: &SpecGame,
        state: &State,
        (standing, names): (&Standing, &[String]),
        hears: &mut Hears<'_>,
    ) -> Result<Option<Vec<Move>>, String> {
        match Watch::new(game, names, hears).turn(&mut self.eye, state, standing) {
            Ok(turn) => Ok(Some(turn.moves)),
            Err(Ended::Stopped) => Ok(None),
            Err(ended) => Err(ended.to_string()),
        }
    }

    /// Waits until somebody has done what was told, as far as nothing else is to be done first.
    pub fn done(
        &mut self,
        game: &SpecGame,
        todo: &[Doing],
        (standing, names): (&Standing, &[String]),
        hears: &mut Hears<'_>,
    ) -> Result<(), String> {
        if let Some(actor) = &mut self.actor {
            actor.does(todo);
        }
        match Watch::new(game, names, hears).restored(&mut self.eye, standing) {
            Ok(()) | Err(Ended::Stopped) => Ok(()),
            Err(ended) => Err(ended.to_string()),
        }
    }

    /// Whoever sits before a camera that is not there makes a move.
    pub fn act(&mut self, game: &SpecGame, state: &State, standing: &Standing) -> Result<(), String> {
        let Some(actor) = &mut self.actor else { return Ok(()) };
        actor.turn(game, state, standing).map_err(|error| error.to_string())
    }
}

/// The window hears what the camera makes of the table, until something else is ordered.
pub struct Hears<'a> {
    pub teller: &'a Teller<News>,
    pub orders: &'a Orders,
    /// The game and the position in which a move is waited for, if one is.
    pub asked: Option<(&'a Loaded, &'a SpecGame, &'a State)>,
}

impl Bystander for Hears<'_> {
    fn hear(&mut self, text: &str) {
        self.teller.tell(News::Told(text.to_owned()));
    }

    fn stopped(&self) -> bool {
        self.teller.is_stopped() || self.orders.is_waiting()
    }

    fn why(&self, mv: &str) -> Option<String> {
        let (loaded, game, state) = self.asked?;
        why::briefly_in(loaded, game, state, mv)
    }
}
