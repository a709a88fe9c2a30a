//! A small rule set built by hand, with short constructors for its expressions.
//! It is not a playable game; every test adds the rules that it needs.
//!
//! Nine squares `s(1,1)` to `s(3,3)`, column by column, two interchangeable boxes, and a location `far` that no
//! direction reaches but that has the pair `far s(1,1)`. `man(1)` and `man(2)` belong to player 1 and stand on `s(1,1)`
//! and `s(1,2)`; `foe` belongs to player 2 and stands on `s(3,3)`, the neutral `rock` stands on `s(2,2)`, and `spare`
//! belongs to player 1 and is off the board.

use std::cell::RefCell;
use std::sync::Arc;

use crate::game::CompiledGame;
use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::game::{Game, GameExt};
use boardwright_game::ids::{
    DirectionId, ElementId, ElementTypeId, ExprId, FamilyId, GlobalId, LocationId, LocationTypeId, Player, RelationId,
    VarId,
};
use boardwright_interpreter::evaluate::Interpreter;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::{
    Aggregate, ArithmeticOp, Audience, BinaryOp, Capture, Direction, Effect, Element, ElementType, End, Expr, Exprs,
    Family, FamilyKind, Function, Global, GlobalKind, GlobalValue, Guard, Location, LocationType, Next, PatternMatches,
    Query, Refusals, Relation, Reset, Rule, RulePlace, RuleSet, Span, Thing, Winner,
};

/// Builder of a sample rule set.
pub(crate) struct Sample {
    pub(crate) rules: RuleSet,
    exprs: RefCell<Exprs>,
}

pub(crate) const SQUARE: u16 = 0;
pub(crate) const BOX: u16 = 1;
/// The families, in order.
pub(crate) const S: FamilyId = FamilyId(0);
pub(crate) const MAN: FamilyId = FamilyId(1);
pub(crate) const DIR: FamilyId = FamilyId(2);
pub(crate) const KEPT: FamilyId = FamilyId(3);

/// The location `s(x,y)`.
pub(crate) fn s(x: u16, y: u16) -> LocationId {
    LocationId((x - 1) * 3 + y - 1)
}

fn location(name: &str, kind: u16, indices: &[i32]) -> Location {
    Location {
        name: name.into(),
        text: boardwright_rules::Texts::EMPTY,
        kind: LocationTypeId(kind),
        indices: indices.to_vec(),
        is_relevant: kind != BOX,
        owner: None,
        notation: Vec::new(),
        drawing: None,
        point: (0, 0),
        camera: None,
        robot: None,
    }
}

fn element(name: &str, kind: u16, indices: &[i32], owner: usize, location: Option<LocationId>) -> Element {
    Element {
        name: name.into(),
        text: boardwright_rules::Texts::EMPTY,
        kind: ElementTypeId(kind),
        indices: indices.to_vec(),
        is_distinguishable: false,
        owner: Player::new(owner),
        location,
        state: 1,
        zindex: 0,
    }
}

fn element_type(name: &str, states: u16, reserve: Option<u16>) -> ElementType {
    ElementType {
        name: name.into(),
        text: boardwright_rules::Texts::EMPTY,
        indices: Vec::new(),
        states,
        state_names: Vec::new(),
        letters: Vec::new(),
        pictures: Vec::new(),
        drawings: Vec::new(),
        is_turned: false,
        reserve: reserve.map(LocationTypeId),
        audience: Audience::All,
        open_states: Vec::new(),
    }
}

fn location_type(name: &str) -> LocationType {
    LocationType {
        name: name.into(),
        text: boardwright_rules::Texts::EMPTY,
        shape: None,
        indices: Vec::new(),
        picture: None,
        drawing: Vec::new(),
        audience: Audience::All,
        hides_backs: false,
    }
}

impl Sample {
    pub(crate) fn new() -> Self {
        let mut rules = RuleSet {
            players: vec!["One".into(), "Two".into()],
            player_colours: vec![None, None],
            start_scores: vec![0, 10],
            tests_ends_at_start: true,
            ..RuleSet::default()
        };
        rules.element_types = vec![element_type("man", 2, Some(BOX)), element_type("rock", 1, None)];
        rules.location_types = vec![location_type("square"), location_type("box")];
        for x in 1..=3 {
            for y in 1..=3 {
                rules.locations.push(location(&format!("s({x},{y})"), SQUARE, &[x, y]));
            }
        }
        rules.locations.push(location("box(1)", BOX, &[1]));
        rules.locations.push(location("box(2)", BOX, &[2]));
        rules.locations.push(location("far", SQUARE, &[]));
        rules.elements = vec![
            element("man(1)", 0, &[1], 1, Some(s(1, 1))),
            element("man(2)", 0, &[2], 1, Some(s(1, 2))),
            element("foe", 0, &[], 2, Some(s(3, 3))),
            element("rock", 1, &[], 0, Some(s(2, 2))),
            element("spare", 1, &[], 1, None),
        ];
        for (index, element) in rules.elements.iter_mut().enumerate() {
            element.text = rules.texts.intern(&element.name);
            rules.texts.name_element(element.text, ElementId::new(index));
        }
        for (index, location) in rules.locations.iter_mut().enumerate() {
            location.text = rules.texts.intern(&location.name);
            rules.texts.name_location(location.text, LocationId::new(index));
        }
        let family = |name: &str, kind, members: Vec<(Vec<i32>, u16)>| Family { name: name.into(), kind, members };
        rules.families.push(family("s", FamilyKind::Location, indexed(&rules.locations, |l| l.indices.clone())));
        rules.families[S].members.truncate(9);
        rules.families.push(family("man", FamilyKind::Element, vec![(vec![1], 0), (vec![2], 1)]));
        rules.families.push(family(
            "dir",
            FamilyKind::Direction,
            vec![(vec![-1, 0], 2), (vec![0, -1], 3), (vec![0, 1], 1), (vec![1, 0], 0)],
        ));
        rules.families.push(family("kept", FamilyKind::Global, vec![(vec![1], 6), (vec![2], 7)]));
        for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            rules.directions.push(direction(&format!("dir({x},{y})"), &[x, y], |at| (at.0 + x, at.1 + y)));
        }
        // Goes round the edge of the board endlessly.
        rules.directions.push(direction("round", &[], |at| match at {
            (1, 1 | 2) => (1, at.1 + 1),
            (1 | 2, 3) => (at.0 + 1, 3),
            (3, 2 | 3) => (3, at.1 - 1),
            (2 | 3, 1) => (at.0 - 1, 1),
            (_, _) => (1, 2),
        }));
        rules.relations.push(row());
        rules.globals = globals();
        Self { rules, exprs: RefCell::default() }
    }

    pub(crate) fn add(&self, expr: Expr) -> ExprId {
        self.exprs.borrow_mut().add(expr, Span::default())
    }

    pub(crate) fn int(&self, number: i32) -> ExprId {
        self.add(Expr::Int(number))
    }

    pub(crate) fn boolean(&self, yes: bool) -> ExprId {
        self.add(Expr::Bool(yes))
    }

    pub(crate) fn text(&mut self, text: &str) -> ExprId {
        let text = self.rules.texts.intern(text);
        self.add(Expr::Text(text))
    }

    pub(crate) fn query(&self, query: Query, arguments: &[ExprId]) -> ExprId {
        self.add(Expr::Query(query, arguments.to_vec()))
    }

    pub(crate) fn effect(&self, effect: Effect, arguments: &[ExprId]) -> ExprId {
        self.add(Expr::Effect(effect, arguments.to_vec()))
    }

    pub(crate) fn set(&self, members: &[ExprId]) -> ExprId {
        self.add(Expr::DistinctSet(members.to_vec()))
    }

    pub(crate) fn ints(&self, members: &[i32]) -> ExprId {
        self.set(&members.iter().map(|&member| self.int(member)).collect::<Vec<_>>())
    }

    pub(crate) fn member(&self, family: FamilyId, indices: &[ExprId]) -> ExprId {
        self.add(Expr::Member(family, indices.to_vec()))
    }

    pub(crate) fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        self.add(Expr::Binary(op, left, right))
    }

    pub(crate) fn equal(&self, left: ExprId, right: ExprId) -> ExprId {
        self.binary(BinaryOp::Equal, left, right)
    }

    pub(crate) fn arith(&self, op: ArithmeticOp, left: ExprId, right: ExprId) -> ExprId {
        self.add(Expr::Arithmetic(op, left, right))
    }

    pub(crate) fn aggregate(&self, function: Aggregate, (var, set): (VarId, ExprId), body: ExprId) -> ExprId {
        self.add(Expr::Aggregate { function, var, set, body, none: None })
    }

    pub(crate) fn var(&mut self, name: &str) -> (VarId, ExprId) {
        let variable = self.rules.variable(name);
        (variable, self.add(Expr::Var(variable)))
    }

    /// An element by its index; `NOTHING` if the index is out of range.
    pub(crate) fn element(&self, index: u16) -> ExprId {
        self.add(Expr::Thing(Thing::Element(
            (usize::from(index) < self.rules.elements.len()).then_some(ElementId(index)),
        )))
    }

    pub(crate) fn nothing(&self) -> ExprId {
        self.add(Expr::Thing(Thing::Element(None)))
    }

    pub(crate) fn place(&self, location: LocationId) -> ExprId {
        self.add(Expr::Thing(Thing::Location(Some(location))))
    }

    pub(crate) fn nowhere(&self) -> ExprId {
        self.add(Expr::Thing(Thing::Location(None)))
    }

    pub(crate) fn direction(&self, index: u16) -> ExprId {
        self.add(Expr::Thing(Thing::Direction(Some(DirectionId(index)))))
    }

    pub(crate) fn row(&self) -> ExprId {
        self.add(Expr::Thing(Thing::Relation(RelationId(0))))
    }

    pub(crate) fn global(&self, index: u16) -> ExprId {
        self.add(Expr::Global(GlobalId(index)))
    }

    /// Adds a function with these parameters and lines, and local variables.
    pub(crate) fn function(&mut self, name: &str, params: &[VarId], body: &[ExprId]) {
        let (name, params, body) = (name.to_owned(), params.to_vec(), body.to_vec());
        self.rules.functions.push(Function { name, params, body, has_local_variables: true, span: Span::default() });
    }

    /// Adds a rule by which the men of player 1 move from any square to the given squares.
    pub(crate) fn rule(&mut self, name: &str, to: &[LocationId]) -> &mut Rule {
        self.rules.rules.push(Rule {
            chance: None,
            name: name.into(),
            span: Span::default(),
            for_each: Vec::new(),
            element: Some(matches_of((0..2).map(ElementId))),
            state: Guard::Any,
            player: Guard::Any,
            owner: Guard::Any,
            from: RulePlace::Listed(matches_of((0..9).map(LocationId))),
            to: RulePlace::Listed(matches_of(to.iter().copied())),
            checks: Vec::new(),
            capture: Capture::Never,
            condition: None,
            after: None,
            priority: 0,
            prefer: None,
            choices: Vec::new(),
            awards: Vec::new(),
            followup: None,
            next: Next::Following,
            label: None,
            refusals: Refusals::default(),
            audience: Audience::All,
        });
        self.rules.rules.last_mut().expect("just added")
    }

    /// Adds a rule without element.
    pub(crate) fn pass(&mut self, name: &str) -> &mut Rule {
        let rule = self.rule(name, &[]);
        rule.element = None;
        rule
    }

    pub(crate) fn end(&mut self, situation: ExprId, winner: Winner) {
        self.rules.ends.push(End { situation, winner, span: Span::default() });
    }

    /// The finished rule set.
    pub(crate) fn finish(&self) -> Arc<RuleSet> {
        let exprs = self.exprs.borrow().clone();
        Arc::new(RuleSet { exprs, ..self.rules.clone() })
    }

    /// The interpreted game.
    pub(crate) fn game(&self) -> CompiledGame {
        CompiledGame::interpreted_only(self.finish()).expect("a small game")
    }

    /// Evaluates expressions in order in the initial state and returns their values as texts.
    pub(crate) fn evaluate_all(&self, exprs: &[ExprId]) -> Vec<String> {
        let rules = self.finish();
        let layout = Layout::new(&rules).expect("a small game");
        let mut state = State::initial(&rules, &layout);
        let evaluation = Interpreter { rules: &rules, layout: &layout }.evaluate(&mut state, exprs);
        assert_eq!(state.key(&rules, &layout), state.compute_key(&rules, &layout), "the incremental key is correct");
        let fault = evaluation.fault.map(|fault| fault.to_string());
        evaluation.values.iter().map(|value| value.text(&rules)).chain(fault).collect()
    }

    /// Value of one expression.
    pub(crate) fn value(&self, expr: ExprId) -> String {
        self.evaluate_all(&[expr]).remove(0)
    }

    /// Fault of the last of some expressions.
    pub(crate) fn fault(&self, exprs: &[ExprId]) -> FaultKind {
        let rules = self.finish();
        let layout = Layout::new(&rules).expect("a small game");
        let evaluation =
            Interpreter { rules: &rules, layout: &layout }.evaluate(&mut State::initial(&rules, &layout), exprs);
        assert_eq!(evaluation.values.len() + 1, exprs.len(), "the last one fails");
        evaluation.fault.expect("there is a fault").kind
    }
}

/// Moves of a state as texts, each with its rule; asserts that the compiled game lists the same.
pub(crate) fn listed_moves(game: &CompiledGame, state: &State) -> Vec<String> {
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    game.all_legal_moves(state, &mut moves).expect("no fault");
    compile(game).all_legal_moves(state, &mut others).expect("no fault");
    assert_eq!(others, moves, "the compiled game lists other moves");
    let text = |&mv| game.move_text(state, mv);
    moves.iter().map(|mv| format!("{}: {}", game.rules().rules[mv.rule.index()].name, text(mv))).collect()
}

/// Compiles the same game.
fn compile(game: &CompiledGame) -> CompiledGame {
    CompiledGame::new(game.rules().clone()).expect("a small game")
}

/// The only move with this text.
pub(crate) fn find(game: &CompiledGame, state: &State, text: &str) -> Move {
    game.parse_move(state, text).unwrap_or_else(|error| panic!("{error}"))
}

/// State after some moves from the initial state; asserts that the compiled game reaches the same.
pub(crate) fn state_after(game: &CompiledGame, moves: &[&str]) -> Result<State, Fault> {
    let compiled = compile(game);
    let mut state = game.initial_state();
    for text in moves {
        let mv = find(game, &state, text);
        let mut other = state.clone();
        let result = game.apply(&mut state, mv);
        assert_eq!(compiled.apply(&mut other, mv), result, "the compiled game does something else");
        result?;
        assert_eq!(game.state_text(&other), game.state_text(&state), "the compiled game does something else");
        assert_eq!(game.key(&state), game.compute_key(&state), "the incremental key is correct");
        assert_eq!(compiled.outcome(&other), game.outcome(&state), "the compiled game ends differently");
    }
    Ok(state)
}

/// Matches of things without bindings, in the order of their ids.
pub(crate) fn matches_of<Id: Ord>(ids: impl IntoIterator<Item = Id>) -> PatternMatches<Id> {
    let mut entries: Vec<(Id, Vec<_>)> = ids.into_iter().map(|id| (id, Vec::new())).collect();
    entries.sort();
    PatternMatches { entries }
}

fn indexed<T>(list: &[T], indices: impl Fn(&T) -> Vec<i32>) -> Vec<(Vec<i32>, u16)> {
    list.iter().enumerate().map(|(number, thing)| (indices(thing), number as u16)).collect()
}

fn direction(name: &str, indices: &[i32], to: impl Fn((i32, i32)) -> (i32, i32)) -> Direction {
    let on_board = |(x, y): (i32, i32)| ((1..=3).contains(&x) && (1..=3).contains(&y)).then(|| s(x as u16, y as u16));
    let mut next: Vec<Option<LocationId>> =
        (1..=3).flat_map(|x| (1..=3).map(move |y| (x, y))).map(|at| on_board(to(at))).collect();
    next.extend([None; 3]);
    Direction { name: name.into(), indices: indices.to_vec(), next }
}

/// Pairs along the first column and from `far`, and two lines.
fn row() -> Relation {
    let mut row = Relation { name: "row".into(), pairs: vec![Vec::new(); 12], ..Relation::default() };
    row.pairs[0] = vec![s(1, 2), s(2, 1), s(1, 2)];
    row.pairs[1] = vec![s(1, 3)];
    row.pairs[11] = vec![s(1, 1)];
    row.lines = vec![vec![s(1, 1), s(1, 2), s(1, 3)], vec![s(1, 1), s(2, 1)]];
    row.index_lines(12);
    row
}

fn globals() -> Vec<Global> {
    let global = |name: &str, kind, initial, reset, in_repetition| Global {
        name: name.into(),
        kind,
        initial,
        reset,
        in_repetition,
        audience: Audience::All,
        span: Span::default(),
    };
    let small = GlobalKind::Int { least: -1, most: 5 };
    vec![
        global("count", small, GlobalValue::Int(2), Reset::Never, false),
        global("flag", GlobalKind::Bool, GlobalValue::Bool(false), Reset::Move, true),
        global("held", GlobalKind::Element, GlobalValue::Element(None), Reset::Never, true),
        global("goal", GlobalKind::Location, GlobalValue::Location(Some(s(3, 1))), Reset::Turn, true),
        global("some", GlobalKind::Elements, GlobalValue::Elements(vec![ElementId(3)]), Reset::Never, true),
        global("gone", GlobalKind::Locations, GlobalValue::Locations(Vec::new()), Reset::Never, true),
        global("kept(1)", small, GlobalValue::Int(3), Reset::Never, true),
        global("kept(2)", small, GlobalValue::Int(4), Reset::Never, true),
    ]
}
