//! Rules of 2013: patterns, conditions, awards and what follows, and who is next.
//! What scorings and ends read of a move is kept for them here, but they are read elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_engine::rules::{Arith, Span, UnaryOp};

use super::blocks::Writer;
use super::follow::{Follower, Of};
use super::names::{Kind, as_variable, pattern};
use super::state::{Act, Block, Done, Env, Item, PLAYER, Res, Scope, Slot, Ty, Val, stop};
use super::term::{LocalId, Node, Term};
use crate::edition2013::ast::{Kind as Kind2013, Node as Node2013, Pattern, Piece, Rule};
use crate::syntax::ast::Comparison;

/// A pattern as it is written.
#[derive(Clone, Debug)]
struct Matched {
    term: Term,
    locals: Vec<LocalId>,
}

/// A rule after it was followed.
#[derive(Debug)]
pub(super) struct Followed<'t> {
    rule: &'t Rule,
    scope: Scope,
    matched: [Matched; 3],
    state: Option<Term>,
    player: Option<Term>,
    award: Option<Term>,
    next: Option<Term>,
    /// What the variables hold at the end.
    env: Env,
}

impl<'t> Follower<'t> {
    /// `None` for a rule that is never used.
    pub(super) fn rule(&mut self, rule: &'t Rule) -> Res<Option<Followed<'t>>> {
        self.scope = Scope { blocks: vec![Block::default(), Block::default()], ..Scope::default() };
        let mut env = Self::fresh_env();
        let mut lines = Vec::new();
        let Some(element) = self.matched(Kind::Element, Of::Element, &rule.element, &mut env, &mut lines)? else {
            return Ok(None);
        };
        let state = guard(rule.state.as_ref(), &mut env, &Term::ask("STATE", vec![Term::word("MOVED")]));
        let player = guard(rule.player.as_ref(), &mut env, &Term::word("PLAYER"));
        if matches!(state, Guard::Never) || matches!(player, Guard::Never) {
            return Ok(None);
        }
        let (state, player) = (state.wanted(), player.wanted());
        let Some(from) = self.matched(Kind::Location, Of::From, &rule.from, &mut env, &mut lines)? else {
            return Ok(None);
        };
        let Some(to) = self.matched(Kind::Location, Of::To, &rule.to, &mut env, &mut lines)? else { return Ok(None) };
        for line in lines {
            self.scope.blocks[0].items.push((0, Item::Line(line)));
        }
        if let Some(condition) = &rule.condition {
            let (done, _) = self.lines(std::slice::from_ref(condition), env)?;
            self.boolean(&done.value, condition.span)?;
            env = done.yes;
        }
        let mut amounts = Vec::new();
        self.scope.inline += 1;
        for award in &rule.awards {
            let (who, after) = self.value(&award.player, env)?;
            let (amount, after) = self.value(&award.amount, after)?;
            env = after;
            let who = self.number(&who, award.player.span)?;
            amounts.push((who, self.number(&amount, award.amount.span)?));
        }
        self.scope.inline -= 1;
        let (award, others) = self.own_awards(amounts, player.as_ref());
        let others: Vec<(Term, Term)> = others
            .into_iter()
            .map(|(who, amount)| (self.sealed(&who, Ty::Int, "who"), self.sealed(&amount, Ty::Int, "points")))
            .collect();
        // From here on the element has moved.
        self.seal(&mut env);
        self.scope.open = 1;
        self.scope.epoch = 1;
        self.scope.acting = true;
        for (who, amount) in others {
            self.act(&mut env, &Term::bool(true), Act::Score(who, amount), rule.span)?;
        }
        if let Some(followup) = &rule.followup {
            let done = self.follow(followup, env)?;
            env = ended(&done);
        }
        let next = self.read(PLAYER, &env, rule.span)?;
        let next = self.number(&next, rule.span)?;
        let following = self.following(Term::word("PLAYER"));
        let next = (self.tree.players.len() > 1 && !next.same(&following)).then_some(next);
        let scope = std::mem::take(&mut self.scope);
        Ok(Some(Followed { rule, scope, matched: [element, from, to], state, player, award, next, env }))
    }

    /// A pattern; `None` if nothing fits.
    fn matched(
        &mut self,
        kind: Kind,
        of: Of,
        said: &Pattern,
        env: &mut Env,
        lines: &mut Vec<Term>,
    ) -> Res<Option<Matched>> {
        let pieces = &said.value;
        if !pieces.iter().any(|piece| matches!(piece, Piece::Var(_))) {
            let text = match pieces.as_slice() {
                [Piece::Literal(text)] => text.as_str(),
                _ => "",
            };
            let term = self.names.written(kind, text);
            return Ok(term.map(|term| Matched { term, locals: Vec::new() }));
        }
        let odd = || {
            Box::new(
                stop(said.span, "this pattern fits names that are no families of 2026")
                    .help("call them such as `p(1)`, with brackets around their numbers"),
            )
        };
        let Some((base, places)) = pattern(pieces) else {
            return if self.names.has_odd(kind, pieces) { Err(odd()) } else { Ok(None) };
        };
        let Some(family) = self.names.family(kind, &base) else {
            return if self.names.has_odd(kind, pieces) { Err(odd()) } else { Ok(None) };
        };
        let word = family.word.clone();
        // A number that is written out never fits a pattern with variables.
        let vars: Option<Vec<&str>> = places
            .iter()
            .map(|place| match place.as_slice() {
                [Piece::Var(name)] => Some(name.value.as_str()),
                _ => None,
            })
            .collect();
        let Some(vars) = vars else { return Ok(None) };
        let all: Vec<Vec<i32>> = family.members.iter().filter(|member| member.len() == vars.len()).cloned().collect();
        let rows: Vec<Vec<i32>> = all.iter().filter(|row| row.iter().all(|index| *index >= 0)).cloned().collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let negative: Vec<bool> = (0..vars.len()).map(|at| all.iter().any(|row| row[at] < 0)).collect();
        let mut locals = Vec::new();
        for (at, name) in vars.iter().enumerate() {
            let id = self.local(name, Ty::Int);
            self.locals[id.0].of = Some((of, at, vars.len()));
            if negative[at] {
                lines.push(Term::compare(Comparison::GreaterEqual, Term::local(id), Term::int(0)));
            }
            env.set(name, Slot::Has(Val::int(Term::local(id))));
            locals.push(id);
        }
        self.limit(&locals, rows);
        let term = Term::call(&word, locals.iter().map(|id| Term::local(*id)).collect());
        Ok(Some(Matched { term, locals }))
    }

    /// What the mover gets, and what others get.
    fn own_awards(&self, amounts: Vec<(Term, Term)>, player: Option<&Term>) -> (Option<Term>, Vec<(Term, Term)>) {
        let alone = self.tree.players.len() == 1;
        let own = |who: &Term| {
            who.is_word("PLAYER") || alone && who.number() == Some(1) || player.is_some_and(|player| player.same(who))
        };
        let (mine, others): (Vec<_>, Vec<_>) = amounts.into_iter().partition(|(who, _)| own(who));
        let award = mine.into_iter().map(|(_, amount)| amount).reduce(|one, two| Term::arith(Arith::Add, one, two));
        (award, others)
    }

    /// What ends can read of a variable after each rule: one expression for all rules, or what rules keep.
    pub(super) fn env_after(&mut self, followed: &[Followed<'t>], wanted: &BTreeSet<String>) -> Env {
        let mut env = Self::fresh_env();
        for name in wanted {
            let mut found: Option<Val> = None;
            let mut agreed = true;
            let mut any = false;
            for rule in followed {
                let Some(slot) = rule.env.get(name) else { continue };
                any = true;
                self.scope = rule.scope.clone();
                let value = match self.read_slot(name, Some(&slot), rule.rule.span) {
                    Ok(Some(value)) => value,
                    Ok(None) => continue,
                    Err(_) => {
                        agreed = false;
                        continue;
                    }
                };
                let mut lost = false;
                let value = value.map(&mut |term| {
                    let plain = steady(term, &rule.scope).and_then(|term| self.after(&term));
                    plain.unwrap_or_else(|| {
                        lost = true;
                        term.clone()
                    })
                });
                agreed &= !lost && found.as_ref().is_none_or(|known| known.same(&value));
                found = Some(value);
            }
            self.scope = Scope::default();
            if !any {
                continue;
            }
            match found.filter(|_| agreed) {
                Some(value) => env.set(name, Slot::Has(value)),
                None => env.set(name, Slot::Kept),
            }
        }
        env
    }

    /// What rules can keep of a variable; `None` for those that never write it.
    pub(super) fn kept_types(&mut self, followed: &[Followed<'t>], wanted: &BTreeSet<String>) {
        for name in wanted {
            for rule in followed {
                let Some(slot) = rule.env.get(name) else { continue };
                self.scope = rule.scope.clone();
                let value = self.read_slot(name, Some(&slot), rule.rule.span);
                let value = value.ok().flatten().and_then(|value| self.settle(&value, rule.rule.span).ok());
                if let Some(value @ Val::Is(..)) = value {
                    self.kept.insert(name.clone(), value);
                    break;
                }
            }
        }
        self.scope = Scope::default();
    }

    /// A variable of the file that keeps what a variable of rules holds after a move.
    pub(super) fn keep(&mut self, name: &str, span: Span) -> Res<Val> {
        let Some(Val::Is(_, ty)) = self.kept.get(name).cloned() else {
            return Err(Box::new(stop(span, format!("nobody can say what `${name}` holds after a move"))));
        };
        let ty = self.known(ty);
        if let Some(global) = self.globals.iter().find(|global| global.keeps.as_deref() == Some(name)) {
            return Ok(Val::Is(Term::word(&global.name), ty));
        }
        if !matches!(ty, Ty::Int | Ty::Bool | Ty::Thing(Kind::Element | Kind::Location)) {
            let message =
                format!("`${name}` must be kept after the move, but no variable of 2026 holds {}", ty.shown());
            return Err(Box::new(stop(span, message)));
        }
        let mut chars = as_variable(name).chars().collect::<Vec<_>>();
        if chars.iter().all(|c| !c.is_lowercase()) {
            for c in &mut chars {
                *c = c.to_ascii_lowercase();
            }
        } else if !chars.get(1).is_some_and(char::is_ascii_uppercase) {
            chars[0] = chars[0].to_ascii_lowercase();
        }
        let word: String = chars.into_iter().collect();
        let word = self.names.free(&word);
        let initial = super::blocks::nothing_of(ty);
        self.globals.push(super::follow::Global { name: word.clone(), initial, keeps: Some(name.to_owned()) });
        Ok(Val::Is(Term::word(&word), ty))
    }

    /// The last thing that each rule does: it keeps what is read after the move.
    pub(super) fn keep_all(&mut self, followed: &mut [Followed<'t>]) -> Vec<super::state::Stop> {
        let mut stops = Vec::new();
        for rule in followed {
            for global in self.globals.clone() {
                let Some(name) = &global.keeps else { continue };
                let Some(slot) = rule.env.get(name) else { continue };
                self.scope = std::mem::take(&mut rule.scope);
                let span = rule.rule.name.span;
                let value = self.read_slot(name, Some(&slot), span).and_then(|value| match value {
                    Some(value) => {
                        let ty = self.kept.get(name).and_then(|value| match value {
                            Val::Is(_, ty) => Some(*ty),
                            _ => None,
                        });
                        let ty = ty.unwrap_or(Ty::Int);
                        self.want(&value, ty, span).map(Some)
                    }
                    None => Ok(None),
                });
                let mut env = rule.env.clone();
                let done = value.and_then(|term| match term {
                    Some(term) if !term.same(&global.initial) => {
                        let told =
                            self.act(&mut env, &Term::bool(true), Act::Set(global.name.clone(), term.clone()), span);
                        told.map(|()| (term.size() > 1).then_some(term))
                    }
                    _ => Ok(None),
                });
                // Who is next is worked out after this.
                let player = self.read_slot(PLAYER, env.get(PLAYER).as_deref(), span);
                if let (Some(_), Ok(Some(Val::Is(next, _)))) = (&rule.next, player) {
                    let kept = done.as_ref().ok().cloned().flatten();
                    let named = |part: &Term| {
                        kept.as_ref().is_some_and(|kept| part.same(kept)).then(|| Term::word(&global.name))
                    };
                    rule.next = Some(next.replace(&mut |part| named(part)));
                }
                if let Err(why) = done {
                    stops.push(why);
                }
                rule.scope = std::mem::take(&mut self.scope);
                rule.env = env;
            }
        }
        stops
    }

    /// Rules between which awards chose: in 2026 the first of them would make the move.
    pub(super) fn rivals(&self) -> Vec<super::state::Stop> {
        let mut stops = Vec::new();
        let fits: Vec<[BTreeSet<&str>; 3]> = self
            .tree
            .rules
            .iter()
            .map(|rule| {
                let elements = self.tree.elements.iter().map(|entry| entry.name.value.as_str());
                let places = || self.tree.locations.iter().map(|entry| entry.name.value.as_str());
                [
                    elements.filter(|name| fits(&rule.element.value, name)).collect(),
                    places().filter(|name| fits(&rule.from.value, name)).collect(),
                    places().filter(|name| fits(&rule.to.value, name)).collect(),
                ]
            })
            .collect();
        for (at, rule) in self.tree.rules.iter().enumerate() {
            for (before, other) in self.tree.rules.iter().enumerate().take(at) {
                let differ = |one: &Option<Node2013>, two: &Option<Node2013>| match (one, two) {
                    (
                        Some(Node2013 { kind: Kind2013::Int(one), .. }),
                        Some(Node2013 { kind: Kind2013::Int(two), .. }),
                    ) => one != two,
                    _ => false,
                };
                let apart = differ(&rule.player, &other.player)
                    || differ(&rule.state, &other.state)
                    || (0..3).any(|part| fits[at][part].is_disjoint(&fits[before][part]));
                if !(apart || rule.awards.is_empty() && other.awards.is_empty()) {
                    let message = "which of two rules makes a move depends on their awards; in 2026 it is the first";
                    stops.push(Box::new(
                        stop(rule.name.span, message)
                            .label("the same move may follow from this rule")
                            .related(other.name.span, "and from this one"),
                    ));
                }
            }
        }
        stops
    }

    /// The lines of a rule.
    pub(super) fn written_rule(&self, followed: &Followed<'t>, name: &str) -> Vec<(&'static str, Vec<String>)> {
        let last = followed.scope.epoch;
        let mut more: Vec<(Term, usize)> = followed.award.iter().map(|term| (term.clone(), 0)).collect();
        more.extend(followed.next.iter().map(|term| (term.clone(), last)));
        let mut writer = Writer::new(self, &followed.scope, &more);
        for matched in &followed.matched {
            for local in &matched.locals {
                writer.shower.bind(*local);
            }
        }
        writer.bind_notes();
        let mut keys: Vec<(&'static str, Vec<String>)> = vec![("name", vec![name.to_owned()])];
        let [element, from, to] = &followed.matched;
        keys.push(("element", vec![writer.shower.term(&element.term)]));
        for (key, term) in [("state", &followed.state), ("player", &followed.player)] {
            keys.extend(term.iter().map(|term| (key, vec![writer.shower.term(term)])));
        }
        keys.push(("from", vec![writer.shower.term(&from.term)]));
        keys.push(("to", vec![writer.shower.term(&to.term)]));
        let condition = writer.lines(0);
        if !condition.is_empty() {
            keys.push(("condition", condition));
        }
        keys.extend(followed.award.iter().map(|term| ("award", vec![writer.shower.term(term)])));
        let followup = writer.lines(1);
        if !followup.is_empty() {
            keys.push(("followup", followup));
        }
        keys.extend(followed.next.iter().map(|term| ("next", vec![writer.shower.term(term)])));
        keys
    }
}

/// What holds after a followup, whose value does not matter.
fn ended(done: &Done) -> Env {
    done.env()
}

/// A value without notes that does not depend on when it is worked out.
fn steady(term: &Term, scope: &Scope) -> Option<Term> {
    let mut lost = false;
    let plain = term.replace(&mut |part| match part.node() {
        Node::Note(id) => match steady(&scope.notes[id.0].term, scope) {
            Some(term) => Some(term),
            None => {
                lost = true;
                None
            }
        },
        _ => None,
    });
    (!lost && !plain.changes()).then_some(plain)
}

/// Whether a pattern fits a name, as rules of 2013 match.
fn fits(pieces: &[Piece], name: &str) -> bool {
    match pieces {
        [Piece::Literal(text)] => text == name,
        _ => {
            let mut rest = name;
            for piece in pieces {
                match piece {
                    Piece::Literal(text) => match rest.strip_prefix(text.as_str()) {
                        Some(after) => rest = after,
                        None => return false,
                    },
                    Piece::Var(_) => {
                        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                        if digits == 0 {
                            return false;
                        }
                        rest = &rest[digits..];
                    }
                }
            }
            rest.is_empty()
        }
    }
}

/// Variables that scorings and ends read, there or in what they call.
pub(super) fn wanted_after(follower: &Follower<'_>) -> BTreeSet<String> {
    let tree = follower.tree;
    let mut wanted = BTreeSet::new();
    let scorings = tree.scorings.iter().flat_map(|scoring| {
        std::iter::once(&scoring.situation)
            .chain(scoring.awards.iter().flat_map(|award| [&award.player, &award.amount]))
    });
    let ends = tree.ends.iter().flat_map(|end| [&end.situation, &end.winner]);
    for node in scorings.chain(ends) {
        wanted.extend(follower.effects.node(node).reads);
    }
    wanted
}

/// Names of rules as they can be written: all different, and none `default`.
pub(super) fn rule_names(rules: &[Rule]) -> BTreeMap<usize, String> {
    let mut taken = BTreeSet::from(["default".to_owned()]);
    let mut names = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let plain = rule.name.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut name = plain.replace("//", "/").trim().to_owned();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{plain} {number}");
            number += 1;
        }
        names.insert(at, name);
    }
    names
}

/// What `state` or `player` asks for.
enum Guard {
    Anything,
    Equal(Term),
    /// It fits nothing.
    Never,
}

impl Guard {
    fn wanted(self) -> Option<Term> {
        match self {
            Self::Equal(term) => Some(term),
            Self::Anything | Self::Never => None,
        }
    }
}

/// A guard as it is written; the variable that it names gets the value.
fn guard(node: Option<&Node2013>, env: &mut Env, value: &Term) -> Guard {
    match node.map(|node| &node.kind) {
        None => Guard::Anything,
        Some(Kind2013::Int(number)) => Guard::Equal(Term::int(*number)),
        Some(Kind2013::Prefix(UnaryOp::Neg, inner)) => match inner.kind {
            Kind2013::Int(number) => Guard::Equal(Term::int(number.wrapping_neg())),
            _ => Guard::Never,
        },
        Some(Kind2013::Var(name)) => {
            env.set(name, Slot::Has(Val::int(value.clone())));
            Guard::Anything
        }
        Some(_) => Guard::Never,
    }
}
