//! A small rule set made by hand, and short words for its expressions.
//! It is no game that anybody plays; every test adds the rules that it needs.
//!
//! Nine squares `s(1,1)` to `s(3,3)`, column by column, two boxes whose number makes no difference, and a place `far`
//! that is reached by no direction but has the pair `far s(1,1)`. `man(1)` and `man(2)` are player 1's and stand on
//! `s(1,1)` and `s(1,2)`; `foe` is player 2's on `s(3,3)`, `rock` nobody's on `s(2,2)`, and `spare` player 1's, off the
//! board.

use std::cell::RefCell;
use std::sync::Arc;

use crate::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::ids::{
    DirectionId, ElementId, ElementTypeId, ExprId, FamilyId, GlobalId, LocationId, LocationTypeId, Player, RelationId,
    VarId,
};
use crate::layout::Layout;
use crate::plain::Plain;
use crate::rules::{
    Arith, Ask, BinaryOp, Capture, Deed, Direction, Element, ElementType, End, Expr, Exprs, Family, FamilyKind,
    Function, Global, GlobalKind, Guard, Initial, Location, LocationType, Matches, Next, Over, Place, Relation, Reset,
    Rule, RuleSet, Span, Thing, Winner,
};
use crate::spec::{Move, SpecGame};
use crate::state::State;

/// A rule set in the making.
pub(crate) struct Sample {
    pub(crate) rules: RuleSet,
    exprs: RefCell<Exprs>,
}

pub(crate) const SQUARE: u16 = 0;
pub(crate) const BOX: u16 = 1;
/// The families, in their order.
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
        text: crate::rules::Texts::EMPTY,
        kind: LocationTypeId(kind),
        indices: indices.to_vec(),
        relevant: kind != BOX,
        drawing: None,
        point: (0, 0),
        camera: None,
        robot: None,
    }
}

fn element(name: &str, kind: u16, indices: &[i32], owner: usize, location: Option<LocationId>) -> Element {
    Element {
        name: name.into(),
        text: crate::rules::Texts::EMPTY,
        kind: ElementTypeId(kind),
        indices: indices.to_vec(),
        alone: false,
        owner: Player::new(owner),
        location,
        state: 1,
        zindex: 0,
    }
}

fn element_type(name: &str, states: u16, reserve: Option<u16>) -> ElementType {
    ElementType {
        name: name.into(),
        text: crate::rules::Texts::EMPTY,
        indices: Vec::new(),
        states,
        state_names: Vec::new(),
        pictures: Vec::new(),
        drawings: Vec::new(),
        reserve: reserve.map(LocationTypeId),
    }
}

fn location_type(name: &str) -> LocationType {
    LocationType {
        name: name.into(),
        text: crate::rules::Texts::EMPTY,
        shape: None,
        indices: Vec::new(),
        picture: None,
        drawing: Vec::new(),
    }
}

impl Sample {
    pub(crate) fn new() -> Self {
        let mut rules = RuleSet {
            players: vec!["One".into(), "Two".into()],
            player_colours: vec![None, None],
            start_scores: vec![0, 10],
            ends_at_start: true,
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
        rules.families[0].members.truncate(9);
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
        // Goes round the edge of the board and never ends.
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

    pub(crate) fn yes(&self, yes: bool) -> ExprId {
        self.add(Expr::Bool(yes))
    }

    pub(crate) fn text(&mut self, text: &str) -> ExprId {
        let text = self.rules.texts.intern(text);
        self.add(Expr::Text(text))
    }

    pub(crate) fn ask(&self, ask: Ask, arguments: &[ExprId]) -> ExprId {
        self.add(Expr::Ask(ask, arguments.to_vec()))
    }

    pub(crate) fn perform(&self, deed: Deed, arguments: &[ExprId]) -> ExprId {
        self.add(Expr::Do(deed, arguments.to_vec()))
    }

    pub(crate) fn set(&self, members: &[ExprId]) -> ExprId {
        self.add(Expr::Distinct(members.to_vec()))
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

    pub(crate) fn arith(&self, op: Arith, left: ExprId, right: ExprId) -> ExprId {
        self.add(Expr::Number(op, left, right))
    }

    pub(crate) fn over(&self, over: Over, (var, set): (VarId, ExprId), body: ExprId) -> ExprId {
        self.add(Expr::Over { over, var, set, body, none: None })
    }

    pub(crate) fn var(&mut self, name: &str) -> (VarId, ExprId) {
        let variable = self.rules.variable(name);
        (variable, self.add(Expr::Var(variable)))
    }

    /// An element by its place in the list; `NOTHING` beyond it.
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

    /// A function with these parameters and lines, its variables its own.
    pub(crate) fn function(&mut self, name: &str, params: &[VarId], body: &[ExprId]) {
        let (name, params, body) = (name.to_owned(), params.to_vec(), body.to_vec());
        self.rules.functions.push(Function { name, params, body, own: true, span: Span::default() });
    }

    /// Adds a rule by which the men of player 1 go from any square to the squares given.
    pub(crate) fn rule(&mut self, name: &str, to: &[LocationId]) -> &mut Rule {
        self.rules.rules.push(Rule {
            name: name.into(),
            span: Span::default(),
            each: Vec::new(),
            element: Some(found((0..2).map(ElementId))),
            state: Guard::Any,
            player: Guard::Any,
            owner: Guard::Any,
            from: Place::Known(found((0..9).map(LocationId))),
            to: Place::Known(found(to.iter().copied())),
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
    pub(crate) fn done(&self) -> Arc<RuleSet> {
        let exprs = self.exprs.borrow().clone();
        Arc::new(RuleSet { exprs, ..self.rules.clone() })
    }

    /// The game in its plain form.
    pub(crate) fn game(&self) -> SpecGame {
        SpecGame::plain(self.done()).expect("a small game")
    }

    /// Works expressions out one after another in the start position and tells their values.
    pub(crate) fn told(&self, exprs: &[ExprId]) -> Vec<String> {
        let rules = self.done();
        let layout = Layout::new(&rules).expect("a small game");
        let mut state = State::start(&rules, &layout);
        let evaluation = Plain { rules: &rules, layout: &layout }.evaluate(&mut state, exprs);
        assert_eq!(state.key(&rules, &layout), state.fresh_key(&rules, &layout), "the key is kept up to date");
        let fault = evaluation.fault.map(|fault| fault.to_string());
        evaluation.values.iter().map(|value| value.text(&rules)).chain(fault).collect()
    }

    /// The only value.
    pub(crate) fn value(&self, expr: ExprId) -> String {
        self.told(&[expr]).remove(0)
    }

    /// The fault of the last of some expressions.
    pub(crate) fn fault(&self, exprs: &[ExprId]) -> FaultKind {
        let rules = self.done();
        let layout = Layout::new(&rules).expect("a small game");
        let evaluation = Plain { rules: &rules, layout: &layout }.evaluate(&mut State::start(&rules, &layout), exprs);
        assert_eq!(evaluation.values.len() + 1, exprs.len(), "the last one fails");
        evaluation.fault.expect("there is a fault").kind
    }
}

/// The moves of a position as texts, each with its rule; the fast form lists the same.
pub(crate) fn listed(game: &SpecGame, state: &State) -> Vec<String> {
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    game.every_move(state, &mut moves).expect("no fault");
    fast(game).every_move(state, &mut others).expect("no fault");
    assert_eq!(others, moves, "the fast form lists other moves");
    let text = |&mv| game.move_text(state, mv);
    moves.iter().map(|mv| format!("{}: {}", game.rules().rules[mv.rule.index()].name, text(mv))).collect()
}

/// The same game in its fast form.
fn fast(game: &SpecGame) -> SpecGame {
    SpecGame::new(game.rules().clone()).expect("a small game")
}

/// The only move with this text.
pub(crate) fn find(game: &SpecGame, state: &State, text: &str) -> Move {
    game.parse_move(state, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after some moves from the start; the fast form comes to the same.
pub(crate) fn after(game: &SpecGame, moves: &[&str]) -> Result<State, Fault> {
    let fast = fast(game);
    let mut state = game.start();
    for text in moves {
        let mv = find(game, &state, text);
        let mut other = state.clone();
        let made = game.apply(&mut state, mv);
        assert_eq!(fast.apply(&mut other, mv), made, "the fast form does something else");
        made?;
        assert_eq!(game.state_text(&other), game.state_text(&state), "the fast form does something else");
        assert_eq!(game.key(&state), game.fresh_key(&state), "the key is kept up to date");
        assert_eq!(fast.outcome(&other), game.outcome(&state), "the fast form ends otherwise");
    }
    Ok(state)
}

/// Things without bindings, in the order of their list.
pub(crate) fn found<Id: Ord>(ids: impl IntoIterator<Item = Id>) -> Matches<Id> {
    let mut found: Vec<(Id, Vec<_>)> = ids.into_iter().map(|id| (id, Vec::new())).collect();
    found.sort();
    Matches { found }
}

fn indexed<T>(list: &[T], indices: impl Fn(&T) -> Vec<i32>) -> Vec<(Vec<i32>, u16)> {
    list.iter().enumerate().map(|(number, thing)| (indices(thing), number as u16)).collect()
}

fn direction(name: &str, indices: &[i32], to: impl Fn((i32, i32)) -> (i32, i32)) -> Direction {
    let on_board = |(x, y): (i32, i32)| ((1..=3).contains(&x) && (1..=3).contains(&y)).then(|| s(x as u16, y as u16));
    let mut next: Vec<Option<LocationId>> =
        (1..=3).flat_map(|x| (1..=3).map(move |y| (x, y))).map(|at| on_board(to(at))).collect();
    next.extend([None; 3]);
    Direction { name: name.into(), indices: indices.to_vec(), to: next }
}

/// Pairs up the first column and from `far`; two lines.
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
        span: Span::default(),
    };
    let small = GlobalKind::Int { least: -1, most: 5 };
    vec![
        global("count", small, Initial::Int(2), Reset::Never, false),
        global("flag", GlobalKind::Bool, Initial::Bool(false), Reset::Move, true),
        global("held", GlobalKind::Element, Initial::Element(None), Reset::Never, true),
        global("goal", GlobalKind::Location, Initial::Location(Some(s(3, 1))), Reset::Turn, true),
        global("some", GlobalKind::Elements, Initial::Elements(vec![ElementId(3)]), Reset::Never, true),
        global("gone", GlobalKind::Locations, Initial::Locations(Vec::new()), Reset::Never, true),
        global("kept(1)", small, Initial::Int(3), Reset::Never, true),
        global("kept(2)", small, Initial::Int(4), Reset::Never, true),
    ]
}
