//! A game that a rule set describes.
//!
//! It joins a rule set, its layout and one of the two forms of evaluation to a [`Game`]; the forms themselves
//! are in [`plain`](crate::plain) and [`fast`](crate::fast).

mod structure;
mod to_come;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::classes::keep_classes;
pub use crate::fast::{EndCost, Formulas, RuleCost};
use crate::fast::{Fast, Native, Rows, Steps, Stuck};
use crate::fault::Fault;
use crate::game::{Game, MoveError, Outcome, StateError, Turn};
use crate::globals::Held;
use crate::ids::{ElementId, ExprId, GlobalId, LocationId, Player, RuleId};
use crate::layout::Layout;
use crate::plain::{Evaluation, Plain};
use crate::playout::{self, Buffers, Playout};
use crate::rules::RuleSet;
use crate::state::State;
use crate::structure::{Goal, Structure};
use crate::symmetry::Symmetries;
use crate::text;

/// So many steps are taken to compile a game; games of the size of chess take half a million.
const MOST_EFFORT: usize = 16_000_000;
/// So many if it must not take long.
const LITTLE_EFFORT: usize = 800_000;

/// A game that a rule set describes. Cloning it shares everything.
#[derive(Clone, Debug)]
pub struct SpecGame {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    rules: Arc<RuleSet>,
    layout: Layout,
    /// `None`: the plain form is used.
    fast: Option<Fast>,
    /// Machine code for playouts, or why there is none; made when it is first asked for.
    native: OnceLock<Result<Native, String>>,
    /// Machine code for single moves, or why there is none; made when it is first asked for.
    steps: OnceLock<Result<Steps, String>>,
    /// That is used, because [`Game::prepare`] was called.
    prepared: AtomicBool,
    /// Proven when they are first asked for.
    symmetries: OnceLock<Symmetries>,
    /// The lines, found when they are first asked for.
    rows: OnceLock<Rows>,
    /// Whether what is to come depends on less than the position; worked out when it is first asked for.
    adds_up: OnceLock<bool>,
    /// By player: the goal, read when one is first asked for.
    goals: OnceLock<Vec<Option<Goal>>>,
    /// The position in which games begin, its ends tested; and the fault of testing them, which stays with the game.
    start: State,
    fault: Option<Fault>,
}

/// A move by a rule: an element goes from one place to another, or something is done without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// What moves, if anything does.
    pub element: Option<ElementId>,
    /// Where it stands; `None` is off the board.
    pub from: Option<LocationId>,
    /// Where it goes; `None` is off the board.
    pub to: Option<LocationId>,
    /// By which rule.
    pub rule: RuleId,
    /// Which of the rule's words is chosen, from 0; 0 where it has none.
    pub choice: u16,
    /// Which combination of what the rule says `for` each, from 0.
    pub way: u32,
}

impl Move {
    /// The game's name for the word chosen, if there is a choice.
    pub(crate) fn word(self, rules: &RuleSet) -> Option<&str> {
        rules.rules[self.rule.index()].choices.get(usize::from(self.choice)).map(|choice| choice.word.as_str())
    }

    /// Whether both are one move to whoever makes it: the same element, places and word; without element the same rule and word.
    pub(crate) fn is_same(self, other: Self, rules: &RuleSet) -> bool {
        (self.element, self.from, self.to) == (other.element, other.from, other.to)
            && (self.element.is_some() || self.rule == other.rule)
            && self.word(rules) == other.word(rules)
    }
}

/// What machine code for single moves gives for a position.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// The moves; `None`: they are for the portable form.
    pub moves: Option<Vec<Move>>,
    /// Whether there is one; `None`: that is for the portable form.
    pub can_move: Option<bool>,
    /// The state after each move; `None`: that is made by the portable form.
    pub after: Vec<Option<State>>,
}

/// A rule set that is larger than the engine takes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// Too many of something.
    #[error("the game has {count} {what}, the most is {most}")]
    Count {
        /// What.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// No player, or too many.
    #[error("the game has {count} players, it must have 1 to {most}")]
    Players {
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// An expression nested too deeply.
    #[error("an expression is nested {depth} deep, the most is {most}")]
    Depth {
        /// How deep it is.
        depth: usize,
        /// How deep it may be.
        most: usize,
    },
    /// Too many combinations of type, owner and state.
    #[error("the element types have over {most} combinations of owner and state")]
    Kinds {
        /// How many there may be.
        most: usize,
    },
}

impl SpecGame {
    /// The game in its fast form.
    pub fn new(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        Self::with(rules, |rules, layout| Some(Fast::new(rules, layout, MOST_EFFORT)))
    }

    /// The same, but rules that cannot be compiled in a moment are left to the plain form.
    pub fn in_a_moment(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        Self::with(rules, |rules, layout| Some(Fast::new(rules, layout, LITTLE_EFFORT)))
    }

    /// The game in its plain form: slower, with the same answers.
    pub fn plain(rules: Arc<RuleSet>) -> Result<Self, LimitError> {
        Self::with(rules, |_, _| None)
    }

    fn with(rules: Arc<RuleSet>, fast: impl FnOnce(&RuleSet, &Layout) -> Option<Fast>) -> Result<Self, LimitError> {
        let layout = Layout::new(&rules)?;
        let fast = fast(&rules, &layout);
        let mut start = State::start(&rules, &layout);
        let fault =
            if rules.ends_at_start { Plain { rules: &rules, layout: &layout }.open(&mut start).err() } else { None };
        Ok(Self {
            shared: Arc::new(Shared {
                rules,
                layout,
                fast,
                native: OnceLock::new(),
                steps: OnceLock::new(),
                prepared: AtomicBool::new(false),
                symmetries: OnceLock::new(),
                rows: OnceLock::new(),
                adds_up: OnceLock::new(),
                goals: OnceLock::new(),
                start,
                fault,
            }),
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.shared.rules
    }

    /// What stands on a location.
    pub fn content(&self, state: &State, location: LocationId) -> Option<ElementId> {
        state.content(&self.shared.layout, location)
    }

    /// Where an element stands; `None` is off the board.
    pub fn location(&self, state: &State, element: ElementId) -> Option<LocationId> {
        state.location(&self.shared.layout, element)
    }

    /// The state of an element.
    pub fn element_state(&self, state: &State, element: ElementId) -> i32 {
        let layout = &self.shared.layout;
        i32::from(layout.kinds[state.kind(layout, element)].state)
    }

    /// Whose an element is; `None` is nobody's.
    pub fn owner(&self, state: &State, element: ElementId) -> Option<Player> {
        let layout = &self.shared.layout;
        layout.kinds[state.kind(layout, element)].owner
    }

    /// The height of an element.
    pub fn zindex(&self, state: &State, element: ElementId) -> i32 {
        state.zindex(&self.shared.layout, element)
    }

    /// Who is to move by the state, also when the game is over.
    pub fn mover(&self, state: &State) -> Player {
        state.mover()
    }

    /// A player's score.
    pub fn points(&self, state: &State, player: Player) -> i32 {
        state.score(&self.shared.layout, player)
    }

    /// Bytes that one state takes, its heap included.
    pub fn state_bytes(&self) -> usize {
        size_of::<State>() + self.start().body_bytes()
    }

    /// What a variable that outlives moves holds.
    pub fn held(&self, state: &State, variable: GlobalId) -> Held {
        state.held(&self.shared.rules, &self.shared.layout, variable)
    }

    /// A position that was put together by hand, with the ends of the game tested in it as they are at the start.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn opened(&self, mut state: State) -> Result<State, Fault> {
        if self.shared.rules.ends_at_start && state.outcome().is_none() {
            self.by_plain().open(&mut state)?;
        }
        Ok(state)
    }

    /// Number of the move about to be made, from 1; 0 in games that do not ask for it.
    pub fn turn_number(&self, state: &State) -> i32 {
        state.turn(&self.shared.layout)
    }

    /// Works expressions out one after another with one table of variables, by the plain evaluator; what they
    /// change is changed in `state`.
    pub fn evaluate(&self, state: &mut State, exprs: &[ExprId]) -> Evaluation {
        self.by_plain().evaluate(state, exprs)
    }

    /// The same in the position after a move, so that questions about the move have answers. The move is made in `state`.
    ///
    /// # Errors
    /// If making the move fails.
    pub fn evaluate_after(&self, state: &mut State, mv: Move, exprs: &[ExprId]) -> Result<Evaluation, Fault> {
        self.by_plain().evaluate_after(state, mv, exprs)
    }

    /// What a heuristic of the file, by its number, gives for a player in a position.
    ///
    /// # Errors
    /// If it fails.
    pub fn measure(&self, state: &State, index: usize, player: Player) -> Result<i32, Fault> {
        let Shared { rules, layout, fast, .. } = &*self.shared;
        let quick = fast.as_ref().and_then(|fast| fast.measure(rules, layout, state, index, player));
        // Whatever fails is told by the plain form.
        quick.map_or_else(|| self.by_plain().measure(state, &rules.heuristics[index], player), Ok)
    }

    /// What every heuristic of the file gives in a position, for the players in order.
    pub fn measures(&self, state: &State) -> Result<Vec<(&str, Vec<i32>)>, Fault> {
        let of_all = |index: usize| {
            let players = (1..=self.players()).filter_map(Player::new);
            players.map(|player| self.measure(state, index, player)).collect::<Result<Vec<_>, _>>()
        };
        let heuristics = self.shared.rules.heuristics.iter().enumerate();
        heuristics.map(|(index, heuristic)| Ok((heuristic.name.as_str(), of_all(index)?))).collect()
    }

    /// Whether moves are listed by compiled code; else that takes some hundred times as long.
    pub fn is_quick(&self) -> bool {
        self.shared.fast.as_ref().is_some_and(Fast::lists)
    }

    /// How large the fast form is, in words; empty in the plain form.
    pub fn fast_summary(&self) -> String {
        self.shared.fast.as_ref().map_or_else(String::new, Fast::summary)
    }

    /// What every rule became when it was compiled; nothing in the plain form.
    pub fn rule_costs(&self) -> Vec<RuleCost> {
        let Shared { rules, layout, fast, .. } = &*self.shared;
        fast.as_ref().map_or_else(Vec::new, |fast| fast.rule_costs(rules, layout))
    }

    /// What every end of the game became; nothing in the plain form.
    pub fn end_costs(&self) -> Vec<EndCost> {
        self.shared.fast.as_ref().map_or_else(Vec::new, |fast| fast.end_costs(&self.shared.rules))
    }

    /// How many moves one rule allows by the portable form, whatever the others do: what listing by it takes can be measured so.
    /// `None`: moves are listed by the plain form.
    pub fn allows(&self, state: &State, rule: RuleId) -> Result<Option<usize>, Fault> {
        let Shared { rules, layout, fast, .. } = &*self.shared;
        fast.as_ref().map_or(Ok(None), |fast| fast.allows(rules, layout, state, rule))
    }

    /// How large the machine code for playouts is, in words; or why there is none.
    ///
    /// # Errors
    /// Why there is none.
    pub fn native_summary(&self) -> Result<&str, &str> {
        self.native().map(Native::summary)
    }

    /// How large the machine code for single moves is, in words; or why there is none.
    ///
    /// # Errors
    /// Why there is none.
    pub fn steps_summary(&self) -> Result<&str, &str> {
        self.steps().map(|(_, steps)| steps.summary())
    }

    /// The symmetries of the game, proven when they are first asked for.
    pub fn symmetries(&self) -> &Symmetries {
        let Shared { rules, layout, fast, symmetries, .. } = &*self.shared;
        symmetries.get_or_init(|| Symmetries::new(rules, layout, fast.as_ref()))
    }

    /// The position after each move that playouts by machine code are drawn from, in no order that means anything; `None`
    /// for one that fails. For checking it against [`Game::turn`] and [`Game::apply`].
    pub fn drawn(&self, state: &State) -> Option<Vec<Option<State>>> {
        self.native().ok()?.every(state)
    }

    /// What machine code gives for a position: its moves as [`Game::turn`] lists them, whether there is one, and the state after
    /// each; `None` for what it leaves to the portable form. For checking it against a game that was not
    /// [prepared](Game::prepare).
    pub fn stepped(&self, state: &State) -> Option<Stepped> {
        let (fast, steps) = self.steps().ok()?;
        let layout = self.layout();
        let mut moves = Vec::new();
        let over = state.outcome().is_some();
        let listed = over || steps.list(layout, fast, state, &mut moves);
        let can_move = if over { Some(false) } else { steps.can_move(state) };
        let made = |&mv: &Move| {
            let mut state = state.clone();
            steps.make(layout, fast, &mut state, mv).then_some(state)
        };
        let after = moves.iter().map(made).collect();
        Some(Stepped { can_move, after, moves: listed.then_some(moves) })
    }

    /// The key worked out from nothing, for checking the one that moves keep up to date.
    pub fn fresh_key(&self, state: &State) -> u64 {
        state.fresh_key(&self.shared.rules, &self.shared.layout)
    }

    fn layout(&self) -> &Layout {
        &self.shared.layout
    }

    pub(crate) fn by_plain(&self) -> Plain<'_> {
        Plain { rules: &self.shared.rules, layout: &self.shared.layout }
    }

    /// Machine code for playouts, compiled when it is first asked for, or why there is none.
    fn native(&self) -> Result<&Native, &str> {
        let Shared { rules, layout, fast, native, .. } = &*self.shared;
        let native = native.get_or_init(|| match fast {
            Some(fast) => Native::new(rules, layout, fast),
            None => Err("the plain form is used".to_owned()),
        });
        native.as_ref().map_err(String::as_str)
    }

    /// The fast form and machine code for single moves, compiled when it is first asked for, or why there is none.
    fn steps(&self) -> Result<(&Fast, &Steps), &str> {
        let Shared { rules, layout, fast, steps, .. } = &*self.shared;
        let Some(fast) = fast else { return Err("the plain form") };
        let steps = steps.get_or_init(|| Steps::new(rules, layout, fast));
        Ok((fast, steps.as_ref().map_err(String::as_str)?))
    }

    /// The same, if it is to be used.
    #[inline(always)]
    fn prepared(&self) -> Option<(&Fast, &Steps)> {
        if self.shared.prepared.load(Ordering::Relaxed) { self.steps().ok() } else { None }
    }

    /// The fault of the first move that fails in a position.
    fn fault_in(&self, state: &State) -> Option<Fault> {
        let mut moves = Vec::new();
        if let Err(fault) = self.turn(state, &mut moves) {
            return Some(fault);
        }
        moves.into_iter().find_map(|mv| self.apply(&mut state.clone(), mv).err())
    }

    /// Whose turn it is, and every move (`ALL`) or one of each class.
    #[inline]
    fn list<const ALL: bool>(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        moves.clear();
        if let Some(fault) = &self.shared.fault {
            return Err(fault.clone());
        }
        if let Some(outcome) = state.outcome() {
            return Ok(Turn::Over(outcome));
        }
        let Shared { rules, layout, fast, .. } = &*self.shared;
        let listed = !ALL && self.prepared().is_some_and(|(fast, steps)| steps.list(layout, fast, state, moves));
        match fast {
            _ if listed => {}
            Some(fast) => fast.moves::<ALL>(rules, layout, state, moves)?,
            None => {
                self.by_plain().moves(state, moves)?;
                if !ALL {
                    keep_classes(rules, layout, state, moves);
                }
            }
        }
        Ok(if moves.is_empty() { Turn::Over(Outcome::Draw) } else { Turn::Player(state.mover()) })
    }
}

impl Game for SpecGame {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.shared.rules.players.len()
    }

    fn player_name(&self, player: Player) -> String {
        self.shared.rules.players[player.index()].clone()
    }

    fn prepare(&self) {
        self.shared.prepared.store(self.steps().is_ok(), Ordering::Relaxed);
    }

    fn remembers(&self) -> bool {
        self.shared.layout.repeats
    }

    fn start(&self) -> State {
        self.shared.start.clone()
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        self.list::<false>(state, moves)
    }

    fn every_move(&self, state: &State, moves: &mut Vec<Move>) -> Result<Turn, Fault> {
        self.list::<true>(state, moves)
    }

    #[inline]
    fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        if self.prepared().is_some_and(|(fast, steps)| steps.make(&self.shared.layout, fast, state, mv)) {
            return Ok(());
        }
        match &self.shared.fast {
            Some(fast) => fast.apply(&self.shared.rules, &self.shared.layout, state, mv),
            None => self.by_plain().apply(state, mv),
        }
    }

    #[inline]
    fn play_out(
        &self,
        from: &State,
        state: &mut State,
        most: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>> {
        let native = self.native().ok()?;
        if let Some(fault) = &self.shared.fault {
            return Some(Err(fault.clone()));
        }
        match native.play_out(from, state, most, rng) {
            Ok(playout) => Some(Ok(playout)),
            Err(Stuck::Failed) => self.fault_in(state).map(Err),
            Err(Stuck::Here(length)) => {
                Some(playout::play_on(self, state, (length, most), rng, &mut Buffers::default()))
            }
        }
    }

    fn outcome(&self, state: &State) -> Result<Option<Outcome>, Fault> {
        if let Some(fault) = &self.shared.fault {
            return Err(fault.clone());
        }
        if state.outcome().is_some() {
            return Ok(state.outcome());
        }
        let can_move = match (self.prepared().and_then(|(_, steps)| steps.can_move(state)), &self.shared.fast) {
            (Some(can_move), _) => can_move,
            (None, Some(fast)) => fast.can_move(&self.shared.rules, &self.shared.layout, state)?,
            (None, None) => self.by_plain().can_move(state)?,
        };
        Ok((!can_move).then_some(Outcome::Draw))
    }

    fn score(&self, state: &State, player: Player) -> f64 {
        f64::from(self.points(state, player))
    }

    fn key(&self, state: &State) -> u64 {
        state.key(&self.shared.rules, &self.shared.layout)
    }

    fn position(&self, state: &State, out: &mut Vec<u8>) {
        state.position(&self.shared.rules, &self.shared.layout, out);
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        text::move_text(&self.shared.rules, mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, MoveError> {
        text::parse_move(self, state, text)
    }

    fn state_text(&self, state: &State) -> String {
        text::state_text(&self.shared.rules, self.layout(), state)
    }

    fn parse_state(&self, text: &str) -> Result<State, StateError> {
        text::parse_state(&self.shared.rules, self.layout(), text)
    }

    fn structure(&self) -> Option<&dyn Structure<State, Move>> {
        self.shared.fast.is_some().then_some(self)
    }
}
