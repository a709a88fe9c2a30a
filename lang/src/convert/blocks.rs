//! What was followed written down as lines: conditions, changes, and names for what must be known later.
//! What is followed, and in which order, is decided before.

use std::collections::{BTreeMap, BTreeSet};

use super::follow::Follower;
use super::names::Kind;
use super::show::Shower;
use super::state::{Act, Item, Scope, Ty};
use super::term::{Node, NoteId, Term};

/// From this size on something that is used twice gets a name.
const WORTH_A_NAME: usize = 6;

/// Changes under one condition, and those that are made if it does not hold.
#[derive(Clone, Debug)]
enum Step {
    Line(Term, usize),
    Acts { guard: Vec<Term>, epoch: usize, then: Vec<(Act, usize)>, other: Vec<(Act, usize)> },
}

/// A block in steps, each with the place of its first item.
type Steps = Vec<(usize, Step)>;

/// A scope that is being written.
pub(super) struct Writer<'f, 't> {
    follower: &'f Follower<'t>,
    scope: &'f Scope,
    pub(super) shower: Shower,
    steps: BTreeMap<usize, Steps>,
    named: BTreeSet<NoteId>,
    used: BTreeMap<NoteId, usize>,
}

impl<'f, 't> Writer<'f, 't> {
    /// `more` are expressions that are written beside the blocks, each with the change after which it is worked out.
    pub(super) fn new(follower: &'f Follower<'t>, scope: &'f Scope, more: &[(Term, usize)]) -> Self {
        let mut shower = Shower::default();
        for (at, local) in follower.locals.iter().enumerate() {
            shower.hints.insert(super::term::LocalId(at), local.hint.clone());
        }
        let mut writer =
            Self { follower, scope, shower, steps: BTreeMap::new(), named: BTreeSet::new(), used: BTreeMap::new() };
        // A name between changes that were put together parts them, which may ask for more names.
        loop {
            let known = writer.named.len();
            writer.put_together();
            writer.find_named(more);
            if writer.named.len() == known {
                return writer;
            }
        }
    }

    /// Gives names to what needs them, once the names of parameters and patterns are taken.
    pub(super) fn bind_notes(&mut self) {
        for (at, note) in self.scope.notes.iter().enumerate() {
            let id = NoteId(at);
            if self.named.contains(&id) && self.used.contains_key(&id) {
                self.shower.bind_note(id, &note.hint);
            } else {
                self.shower.meant.insert(id, note.term.clone());
            }
        }
    }

    fn put_together(&mut self) {
        let breaks: BTreeSet<(usize, usize)> = self
            .named
            .iter()
            .filter(|id| self.used.contains_key(id))
            .map(|id| (self.scope.notes[id.0].block, self.scope.notes[id.0].place))
            .collect();
        self.steps.clear();
        for (number, block) in self.scope.blocks.iter().enumerate() {
            let mut steps: Steps = Vec::new();
            for (place, (epoch, item)) in block.items.iter().enumerate() {
                let (guard, act) = match item {
                    Item::Line(term) => {
                        steps.push((place, Step::Line(term.clone(), *epoch)));
                        continue;
                    }
                    Item::Act { guard, act } => (guard.conjuncts(), (act.clone(), *epoch)),
                };
                if let Some((_, Step::Acts { guard: known, then, other, .. })) = steps.last_mut()
                    && !breaks.contains(&(number, place))
                {
                    if other.is_empty() && same(known, &guard) {
                        then.push(act);
                        continue;
                    }
                    if let (Some((last, first)), Some((mine, before))) = (known.split_last(), guard.split_last())
                        && same(first, before)
                        && last.clone().not().same(mine)
                    {
                        other.push(act);
                        continue;
                    }
                }
                steps.push((place, Step::Acts { guard, epoch: *epoch, then: vec![act], other: Vec::new() }));
            }
            self.steps.insert(number, steps);
        }
    }

    /// Which notes need a name: those used after a change, and long ones that are used twice.
    fn find_named(&mut self, more: &[(Term, usize)]) {
        let mut roots: Vec<(Term, usize)> = more.to_vec();
        for (_, step) in self.steps.values().flatten() {
            match step {
                Step::Line(term, epoch) => roots.push((term.clone(), *epoch)),
                Step::Acts { guard, epoch, then, other } => {
                    roots.extend(guard.iter().map(|part| (part.clone(), *epoch)));
                    for (act, epoch) in then.iter().chain(other) {
                        match act {
                            Act::Call(term) | Act::Set(_, term) | Act::Each(_, term, _) => {
                                roots.push((term.clone(), *epoch));
                            }
                            Act::Score(player, amount) => {
                                roots.push((player.clone(), *epoch));
                                roots.push((amount.clone(), *epoch));
                            }
                        }
                    }
                }
            }
        }
        let mut late = BTreeSet::new();
        for (term, epoch) in &roots {
            self.late(term, *epoch, &mut late);
        }
        let mut used: BTreeMap<NoteId, usize> = BTreeMap::new();
        let add = |term: &Term, times: usize, used: &mut BTreeMap<NoteId, usize>| {
            term.visit(&mut |part| {
                if let Node::Note(id) = part.node() {
                    *used.entry(*id).or_default() += times;
                }
            });
        };
        for (term, _) in &roots {
            add(term, 1, &mut used);
        }
        for at in (0..self.scope.notes.len()).rev() {
            let id = NoteId(at);
            let Some(count) = used.get(&id).copied() else { continue };
            let note = &self.scope.notes[at];
            let named = late.contains(&id)
                || self.named.contains(&id)
                || count >= 2 && self.whole_size(&note.term) >= WORTH_A_NAME;
            if named {
                self.named.insert(id);
                if self.is_guarded(id) {
                    add(&note.guard, 1, &mut used);
                }
            }
            add(&note.term, if named { 1 } else { count }, &mut used);
        }
        self.used = used;
    }

    fn whole_size(&self, term: &Term) -> usize {
        let mut size = term.size();
        term.visit(&mut |part| {
            if let Node::Note(id) = part.node()
                && !self.named.contains(id)
            {
                size += self.whole_size(&self.scope.notes[id.0].term) - 1;
            }
        });
        size
    }

    /// Notes that are used after a change that they must not see.
    fn late(&self, term: &Term, epoch: usize, found: &mut BTreeSet<NoteId>) {
        term.visit(&mut |part| {
            let Node::Note(id) = part.node() else { return };
            let note = &self.scope.notes[id.0];
            if note.changes && note.epoch < epoch {
                if found.insert(*id) {
                    self.late(&note.term, note.epoch, found);
                    if self.is_guarded(*id) {
                        self.late(&note.guard, note.epoch, found);
                    }
                }
            } else {
                self.late(&note.term, epoch, found);
            }
        });
    }

    fn is_guarded(&self, id: NoteId) -> bool {
        let note = &self.scope.notes[id.0];
        note.guard.truth() != Some(true) && !self.follower.is_safe(&note.term)
    }

    /// The lines of a block.
    pub(super) fn lines(&mut self, block: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let steps = self.steps.get(&block).cloned().unwrap_or_default();
        let mut written = 0;
        for (place, step) in steps {
            self.names_up_to(block, place, &mut written, &mut lines);
            lines.extend(self.step(&step));
        }
        self.names_up_to(block, usize::MAX, &mut written, &mut lines);
        lines
    }

    /// `$name = value` for the notes of a block up to a place.
    fn names_up_to(&mut self, block: usize, place: usize, written: &mut usize, lines: &mut Vec<String>) {
        let notes = self.scope.notes.iter().enumerate();
        let here: Vec<NoteId> = notes
            .filter(|(at, note)| {
                note.block == block
                    && (*written..=place).contains(&note.place)
                    && self.shower.notes.contains_key(&NoteId(*at))
            })
            .map(|(at, _)| NoteId(at))
            .collect();
        *written = place.saturating_add(1);
        for id in here {
            let note = &self.scope.notes[id.0];
            let term = if self.is_guarded(id) {
                match self.follower.known(note.ty) {
                    Ty::Bool => note.guard.clone().and(note.term.clone()),
                    ty => Term::choose(&note.guard, &note.term, &nothing_of(ty)),
                }
            } else {
                note.term.clone()
            };
            let name = self.shower.notes.get(&id).cloned().unwrap_or_default();
            let text = self.shower.term(&term);
            lines.push(format!("${name} = {text}"));
        }
    }

    fn step(&mut self, step: &Step) -> Vec<String> {
        match step {
            Step::Line(term, _) => term.conjuncts().iter().map(|part| self.shower.term(part)).collect(),
            Step::Acts { guard, then, other, .. } => {
                let mut acts: Vec<String> = then.iter().map(|(act, _)| self.act(act)).collect();
                if guard.is_empty() {
                    return acts;
                }
                let whole = guard.iter().cloned().fold(Term::bool(true), Term::and);
                let condition = self.shower.term(&whole);
                let then = one_action(&mut acts);
                if other.is_empty() {
                    return vec![format!("IF({condition}, {then})")];
                }
                let mut acts: Vec<String> = other.iter().map(|(act, _)| self.act(act)).collect();
                let other = one_action(&mut acts);
                let rest = guard[..guard.len() - 1].iter().cloned().fold(Term::bool(true), Term::and);
                match rest.truth() {
                    Some(true) => vec![format!("IF({condition}, {then}, {other})")],
                    _ => vec![format!("IF({condition}, {then}, {}, {other})", self.shower.term(&rest))],
                }
            }
        }
    }

    fn act(&mut self, act: &Act) -> String {
        match act {
            Act::Call(term) => self.shower.term(term),
            Act::Set(name, term) => format!("{name} = {}", self.shower.term(term)),
            Act::Score(player, amount) => {
                let score = Term::ask("SCORE", vec![player.clone()]);
                let sum = Term::arith(boardwright_engine::rules::Arith::Add, score.clone(), amount.clone());
                format!("{} = {}", self.shower.term(&score), self.shower.term(&sum))
            }
            Act::Each(local, set, block) => {
                let set = self.shower.term(set);
                let name = self.shower.bind(*local);
                let mut lines = self.lines(*block);
                let body = one_action(&mut lines);
                self.shower.release(*local);
                format!("EACH({name}, {set}, {body})")
            }
        }
    }
}

/// Several actions as one.
fn one_action(acts: &mut Vec<String>) -> String {
    if acts.len() == 1 { acts.remove(0) } else { format!("DO({})", acts.join(", ")) }
}

fn same(one: &[Term], two: &[Term]) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.same(two))
}

/// A value that is never looked at.
pub(super) fn nothing_of(ty: Ty) -> Term {
    match ty {
        Ty::Bool => Term::bool(false),
        Ty::Thing(Kind::Element) => Term::word("NOTHING"),
        Ty::Thing(Kind::Location) => Term::word("NOWHERE"),
        Ty::Text => Term::new(Node::Text(String::new())),
        _ => Term::int(0),
    }
}
