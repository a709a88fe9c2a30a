//! The passes of machine code against plain tellings of what they are to give, on random positions.

use std::collections::BTreeMap;

use boardwright_jit::{Arg, Binary, Machine, Memory, MemoryId, Width};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::fast::value::Value;
use crate::ids::{ElementId, LocationId};
use crate::layout::Layout;
use crate::plain::tests::sample::Sample;
use crate::rules::RuleSet;
use crate::state::State;

use super::board::Board;
use super::form::{At, Form, Lanes, Part};
use super::one::One;

/// Locations of the board, in three words.
const PLACES: usize = 150;
/// Lanes from which cells at a distance of at most [`FAR`] are all on the board.
const MIDDLE: std::ops::Range<usize> = 45..105;
const FAR: i32 = 20;

/// The sample with more places and pieces, and no rules.
fn large() -> RuleSet {
    let mut rules = (*Sample::new().done()).clone();
    rules.rules.clear();
    rules.globals.clear();
    rules.ends.clear();
    let (place, piece) = (rules.locations[0].clone(), rules.elements.clone());
    rules.locations = (0..PLACES).map(|_| place.clone()).collect();
    rules.elements = piece.into_iter().cycle().take(70).collect();
    for element in &mut rules.elements {
        element.location = None;
    }
    for element_type in &mut rules.element_types {
        element_type.reserve = None;
    }
    rules
}

fn position(rules: &RuleSet, layout: &Layout, random: &mut Pcg64Mcg) -> State {
    let mut state = State::empty(rules, layout);
    for element in 0..rules.elements.len() {
        let place = LocationId::new(random.random_range(0..PLACES));
        if state.is_empty(layout, place) {
            state.place(layout, ElementId::new(element), place);
        }
    }
    state.make_key(rules, layout);
    state
}

fn lanes(random: &mut Pcg64Mcg) -> Lanes {
    Lanes::of(PLACES.div_ceil(64), MIDDLE.filter(|_| random.random_range(0..3) > 0))
}

/// A random condition; `kinds` is the mask of all kinds and none.
fn condition(random: &mut Pcg64Mcg, kinds: u64, depth: usize) -> Form {
    let mask = |random: &mut Pcg64Mcg| random.random_range(0..=kinds) & kinds;
    let by = |random: &mut Pcg64Mcg| random.random_range(-FAR..=FAR);
    let parts = |random: &mut Pcg64Mcg| -> Vec<Part> {
        let part = |random: &mut Pcg64Mcg| Part {
            lanes: (random.random_range(0..2) == 0).then(|| lanes(random)),
            form: condition(random, kinds, depth - 1),
        };
        (0..random.random_range(0..4)).map(|_| part(random)).collect()
    };
    match random.random_range(0..if depth == 0 { 3 } else { 8 }) {
        0 => Form::Cell { at: At::Lane(by(random)), mask: mask(random) },
        1 => Form::Cell { at: At::Fixed(LocationId::new(random.random_range(0..PLACES))), mask: mask(random) },
        2 => {
            let step = [-15, -1, 1, 14][random.random_range(0..4)];
            let on = |cell: usize| (0..PLACES as i32).contains(&(cell as i32 + step));
            let next = (0..PLACES).filter(|&cell| on(cell) && random.random_range(0..8) > 0).collect::<Vec<_>>();
            let next = Lanes::of(PLACES.div_ceil(64), next);
            let (first, stop, yes) = (by(random), mask(random), mask(random));
            Form::Ray { first, step, stop, yes, end: random.random_range(0..2) == 0, next }
        }
        3 => Form::Not(Box::new(condition(random, kinds, depth - 1))),
        4 => Form::All(parts(random)),
        5 => Form::Any(parts(random)),
        6 => {
            let mine = lanes(random);
            let others = Lanes(mine.0.iter().map(|word| !word).collect());
            let mut part = |lanes| Part { lanes: Some(lanes), form: condition(random, kinds, depth - 1) };
            Form::One(vec![part(mine), part(others)])
        }
        _ => Form::If(Box::new([(); 3].map(|()| condition(random, kinds, depth - 1)))),
    }
}

/// What a condition means, word by word.
fn holds(form: &Form, lane: usize, layout: &Layout, state: &State) -> bool {
    let kind = |cell: usize| state.kind_at(layout, LocationId::new(cell));
    let has = |part: &&Part| part.lanes.as_ref().is_none_or(|lanes| lanes.has(lane));
    let part = |part: &Part| holds(&part.form, lane, layout, state);
    match form {
        Form::Const(Value::Bool(yes)) => *yes,
        Form::Cell { at: At::Lane(by), mask } => mask >> kind((lane as i32 + by) as usize) & 1 == 1,
        Form::Cell { at: At::Fixed(place), mask } => mask >> kind(place.index()) & 1 == 1,
        Form::Ray { first, step, stop, yes, end, next } => {
            let mut cell = (lane as i32 + first) as usize;
            loop {
                if stop >> kind(cell) & 1 == 1 {
                    return yes >> kind(cell) & 1 == 1;
                }
                if !next.has(cell) {
                    return *end;
                }
                cell = (cell as i32 + step) as usize;
            }
        }
        Form::Lines { mask, rows, .. } => {
            let whole = |line: &Vec<LocationId>| line.iter().all(|cell| mask >> kind(cell.index()) & 1 == 1);
            rows[&(lane as u16)].iter().any(whole)
        }
        Form::Not(inner) => !holds(inner, lane, layout, state),
        Form::All(parts) => parts.iter().filter(has).all(part),
        Form::Any(parts) | Form::One(parts) => parts.iter().filter(has).any(part),
        Form::If(forms) => {
            let chosen = if holds(&forms[0], lane, layout, state) { 1 } else { 2 };
            holds(&forms[chosen], lane, layout, state)
        }
        other => unreachable!("{other:?} is not made here"),
    }
}

/// Writes a function that works on a state and sixteen words beside it, and calls it for some states: by the interpreter and by
/// machine code, which must agree. The first word is given and the others are read back.
struct Bench<'a> {
    board: Board<'a>,
    beside: MemoryId,
}

impl<'a> Bench<'a> {
    fn new(rules: &'a RuleSet, layout: &'a Layout) -> Self {
        let mut board = Board::new(rules, layout).expect("the sample is within all limits");
        let beside = board.w.memory(Memory::Given(128));
        Self { board, beside }
    }

    fn give(&mut self, word: usize, value: Arg) {
        self.board.w.store(self.beside, Width::Eight, 0, 8 * word, value);
    }

    fn given(&mut self) -> Arg {
        self.board.w.load(self.beside, Width::Eight, 0, 0)
    }

    fn caller(mut self) -> impl FnMut(&State, u64) -> [u64; 16] {
        let function = self.board.w.end_function();
        let program = self.board.w.finish();
        let machine = Machine::new(&program);
        move |state, given| {
            let mut first = [0; 128];
            first[..8].copy_from_slice(&given.to_le_bytes());
            let (mut body, mut words) = (state.body.clone(), first);
            program.run(function, &mut [&mut body, &mut words]).expect("all addresses are inside");
            if let Ok(machine) = &machine {
                let (mut other, mut others) = (state.body.clone(), first);
                machine.call(function, [&mut other, &mut others, &mut []]);
                assert_eq!((&body, words), (&other, others), "the interpreter and the machine");
            }
            std::array::from_fn(|word| u64::from_le_bytes(words[8 * word..][..8].try_into().expect("eight bytes")))
        }
    }
}

#[test]
fn conditions_hold_for_the_lanes_that_they_say() {
    let rules = large();
    let layout = Layout::new(&rules).unwrap();
    let kinds = layout.all_kinds().unwrap();
    for seed in 0..150 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (form, wanted) = (condition(&mut random, kinds, 3), lanes(&mut random));
        let mut bench = Bench::new(&rules, &layout);
        let words = bench.board.lanes(&form, &wanted).unwrap();
        for (index, word) in words.into_iter().enumerate() {
            bench.give(index, word);
        }
        let mut all = bench.caller();
        let mut bench = Bench::new(&rules, &layout);
        let lane = bench.given();
        let yes = One { lane: Some(lane), ..One::default() }.test(&mut bench.board, &form).unwrap();
        bench.give(1, yes);
        let mut single = bench.caller();
        for _ in 0..3 {
            let state = position(&rules, &layout, &mut random);
            let words = all(&state, 0);
            for lane in wanted.members() {
                let expected = holds(&form, lane, &layout, &state);
                assert_eq!(
                    words[lane / 64] >> (lane % 64) & 1 == 1,
                    expected,
                    "seed {seed}, lane {lane} of all: {form:?}"
                );
                assert_eq!(single(&state, lane as u64)[1] == 1, expected, "seed {seed}, lane {lane}: {form:?}");
            }
        }
    }
}

/// Every line of a length in some directions through each lane, or only some of them.
fn lines(random: &mut Pcg64Mcg, length: i32, steps: &[i32], all: bool) -> BTreeMap<u16, Vec<Vec<LocationId>>> {
    let mut rows = BTreeMap::new();
    for lane in MIDDLE {
        let mut row = Vec::new();
        for step in steps {
            for place in 0..length {
                if all || random.random_range(0..3) > 0 {
                    let first = lane as i32 - place * step;
                    row.push((0..length).map(|index| LocationId((first + index * step) as u16)).collect());
                }
            }
        }
        rows.insert(lane as u16, row);
    }
    rows
}

#[test]
fn lines_are_whole_in_whichever_way_they_are_asked_for() {
    let rules = large();
    let layout = Layout::new(&rules).unwrap();
    let kinds = layout.all_kinds().unwrap();
    // One line is compared, lines of few patterns are shifted, and all lines of many are counted along.
    for (seed, (length, steps, all)) in
        [(2, &[1][..], false), (3, &[1, 7], false), (4, &[1, 9, 10, 11], true), (5, &[3, 5, 7, 9], true)]
            .into_iter()
            .enumerate()
    {
        let mut random = Pcg64Mcg::seed_from_u64(seed as u64);
        let rows = lines(&mut random, length, steps, all);
        for mask in [kinds & !1, 1, kinds & 6, 4] {
            let form = Form::Lines { mask, fixed: false, rows: rows.clone() };
            let mut bench = Bench::new(&rules, &layout);
            let lane = bench.given();
            let yes = One { lane: Some(lane), ..One::default() }.test(&mut bench.board, &form).unwrap();
            bench.give(1, yes);
            let mut single = bench.caller();
            for _ in 0..5 {
                let state = position(&rules, &layout, &mut random);
                for lane in MIDDLE {
                    let expected = holds(&form, lane, &layout, &state);
                    assert_eq!(
                        single(&state, lane as u64)[1] == 1,
                        expected,
                        "lane {lane}, mask {mask:b}, {length} by {steps:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn pieces_are_moved_as_states_move_them() {
    let rules = large();
    let layout = Layout::new(&rules).unwrap();
    let mut bench = Bench::new(&rules, &layout);
    // An element, from 0, goes to a location counted from 1, or off the board for 0.
    let word = bench.given();
    let board = &mut bench.board;
    let element = board.w.binary(Binary::And, word, 0xffff);
    let to = board.w.binary(Binary::ShiftRight, word, 16);
    board.either(to, |board| board.put(element, to).map(drop), |board| board.remove(element).map(drop)).unwrap();
    let state_bytes = board.state;
    let copy = (0..layout.bytes / 8).fold(Arg::Word(0), |sum, word| {
        let part = board.w.load(state_bytes, Width::Eight, 0, 8 * word);
        let turned = board.w.binary(Binary::RotateRight, sum, 7);
        board.w.binary(Binary::Add, turned, part)
    });
    bench.give(1, copy);
    let mut moved = bench.caller();
    let told = |state: &State| {
        let words = state.body.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
        words.fold(0_u64, |sum, word| sum.rotate_right(7).wrapping_add(word))
    };
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..400 {
        let mut state = position(&rules, &layout, &mut random);
        let element = ElementId::new(random.random_range(0..rules.elements.len()));
        let to = random.random_range(0..=PLACES);
        let after = moved(&state, u64::from(element.0) | (to as u64) << 16)[1];
        match to.checked_sub(1).map(LocationId::new) {
            None => state.take_off(&layout, element),
            Some(to) if state.is_empty(&layout, to) => state.move_element(&layout, element, to),
            Some(_) => {}
        }
        assert_eq!(after, told(&state));
    }
}
