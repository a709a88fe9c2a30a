//! Tests of the code generation passes against direct reference implementations, on random positions.

use std::collections::BTreeMap;

use boardwright_jit::{Arg, Binary, CompiledProgram, Memory, MemoryId, Width};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::tables::value::Value;
use crate::tests::sample::Sample;
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use super::board::Board;
use super::kernel::{CellRef, Kernel, LaneSet, MaskedKernel};
use super::single_lane::MoveContext;

/// Number of locations of the board, three words.
const PLACES: usize = 150;
/// Lanes from which all cells at a distance of at most [`FAR`] are on the board.
const MIDDLE: std::ops::Range<usize> = 45..105;
const FAR: i32 = 20;

/// The sample with more locations and pieces, and without rules.
fn large_sample() -> RuleSet {
    let mut rules = (*Sample::new().finish()).clone();
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

fn random_position(rules: &RuleSet, layout: &Layout, random: &mut Pcg64Mcg) -> State {
    let mut state = State::empty(rules, layout);
    for element in 0..rules.elements.len() {
        let place = LocationId::new(random.random_range(0..PLACES));
        if state.is_empty(layout, place) {
            state.place_from_supply(layout, ElementId::new(element), place);
        }
    }
    state.initialize_key(rules, layout);
    state
}

fn random_lanes(random: &mut Pcg64Mcg) -> LaneSet {
    LaneSet::from_members(PLACES.div_ceil(64), MIDDLE.filter(|_| random.random_range(0..3) > 0))
}

/// A random condition; `kinds` is the mask of all kinds and the empty cell.
fn random_condition(random: &mut Pcg64Mcg, kinds: u64, depth: usize) -> Kernel {
    let mask = |random: &mut Pcg64Mcg| random.random_range(0..=kinds) & kinds;
    let by = |random: &mut Pcg64Mcg| random.random_range(-FAR..=FAR);
    let parts = |random: &mut Pcg64Mcg| -> Vec<MaskedKernel> {
        let part = |random: &mut Pcg64Mcg| MaskedKernel {
            lanes: (random.random_range(0..2) == 0).then(|| random_lanes(random)),
            kernel: random_condition(random, kinds, depth - 1),
        };
        (0..random.random_range(0..4)).map(|_| part(random)).collect()
    };
    match random.random_range(0..if depth == 0 { 3 } else { 8 }) {
        0 => Kernel::Cell { at: CellRef::Relative(by(random)), mask: mask(random) },
        1 => Kernel::Cell { at: CellRef::Uniform(LocationId::new(random.random_range(0..PLACES))), mask: mask(random) },
        2 => {
            let step = [-15, -1, 1, 14][random.random_range(0..4)];
            let on = |cell: usize| (0..PLACES as i32).contains(&(cell as i32 + step));
            let next = (0..PLACES).filter(|&cell| on(cell) && random.random_range(0..8) > 0).collect::<Vec<_>>();
            let next = LaneSet::from_members(PLACES.div_ceil(64), next);
            let (first, stop, yes) = (by(random), mask(random), mask(random));
            Kernel::Ray { first, step, stop, yes, end: random.random_range(0..2) == 0, next }
        }
        3 => Kernel::Not(Box::new(random_condition(random, kinds, depth - 1))),
        4 => Kernel::All(parts(random)),
        5 => Kernel::Any(parts(random)),
        6 => {
            let mine = random_lanes(random);
            let others = LaneSet(mine.0.iter().map(|word| !word).collect());
            let mut part =
                |lanes| MaskedKernel { lanes: Some(lanes), kernel: random_condition(random, kinds, depth - 1) };
            Kernel::PerLane(vec![part(mine), part(others)])
        }
        _ => Kernel::If(Box::new([(); 3].map(|()| random_condition(random, kinds, depth - 1)))),
    }
}

/// Reference evaluation of a condition.
fn holds(kernel: &Kernel, lane: usize, layout: &Layout, state: &State) -> bool {
    let kind = |cell: usize| state.kind_at(layout, LocationId::new(cell));
    let has = |part: &&MaskedKernel| part.lanes.as_ref().is_none_or(|lanes| lanes.contains(lane));
    let part = |part: &MaskedKernel| holds(&part.kernel, lane, layout, state);
    match kernel {
        Kernel::Const(Value::Bool(yes)) => *yes,
        Kernel::Cell { at: CellRef::Relative(by), mask } => mask >> kind((lane as i32 + by) as usize) & 1 == 1,
        Kernel::Cell { at: CellRef::Uniform(place), mask } => mask >> kind(place.index()) & 1 == 1,
        Kernel::Ray { first, step, stop, yes, end, next } => {
            let mut cell = (lane as i32 + first) as usize;
            loop {
                if stop >> kind(cell) & 1 == 1 {
                    return yes >> kind(cell) & 1 == 1;
                }
                if !next.contains(cell) {
                    return *end;
                }
                cell = (cell as i32 + step) as usize;
            }
        }
        Kernel::Lines { mask, rows, .. } => {
            let whole = |line: &Vec<LocationId>| line.iter().all(|cell| mask >> kind(cell.index()) & 1 == 1);
            rows[&(lane as u16)].iter().any(whole)
        }
        Kernel::Not(inner) => !holds(inner, lane, layout, state),
        Kernel::All(parts) => parts.iter().filter(has).all(part),
        Kernel::Any(parts) | Kernel::PerLane(parts) => parts.iter().filter(has).any(part),
        Kernel::If(kernels) => {
            let chosen = if holds(&kernels[0], lane, layout, state) { 1 } else { 2 };
            holds(&kernels[chosen], lane, layout, state)
        }
        other => unreachable!("{other:?} is not generated"),
    }
}

/// A function under test: works on a state and sixteen words, of which the first is the argument and the others are
/// results. It runs in the interpreter and as native code, which must agree.
struct TestFunction<'a> {
    board: Board<'a>,
    words: MemoryId,
}

impl<'a> TestFunction<'a> {
    fn new(rules: &'a RuleSet, layout: &'a Layout) -> Self {
        let mut board = Board::new(rules, layout).expect("the sample is within all limits");
        let words = board.w.add_memory(Memory::Buffer(128));
        Self { board, words }
    }

    fn store_result(&mut self, word: usize, value: Arg) {
        self.board.w.store(self.words, Width::Eight, 0, 8 * word, value);
    }

    fn load_argument(&mut self) -> Arg {
        self.board.w.load(self.words, Width::Eight, 0, 0)
    }

    fn compile(mut self) -> impl FnMut(&State, u64) -> [u64; 16] {
        let function = self.board.w.end_function();
        let program = self.board.w.finish();
        let machine = CompiledProgram::new(&program);
        move |state, argument| {
            let mut first = [0; 128];
            first[..8].copy_from_slice(&argument.to_le_bytes());
            let (mut body, mut words) = (state.bytes.clone(), first);
            program.run(function, &mut [&mut body, &mut words]).expect("all addresses are inside");
            if let Ok(machine) = &machine {
                let (mut other, mut others) = (state.bytes.clone(), first);
                machine.call(function, [&mut other, &mut others, &mut []]);
                assert_eq!((&body, words), (&other, others), "the interpreter and native code");
            }
            std::array::from_fn(|word| u64::from_le_bytes(words[8 * word..][..8].try_into().expect("eight bytes")))
        }
    }
}

#[test]
fn conditions_agree_with_the_reference_for_all_lanes_and_single_lanes() {
    let rules = large_sample();
    let layout = Layout::new(&rules).unwrap();
    let kinds = layout.all_kinds_mask().unwrap();
    for seed in 0..150 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (kernel, wanted) = (random_condition(&mut random, kinds, 3), random_lanes(&mut random));
        let mut bench = TestFunction::new(&rules, &layout);
        let words = bench.board.eval_lanes(&kernel, &wanted).unwrap();
        for (index, word) in words.into_iter().enumerate() {
            bench.store_result(index, word);
        }
        let mut all = bench.compile();
        let mut bench = TestFunction::new(&rules, &layout);
        let lane = bench.load_argument();
        let yes = MoveContext { lane: Some(lane), ..MoveContext::default() }.test(&mut bench.board, &kernel).unwrap();
        bench.store_result(1, yes);
        let mut single = bench.compile();
        for _ in 0..3 {
            let state = random_position(&rules, &layout, &mut random);
            let words = all(&state, 0);
            for lane in wanted.members() {
                let expected = holds(&kernel, lane, &layout, &state);
                assert_eq!(
                    words[lane / 64] >> (lane % 64) & 1 == 1,
                    expected,
                    "seed {seed}, lane {lane} of all: {kernel:?}"
                );
                assert_eq!(single(&state, lane as u64)[1] == 1, expected, "seed {seed}, lane {lane}: {kernel:?}");
            }
        }
    }
}

/// All lines of a length in some directions through each lane, or a random subset of them.
fn random_lines(random: &mut Pcg64Mcg, length: i32, steps: &[i32], all: bool) -> BTreeMap<u16, Vec<Vec<LocationId>>> {
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
fn lines_agree_with_the_reference_by_every_method() {
    let rules = large_sample();
    let layout = Layout::new(&rules).unwrap();
    let kinds = layout.all_kinds_mask().unwrap();
    // A single line is compared, lines of few patterns are shifted, and runs are counted if there are all lines of
    // many.
    for (seed, (length, steps, all)) in
        [(2, &[1][..], false), (3, &[1, 7], false), (4, &[1, 9, 10, 11], true), (5, &[3, 5, 7, 9], true)]
            .into_iter()
            .enumerate()
    {
        let mut random = Pcg64Mcg::seed_from_u64(seed as u64);
        let rows = random_lines(&mut random, length, steps, all);
        for mask in [kinds & !1, 1, kinds & 6, 4] {
            let kernel = Kernel::Lines { mask, is_uniform: false, rows: rows.clone() };
            let mut bench = TestFunction::new(&rules, &layout);
            let lane = bench.load_argument();
            let yes =
                MoveContext { lane: Some(lane), ..MoveContext::default() }.test(&mut bench.board, &kernel).unwrap();
            bench.store_result(1, yes);
            let mut single = bench.compile();
            for _ in 0..5 {
                let state = random_position(&rules, &layout, &mut random);
                for lane in MIDDLE {
                    let expected = holds(&kernel, lane, &layout, &state);
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
    let rules = large_sample();
    let layout = Layout::new(&rules).unwrap();
    let mut bench = TestFunction::new(&rules, &layout);
    // Moves an element, from 0, to a location counted from 1, or off the board for 0.
    let word = bench.load_argument();
    let board = &mut bench.board;
    let element = board.w.binary(Binary::And, word, 0xffff);
    let to = board.w.binary(Binary::ShiftRight, word, 16);
    board
        .if_else(to, |board| board.put_element(element, to).map(drop), |board| board.remove_element(element).map(drop))
        .unwrap();
    let state_bytes = board.state;
    let copy = (0..layout.size / 8).fold(Arg::Word(0), |sum, word| {
        let part = board.w.load(state_bytes, Width::Eight, 0, 8 * word);
        let turned = board.w.binary(Binary::RotateRight, sum, 7);
        board.w.binary(Binary::Add, turned, part)
    });
    bench.store_result(1, copy);
    let mut moved = bench.compile();
    let digest = |state: &State| {
        let words = state.bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
        words.fold(0_u64, |sum, word| sum.rotate_right(7).wrapping_add(word))
    };
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..400 {
        let mut state = random_position(&rules, &layout, &mut random);
        let element = ElementId::new(random.random_range(0..rules.elements.len()));
        let to = random.random_range(0..=PLACES);
        let after = moved(&state, u64::from(element.0) | (to as u64) << 16)[1];
        match to.checked_sub(1).map(LocationId::new) {
            None => state.take_off(&layout, element),
            Some(to) if state.is_empty(&layout, to) => state.move_element(&layout, element, to),
            Some(_) => {}
        }
        assert_eq!(after, digest(&state));
    }
}
