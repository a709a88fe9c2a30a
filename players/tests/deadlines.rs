//! Bounds of the work that computations do after their limits are reached, counted in calls of the game. No test measures
//! time: the time is over from the beginning, or a flag ends it at a certain call.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use boardwright_game::deadline;
use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::game::{self, Game, Outcome, StateError, Turn};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_game::structure::{BoardGeometry, MoveEffect, Structure, Tactics};
use boardwright_players::evaluation::Weights;
use boardwright_players::portfolio::recommendation::GameFeatures;
use boardwright_players::registry::{PLAYERS, PlayerArtifacts};
use boardwright_players::{Choice, Limits, Question, parse, state_to_ask};
use rand::Rng;

/// Number of cells: enough that every unbounded computation makes thousands of calls.
const CELLS: u32 = 400;
/// Maximum number of calls after the end of the time: a position of the search, in each of the phases of an answer.
const MAX_LATE_CALLS: u64 = 16;
/// Maximum number of calls after the flag is set. The clock and the flag are read after 64 positions at the latest, and a
/// position takes a few calls.
const MAX_CALLS_AFTER_STOP: u64 = 4 * 64;

/// Players fill the cells of a row one by one; filling the last cell wins, filling every tenth cell scores a point. Counts
/// the calls of its methods that evaluate rules.
struct Row {
    calls: AtomicU64,
    /// Flag that the call of this number sets.
    stop: AtomicBool,
    stops_at: u64,
    has_hidden_information: bool,
    has_chance: bool,
    players: usize,
    /// `true` if the rules poll the deadline of their thread.
    polls: bool,
    /// Number of samples that were drawn of what a player may know.
    samples: AtomicU64,
}

#[derive(Clone, Debug)]
struct RowState {
    filled: Vec<bool>,
    mover: Player,
    points: i32,
}

impl Row {
    fn new() -> Self {
        Self {
            calls: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            stops_at: u64::MAX,
            has_hidden_information: false,
            has_chance: false,
            players: 2,
            polls: false,
            samples: AtomicU64::new(0),
        }
    }

    /// Counts some calls at once: a call for many moves takes as long as one call for each.
    fn count(&self, calls: usize) -> Result<(), Fault> {
        let before = self.calls.fetch_add(calls as u64, Relaxed);
        if before + calls as u64 >= self.stops_at {
            self.stop.store(true, Relaxed);
        }
        if self.polls && deadline::is_over() {
            let context = FaultContext::Rule("fill".to_owned());
            return Err(Fault { kind: FaultKind::Interrupted, span: Span::default(), context });
        }
        Ok(())
    }

    fn calls(&self) -> u64 {
        self.calls.load(Relaxed)
    }
}

impl Game for Row {
    type State = RowState;
    type Move = u32;

    fn players(&self) -> usize {
        self.players
    }

    fn initial_state(&self) -> RowState {
        RowState { filled: vec![false; CELLS as usize], mover: Player::FIRST, points: 0 }
    }

    fn legal_moves(&self, state: &RowState, moves: &mut Vec<u32>) -> Result<Turn, Fault> {
        self.count(1)?;
        moves.clear();
        moves.extend((0..CELLS).filter(|&cell| !state.filled[cell as usize]));
        if moves.is_empty() {
            return Ok(Turn::Over(Outcome::Won(state.mover.next(self.players))));
        }
        Ok(Turn::Player(state.mover))
    }

    fn apply(&self, state: &mut RowState, mv: u32) -> Result<(), Fault> {
        self.count(1)?;
        state.filled[mv as usize] = true;
        state.points += i32::from(mv.is_multiple_of(10));
        state.mover = state.mover.next(self.players);
        Ok(())
    }

    fn score(&self, state: &RowState, _player: Player) -> f64 {
        f64::from(state.points)
    }

    fn key(&self, state: &RowState) -> u64 {
        state.filled.iter().fold(1, |key: u64, &filled| key.rotate_left(7).wrapping_mul(31) ^ u64::from(filled))
    }

    fn encode(&self, state: &RowState, out: &mut Vec<u8>) {
        out.extend(state.filled.iter().map(|&filled| u8::from(filled)));
    }

    fn structure(&self) -> Option<&dyn Structure<RowState, u32>> {
        Some(self)
    }

    fn texts(&self) -> &dyn game::Texts<RowState, u32> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<RowState, u32>> {
        self.has_chance.then_some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<RowState, u32>> {
        self.has_hidden_information.then_some(self)
    }
}

impl game::Texts<RowState, u32> for Row {
    fn move_text(&self, _state: &RowState, mv: u32) -> String {
        mv.to_string()
    }

    fn state_text(&self, _state: &RowState) -> String {
        String::new()
    }

    fn parse_state(&self, _text: &str) -> Result<RowState, StateError> {
        Ok(self.initial_state())
    }
}

impl game::Chance<RowState, u32> for Row {
    fn probabilities(&self, _state: &RowState, chances: &mut Vec<f64>) {
        chances.clear();
    }
}

impl game::Hidden<RowState, u32> for Row {
    fn information_state(&self, state: &RowState, _player: Player, out: &mut Vec<u8>) {
        self.encode(state, out);
    }

    fn resample(&self, state: &RowState, _player: Player, _rng: &mut dyn Rng) -> Result<RowState, Fault> {
        self.samples.fetch_add(1, Relaxed);
        self.count(1)?;
        Ok(state.clone())
    }

    fn move_seen(&self, _state: &RowState, mv: u32, _viewer: Player) -> String {
        mv.to_string()
    }
}

impl Structure<RowState, u32> for Row {}

impl BoardGeometry<RowState> for Row {
    fn location_count(&self) -> usize {
        CELLS as usize
    }

    fn mover(&self, state: &RowState) -> Player {
        state.mover
    }

    fn point(&self, location: LocationId) -> (i32, i32) {
        (location.index() as i32, 0)
    }

    fn is_relevant(&self, _location: LocationId) -> bool {
        true
    }

    fn neighbours(&self, _location: LocationId, near: &mut Vec<LocationId>) {
        near.clear();
    }

    fn element_count(&self) -> usize {
        CELLS as usize
    }

    fn content(&self, state: &RowState, location: LocationId) -> Option<ElementId> {
        state.filled[location.index()].then(|| ElementId::new(location.index()))
    }

    fn class(&self, _state: &RowState, _element: ElementId) -> usize {
        0
    }

    fn class_count(&self) -> usize {
        1
    }

    fn class_owner(&self, _class: usize) -> Option<Player> {
        None
    }
}

impl Tactics<RowState, u32> for Row {
    fn moved_element(&self, mv: u32) -> Option<(ElementId, LocationId)> {
        Some((ElementId::new(mv as usize), LocationId::new(mv as usize)))
    }

    fn is_capture(&self, _state: &RowState, _mv: u32) -> bool {
        false
    }

    fn move_effect(&self, _state: &RowState, _mv: u32) -> Result<MoveEffect, Fault> {
        Ok(MoveEffect::default())
    }

    fn outcome_after(&self, state: &RowState, mv: u32) -> Result<Option<Outcome>, Fault> {
        let mut after = state.clone();
        self.apply(&mut after, mv)?;
        self.outcome(&after)
    }

    fn winning_replies(&self, _state: &RowState, _player: Player, wins: &mut Vec<u32>) -> Result<bool, Fault> {
        self.count(1)?;
        wins.clear();
        wins.push(0);
        Ok(true)
    }

    fn has_scoring(&self) -> bool {
        true
    }

    fn scoring_moves(&self, _state: &RowState, moves: &[u32], which: &mut Vec<u32>) -> Result<(), Fault> {
        self.count(1)?;
        which.clear();
        which.extend((0..moves.len() as u32).filter(|&index| moves[index as usize].is_multiple_of(10)));
        Ok(())
    }

    fn has_nondecreasing_scores(&self) -> bool {
        true
    }
}

/// Names of all players that play the game, with options that make them compute as much as possible.
fn players(game: &Row) -> Vec<String> {
    let mut players: Vec<String> = PLAYERS
        .iter()
        .filter(|entry| entry.unsupported_reason(game).is_none() && entry.name != "random")
        .map(|entry| entry.name.to_owned())
        .collect();
    let more = ["mcts:threads=2", "mcts:rave=1,mast=0.5", "mcts:heuristic=more-stones,bias=1", "alphabeta:threads=2"];
    players.extend(more.into_iter().filter(|_| !game.has_hidden_information).map(str::to_owned));
    players
}

/// Lets a player answer in the initial state. Returns its answer, and the number of calls that it took with its
/// construction; `None` if it does not play the game.
fn answer(game: &Row, player: &str, limits: Limits<'_>) -> Option<Choice<u32>> {
    let (state, mut moves) = (game.initial_state(), Vec::new());
    moves.extend(0..CELLS);
    let spec = parse(player).unwrap_or_else(|error| panic!("{error}"));
    let mut player = spec.make_within(game, 1, &PlayerArtifacts::default(), &limits).ok()?;
    let me = Player::FIRST;
    let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
    let choice = player.choose(&question).expect("the rules do not fail");
    assert!(moves.contains(&choice.mv));
    Some(choice)
}

/// The kinds of games that different players play.
fn games() -> Vec<Row> {
    let hidden = Row { has_hidden_information: true, ..Row::new() };
    let chance = Row { has_chance: true, ..Row::new() };
    vec![Row::new(), hidden, chance, Row { players: 3, ..Row::new() }]
}

#[test]
fn without_time_every_player_answers_at_once() {
    for kind in games() {
        for player in players(&kind) {
            for polls in [false, true] {
                let game = Row {
                    calls: AtomicU64::new(0),
                    samples: AtomicU64::new(0),
                    stop: AtomicBool::new(false),
                    polls,
                    ..kind
                };
                let stop = AtomicBool::new(false);
                let limits = Limits { time: Some(Duration::ZERO), ..Limits::none(&stop) };
                let choice = answer(&game, &player, limits);
                let calls = game.calls();
                assert!(choice.is_some() || player == "cfr", "{player}");
                assert!(calls <= MAX_LATE_CALLS, "{player}: {calls} calls");
            }
        }
    }
}

#[test]
fn every_player_stops_soon_whenever_the_flag_is_set() {
    for stops_at in [1, 3, 30, 300, 3_100, 10_111, 30_000] {
        for kind in games() {
            // Other threads go on until the operating system runs the first one, for a time that no count bounds.
            for player in players(&kind).into_iter().filter(|player| !player.contains("threads")) {
                let game = Row {
                    calls: AtomicU64::new(0),
                    samples: AtomicU64::new(0),
                    stop: AtomicBool::new(false),
                    stops_at,
                    ..kind
                };
                // The time suffices; it makes the computations read the clock.
                let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::none(&game.stop) };
                let choice = answer(&game, &player, limits);
                let calls = game.calls().saturating_sub(stops_at);
                assert!(choice.is_some() || player == "cfr", "{player}");
                assert!(calls <= MAX_CALLS_AFTER_STOP, "{player}: {calls} calls after the end at {stops_at}");
            }
        }
    }
}

#[test]
fn examinations_of_a_game_stop_when_the_time_is_over() {
    let stop = AtomicBool::new(false);
    let over = Limits { time: Some(Duration::ZERO), ..Limits::none(&stop) };
    let game = Row { has_hidden_information: true, ..Row::new() };
    let features = GameFeatures::measure(&game, false, &over).expect("the rules do not fail");
    assert!(features.is_incomplete);
    Weights::from_rules_within(&game, &over);
    assert!(game.calls() <= 4, "{} calls", game.calls());
    let complete = GameFeatures::measure(&game, false, &Limits::none(&stop)).expect("the rules do not fail");
    assert!(!complete.is_incomplete && complete.is_evaluable && game.calls() > 1000);
}

#[test]
fn one_evaluated_move_is_an_answer_with_a_value() {
    // The flag is set when the game was examined, and the search has begun with depth 1.
    for stops_at in [5_500, 6_500] {
        let game = Row { stops_at, ..Row::new() };
        let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::none(&game.stop) };
        let choice = answer(&game, "alphabeta", limits).expect("it plays the game");
        assert!(choice.depth >= 1 && choice.value.is_some(), "{choice:?}");
    }
}

#[test]
fn values_of_playouts_come_with_their_number() {
    let game = Row::new();
    let stop = AtomicBool::new(false);
    let choice = answer(&game, "mcts:playouts=1000", Limits::none(&stop)).expect("it plays the game");
    let playouts = choice.playouts.expect("its value comes from playouts");
    assert!(choice.value.is_some() && playouts > 0 && playouts <= 1000, "{choice:?}");
    let searched = Limits { depth: Some(1), ..Limits::none(&stop) };
    assert_eq!(answer(&game, "alphabeta", searched).expect("it plays the game").playouts, None);
}

/// Knowledge of a player is looked for only if the player reads it, if there is a choice, and if there is time.
#[test]
fn players_that_need_no_hidden_state_cause_no_search_for_one() {
    let stop = AtomicBool::new(false);
    let (unlimited, over) = (Limits::none(&stop), Limits { time: Some(Duration::ZERO), ..Limits::none(&stop) });
    let cells: Vec<u32> = (0..CELLS).collect();
    // Samples drawn, and whether there is a state to ask with.
    let asked = |player: &str, moves: &[u32], limits: &Limits<'_>| {
        let game = Row { has_hidden_information: true, polls: true, ..Row::new() };
        let spec = parse(player).unwrap_or_else(|error| panic!("{error}"));
        let player = spec.make(&game, 1).expect("it plays the game");
        let state = game.initial_state();
        let question = Question {
            game: &game,
            state: &state,
            me: Player::FIRST,
            moves,
            limits: *limits,
            listener: None,
            clocks: &[],
        };
        let found = state_to_ask(&*player, &question);
        (game.samples.load(Relaxed), found.expect("the rules do not fail").is_some())
    };
    assert_eq!(asked("random", &cells, &unlimited), (0, true));
    assert_eq!(asked("random", &cells, &over), (0, true));
    for player in ["mcts:nodes=10", "monte-carlo:nodes=10", "portfolio:nodes=10"] {
        assert_eq!(asked(player, &cells, &unlimited), (1, true), "{player}");
        assert_eq!(asked(player, &cells[..1], &unlimited), (0, false), "{player}: there is no choice");
        assert_eq!(asked(player, &cells, &over), (1, false), "{player}: there is no time");
    }
}
