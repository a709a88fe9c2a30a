//! `[RULES]`: which moves there are, and what happens in them.
//! What may stand in which key is checked when all expressions are there.

mod patterns;

use std::collections::BTreeSet;

use boardwright_engine::ids::{ElementTypeId, ExprId};
use boardwright_engine::rules::{Ask, Award, Capture, Choice, Expr as Out, Guard, Matches, Next, Place, Rule, Span};

use super::constant::{self, one};
use super::entries::{Entries, Entry, Part, exprs};
use super::expr::{Is, Lines, Local, Low, Lower};
use super::names::{Kind, Meaning};
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, Node, Pair};

/// Where the parts of a rule are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RulePlaces {
    pub(super) element: Option<Span>,
    pub(super) from: Option<Span>,
    pub(super) to: Option<Span>,
    pub(super) state: Option<Span>,
    pub(super) owner: Option<Span>,
    pub(super) player: Option<Span>,
    pub(super) condition: Option<Span>,
}

/// The keys of a rule: its own, and those of `default`.
#[derive(Clone, Copy)]
struct Keys<'e> {
    own: &'e Entry,
    default: Option<&'e Entry>,
}

impl<'e> Keys<'e> {
    fn get(&self, key: &str) -> Option<&'e Pair> {
        self.own.get(key).or_else(|| self.default?.get(key))
    }
}

/// Keys that say nothing where nothing is moved.
const OF_ELEMENTS: [&str; 5] = ["state", "owner", "from", "to", "capture"];

impl Lower<'_> {
    pub(super) fn rules(&mut self, entries: &Entries) {
        let list = entries.of(Part::Rules);
        let is_default = |entry: &&Entry| entry.name == "default";
        let default = list.iter().find(is_default);
        self.names.choice = self.choice_of_all(list);
        for entry in list {
            if !self.declare(Kind::Rule, &entry.name, entry.name_at(), "rule") || entry.name == "default" {
                continue;
            }
            if self.rules.rules.len() >= usize::from(u16::MAX) {
                self.tell(Diagnostic::error("too-many", entry.at, "the game has too many rules"));
                return;
            }
            self.rule(Keys { own: entry, default });
            self.forget();
            self.states_of.clear();
            self.choice = None;
        }
    }

    fn rule(&mut self, keys: Keys<'_>) {
        let span = keys.own.name_at();
        let mut places = RulePlaces::default();
        let each = self.each_of(keys.get("for"));
        let mut checks = Vec::new();
        let element = keys.get("element").filter(|pair| !is_none(pair));
        let moves = element.is_some();
        let (mut found, mut from, mut to) = (None, Place::Off, Place::Off);
        if let Some(pair) = element {
            places.element = Some(pair.at);
            let matches = self.elements_of(pair, &mut checks);
            let kinds: BTreeSet<ElementTypeId> =
                matches.found.iter().map(|(id, _)| self.rules.elements[id.index()].kind).collect();
            self.states_of = kinds.into_iter().collect();
            found = Some(matches);
            for (key, place, at) in [("from", &mut from, &mut places.from), ("to", &mut to, &mut places.to)] {
                match keys.get(key) {
                    Some(pair) => {
                        *at = Some(pair.at);
                        *place = self.place_of(pair, &mut checks);
                    }
                    None => self.tell(
                        Diagnostic::error(
                            "missing-key",
                            span,
                            format!("rule \"{}\" moves an element but has no `{key}`", shorten(&keys.own.name)),
                        )
                        .label(format!("expected `{key} = ...` after this line"))
                        .help("`any` is every place on the board, `NOWHERE` is off the board"),
                    ),
                }
            }
        } else {
            self.moves_nothing(keys.own);
        }
        let of_element = |key: &str| keys.get(key).filter(|_| moves);
        let state = self.guard(of_element("state"), &mut places.state);
        let owner = match of_element("owner") {
            Some(pair) => self.guard(Some(pair), &mut places.owner),
            None if moves => self.own_or_free(span),
            None => Guard::Any,
        };
        let player = self.guard(keys.get("player"), &mut places.player);
        let capture = match of_element("capture").and_then(|pair| constant::word(self, pair, &["may", "must", "no"])) {
            Some(0) => Capture::May,
            Some(1) => Capture::Must,
            _ => Capture::Never,
        };
        let choices = self.choices_of(keys.get("choice"));
        places.condition = keys.get("condition").map(|pair| pair.at);
        let condition = self.lines_of_key(keys.get("condition"), Lines::Conditions);
        let after = self.lines_of_key(keys.get("after"), Lines::Conditions);
        let priority = keys.get("priority").and_then(|pair| constant::int(self, pair)).unwrap_or(0);
        let prefer = self.value_of_key(keys.get("prefer"), &[Type::INT]);
        let awards =
            self.value_of_key(keys.get("award"), &[Type::INT]).map(|amount| Award { player: self.mover(span), amount });
        let followup = self.lines_of_key(keys.get("followup"), Lines::Actions);
        let next = self.value_of_key(keys.get("next"), &[Type::INT]).map_or(Next::Following, Next::Is);
        let label = keys.get("label").and_then(|pair| self.label(pair));
        self.places.rules.push(places);
        self.rules.rules.push(Rule {
            name: keys.own.name.clone(),
            span,
            each,
            element: found,
            state,
            player,
            owner,
            from,
            to,
            checks,
            capture,
            condition,
            after,
            priority,
            prefer,
            choices,
            awards: awards.into_iter().collect(),
            followup,
            next,
            label,
        });
    }

    /// Says so if a rule without element has keys that are about one, or a name that cannot be written as a move.
    fn moves_nothing(&mut self, own: &Entry) {
        if let Some(pair) = own.pairs.iter().find(|pair| OF_ELEMENTS.contains(&pair.key.text.as_str())) {
            let message = format!("`{}` in a rule that moves no element", pair.key.text);
            self.tell(
                Diagnostic::error("odd-key", pair.key.span, message)
                    .label("this says nothing here")
                    .help("`element = ...` says what is moved"),
            );
        }
        if own.name.split_whitespace().count() != 1 {
            let message = format!("\"{}\" is written as a move, so it must be one word", shorten(&own.name));
            self.tell(
                Diagnostic::error("bad-name", own.name_at(), message)
                    .label("expected one word")
                    .help("a move without element is written by its rule's name"),
            );
        }
    }

    /// `for = $D: set, $K: set`.
    fn each_of(&mut self, pair: Option<&Pair>) -> Vec<(boardwright_engine::ids::VarId, ExprId)> {
        let mut each = Vec::new();
        for expr in pair.map_or(&[][..], exprs) {
            let Node::Declare(name, set) = &expr.node else {
                self.missed.any = true;
                if !matches!(expr.node, Node::Wrong) {
                    self.tell(
                        Diagnostic::error("bad-for", expr.span, "this declares no variable")
                            .label("expected `$D: set`")
                            .help("`for = $D: dir(-1..1,-1..1)` tries the rule with each direction as `$D`"),
                    );
                }
                continue;
            };
            let odd = constant::odd_range(&name.text, set);
            let set = match odd {
                Some(diagnostic) => self.wrong(diagnostic),
                None => self.lower(set, &[Type::SET]),
            };
            let member = set.ty.member().unwrap_or(Type::ANY);
            if let Some(known) = self.bound(&name.text) {
                let first = known.span;
                self.tell(
                    Diagnostic::error("bound-twice", name.span, format!("`{}` is declared twice", name.text))
                        .related(first, "declared here already"),
                );
            }
            if set.known() == Some(&Value::Set([].into())) {
                self.tell(
                    Diagnostic::warning("never-matches", set.span, "this set is empty, so the rule is never used")
                        .label("no values"),
                );
            }
            let var = self.new_var(&name.text);
            self.bind(&name.text, name.span, Local::Var(var, member));
            each.push((var, self.id(&set)));
        }
        each
    }

    /// A value or a set that must contain what is asked for.
    fn guard(&mut self, pair: Option<&Pair>, place: &mut Option<Span>) -> Guard {
        let Some(pair) = pair else { return Guard::Any };
        *place = Some(pair.at);
        let Some(expr) = one(self, pair) else { return Guard::Any };
        if matches!(&expr.node, Node::Name(word) if word == "any") {
            return Guard::Any;
        }
        let low = self.lower(expr, &[Type::INT, Type::INTS]);
        match low.known() {
            Some(Value::Int(number)) => Guard::Is(*number),
            Some(Value::Set(members)) if members.len() == 1 => members[0].int().map_or(Guard::Never, Guard::Is),
            Some(Value::Set(members)) if members.is_empty() => Guard::Never,
            Some(Value::Wrong) => Guard::Any,
            _ => Guard::In(self.id(&low)),
        }
    }

    /// The mover's or nobody's.
    fn own_or_free(&mut self, span: Span) -> Guard {
        let player = self.mover(span);
        let nobody = self.node_of(&Value::Int(0), span);
        Guard::In(self.rules.exprs.add(Out::Distinct(vec![player, nobody]), span))
    }

    fn mover(&mut self, span: Span) -> ExprId {
        self.rules.exprs.add(Out::Ask(Ask::Player, Vec::new()), span)
    }

    /// Lines of a key. Conditions that are always true are none.
    pub(super) fn lines_of_key(&mut self, pair: Option<&Pair>, kind: Lines) -> Option<ExprId> {
        let pair = pair?;
        let low = self.lines(exprs(pair), kind, pair.at);
        if low.known() == Some(&Value::Bool(true)) {
            return None;
        }
        Some(self.id(&low))
    }

    pub(super) fn value_of_key(&mut self, pair: Option<&Pair>, want: &[Type]) -> Option<ExprId> {
        let expr = one(self, pair?)?;
        let low = self.lower(expr, want);
        Some(self.id(&low))
    }

    fn label(&mut self, pair: &Pair) -> Option<ExprId> {
        let expr = one(self, pair)?;
        let low = self.lower(expr, &[Type::TEXT, Type::INT]);
        let low = match low.ty {
            Type::TEXT => low,
            _ => self.asked_text(&low),
        };
        Some(self.id(&low))
    }

    fn asked_text(&mut self, low: &Low) -> Low {
        match &low.is {
            Is::Known(value) => Self::value(Type::TEXT, Value::text(&value.shown(&self.rules)), low.span),
            Is::Asked(id) => self.add(Type::TEXT, Out::Ask(Ask::Join, vec![*id]), low.span),
        }
    }

    /// What `CHOICE` is where no rule is at hand; any type if rules differ.
    fn choice_of_all(&mut self, list: &[Entry]) -> Option<Type> {
        let mut all: Option<Type> = None;
        for pair in list.iter().filter_map(|entry| entry.get("choice")) {
            let words = exprs(pair);
            if words.is_empty() {
                continue;
            }
            let ty = if words.iter().all(|word| self.number_of(word).is_some()) { Type::INT } else { Type::TEXT };
            all = Some(all.map_or(ty, |known| if known == ty { ty } else { Type::ANY }));
            self.names.choice_words.extend(words.iter().filter_map(|word| match &word.node {
                Node::Name(name) => Some(name.clone()),
                _ => None,
            }));
        }
        all
    }

    /// The number that a word of a choice stands for: itself, or a state's.
    fn number_of(&self, word: &Expr) -> Option<i32> {
        match &word.node {
            Node::Int(number) => Some(*number),
            Node::Name(name) => {
                let states = self.names.meanings(name).iter().filter_map(|meaning| match meaning {
                    Meaning::State(kind, number) => Some((*kind, *number)),
                    _ => None,
                });
                let mut states: Vec<_> = states.collect();
                states.sort_by_key(|(kind, _)| !self.states_of.contains(kind));
                states.first().map(|(_, number)| *number)
            }
            _ => None,
        }
    }

    /// `choice = queen, rook`.
    fn choices_of(&mut self, pair: Option<&Pair>) -> Vec<Choice> {
        let Some(pair) = pair else { return Vec::new() };
        let list = exprs(pair);
        let numbers: Option<Vec<i32>> = list.iter().map(|word| self.number_of(word)).collect();
        let mut choices: Vec<Choice> = Vec::new();
        for (at, expr) in list.iter().enumerate() {
            let word = match &expr.node {
                Node::Name(word) => word.clone(),
                Node::Int(number) => number.to_string(),
                Node::Wrong => continue,
                _ => {
                    self.tell(
                        Diagnostic::error("bad-choice", expr.span, "the words of a choice are words or numbers")
                            .label("expected a word"),
                    );
                    continue;
                }
            };
            if choices.iter().any(|known| known.word == word) {
                self.tell(Diagnostic::error("duplicate", expr.span, format!("the choice `{word}` is there twice")));
                continue;
            }
            let value = match &numbers {
                Some(numbers) => Value::Int(numbers[at]),
                None => Value::text(&word),
            };
            choices.push(Choice { word, value: self.node_of(&value, expr.span) });
        }
        if list.is_empty() {
            self.tell(
                Diagnostic::error("no-value", pair.at, "`choice` has no words")
                    .label("expected words with commas between them"),
            );
        }
        self.choice = Some(if numbers.is_some() { Type::INT } else { Type::TEXT });
        choices
    }
}

/// `element = none`: nothing is moved, whatever `default` says.
fn is_none(pair: &Pair) -> bool {
    matches!(exprs(pair), [Expr { node: Node::Name(word), .. }] if word == "none")
}

/// Whether a pattern names nothing.
fn is_empty<Id>(matches: &Matches<Id>) -> bool {
    matches.found.is_empty()
}
