//! A game on a table that is not there, as a camera sees it, with what really stands there.

use std::time::Duration;

use boardwright_draw::NoPictures;
use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_lang::{Request, load_with};
use boardwright_robot::arm::preset;
use boardwright_table::eye::{Colours, successors};
use boardwright_table::world::{Conditions, Level, Ranges, Stage};
use boardwright_table::{Layout, Print, Spot, Standing, looks};
use boardwright_vision::camera::Shot;
use boardwright_vision::explain::{Explained, explain};
use boardwright_vision::gate::{Gate, Sight};
use boardwright_vision::read::{Board, Class, Observation, Poor, Reader};
use boardwright_vision::render::{Disc, Hand};
use image::RgbImage;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A game with its options.
pub type Name = (&'static str, &'static [(&'static str, &'static str)]);

/// A game before a camera.
pub struct Trial {
    pub game: SpecGame,
    pub layout: Layout,
    pub colours: Colours,
    pub stage: Stage,
    pub conditions: Conditions,
    pub size: (u32, u32),
    pub random: Pcg64Mcg,
}

impl Trial {
    pub fn new(name: Name, level: Level, ranges: Ranges, size: (u32, u32), seed: u64) -> Self {
        Self::under(name, seed, |layout, random| Conditions::any(level, ranges, layout, size, random))
    }

    /// A game under conditions for its layout.
    pub fn under(
        (name, options): Name,
        seed: u64,
        conditions: impl FnOnce(&Layout, &mut Pcg64Mcg) -> Conditions,
    ) -> Self {
        let options: Vec<(String, String)> =
            options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let shipped = boardwright_games::named(name).expect("it ships");
        let loaded = load_with(&shipped.source(), &Request { options: &options, ..Request::default() });
        let game = SpecGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough");
        let layout = Layout::of(&game, &preset("al5d").expect("it is known")).expect("it fits");
        let print = Print::of(game.rules(), &layout, &NoPictures).expect("it can be drawn");
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let conditions = conditions(&layout, &mut random);
        let colours = Colours::of(&game);
        let Conditions { stand, light, sensor } = conditions;
        let size = (stand.width, stand.height);
        let stage = Stage::new(&print, &layout, colours.clone(), stand, light, sensor);
        Self { game, layout, colours, stage, conditions, size, random }
    }

    /// Somebody who looks at this board and knows how it lies.
    pub fn reader(&self) -> Reader {
        let board = Board {
            places: self.layout.spots.iter().map(|spot| [spot.u, spot.v]).collect(),
            width: self.layout.sizes.width,
            height: self.layout.sizes.height,
            classes: self.colours.count(),
        };
        Reader::new(board, *self.stage.view(), self.size).expect("all of it is in the picture")
    }

    /// What stands on the table in a position.
    pub fn standing(&self, state: &State) -> Standing {
        let slots = self.layout.spots.len() - self.layout.board;
        Standing::set_up(&self.game, &self.game.start(), state, slots).expect("there are slots enough")
    }

    /// What a camera can tell of it.
    pub fn classes(&self, standing: &Standing) -> Vec<Option<Class>> {
        standing.all().map(|(_, look)| look.and_then(|look| self.colours.class(look))).collect()
    }

    /// Its pieces, each a little beside its place, as hands put them.
    pub fn discs(&mut self, standing: &Standing) -> Vec<Disc> {
        let sizes = self.layout.sizes;
        let mut discs = Vec::new();
        for (place, look) in standing.all() {
            let Some(look) = look else { continue };
            let Spot { u, v } = self.layout.spots[place.0];
            let (far, turn) =
                (self.random.random_range(0.0..1.5), self.random.random_range(0.0..360.0_f64).to_radians());
            let spot = Spot { u: u + far * turn.cos(), v: v + far * turn.sin() };
            discs.push(self.stage.disc(look, spot, 0.0, sizes));
        }
        discs
    }

    /// A picture of a position.
    pub fn picture(&mut self, standing: &Standing) -> RgbImage {
        let discs = self.discs(standing);
        let seed = self.random.random();
        self.stage.picture(discs, seed)
    }

    /// Light changes a little.
    pub fn later(&mut self) {
        self.conditions = self.conditions.later(&mut self.random);
        self.stage.light = self.conditions.light;
    }

    /// A position of the game after so many random moves, or fewer if it ends, and the one before it.
    pub fn played(&mut self, plies: usize) -> (State, State) {
        let (mut before, mut state) = (self.game.start(), self.game.start());
        let mut moves = Vec::new();
        for _ in 0..plies {
            self.game.turn(&state, &mut moves).expect("the rules hold");
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

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Places read rightly, of all.
    pub places: usize,
    pub all_places: usize,
    /// Boards without a mistake, of all.
    pub boards: usize,
    pub all_boards: usize,
    /// Turns understood, of as many as there are boards; and those taken for others.
    pub moves: usize,
    pub wrong_moves: usize,
    /// Pictures with a hand, and those of them in which a move was reported.
    pub hands: usize,
    pub reported: usize,
}

impl Counts {
    /// All of them, in their order.
    #[allow(dead_code, reason = "only long measurements note them")]
    pub fn all(&self) -> [usize; 8] {
        let Self { places, all_places, boards, all_boards, moves, wrong_moves, hands, reported } = *self;
        [places, all_places, boards, all_boards, moves, wrong_moves, hands, reported]
    }
}

impl Trial {
    /// Learns from the start of a game, then looks at so many positions of it, and at so many with a hand over the board.
    pub fn session(&mut self, boards: usize, hands: usize, counts: &mut Counts) -> Result<(), Poor> {
        let mut reader = self.reader();
        let start = self.standing(&self.game.start());
        let picture = self.picture(&start);
        reader.learn(&picture, &self.classes(&start))?;
        let mut gate = Gate::new(Duration::ZERO, reader.board(), reader.view(), self.size);
        gate.clear(&picture);
        for board in 0..boards {
            self.later();
            let plies = self.random.random_range(1..60);
            let (before, state) = self.played(plies);
            let (known, now) = (self.classes(&self.standing(&before)), self.standing(&state));
            let picture = self.picture(&now);
            let truth = self.classes(&now);
            let seen = reader.observe(&picture, &known);
            let right = |place: &usize| seen.places[*place].best().is_some_and(|(what, _)| what == truth[*place]);
            let places = (0..truth.len()).filter(right).count();
            counts.places += places;
            counts.all_places += truth.len();
            counts.boards += usize::from(places == truth.len());
            counts.all_boards += 1;
            let sight = gate.look(&Shot { picture: picture.clone(), at: Duration::from_secs(board as u64) });
            let positions = self.positions(&before);
            let board = truth[..self.layout.board].to_vec();
            let explained = explain(&cut(&seen, self.layout.board), &positions);
            if matches!((sight, &explained), (Sight::Still, Explained::Clear { .. })) {
                // As whoever watches a game does.
                gate.clear(&picture);
                if places == truth.len() {
                    reader.settle(&seen, &truth);
                }
            }
            match (sight, explained) {
                (Sight::Still, Explained::Clear { at, .. }) if positions[at] == board => counts.moves += 1,
                (Sight::Still, Explained::Clear { .. }) => counts.wrong_moves += 1,
                (sight, explained) => println!("after {plies}: {sight:?} {explained:?}"),
            }
        }
        for at in 0..hands {
            self.later();
            let plies = self.random.random_range(1..60);
            let (before, state) = self.played(plies);
            let now = self.standing(&state);
            let spot = self.layout.spots[self.random.random_range(0..self.layout.spots.len())];
            self.stage.hand = Some(Hand::any([spot.u, spot.v], &mut self.random));
            let picture = self.picture(&now);
            self.stage.hand = None;
            counts.hands += 1;
            let sight = gate.look(&Shot { picture: picture.clone(), at: Duration::from_secs((boards + at) as u64) });
            if sight == Sight::Still {
                let seen = reader.observe(&picture, &self.classes(&self.standing(&before)));
                let explained = explain(&cut(&seen, self.layout.board), &self.positions(&before));
                println!("a hand is not seen: {explained:?}");
                counts.reported += usize::from(matches!(explained, Explained::Clear { at, .. } if at > 0));
            }
        }
        Ok(())
    }

    /// What a camera can tell of a position and of all to which it can lead, the position itself first.
    fn positions(&self, state: &State) -> Vec<Vec<Option<Class>>> {
        let class = |state: &State| {
            let looks = looks(&self.game, state).into_iter();
            looks.map(|look| look.and_then(|look| self.colours.class(look))).collect()
        };
        let reached = successors(&self.game, state).expect("the rules hold");
        [class(state)].into_iter().chain(reached.iter().map(|next| class(&next.state))).collect()
    }
}

/// What is seen of the board, without the slots beside it.
fn cut(seen: &Observation, board: usize) -> Observation {
    Observation { places: seen.places[..board].to_vec(), light: seen.light }
}
