//! A person, a camera, a player and an arm at one table, none of which is there.

use boardwright_draw::NoPictures;
use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::ids::Player;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_lang::{Request, load_with};
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::preset;
use boardwright_robot::motion::{PlaceId, Stage as Carrying};
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::eye::session::Keeper;
use boardwright_table::eye::{Bystander, Colours, Eye, Finder, Helper, Marked, STILL, Seeing, Watch, turns};
use boardwright_table::world::{Act, Conditions, Film, Level, Onlooker, Ranges, Rehearsal, Script, Shown, Stage};
use boardwright_table::{
    Attendant, HandError, Layout, Print, Refused, Rig, Spot, Standing, Table, Task, Which, looks, tasks,
};
use boardwright_vision::find::markers::{Extent, MarkerSize, around};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Pictures are small, so that whole games do not take long.
const SMALL: (u32, u32) = (640, 360);

/// Large enough that the modules of markers can be told apart.
const LARGE: (u32, u32) = (1280, 720);

/// Who helps the arm at such a table, and hears what is said.
pub struct Company {
    pub rehearsal: Rehearsal,
    pub heard: Vec<String>,
}

impl Bystander for Company {
    fn hear(&mut self, text: &str) {
        self.heard.push(text.to_owned());
    }

    fn stopped(&self) -> bool {
        // Somebody who is told something over and over gives up.
        self.heard.len() > 200
    }

    fn why(&self, mv: &str) -> Option<String> {
        Some(format!("{mv} is none"))
    }
}

impl Attendant for Company {
    fn stage(&mut self, task: &Task, stage: Carrying) {
        self.rehearsal.stage(task, stage);
    }

    fn ask(&mut self, request: &boardwright_table::Request) -> Result<(), Refused> {
        self.rehearsal.ask(request)
    }

    fn agrees(&mut self, standing: &Standing) -> bool {
        self.rehearsal.agrees(standing)
    }

    fn make_safe(&mut self, trouble: &HandError) -> Result<(), Refused> {
        self.heard.push(trouble.to_string());
        self.rehearsal.make_safe(trouble)
    }

    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused> {
        self.rehearsal.set_up(standing)
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        self.rehearsal.put_where_it_parks()
    }
}

impl Helper for Company {
    fn hears(&mut self) -> &mut dyn Bystander {
        self
    }
}

/// A table with everybody at it.
pub struct Setting {
    pub game: SpecGame,
    pub layout: Layout,
    pub rig: Rig,
    pub eye: Eye,
    pub names: Vec<String>,
    pub script: Script,
    #[allow(dead_code, reason = "films are only shown")]
    pub film: Film,
    pub company: Company,
    pub conditions: Conditions,
    pub random: Pcg64Mcg,
    pub state: State,
}

impl Setting {
    /// A table whose board is shown whenever it is asked for.
    pub fn new(name: &str, seed: u64) -> Self {
        Self::found(name, seed, SMALL, None, |_, shown| Box::new(shown))
    }

    /// A table at which all that is seen is kept.
    pub fn kept(name: &str, seed: u64, keeper: Keeper) -> Self {
        Self::found(name, seed, SMALL, Some(keeper), |_, shown| Box::new(shown))
    }

    /// A table whose board is found by the markers around it.
    pub fn marked(name: &str, seed: u64) -> Self {
        Self::found(name, seed, LARGE, None, |layout, _| {
            let places: Vec<[f64; 2]> = layout.spots[..layout.board].iter().map(|spot| [spot.u, spot.v]).collect();
            Box::new(Marked::new(&around(Extent::of(&places, layout.pitch), MarkerSize::default()), None))
        })
    }

    fn found(
        name: &str,
        seed: u64,
        size: (u32, u32),
        keeper: Option<Keeper>,
        finder: impl FnOnce(&Layout, Shown) -> Box<dyn Finder>,
    ) -> Self {
        let shipped = boardwright_games::named(name).expect("it ships");
        let loaded = load_with(&shipped.source(), &Request::default());
        let game = SpecGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough");
        let config = preset("al5d").expect("it is known");
        let layout = Layout::of(&game, &config).expect("it fits");
        let (start, slots) = (game.start(), layout.spots.len() - layout.board);
        let standing = Standing::set_up(&game, &start, &start, slots).expect("there are slots enough");
        let which = Which::Simulated { baud: Baud::FAST, real_time: false };
        let table = Table::planned(&config, layout.clone());
        let mut rig =
            Rig::new(&which, table, standing.clone(), Log::default(), &EmergencyStop::new()).expect("it is there");
        rig.hand.arm().start().expect("the arm starts");
        let rehearsal = rig.rehearsal.clone().expect("it is not there");
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let conditions = Conditions::any(Level::Office, Ranges::Measuring, &layout, size, &mut random);
        let print = Print::of(game.rules(), &layout, &NoPictures).expect("it can be drawn");
        let colours = Colours::of(&game);
        let Conditions { stand, light, sensor } = conditions;
        let stage = Stage::new(&print, &layout, colours.clone(), stand, light, sensor);
        let script = Script::default();
        let shown = Shown::default();
        shown.show(*stage.view());
        let happening = script.played(rehearsal.clone(), shown.clone(), seed);
        let film = Film::default();
        let camera = Box::new(film.of(Onlooker::new(stage, rehearsal.clone(), happening, seed)));
        let mut eye =
            Eye::open(camera, finder(&layout, shown), &layout, colours, STILL, keeper).expect("all of it is seen");
        eye.learn(&standing).expect("it can be learnt");
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        let company = Company { rehearsal, heard: Vec::new() };
        Self { state: game.start(), game, layout, rig, eye, names, script, film, company, conditions, random }
    }

    /// Plays until the game is over: the person first, who sometimes hesitates, corrects themself or tries what is not allowed. How many
    /// turns it took.
    pub fn play(&mut self, most: usize) -> usize {
        let mut turns = 0;
        while let Some(player) = self.turn().filter(|_| turns < most) {
            let (next, todo) = self.any_turn();
            if Some(player) == Player::new(1) {
                if self.random.random_range(0..4) == 0 {
                    self.wrong_try();
                }
                self.by_hand(&todo);
                let seen = self.watched();
                // Which of some pieces that look alike went where nobody can see.
                let alike = looks(&self.game, &seen) == looks(&self.game, &next);
                assert!(alike, "turn {turns}: {:?}", self.company.heard);
                self.state = seen;
            } else {
                self.arm(&next);
                self.state = next;
            }
            self.assert_right();
            turns += 1;
        }
        turns
    }

    /// The person puts a piece between places, sees that this will not do, and puts it back.
    fn wrong_try(&mut self) {
        let standing = self.rig.hand.standing();
        let on_board = standing.all().filter(|(place, look)| look.is_some() && !standing.is_slot(*place));
        let all: Vec<PlaceId> = on_board.map(|(place, _)| place).collect();
        let Some(from) = all.get(self.random.random_range(0..all.len().max(1))).copied() else { return };
        let mut to = self.layout.spots[from.0];
        to.u += self.layout.pitch * 0.45;
        self.wanders(from, to, 14);
    }

    /// Whose turn it is; nobody's when the game is over.
    pub fn turn(&self) -> Option<Player> {
        let mut moves = Vec::new();
        match self.game.turn(&self.state, &mut moves).expect("the rules hold") {
            Turn::Player(player) if !moves.is_empty() => Some(player),
            _ => None,
        }
    }

    /// A turn at random: the position to which it leads, and what is done on the table for it.
    pub fn any_turn(&mut self) -> (State, Vec<Task>) {
        // Whole turns only: a person does not stop in the middle of one.
        let whole = turns(&self.game, &self.state).expect("the rules hold");
        let next = whole[self.random.random_range(0..whole.len())].state.clone();
        let todo = tasks(&self.game, &self.state, &next, self.rig.hand.standing()).expect("there is room");
        (next, todo)
    }

    /// A person does something with a hand over the board.
    pub fn by_hand(&mut self, todo: &[Task]) {
        self.script.wait(self.random.random_range(0..4));
        self.script.by_hand(todo, &self.layout.spots);
    }

    /// A person puts a piece somewhere with a hand over the board, and takes it away again after so many pictures.
    pub fn wanders(&mut self, from: PlaceId, to: Spot, pictures: usize) {
        let back = self.layout.spots[from.0];
        self.script.then([Act::Hand(to), Act::Shift(from, to), Act::Wait, Act::Away]);
        self.script.wait(pictures);
        self.script.then([Act::Hand(back), Act::Shift(from, back), Act::Wait, Act::Away]);
    }

    /// The camera watches a person's turn: the position to which it led.
    pub fn watched(&mut self) -> State {
        let Self { game, names, company, eye, rig, state, .. } = self;
        let turn = Watch::new(game, names, company).turn(eye, state, rig.hand.standing());
        let next = turn.unwrap_or_else(|ended| panic!("{ended}: {:?}", company.heard)).state;
        rig.hand.by_hand(game, state, &next).expect("there is room");
        next
    }

    /// The arm makes a turn.
    pub fn arm(&mut self, next: &State) {
        let Self { game, names, company, eye, rig, state, .. } = self;
        let mut seeing = Seeing { game, names, eye, helper: company, aims: true };
        let made = rig.hand.make(game, state, next, &mut seeing);
        made.unwrap_or_else(|error| panic!("{error}: {:?}", self.company.heard));
    }

    /// Everything is where it should be.
    pub fn assert_right(&mut self) {
        assert!(self.rig.hand.standing().agrees(&self.game, &self.state));
        let wrong = self.company.rehearsal.wrong();
        assert!(wrong.is_empty(), "{wrong:?} {:?}", self.company.heard);
    }
}
