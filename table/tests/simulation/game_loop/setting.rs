//! A simulated person, camera and arm at one table.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::NoPictures;
use boardwright_game::game::{Game as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::draw_chance;
use boardwright_interpreter::state::State;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::preset;
use boardwright_robot::motion::{PickStage as Carrying, PlaceId};
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_rules::RuleSet;
use boardwright_table::perception::session::SessionRecorder;
use boardwright_table::perception::{
    BoardFinder, CameraAttendant, Helper, MarkedBoard, Observer, Perception, PieceClasses, STILL_TIME, TurnWatcher,
    complete_turns,
};
use boardwright_table::simulation::{
    CameraScene, Difficulty, ImageRecorder, KnownView, ParameterSet, Script, ScriptEvent, SimulatedCamera,
    SimulatedGame, ViewingConditions,
};
use boardwright_table::{
    ArmConnection, Attendant, BoardContents, BoardPoint, Layout, MoveError, PrintedBoard, RequestRefused, Rig, Table,
    Task, board_appearances, plan_tasks,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Small images, so that whole games are fast.
const SMALL: (u32, u32) = (640, 360);

/// Images large enough to resolve the modules of the markers.
const LARGE: (u32, u32) = (1280, 720);

/// The person who helps the arm and receives messages.
pub struct HelperStub {
    pub simulation: SimulatedGame,
    pub heard: Vec<String>,
}

impl Observer for HelperStub {
    fn notify(&mut self, text: &str) {
        self.heard.push(text.to_owned());
    }

    fn should_stop(&self) -> bool {
        // Stops watching after many messages, so that the test ends.
        self.heard.len() > 200
    }

    fn explain_illegal(&self, mv: &str) -> Option<String> {
        Some(format!("{mv} is none"))
    }
}

impl Attendant for HelperStub {
    fn stage_begins(&mut self, task: &Task, stage: Carrying) {
        self.simulation.stage_begins(task, stage);
    }

    fn fulfil(&mut self, request: &boardwright_table::Request) -> Result<(), RequestRefused> {
        self.simulation.fulfil(request)
    }

    fn is_as_expected(&mut self, contents: &BoardContents) -> bool {
        self.simulation.is_as_expected(contents)
    }

    fn make_safe(&mut self, trouble: &MoveError) -> Result<(), RequestRefused> {
        self.heard.push(trouble.to_string());
        self.simulation.make_safe(trouble)
    }

    fn set_up(&mut self, contents: &BoardContents) -> Result<(), RequestRefused> {
        self.simulation.set_up(contents)
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        self.simulation.place_arm_at_park()
    }
}

impl Helper for HelperStub {
    fn as_observer(&mut self) -> &mut dyn Observer {
        self
    }
}

/// A simulated table with all participants.
pub struct Setting {
    pub game: CompiledGame,
    pub layout: Layout,
    pub rig: Rig,
    pub perception: Perception,
    pub names: Vec<String>,
    pub script: Script,
    #[allow(dead_code, reason = "films are only shown")]
    pub film: ImageRecorder,
    pub helper: HelperStub,
    pub conditions: ViewingConditions,
    pub random: Pcg64Mcg,
    pub state: State,
}

impl Setting {
    /// A table whose board location is known.
    pub fn new(name: &str, seed: u64) -> Self {
        Self::with_finder(name, seed, SMALL, None, |_, _, known_view| Box::new(known_view))
    }

    /// A table with a recorded session.
    pub fn with_recorder(name: &str, seed: u64, recorder: SessionRecorder) -> Self {
        Self::with_finder(name, seed, SMALL, Some(recorder), |_, _, known_view| Box::new(known_view))
    }

    /// A table whose board is located by markers.
    pub fn with_markers(name: &str, seed: u64) -> Self {
        Self::with_finder(name, seed, LARGE, None, |rules, layout, _| {
            Box::new(MarkedBoard::for_layout(rules, layout, None))
        })
    }

    fn with_finder(
        name: &str,
        seed: u64,
        size: (u32, u32),
        recorder: Option<SessionRecorder>,
        finder: impl FnOnce(&RuleSet, &Layout, KnownView) -> Box<dyn BoardFinder>,
    ) -> Self {
        // Options follow the name, as on the command line.
        let (name, option) = name.split_once(':').map_or((name, None), |(name, option)| (name, option.split_once('=')));
        let shipped = boardwright_games::shipped_game(name).expect("it ships");
        let options: Vec<(String, String)> =
            option.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let loaded = load_with(&shipped.source(), &LoadRequest { options: &options, ..LoadRequest::default() });
        let game = CompiledGame::new(loaded.rules.expect("it has no mistake")).expect("it is small enough");
        let config = preset("al5d").expect("it is known");
        let layout = Layout::for_game(&game, &config).expect("it fits");
        let (start, slots) = (game.initial_state(), layout.slots());
        let contents = BoardContents::set_up(&game, &start, &start, slots).expect("there are slots enough");
        let which = ArmConnection::Simulated { baud: Baud::FAST, real_time: false };
        let table = Table::from_plan(&config, layout.clone());
        let mut rig =
            Rig::new(&which, table, contents.clone(), Log::default(), &EmergencyStop::new()).expect("it is there");
        rig.executor.arm().start().expect("the arm starts");
        let simulation = rig.simulation.clone().expect("it is not there");
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let conditions =
            ViewingConditions::random(Difficulty::Office, ParameterSet::Evaluation, &layout, size, &mut random);
        let print = PrintedBoard::draw(game.rules(), &layout, &NoPictures).expect("it can be drawn");
        let colours = PieceClasses::for_game(&game);
        let ViewingConditions { pose, light, sensor } = conditions;
        let stage = CameraScene::new(&print, &layout, colours.clone(), pose, light, sensor);
        let script = Script::default();
        let known_view = KnownView::default();
        known_view.set(*stage.view());
        let hook = script.frame_hook(simulation.clone(), known_view.clone(), seed);
        let film = ImageRecorder::default();
        let camera = Box::new(film.wrap_camera(SimulatedCamera::new(stage, simulation.clone(), hook, seed)));
        let mut perception =
            Perception::open(camera, finder(game.rules(), &layout, known_view), &layout, colours, STILL_TIME, recorder)
                .expect("all of it is seen");
        perception.learn(&contents).expect("it can be learnt");
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        let helper = HelperStub { simulation, heard: Vec::new() };
        Self {
            state: game.initial_state(),
            game,
            layout,
            rig,
            perception,
            names,
            script,
            film,
            helper,
            conditions,
            random,
        }
    }

    /// Plays until the game is over or `most` turns are reached, the person first, who sometimes hesitates, corrects a
    /// move or tries an illegal one. Returns the number of turns.
    pub fn play(&mut self, most: usize) -> usize {
        let mut turns = 0;
        while let Some(player) = self.turn().filter(|_| turns < most) {
            let (next, todo) = self.random_turn();
            if todo.is_empty() {
                // A pass changes nothing on the table.
                self.state = next;
                continue;
            }
            if Some(player) == Player::new(1) {
                if self.random.random_range(0..4) == 0 {
                    self.attempt_wrong_move();
                }
                self.by_hand(&todo);
                let seen = self.watch_turn();
                // Which of several equal pieces moved is not visible.
                let alike = board_appearances(&self.game, &seen) == board_appearances(&self.game, &next);
                assert!(alike, "turn {turns}: {:?}", self.helper.heard);
                self.state = seen;
            } else {
                self.arm(&next);
                self.state = next;
            }
            self.assert_consistent();
            turns += 1;
        }
        turns
    }

    /// The person puts a piece between places and puts it back.
    fn attempt_wrong_move(&mut self) {
        let contents = self.rig.executor.contents();
        let on_board = contents.all().filter(|(place, appearance)| appearance.is_some() && !contents.is_slot(*place));
        let all: Vec<PlaceId> = on_board.map(|(place, _)| place).collect();
        let Some(from) = all.get(self.random.random_range(0..all.len().max(1))).copied() else { return };
        let mut to = self.layout.spots[from.0];
        to.u += self.layout.pitch * 0.45;
        self.move_and_return(from, to, 14);
    }

    /// The player to move, after the dice are rolled; `None` when the game is over.
    pub fn turn(&mut self) -> Option<Player> {
        let mut moves = Vec::new();
        while self.game.legal_moves(&self.state, &mut moves) == Ok(Turn::Chance) {
            let roll = draw_chance(&self.game, &self.state, &moves, &mut Vec::new(), &mut self.random);
            let roll = roll.expect("the rules hold");
            self.game.apply(&mut self.state, roll).expect("the rules hold");
        }
        match self.game.legal_moves(&self.state, &mut moves).expect("the rules hold") {
            Turn::Player(player) if !moves.is_empty() => Some(player),
            _ => None,
        }
    }

    /// A random turn: the resulting position and the tasks on the table.
    pub fn random_turn(&mut self) -> (State, Vec<Task>) {
        // Complete turns only: a person does not stop in the middle of one.
        let whole = complete_turns(&self.game, &self.state).expect("the rules hold");
        let next = whole[self.random.random_range(0..whole.len())].state.clone();
        let todo = plan_tasks(&self.game, &self.state, &next, self.rig.executor.contents()).expect("there is room");
        (next, todo)
    }

    /// The person performs tasks with a hand over the board.
    pub fn by_hand(&mut self, todo: &[Task]) {
        self.script.wait(self.random.random_range(0..4));
        self.script.perform_by_hand(todo, &self.layout.spots);
    }

    /// The person moves a piece to another position, and back after a number of frames.
    pub fn move_and_return(&mut self, from: PlaceId, to: BoardPoint, pictures: usize) {
        let back = self.layout.spots[from.0];
        self.script.then([ScriptEvent::Hand(to), ScriptEvent::Shift(from, to), ScriptEvent::Wait, ScriptEvent::Away]);
        self.script.wait(pictures);
        self.script.then([
            ScriptEvent::Hand(back),
            ScriptEvent::Shift(from, back),
            ScriptEvent::Wait,
            ScriptEvent::Away,
        ]);
    }

    /// The camera watches the person's turn; returns the resulting position.
    pub fn watch_turn(&mut self) -> State {
        let Self { game, names, helper, perception, rig, state, .. } = self;
        let turn = TurnWatcher::new(game, names, helper).wait_for_turn(perception, state, rig.executor.contents());
        let next = turn.unwrap_or_else(|ended| panic!("{ended}: {:?}", helper.heard)).state;
        rig.executor.record_manual_move(game, state, &next).expect("there is room");
        next
    }

    /// The arm executes a turn.
    pub fn arm(&mut self, next: &State) {
        let Self { game, names, helper, perception, rig, state, .. } = self;
        let mut seeing = CameraAttendant { game, names, perception, helper, corrects_aim: true };
        let made = rig.executor.execute_move(game, state, next, &mut seeing);
        made.unwrap_or_else(|error| panic!("{error}: {:?}", self.helper.heard));
    }

    /// Asserts that the table matches the position.
    pub fn assert_consistent(&mut self) {
        assert!(self.rig.executor.contents().matches(&self.game, &self.state));
        let wrong = self.helper.simulation.deviations();
        assert!(wrong.is_empty(), "{wrong:?} {:?}", self.helper.heard);
    }
}
