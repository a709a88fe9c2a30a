//! A game on a simulated table as a camera sees it, with the ground truth.

use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::NoPictures;
use boardwright_game::game::Game as _;
use boardwright_interpreter::state::State;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_robot::arm::preset;
use boardwright_table::perception::{PieceClasses, successors};
use boardwright_table::simulation::{CameraScene, Difficulty, ParameterSet, ViewingConditions};
use boardwright_table::{BoardContents, BoardPoint, Layout, PrintedBoard, board_appearances};
use boardwright_vision::camera::Frame;
use boardwright_vision::explain::{Explanation, explain};
use boardwright_vision::gate::{FrameStatus, Gate};
use boardwright_vision::read::{BoardGeometry, Class, LearnError, Observation, Reader};
use boardwright_vision::render::{Disc, Hand};
use image::RgbImage;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A game with its options.
pub type Name = (&'static str, &'static [(&'static str, &'static str)]);

/// A game in front of a simulated camera.
pub struct Trial {
    pub game: CompiledGame,
    pub layout: Layout,
    pub colours: PieceClasses,
    pub scene: CameraScene,
    pub conditions: ViewingConditions,
    pub size: (u32, u32),
    pub random: Pcg64Mcg,
}

impl Trial {
    pub fn new(name: Name, level: Difficulty, ranges: ParameterSet, size: (u32, u32), seed: u64) -> Self {
        Self::with_conditions(name, seed, |layout, random| {
            ViewingConditions::random(level, ranges, layout, size, random)
        })
    }

    /// A game under conditions that depend on its layout.
    pub fn with_conditions(
        (name, options): Name,
        seed: u64,
        conditions: impl FnOnce(&Layout, &mut Pcg64Mcg) -> ViewingConditions,
    ) -> Self {
        let options: Vec<(String, String)> =
            options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let shipped = boardwright_games::shipped_game(name).expect("it ships");
        let loaded = load_with(&shipped.source(), &LoadRequest { options: &options, ..LoadRequest::default() });
        let game = CompiledGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough");
        let layout = Layout::for_game(&game, &preset("al5d").expect("it is known")).expect("it fits");
        let print = PrintedBoard::draw(game.rules(), &layout, &NoPictures).expect("it can be drawn");
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let conditions = conditions(&layout, &mut random);
        let colours = PieceClasses::for_game(&game);
        let ViewingConditions { pose, light, sensor } = conditions;
        let size = (pose.width, pose.height);
        let scene = CameraScene::new(&print, &layout, colours.clone(), pose, light, sensor);
        Self { game, layout, colours, scene, conditions, size, random }
    }

    /// A reader that knows the board's geometry and view.
    pub fn reader(&self) -> Reader {
        let board = BoardGeometry {
            places: self.layout.spots.iter().map(|spot| [spot.u, spot.v]).collect(),
            width: self.layout.sizes.width,
            height: self.layout.sizes.height,
            classes: self.colours.count(),
        };
        Reader::new(board, *self.scene.view(), self.size).expect("all of it is in the picture")
    }

    /// The contents of the table in a position.
    pub fn contents(&self, state: &State) -> BoardContents {
        let slots = self.layout.spots.len() - self.layout.board_places;
        BoardContents::set_up(&self.game, &self.game.initial_state(), state, slots).expect("there are slots enough")
    }

    /// The classes of the contents.
    pub fn classes(&self, contents: &BoardContents) -> Vec<Option<Class>> {
        contents.all().map(|(_, appearance)| appearance.and_then(|appearance| self.colours.class(appearance))).collect()
    }

    /// The discs of the pieces, each slightly off its place, as people put them.
    pub fn discs(&mut self, contents: &BoardContents) -> Vec<Disc> {
        let sizes = self.layout.sizes;
        let mut discs = Vec::new();
        for (place, appearance) in contents.all() {
            let Some(appearance) = appearance else { continue };
            let BoardPoint { u, v } = self.layout.spots[place.0];
            let (far, turn) =
                (self.random.random_range(0.0..1.5), self.random.random_range(0.0..360.0_f64).to_radians());
            let spot = BoardPoint { u: u + far * turn.cos(), v: v + far * turn.sin() };
            discs.push(self.scene.disc(appearance, spot, 0.0, sizes));
        }
        discs
    }

    /// An image of a position.
    pub fn picture(&mut self, contents: &BoardContents) -> RgbImage {
        let discs = self.discs(contents);
        let seed = self.random.random();
        self.scene.render(discs, seed)
    }

    /// Changes the light a little.
    pub fn vary_light(&mut self) {
        self.conditions = self.conditions.vary_light(&mut self.random);
        self.scene.light = self.conditions.light;
    }

    /// A position after a number of random moves, or fewer if the game ends, and the position before it.
    pub fn random_position(&mut self, plies: usize) -> (State, State) {
        let (mut before, mut state) = (self.game.initial_state(), self.game.initial_state());
        let mut moves = Vec::new();
        for _ in 0..plies {
            self.game.legal_moves(&state, &mut moves).expect("the rules hold");
            if moves.is_empty() {
                break;
            }
            before.clone_from(&state);
            let mv = moves[self.random.random_range(0..moves.len())];
            self.game.apply(&mut state, mv).expect("a legal move");
        }
        (before, state)
    }
}

/// Counts of results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Places read correctly, of all.
    pub places: usize,
    pub all_places: usize,
    /// Boards read without an error, of all.
    pub boards: usize,
    pub all_boards: usize,
    /// Turns recognised, of as many as there are boards, and turns mistaken for others.
    pub moves: usize,
    pub wrong_moves: usize,
    /// Images with a hand, and those in which a move was reported.
    pub hands: usize,
    pub reported: usize,
}

impl Counts {
    /// All counts in order.
    #[allow(dead_code, reason = "only long measurements note them")]
    pub fn all(&self) -> [usize; 8] {
        let Self { places, all_places, boards, all_boards, moves, wrong_moves, hands, reported } = *self;
        [places, all_places, boards, all_boards, moves, wrong_moves, hands, reported]
    }
}

impl Trial {
    /// Learns from the initial position, then reads a number of positions, and a number with a hand over the board.
    pub fn session(&mut self, boards: usize, hands: usize, counts: &mut Counts) -> Result<(), LearnError> {
        let mut reader = self.reader();
        let start = self.contents(&self.game.initial_state());
        let picture = self.picture(&start);
        reader.learn(&picture, &self.classes(&start))?;
        let mut gate = Gate::new(Duration::ZERO, reader.board(), Vec::new(), reader.view(), self.size);
        gate.set_background(&picture);
        for board in 0..boards {
            self.vary_light();
            let plies = self.random.random_range(1..60);
            let (before, state) = self.random_position(plies);
            let (known, now) = (self.classes(&self.contents(&before)), self.contents(&state));
            let picture = self.picture(&now);
            let truth = self.classes(&now);
            let observation = reader.observe(&picture, &known);
            let right = |place: &usize| {
                observation.places[*place].most_probable().is_some_and(|(content, _)| content == truth[*place])
            };
            let places = (0..truth.len()).filter(right).count();
            counts.places += places;
            counts.all_places += truth.len();
            counts.boards += usize::from(places == truth.len());
            counts.all_boards += 1;
            let status = gate.classify(&Frame { image: picture.clone(), at: Duration::from_secs(board as u64) });
            let positions = self.positions(&before);
            let board = truth[..self.layout.board_places].to_vec();
            let explained = explain(&board_only(&observation, self.layout.board_places), &positions);
            if matches!((status, &explained), (FrameStatus::Still, Explanation::Clear { .. })) {
                // Updates as in a watched game.
                gate.set_background(&picture);
                if places == truth.len() {
                    reader.update(&observation, &truth);
                }
            }
            match (status, explained) {
                (FrameStatus::Still, Explanation::Clear { at, .. }) if positions[at] == board => counts.moves += 1,
                (FrameStatus::Still, Explanation::Clear { .. }) => counts.wrong_moves += 1,
                (status, explained) => println!("after {plies}: {status:?} {explained:?}"),
            }
        }
        for at in 0..hands {
            self.vary_light();
            let plies = self.random.random_range(1..60);
            let (before, state) = self.random_position(plies);
            let now = self.contents(&state);
            let spot = self.layout.spots[self.random.random_range(0..self.layout.spots.len())];
            self.scene.hand = Some(Hand::random([spot.u, spot.v], &mut self.random));
            let picture = self.picture(&now);
            self.scene.hand = None;
            counts.hands += 1;
            let status =
                gate.classify(&Frame { image: picture.clone(), at: Duration::from_secs((boards + at) as u64) });
            if status == FrameStatus::Still {
                let observation = reader.observe(&picture, &self.classes(&self.contents(&before)));
                let explained = explain(&board_only(&observation, self.layout.board_places), &self.positions(&before));
                println!("a hand is not seen: {explained:?}");
                counts.reported += usize::from(matches!(explained, Explanation::Clear { at, .. } if at > 0));
            }
        }
        Ok(())
    }

    /// The classes of a position and of all its successors, the position itself first.
    fn positions(&self, state: &State) -> Vec<Vec<Option<Class>>> {
        let class = |state: &State| {
            let appearances = board_appearances(&self.game, state).into_iter();
            appearances.map(|appearance| appearance.and_then(|appearance| self.colours.class(appearance))).collect()
        };
        let reached = successors(&self.game, state).expect("the rules hold");
        [class(state)].into_iter().chain(reached.iter().map(|next| class(&next.state))).collect()
    }
}

/// The observation of the board without the slots.
fn board_only(observation: &Observation, board: usize) -> Observation {
    Observation { places: observation.places[..board].to_vec(), light: observation.light }
}
