//! A camera over the table of a match.

use std::collections::VecDeque;
use std::path::PathBuf;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_shelf::load::Loaded;
use boardwright_shelf::pictures::NearFile;
use boardwright_table::eye::session::Keeper;
use boardwright_table::eye::{Colours, Eye, EyeError, Finder, Fixed, Marked, STILL, turns};
use boardwright_table::world::{Conditions, Level, Onlooker, Ranges, Rehearsal, Script, Shown, Stage};
use boardwright_table::{Layout, Print, Spot, Standing, Table, TableFile, Task, tasks};
use boardwright_vision::capture::open;
use boardwright_vision::find::markers::{Extent, MarkerSize, around};
use boardwright_vision::geometry::View;
use clap::Args;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::board_game;
use crate::failure::Failure;
use crate::laid::{Click, clicks, read_lens, spots};

/// Which camera looks at a table, and how it finds the board.
#[derive(Debug, Args)]
pub struct Camera {
    /// The camera: its number or device, a film, a folder of pictures; `sim` is one that is not there, before which somebody makes moves
    /// at random.
    #[arg(long = "camera", value_name = "SOURCE", default_value = "0")]
    source: String,
    /// Its lens, as `boardwright camera calibrate` writes it.
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// A place of the board and where it is in the picture, in pixels from the upper left; four of them tell where the board is. Without
    /// this the markers around it do.
    #[arg(long, value_name = "PLACE=X,Y")]
    click: Vec<Click>,
    /// Keep all that the camera sees, and what is made of it, in a new folder: `boardwright camera replay FOLDER` looks at it again.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Leave the arm's aim as it is, wherever pieces come to lie.
    #[arg(long)]
    no_aim: bool,
}

/// A camera at work.
pub struct Sight {
    pub eye: Eye,
    /// The person before a camera that is not there.
    pub actor: Option<Actor>,
    /// Moves of a turn that was seen and are not made yet.
    pub pending: VecDeque<Move>,
    /// Whether the move that is made now was seen: on the table it is done.
    pub seen: bool,
    /// Whether the arm's aim is corrected.
    pub aims: bool,
    kept: Option<(PathBuf, Keeper)>,
}

/// Somebody at a table that is not there, who makes moves at random.
pub struct Actor {
    script: Script,
    spots: Vec<Spot>,
    random: Pcg64Mcg,
}

/// Pictures of cameras that are not there, in pixels.
const SIZE: (u32, u32) = (960, 540);

impl Camera {
    /// Opens it over a table.
    pub fn open(
        &self,
        loaded: &Loaded,
        (file, layout): (&TableFile, &Layout),
        rehearsal: Option<&Rehearsal>,
        seed: u64,
    ) -> Result<Sight, Failure> {
        let game = board_game(loaded)?;
        let (pending, aims) = (VecDeque::new(), !self.no_aim);
        let keep = |folder: &PathBuf| {
            let begun = Keeper::begin(folder).map_err(|error| {
                Failure::Input(format!("{}: {error}; sessions are kept in new folders", folder.display()))
            });
            Ok::<_, Failure>((folder.clone(), begun?))
        };
        let kept = self.keep.as_ref().map(keep).transpose()?;
        let keeper = kept.as_ref().map(|(_, keeper)| keeper.clone());
        if self.source == "sim" {
            let Some(rehearsal) = rehearsal else {
                return Err(Failure::Usage(
                    "a camera that is not there cannot see an arm that is: --arm sim".to_owned(),
                ));
            };
            let (eye, actor) = simulated(loaded, game, layout, rehearsal, keeper, seed)?;
            return Ok(Sight { eye, actor: Some(actor), pending, seen: false, aims, kept });
        }
        let lens = self.lens.as_deref().map(read_lens).transpose()?;
        let mut camera = open(&self.source, None).map_err(|error| Failure::Input(error.to_string()))?;
        let finder: Box<dyn Finder> = if self.click.is_empty() {
            let places: Vec<[f64; 2]> = spots(layout).collect();
            let markers = around(Extent::of(&places, layout.pitch), MarkerSize::default());
            Box::new(Marked::new(&markers, lens))
        } else {
            let size = camera.shot().map_err(|error| Failure::Input(error.to_string()))?.picture.dimensions();
            let found = clicks(&self.click, game.rules(), layout, lens.as_ref())?;
            let found = found.map_err(|error| Failure::Input(error.to_string()))?;
            let view = View::new(found.plane, lens, size);
            Box::new(Fixed(
                view.ok_or_else(|| Failure::Input("the places that were clicked lie in one line".to_owned()))?,
            ))
        };
        let mut colours = Colours::of(game);
        let known = file.colours(game.rules(), &colours).map_err(|error| Failure::Input(error.to_string()))?;
        colours.give(known);
        let eye = Eye::open(camera, finder, layout, colours, STILL, keeper).map_err(|error| failed(&error))?;
        Ok(Sight { eye, actor: None, pending, seen: false, aims, kept })
    }
}

fn simulated(
    loaded: &Loaded,
    game: &SpecGame,
    layout: &Layout,
    rehearsal: &Rehearsal,
    keeper: Option<Keeper>,
    seed: u64,
) -> Result<(Eye, Actor), Failure> {
    let colours = Colours::of(game);
    let file = loaded.sources.first().map(boardwright_lang::Source::name).unwrap_or_default();
    let print = Print::of(game.rules(), layout, &NearFile::new(std::path::Path::new(file)));
    let print = print.map_err(|error| Failure::Input(error.to_string()))?;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let Conditions { stand, light, sensor } =
        Conditions::any(Level::Office, Ranges::Measuring, layout, SIZE, &mut random);
    let stage = Stage::new(&print, layout, colours.clone(), stand, light, sensor);
    let (script, shown) = (Script::default(), Shown::default());
    shown.show(*stage.view());
    let happening = script.played(rehearsal.clone(), shown.clone(), seed);
    let camera = Box::new(Onlooker::new(stage, rehearsal.clone(), happening, seed));
    let eye = Eye::open(camera, Box::new(shown), layout, colours, STILL, keeper).map_err(|error| failed(&error))?;
    Ok((eye, Actor { script, spots: layout.spots.clone(), random }))
}

impl Sight {
    /// Takes over into a table file how the pieces look, and how an arm that is there aims. Nothing is learnt of real tables from one that is
    /// not there.
    pub fn teach(&self, file: &mut TableFile, rules: &RuleSet, real: Option<&Table>) -> bool {
        if self.actor.is_some() {
            return false;
        }
        file.look(rules, self.eye.colours(), &self.eye.seen());
        if let Some(table) = real.filter(|_| self.aims) {
            file.aim(rules, table);
        }
        true
    }

    /// Where what was seen is kept, or why it is not.
    pub fn kept(&self) -> Option<String> {
        let (folder, keeper) = self.kept.as_ref()?;
        let folder = folder.display();
        Some(match keeper.trouble() {
            None => format!("what the camera saw is in {folder}"),
            Some(why) => format!("what the camera saw could not all be kept in {folder}: {why}"),
        })
    }
}

impl Actor {
    /// Makes a turn at random.
    pub fn turn(&mut self, game: &SpecGame, state: &State, standing: &Standing) -> Result<(), Failure> {
        let told = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
        let mut whole = turns(game, state).map_err(|fault| told(&fault))?;
        if whole.is_empty() {
            return Ok(());
        }
        let next = whole.swap_remove(self.random.random_range(0..whole.len()));
        let todo = tasks(game, state, &next.state, standing).map_err(|error| told(&error))?;
        self.does(&todo);
        Ok(())
    }

    /// Does some things with a hand over the board.
    pub fn does(&mut self, todo: &[Task]) {
        self.script.by_hand(todo, &self.spots);
    }
}

/// The camera, as a reason for a game to stop.
pub fn failed(error: &EyeError) -> Failure {
    Failure::Input(format!("the camera: {error}"))
}
