//! A compiled game: a rule set as a [`Game`], with move tables, optional native code, symmetries and board structure.
//!
//! Unsupported rules fall back to the [reference interpreter](boardwright_interpreter::evaluate).

mod acceleration;
mod chance;
mod continuation;
mod features;
mod rule_code;
mod structure;

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::analyse::chance::{can_keep_turn, rules_of_players};
pub use crate::analyse::costs::EndCost;
pub use crate::analyse::costs::FormulaSizes;
pub use crate::analyse::costs::RuleCost;
use crate::analyse::rows::WinLineTable;
use crate::codegen::NativeMoves;
use crate::codegen::NativePlayouts;
use crate::codegen::{BaselineCode, HeuristicCode};
use crate::stages::{self, Stage};
use crate::symmetry::Symmetries;
use crate::tables::CompiledRules;
use boardwright_game::fault::Fault;
use boardwright_game::features::{FeatureSet, Features, WeightSet};
use boardwright_game::game::{self, Game, GameExt as _, MoveError, Outcome, Preparation, StateError, Turn};
use boardwright_game::ids::{Player, RuleId};
use boardwright_game::payoff::Payoff;
use boardwright_game::structure::{GoalCondition, Structure};
use boardwright_interpreter::classes::deduplicate_moves;
use boardwright_interpreter::explain::{ExplainError, Explanation, MoveSteps};
use boardwright_interpreter::game::InterpretedGame;
use boardwright_interpreter::hidden::belief::{self, GameForms};
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::limits::LimitError;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_interpreter::text;
use boardwright_rules::RuleSet;
pub use rule_code::RuleCode;

/// Effort limit of compilation, in steps of the partial evaluator; games of the size of chess take half a million.
const MAX_EFFORT: usize = 16_000_000;
/// Effort limit of quick compilation.
const QUICK_EFFORT: usize = 800_000;

/// A game that a rule set describes, compiled. Cloning it shares everything.
///
/// It dereferences to its [`InterpretedGame`], which knows the states and evaluates rules that are not compiled.
#[derive(Clone, Debug)]
pub struct CompiledGame {
    reference: InterpretedGame,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// The rules that are compiled: those of players.
    player_rules: Arc<RuleSet>,
    /// `None`: the interpreter is used.
    compiled: Option<CompiledRules>,
    /// Native code for playouts, or why there is none; compiled on first use.
    native_playouts: OnceLock<Result<NativePlayouts, String>>,
    /// Native code for single moves, or why there is none; compiled on first use.
    native_moves: OnceLock<Result<NativeMoves, String>>,
    /// Scalar native code, or why there is none; compiled on first use.
    baseline: OnceLock<Result<BaselineCode, String>>,
    /// Native code of the heuristics, compiled by [`prepare`](game::Acceleration::prepare).
    heuristics: OnceLock<Option<HeuristicCode>>,
    /// `true` once [`prepare`](game::Acceleration::prepare) was called: single moves are made by native code.
    is_prepared: AtomicBool,
    /// By part of [`Preparation`]: `true` once it is compiled in the background.
    begun: [AtomicBool; 2],
    /// Proven on first use.
    symmetries: OnceLock<Symmetries>,
    /// Winning lines, found on first use.
    lines: OnceLock<WinLineTable>,
    /// `true` if the future of the game depends on less than the position; computed on first use.
    has_continuation_key: OnceLock<bool>,
    /// By player: the goal, read on first use.
    goals: OnceLock<Vec<Option<GoalCondition>>>,
    /// Feature sets for weights; at most one.
    feature_sets: Vec<FeatureSet>,
    can_keep_turn: bool,
}

impl Deref for CompiledGame {
    type Target = InterpretedGame;

    #[inline(always)]
    fn deref(&self) -> &InterpretedGame {
        &self.reference
    }
}

/// Results of the native code for single moves in one state, for tests.
#[derive(Clone, Debug)]
pub struct NativeMoveResults {
    /// The legal moves; `None` if the native code leaves the listing to the portable code.
    pub moves: Option<Vec<Move>>,
    /// `true` if there is a legal move; `None` if the native code leaves this to the portable code.
    pub can_move: Option<bool>,
    /// State after each move; `None` if the native code leaves the move to the portable code.
    pub after: Vec<Option<State>>,
    /// Number of legal moves; `None` if they must be listed to be counted.
    pub count: Option<u64>,
}

impl CompiledGame {
    /// Compiles the game.
    pub fn new(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        Self::with_compiler(rules, |rules, layout| Some(CompiledRules::new(rules, layout, MAX_EFFORT)))
    }

    /// Compiles the game with a low effort limit; rules that exceed it are interpreted.
    pub fn compile_quickly(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        Self::with_compiler(rules, |rules, layout| Some(CompiledRules::new(rules, layout, QUICK_EFFORT)))
    }

    /// Creates the game without compiling it: slower, with the same results.
    pub fn interpreted_only(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        Self::with_compiler(rules, |_, _| None)
    }

    fn with_compiler(
        rules: Arc<RuleSet>,
        compiled: impl FnOnce(&RuleSet, &Layout) -> Option<CompiledRules>,
    ) -> Result<Self, LimitError> {
        let reference = InterpretedGame::new(rules)?;
        let player_rules = rules_of_players(reference.rules());
        let compiled = compiled(&player_rules, reference.layout());
        let (feature_sets, can_keep_turn) = (features::sets(&reference), can_keep_turn(&player_rules));
        Ok(Self {
            reference,
            shared: Arc::new(Shared {
                player_rules,
                compiled,
                native_playouts: OnceLock::new(),
                native_moves: OnceLock::new(),
                baseline: OnceLock::new(),
                heuristics: OnceLock::new(),
                is_prepared: AtomicBool::new(false),
                begun: [const { AtomicBool::new(false) }; 2],
                symmetries: OnceLock::new(),
                lines: OnceLock::new(),
                has_continuation_key: OnceLock::new(),
                goals: OnceLock::new(),
                feature_sets,
                can_keep_turn,
            }),
        })
    }

    /// Returns the stages of compiling a rule's condition, from the rule set to machine code, as text for people.
    pub fn rule_stages(&self, rule: RuleId) -> Vec<Stage> {
        stages::rule_stages(self.rules(), self.layout(), MAX_EFFORT, rule)
    }

    /// The game without compiled code.
    pub fn interpreted(&self) -> &InterpretedGame {
        &self.reference
    }

    /// Explains why the move that a text means is legal in a position, or is not.
    ///
    /// # Errors
    /// If the text names nothing of the game, or the game file fails while moves are listed.
    pub fn explain_move(&self, state: &State, text: &str) -> Result<Explanation, ExplainError> {
        self.reference.explain_parsed(state, text, self.parse_move(state, text).ok())
    }

    /// Returns the steps of the evaluation of the move that a text means: the tests of its rules, and its effects.
    ///
    /// # Errors
    /// If the text names nothing of the game.
    pub fn move_steps(&self, state: &State, text: &str) -> Result<MoveSteps, ExplainError> {
        self.reference.move_steps(state, text, self.parse_move(state, text).ok())
    }

    /// Value of a heuristic, given by its index, for a player.
    ///
    /// # Errors
    /// If the evaluation fails.
    pub fn heuristic_value(&self, state: &State, index: usize, player: Player) -> Result<i32, Fault> {
        let Shared { compiled, .. } = &*self.shared;
        let (rules, layout) = (self.rules(), self.layout());
        let native = self.shared.heuristics.get().and_then(Option::as_ref);
        if let Some(value) = native.and_then(|native| native.value(state, index, player)) {
            return Ok(value);
        }
        let fast_value =
            compiled.as_ref().and_then(|compiled| compiled.heuristic_value(rules, layout, state, index, player));
        // Faults are reported by the interpreter.
        fast_value.map_or_else(|| self.interpreter().heuristic_value(state, &rules.heuristics[index], player), Ok)
    }

    /// Values of all heuristics of the file in a state, by player.
    pub fn heuristic_values(&self, state: &State) -> Result<Vec<(&str, Vec<i32>)>, Fault> {
        let values_by_player = |index: usize| {
            let players = (1..=self.players()).filter_map(Player::new);
            players.map(|player| self.heuristic_value(state, index, player)).collect::<Result<Vec<_>, _>>()
        };
        let heuristics = self.rules().heuristics.iter().enumerate();
        heuristics.map(|(index, heuristic)| Ok((heuristic.name.as_str(), values_by_player(index)?))).collect()
    }

    /// `true` if moves are listed by compiled code; the interpreter takes some hundred times as long.
    pub fn is_compiled(&self) -> bool {
        self.shared.compiled.as_ref().is_some_and(CompiledRules::generates_moves)
    }

    /// Description of the size of the compiled form; empty for an interpreted game.
    pub fn compiled_summary(&self) -> String {
        self.shared.compiled.as_ref().map_or_else(String::new, CompiledRules::summary)
    }

    /// Compilation results by rule; empty for an interpreted game.
    pub fn rule_costs(&self) -> Vec<RuleCost> {
        let Shared { compiled, .. } = &*self.shared;
        let (rules, layout) = (self.rules(), self.layout());
        compiled.as_ref().map_or_else(Vec::new, |compiled| compiled.rule_costs(rules, layout))
    }

    /// Compilation results by end of the game; empty for an interpreted game.
    pub fn end_costs(&self) -> Vec<EndCost> {
        self.shared.compiled.as_ref().map_or_else(Vec::new, |compiled| compiled.end_costs(self.rules()))
    }

    /// Number of moves that one rule alone allows in the portable compiled form; `None` if the interpreter lists moves.
    pub fn count_rule_moves(&self, state: &State, rule: RuleId) -> Result<Option<usize>, Fault> {
        let Shared { compiled, .. } = &*self.shared;
        let (rules, layout) = (self.rules(), self.layout());
        compiled.as_ref().map_or(Ok(None), |compiled| compiled.count_rule_moves(rules, layout, state, rule))
    }

    /// Description of the size of the native code for playouts.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn native_playouts_summary(&self) -> Result<&str, &str> {
        self.native_playouts().map(NativePlayouts::summary)
    }

    /// Description of the size of the native code for single moves.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn native_moves_summary(&self) -> Result<&str, &str> {
        self.native_moves().map(|(_, steps)| steps.summary())
    }

    /// Symmetries of the game, proven on first use.
    pub fn symmetries(&self) -> &Symmetries {
        let Shared { compiled, symmetries, .. } = &*self.shared;
        let (rules, layout) = (self.rules(), self.layout());
        // The symmetries of chance moves and of what players see are not analysed.
        let compiled = compiled.as_ref().filter(|_| self.is_deterministic());
        symmetries.get_or_init(|| Symmetries::new(rules, layout, compiled))
    }

    /// State after each move from which native playouts draw, in arbitrary order; `None` for a move that fails. For
    /// tests against [`Game::legal_moves`] and [`Game::apply`].
    pub fn native_playout_successors(&self, state: &State) -> Option<Vec<Option<State>>> {
        self.native_playouts().ok().filter(|_| self.is_player_next(state))?.successors(state)
    }

    /// Results of the native code for single moves: the moves as [`Game::legal_moves`] lists them, and the state after
    /// each; `None` where it falls back to the portable code. For tests against a game that was not
    /// [prepared](game::Acceleration::prepare).
    pub fn native_move_results(&self, state: &State) -> Option<NativeMoveResults> {
        let (compiled, steps) = self.native_moves().ok().filter(|_| self.is_player_next(state))?;
        let layout = self.layout();
        let mut moves = Vec::new();
        let over = state.outcome().is_some();
        let is_listed = over || steps.list_moves(layout, compiled, state, &mut moves);
        let can_move = if over { Some(false) } else { steps.can_move(state) };
        let apply_native = |&mv: &Move| {
            let mut after = state.clone();
            steps.make_move(layout, compiled, &mut after, mv).then(|| self.observed(state, mv, after))
        };
        let after = moves.iter().map(apply_native).collect();
        Some(NativeMoveResults { can_move, after, moves: is_listed.then_some(moves), count: None })
    }

    /// Native code for playouts, compiled on first use, or the reason why there is none.
    fn native_playouts(&self) -> Result<&NativePlayouts, &str> {
        let Shared { player_rules, compiled, native_playouts: native, .. } = &*self.shared;
        let layout = self.layout();
        let native = native.get_or_init(|| match compiled {
            Some(compiled) => NativePlayouts::new(player_rules, layout, compiled),
            None => Err("the game is interpreted".to_owned()),
        });
        native.as_ref().map_err(String::as_str)
    }

    /// The compiled form, and native code for single moves, compiled on first use, or the reason why there is none.
    fn native_moves(&self) -> Result<(&CompiledRules, &NativeMoves), &str> {
        let Shared { player_rules, compiled, native_moves: steps, .. } = &*self.shared;
        let layout = self.layout();
        let Some(compiled) = compiled else { return Err("the game is interpreted") };
        let steps = steps.get_or_init(|| NativeMoves::new(player_rules, layout, compiled));
        Ok((compiled, steps.as_ref().map_err(String::as_str)?))
    }

    /// Scalar native code, compiled on first use, or the reason why there is none.
    fn baseline(&self) -> Result<&BaselineCode, &str> {
        let baseline = self.shared.baseline.get_or_init(|| match &self.shared.compiled {
            Some(_) => BaselineCode::new(self.rules(), self.layout()),
            None => Err("the game is interpreted".to_owned()),
        });
        baseline.as_ref().map_err(String::as_str)
    }

    /// Scalar native code, if it has been compiled and [`prepare`](game::Acceleration::prepare) was called.
    #[inline]
    fn prepared_baseline(&self) -> Option<&BaselineCode> {
        let is_prepared = self.shared.is_prepared.load(Ordering::Relaxed);
        if is_prepared { self.shared.baseline.get()?.as_ref().ok() } else { None }
    }

    /// `true` if native code is compiled, or known not to exist.
    fn is_ready(&self, part: Preparation) -> bool {
        let Shared { native_playouts, native_moves, baseline, .. } = &*self.shared;
        let is_covered = match part {
            Preparation::SingleMoves => {
                native_moves.get().map(|code| code.as_ref().is_ok_and(NativeMoves::makes_moves))
            }
            Preparation::Playouts => native_playouts.get().map(Result::is_ok),
        };
        is_covered.is_some_and(|is_covered| is_covered || baseline.get().is_some())
    }

    /// Compiles native code: the bit-parallel tier, and the general tier for what that one does not cover.
    fn compile_native(&self, part: Preparation) {
        match part {
            Preparation::SingleMoves => {
                if !self.native_moves().is_ok_and(|(_, code)| code.makes_moves()) {
                    let _ = self.baseline();
                }
                self.shared.is_prepared.store(true, Ordering::Relaxed);
                if self.is_compiled() {
                    self.shared.heuristics.get_or_init(|| HeuristicCode::new(self.rules(), self.layout()).ok());
                }
            }
            Preparation::Playouts => {
                if self.native_playouts().is_err() {
                    let _ = self.baseline();
                }
            }
        }
    }

    /// Description of the size of the scalar native code.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn baseline_summary(&self) -> Result<&str, &str> {
        self.baseline().map(BaselineCode::summary)
    }

    /// The rules of which the scalar native code lists some moves for all origins at once, rather than piece by piece.
    pub fn rules_listed_by_distance(&self) -> &[RuleId] {
        self.baseline().map_or(&[], BaselineCode::rules_listed_by_distance)
    }

    /// Results of the scalar native code: see [`CompiledGame::native_move_results`]. `None` if there is no such code.
    pub fn baseline_results(&self, state: &State, all: bool) -> Option<NativeMoveResults> {
        let baseline = self.baseline().ok().filter(|code| code.moves_chance() || self.is_player_next(state))?;
        let (rules, layout) = (self.rules(), self.layout());
        let mut moves = Vec::new();
        let over = state.outcome().is_some();
        let is_listed = over || baseline.list_moves(rules, layout, state, all, &mut moves);
        let can_move = if over { Some(false) } else { baseline.can_move(state) };
        let apply_native = |&mv: &Move| {
            let mut after = state.clone();
            baseline.make_move(rules, layout, &mut after, mv).then(|| self.observed(state, mv, after))
        };
        let after = moves.iter().map(apply_native).collect();
        let count = if over { Some(0) } else { baseline.count_moves(state) };
        Some(NativeMoveResults { can_move, after, moves: is_listed.then_some(moves), count })
    }

    /// State after each move from which playouts of the scalar native code draw: see
    /// [`CompiledGame::native_playout_successors`].
    pub fn baseline_successors(&self, state: &State) -> Option<Vec<Option<State>>> {
        let baseline = self.baseline().ok().filter(|code| code.moves_chance() || self.is_player_next(state))?;
        baseline.successors(state)
    }

    /// The result of [`CompiledGame::native_moves`], if [`prepare`](game::Acceleration::prepare) was called.
    #[inline(always)]
    fn prepared_moves(&self) -> Option<(&CompiledRules, &NativeMoves)> {
        if self.shared.is_prepared.load(Ordering::Relaxed) { self.native_moves().ok() } else { None }
    }

    /// The fault of the first move that fails in a position.
    fn first_fault(&self, state: &State) -> Option<Fault> {
        let mut moves = Vec::new();
        if let Err(fault) = self.legal_moves(state, &mut moves) {
            return Some(fault);
        }
        moves.into_iter().find_map(|mv| self.apply(&mut state.clone(), mv).err())
    }

    /// Lists all legal moves (`ALL`), or one of each class of equal moves.
    #[inline]
    fn list<const ALL: bool>(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        moves.clear();
        if let Some(fault) = self.initial_fault() {
            return Err(fault.clone());
        }
        if let Some(outcome) = state.outcome() {
            return Ok(Turn::Over(outcome));
        }
        let Shared { compiled, .. } = &*self.shared;
        let (rules, layout) = (self.rules(), self.layout());
        if state.is_chance_next(layout) {
            if !self.list_native_chance::<ALL>(state, moves) {
                self.reference.list_chance_moves::<ALL>(state, moves)?;
            }
            return Ok(Turn::Chance);
        }
        let is_listed = (!ALL
            && self.prepared_moves().is_some_and(|(compiled, steps)| steps.list_moves(layout, compiled, state, moves)))
            || self.prepared_baseline().is_some_and(|baseline| baseline.list_moves(rules, layout, state, ALL, moves));
        match compiled {
            _ if is_listed => {}
            Some(compiled) => compiled.legal_moves::<ALL>(rules, layout, state, moves)?,
            None => {
                self.interpreter().list_moves(state, moves)?;
                if !ALL {
                    deduplicate_moves(rules, layout, state, moves);
                }
            }
        }
        Ok(if moves.is_empty() { Turn::Over(Outcome::Draw) } else { Turn::Player(state.mover()) })
    }

    /// `true` without chance moves and hidden information.
    fn is_deterministic(&self) -> bool {
        !self.reference.has_chance() && !self.reference.has_hidden_information()
    }

    /// Makes a move without recording what the players have seen.
    #[inline]
    fn apply_unobserved(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        if state.is_chance_next(self.layout()) {
            let native = self.prepared_baseline().filter(|baseline| baseline.moves_chance());
            return match native {
                Some(native) if native.make_move(self.rules(), self.layout(), state, mv) => Ok(()),
                _ => self.interpreter().apply(state, mv),
            };
        }
        if self.prepared_moves().is_some_and(|(compiled, steps)| steps.make_move(self.layout(), compiled, state, mv)) {
            return Ok(());
        }
        if self.prepared_baseline().is_some_and(|baseline| baseline.make_move(self.rules(), self.layout(), state, mv)) {
            return Ok(());
        }
        match &self.shared.compiled {
            Some(compiled) => compiled.apply(self.rules(), self.layout(), state, mv),
            None => self.interpreter().apply(state, mv),
        }
    }
}

impl Game for CompiledGame {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.rules().players.len()
    }

    fn is_history_dependent(&self) -> bool {
        self.layout().counts_repetitions
    }

    fn payoff(&self) -> Payoff {
        self.reference.payoff()
    }

    fn initial_state(&self) -> State {
        self.initial_state_ref().clone()
    }

    #[inline]
    fn legal_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        self.list::<false>(state, moves)
    }

    fn all_legal_moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        self.list::<true>(state, moves)
    }

    fn count_moves(&self, state: &State) -> Result<u64, Fault> {
        let is_over = state.outcome().is_some() || self.initial_fault().is_some();
        let is_plain = !is_over && self.is_player_next(state);
        let counted = self.prepared_baseline().filter(|_| is_plain).and_then(|baseline| baseline.count_moves(state));
        match counted {
            Some(count) => Ok(count),
            None => {
                let mut moves = Vec::new();
                self.list::<false>(state, &mut moves)?;
                Ok(moves.len() as u64)
            }
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        if self.has_hidden_information() {
            let before = state.clone();
            self.apply_unobserved(state, mv)?;
            state.observe(self.rules(), self.layout(), &before, mv);
            return Ok(());
        }
        self.apply_unobserved(state, mv)
    }

    fn outcome(&self, state: &State) -> Result<Option<Outcome>, Fault> {
        if let Some(fault) = self.initial_fault() {
            return Err(fault.clone());
        }
        if state.outcome().is_some() || state.is_chance_next(self.layout()) {
            return Ok(state.outcome());
        }
        let native = self.prepared_moves().and_then(|(_, steps)| steps.can_move(state));
        let native = native.or_else(|| self.prepared_baseline().and_then(|baseline| baseline.can_move(state)));
        let can_move = match (native, &self.shared.compiled) {
            (Some(can_move), _) => can_move,
            (None, Some(compiled)) => compiled.can_move(self.rules(), self.layout(), state)?,
            (None, None) => self.interpreter().can_move(state)?,
        };
        Ok((!can_move).then_some(Outcome::Draw))
    }

    fn score(&self, state: &State, player: Player) -> f64 {
        self.reference.score(state, player)
    }

    fn score_parts(&self) -> u32 {
        self.reference.score_parts()
    }

    fn key(&self, state: &State) -> u64 {
        state.key(self.rules(), self.layout())
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        state.encode(self.rules(), self.layout(), out);
    }

    fn can_keep_turn(&self) -> bool {
        self.shared.can_keep_turn
    }

    #[inline]
    fn structure(&self) -> Option<&dyn Structure<State, Move>> {
        (self.shared.compiled.is_some() && self.is_deterministic()).then_some(self)
    }

    fn texts(&self) -> &dyn game::Texts<State, Move> {
        self
    }

    fn chance(&self) -> Option<&dyn game::Chance<State, Move>> {
        self.reference.has_chance().then_some(self)
    }

    fn hidden(&self) -> Option<&dyn game::Hidden<State, Move>> {
        self.reference.has_hidden_information().then_some(self)
    }

    fn acceleration(&self) -> Option<&dyn game::Acceleration<State>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<State, Move>> {
        Some(self)
    }
}

impl game::Texts<State, Move> for CompiledGame {
    fn player_name(&self, player: Player) -> String {
        self.rules().players[player.index()].clone()
    }

    fn view_text(&self, state: &State, player: Player) -> String {
        game::Texts::view_text(&self.reference, state, player)
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        text::move_text(self.rules(), mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Result<Move, MoveError>> {
        Some(text::parse_move(self, &self.reference, state, text))
    }

    fn state_text(&self, state: &State) -> String {
        text::state_text(self.rules(), self.layout(), state)
    }

    fn parse_state(&self, text: &str) -> Result<State, StateError> {
        game::Texts::parse_state(&self.reference, text)
    }
}

impl game::Chance<State, Move> for CompiledGame {
    fn probabilities(&self, state: &State, chances: &mut Vec<f64>) {
        let mut moves = Vec::new();
        if self.list_native_chance::<false>(state, &mut moves) {
            chances.clear();
            chances.resize(moves.len(), 1.0 / moves.len() as f64);
            return;
        }
        self.reference.chance_probabilities(state, chances);
    }

    fn sample(&self, state: &State, rng: &mut Pcg64Mcg) -> Option<Result<Move, Fault>> {
        Some(match self.play_native_chance(&mut state.clone(), rng) {
            Some(drawn) => Ok(drawn.in_state(self.rules(), self.layout(), state)),
            None => self.reference.sample_chance(state, rng),
        })
    }

    fn play(&self, state: &mut State, rng: &mut Pcg64Mcg) -> bool {
        self.play_observed_chance(state, rng)
    }
}

impl game::Hidden<State, Move> for CompiledGame {
    fn information_state(&self, state: &State, player: Player, out: &mut Vec<u8>) {
        game::Hidden::information_state(&self.reference, state, player, out);
    }

    fn resample(&self, state: &State, player: Player, rng: &mut dyn Rng) -> Result<State, Fault> {
        if !self.has_hidden_information() {
            return Ok(state.clone());
        }
        belief::resample(GameForms { game: self, reference: &self.reference }, state, player, rng)
    }

    fn move_seen(&self, state: &State, mv: Move, viewer: Player) -> String {
        game::Hidden::move_seen(&self.reference, state, mv, viewer)
    }
}

impl Features<State, Move> for CompiledGame {
    fn sets(&self) -> &[FeatureSet] {
        &self.shared.feature_sets
    }

    fn values(&self, state: &State, _set: usize, player: Player, values: &mut Vec<f32>) -> Result<(), Fault> {
        self.values_of_features(state, player, values)
    }

    fn weight_sets(&self) -> Vec<WeightSet> {
        features::greedy_weights(&self.shared.feature_sets)
    }
}
