//! A rule set as a [`Game`], evaluated by the tree-walking interpreter.
//!
//! It holds the rule set, its layout and the initial state, and answers questions about states. The compiler's game is
//! built on it and falls back to it for unsupported rules.

use std::sync::Arc;

use boardwright_game::fault::Fault;
use boardwright_game::game::{self, Game, GameExt, MoveError, Outcome, StateError, Turn};
use boardwright_game::ids::{ElementId, ExprId, GlobalId, LocationId, Player};
use boardwright_game::payoff::Payoff;
use boardwright_game::playout::random_weighted_index;
use boardwright_rules::RuleSet;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::classes::deduplicate_moves;
use crate::evaluate::{Evaluation, Interpreter};
use crate::globals::GlobalValue;
use crate::hidden::Viewpoint;
use crate::hidden::belief::{self, BeliefCache, GameForms};
use crate::layout::Layout;
use crate::limits::LimitError;
use crate::moves::Move;
use crate::state::State;
use crate::text;

/// A game that a rule set describes, played by the interpreter. Cloning it shares everything.
#[derive(Clone, Debug)]
pub struct InterpretedGame {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    rules: Arc<RuleSet>,
    layout: Layout,
    /// The initial state, with the end conditions tested in it if the rules require that.
    initial_state: State,
    /// The fault of testing the end conditions in the initial state; every listing of moves reports it.
    fault: Option<Fault>,
    /// Beliefs of the players, in games with hidden information.
    beliefs: BeliefCache,
}

impl InterpretedGame {
    /// Lays out the states of a rule set and creates its initial state.
    ///
    /// # Errors
    /// If the rule set exceeds a limit of the engine.
    pub fn new(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        let layout = Layout::new(&rules)?;
        let mut start = State::initial(&rules, &layout);
        let fault = if rules.tests_ends_at_start {
            Interpreter { rules: &rules, layout: &layout }.test_initial_ends(&mut start).err()
        } else {
            None
        };
        Ok(Self {
            shared: Arc::new(Shared { rules, layout, initial_state: start, fault, beliefs: BeliefCache::default() }),
        })
    }

    /// The rule set.
    #[inline(always)]
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.shared.rules
    }

    /// The layout of states.
    #[inline(always)]
    pub fn layout(&self) -> &Layout {
        &self.shared.layout
    }

    /// The initial state, without cloning it.
    pub fn initial_state_ref(&self) -> &State {
        &self.shared.initial_state
    }

    /// The fault of testing the end conditions in the initial state, if that failed.
    #[inline(always)]
    pub fn initial_fault(&self) -> Option<&Fault> {
        self.shared.fault.as_ref()
    }

    /// The interpreter of these rules.
    #[inline(always)]
    pub fn interpreter(&self) -> Interpreter<'_> {
        Interpreter { rules: &self.shared.rules, layout: &self.shared.layout }
    }

    /// `true` if a condition of the rule set holds in a position.
    pub fn holds(&self, state: &State, condition: ExprId) -> Result<bool, Fault> {
        self.interpreter().holds(state, condition)
    }

    /// Values of the texts on places in a position, in the order of [`RuleSet::place_texts`].
    pub fn place_texts(&self, state: &State) -> Vec<String> {
        self.interpreter().place_texts(state)
    }

    /// The element on a location; `None` if the location is empty.
    pub fn content(&self, state: &State, location: LocationId) -> Option<ElementId> {
        state.content(&self.shared.layout, location)
    }

    /// The location of an element; `None` is off the board.
    pub fn location(&self, state: &State, element: ElementId) -> Option<LocationId> {
        state.location(&self.shared.layout, element)
    }

    /// The state number of an element.
    pub fn element_state(&self, state: &State, element: ElementId) -> i32 {
        let layout = &self.shared.layout;
        i32::from(layout.kinds[state.kind(layout, element)].state)
    }

    /// The owner of an element; `None` for neutral elements.
    pub fn owner(&self, state: &State, element: ElementId) -> Option<Player> {
        let layout = &self.shared.layout;
        layout.kinds[state.kind(layout, element)].owner
    }

    /// The height of an element (its z-index).
    pub fn zindex(&self, state: &State, element: ElementId) -> i32 {
        state.zindex(&self.shared.layout, element)
    }

    /// The player to move according to the state, also when the game is over.
    pub fn mover(&self, state: &State) -> Player {
        state.mover()
    }

    /// The score of a player.
    pub fn points(&self, state: &State, player: Player) -> i32 {
        state.score(&self.shared.layout, player)
    }

    /// Size of a state in bytes, its heap memory included.
    pub fn state_bytes(&self) -> usize {
        size_of::<State>() + self.shared.initial_state.heap_size()
    }

    /// The value of a variable that outlives moves.
    pub fn global_value(&self, state: &State, variable: GlobalId) -> GlobalValue {
        state.global_value(&self.shared.rules, &self.shared.layout, variable)
    }

    /// Completes a position that was set up by hand: the end conditions are tested in it where the rules test them at
    /// the start of the game.
    ///
    /// # Errors
    /// If evaluating the end conditions fails.
    pub fn with_tested_ends(&self, mut state: State) -> Result<State, Fault> {
        if self.shared.rules.tests_ends_at_start && state.outcome().is_none() {
            self.interpreter().test_initial_ends(&mut state)?;
        }
        Ok(state)
    }

    /// Number of the move about to be made, from 1; 0 in games whose rules do not use it.
    pub fn turn_number(&self, state: &State) -> i32 {
        state.turn_number(&self.shared.layout)
    }

    /// Evaluates expressions in order with one table of variables. Effects of the expressions change `state`.
    pub fn evaluate(&self, state: &mut State, exprs: &[ExprId]) -> Evaluation {
        self.interpreter().evaluate(state, exprs)
    }

    /// Makes a move in `state` and evaluates expressions after it, so that expressions about the last move are defined.
    ///
    /// # Errors
    /// If making the move fails.
    pub fn evaluate_after(&self, state: &mut State, mv: Move, exprs: &[ExprId]) -> Result<Evaluation, Fault> {
        self.interpreter().evaluate_after(state, mv, exprs)
    }

    /// Recomputes the Zobrist key of a state from nothing, for checking the incremental key.
    pub fn compute_key(&self, state: &State) -> u64 {
        state.compute_key(&self.shared.rules, &self.shared.layout)
    }

    /// A position as a player sees it.
    pub fn viewpoint<'a>(&'a self, state: &'a State, viewer: Player) -> Viewpoint<'a> {
        Viewpoint { rules: &self.shared.rules, layout: &self.shared.layout, state, viewer }
    }

    /// Beliefs of the players that are kept for continuing them.
    pub fn beliefs(&self) -> &BeliefCache {
        &self.shared.beliefs
    }

    /// Makes the moves of a text of a state with hidden information, whose position must then be `position`.
    fn replay_moves(&self, text: &str, position: &State) -> Result<State, StateError> {
        let error = |reason: String| {
            let line = text.lines().position(|line| line.starts_with("moves")).map_or(1, |index| index + 1);
            StateError { line, reason }
        };
        let mut state = self.initial_state();
        for (index, written) in text::moves_of_state(text).unwrap_or_default().iter().enumerate() {
            let made = self.parse_move(&state, written).map_err(|why| error(format!("move {}: {why}", index + 1)))?;
            self.apply(&mut state, made).map_err(|fault| error(format!("move {}: {fault}", index + 1)))?;
        }
        let encoding = |state: &State| {
            let mut bytes = Vec::new();
            self.encode(state, &mut bytes);
            bytes
        };
        if encoding(&state) == encoding(position) {
            return Ok(state);
        }
        Err(error(
            "a position of a game with hidden information must be the one to which its moves lead: what the players \
             know follows from the moves"
                .to_owned(),
        ))
    }

    /// Lists all legal moves (`ALL`) or one of each class of equal moves.
    fn list<const ALL: bool>(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        moves.clear();
        if let Some(fault) = &self.shared.fault {
            return Err(fault.clone());
        }
        if let Some(outcome) = state.outcome() {
            return Ok(Turn::Over(outcome));
        }
        if state.is_chance_next(&self.shared.layout) {
            self.list_chance_moves::<ALL>(state, moves)?;
            return Ok(Turn::Chance);
        }
        if ALL {
            self.interpreter().list_moves(state, moves)?;
        } else {
            self.interpreter().list_distinct_moves(state, moves)?;
            deduplicate_moves(&self.shared.rules, &self.shared.layout, state, moves);
        }
        Ok(if moves.is_empty() { Turn::Over(Outcome::Draw) } else { Turn::Player(state.mover()) })
    }

    /// Lists the chance moves of a state in which chance is to move.
    ///
    /// # Errors
    /// If a weight is negative, if no move has a positive weight, or if the rules fail.
    pub fn list_chance_moves<const ALL: bool>(&self, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let interpreter = self.interpreter();
        if ALL {
            return interpreter.list_moves(state, moves);
        }
        moves.clear();
        moves.extend(interpreter.weighted_chance_moves(state)?.into_iter().map(|(mv, _)| mv));
        Ok(())
    }
}

impl Game for InterpretedGame {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.shared.rules.players.len()
    }

    fn is_history_dependent(&self) -> bool {
        self.shared.layout.counts_repetitions
    }

    fn payoff(&self) -> Payoff {
        self.shared.rules.payoff
    }

    fn initial_state(&self) -> State {
        self.shared.initial_state.clone()
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        self.list::<false>(state, moves)
    }

    fn all_legal_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        self.list::<true>(state, moves)
    }

    fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        if !self.has_hidden_information() {
            return self.interpreter().apply(state, mv);
        }
        let before = state.clone();
        self.interpreter().apply(state, mv)?;
        state.observe(&self.shared.rules, &self.shared.layout, &before, mv);
        Ok(())
    }

    fn outcome(&self, state: &State) -> Result<Option<Outcome>, Fault> {
        if let Some(fault) = &self.shared.fault {
            return Err(fault.clone());
        }
        if state.outcome().is_some() || state.is_chance_next(&self.shared.layout) {
            return Ok(state.outcome());
        }
        Ok((!self.interpreter().can_move(state)?).then_some(Outcome::Draw))
    }

    fn score(&self, state: &State, player: Player) -> f64 {
        self.shared.rules.score_parts.points(self.points(state, player))
    }

    fn score_parts(&self) -> u32 {
        self.shared.rules.score_parts.0
    }

    fn key(&self, state: &State) -> u64 {
        state.key(&self.shared.rules, &self.shared.layout)
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        state.encode(&self.shared.rules, &self.shared.layout, out);
    }

    fn texts(&self) -> &dyn game::Texts<State, Move> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<State, Move>> {
        self.shared.layout.chance.is_some().then_some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<State, Move>> {
        self.shared.layout.has_hidden_information.then_some(self)
    }
}

impl InterpretedGame {
    fn draw_chance_move(&self, state: &State, rng: &mut Pcg64Mcg) -> Result<Move, Fault> {
        let weighted = self.interpreter().weighted_chance_moves(state)?;
        let weights: Vec<f64> = weighted.iter().map(|(_, weight)| *weight).collect();
        Ok(weighted[random_weighted_index(&weights, rng)].0)
    }
}

impl game::Texts<State, Move> for InterpretedGame {
    fn player_name(&self, player: Player) -> String {
        self.shared.rules.players[player.index()].clone()
    }

    fn view_text(&self, state: &State, player: Player) -> String {
        if self.has_hidden_information() {
            return self.viewpoint(state, player).text();
        }
        text::state_text(&self.shared.rules, &self.shared.layout, state)
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        text::move_text(&self.shared.rules, mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Result<Move, MoveError>> {
        Some(text::parse_move(self, self, state, text))
    }

    fn state_text(&self, state: &State) -> String {
        text::state_text(&self.shared.rules, &self.shared.layout, state)
    }

    fn parse_state(&self, text: &str) -> Result<State, StateError> {
        let position = text::parse_state(&self.shared.rules, &self.shared.layout, text)?;
        if self.has_hidden_information() { self.replay_moves(text, &position) } else { Ok(position) }
    }
}

impl game::Chance<State, Move> for InterpretedGame {
    fn probabilities(&self, state: &State, chances: &mut Vec<f64>) {
        chances.clear();
        if state.outcome().is_some() || !state.is_chance_next(&self.shared.layout) {
            return;
        }
        // A fault is reported by the listing of the moves.
        let weighted = self.interpreter().weighted_chance_moves(state).unwrap_or_default();
        let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        chances.extend(weighted.iter().map(|(_, weight)| weight / total));
    }

    fn sample(&self, state: &State, rng: &mut Pcg64Mcg) -> Option<Result<Move, Fault>> {
        Some(self.draw_chance_move(state, rng))
    }
}

impl game::Hidden<State, Move> for InterpretedGame {
    fn information_state(&self, state: &State, player: Player, out: &mut Vec<u8>) {
        if !self.has_hidden_information() {
            return self.encode(state, out);
        }
        let history = state.observation().map_or(0, |last| last.seen[player.index()].history);
        out.extend(history.to_le_bytes());
        if self.shared.rules.moves_tell_secrets && state.mover() == player {
            let mut moves = Vec::new();
            // A fault is reported by the listing of the moves.
            if self.legal_moves(state, &mut moves).is_ok_and(|turn| turn.player().is_some()) {
                out.extend(
                    moves.into_iter().flat_map(|mv| self.move_text(state, mv).into_bytes().into_iter().chain([0])),
                );
            }
        }
    }

    fn resample(&self, state: &State, player: Player, rng: &mut dyn Rng) -> Result<State, Fault> {
        if !self.has_hidden_information() {
            return Ok(state.clone());
        }
        belief::resample(GameForms { game: self, reference: self }, state, player, rng)
    }

    fn move_seen(&self, state: &State, mv: Move, viewer: Player) -> String {
        let mut after = state.clone();
        if !self.has_hidden_information() || self.interpreter().apply(&mut after, mv).is_err() {
            return self.move_text(state, mv);
        }
        self.viewpoint(state, viewer).move_text(&self.viewpoint(&after, viewer), mv)
    }
}
