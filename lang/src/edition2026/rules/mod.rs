//! Lowering of `[RULES]`: the moves and their effects.
//! The valid contexts of words are checked after all expressions have been lowered.

mod chance;
mod choices;
mod patterns;

use std::collections::BTreeSet;

use boardwright_game::ids::{ElementTypeId, ExprId, VarId};
use boardwright_rules::{
    Award, Capture, Expr as Out, Guard, Next, PatternMatches, Query, Refusals, Rule, RulePlace, Span,
};

use super::constant::{self, single_expr};
use super::entries::{Entries, Entry, SectionKind, value_exprs, value_text};
use super::expr::{BlockKind, Local, LoweringContext, TypedExpr, TypedExprKind};
use super::names::DeclarationKind;
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, ExprKind, KeyValue};

/// Spans of the parts of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleSpans {
    pub(super) element: Option<Span>,
    pub(super) from: Option<Span>,
    pub(super) to: Option<Span>,
    pub(super) state: Option<Span>,
    pub(super) owner: Option<Span>,
    pub(super) player: Option<Span>,
    pub(super) condition: Option<Span>,
    /// `true` if errors in `choice` were reported.
    pub(super) has_bad_choice: bool,
}

/// Expressions that can determine the value of a variable of `for`: places, indices of patterns and the condition.
fn determining_parts(from: &RulePlace, to: &RulePlace, condition: Option<ExprId>, checks: &[ExprId]) -> Vec<ExprId> {
    let computed = [from, to].into_iter().filter_map(|place| match place {
        RulePlace::Computed(id) => Some(*id),
        RulePlace::Listed(_) | RulePlace::Off => None,
    });
    computed.chain(condition).chain(checks.iter().copied()).collect()
}

/// A variable of `for`.
struct Binder {
    name: String,
    var: VarId,
    set: ExprId,
    /// Members of the set, if it is constant.
    values: Option<Vec<Value>>,
}

/// Keys of a rule, with those of `default` as fallback.
#[derive(Clone, Copy)]
struct RuleKeys<'e> {
    own: &'e Entry,
    default: Option<&'e Entry>,
}

impl<'e> RuleKeys<'e> {
    fn get(&self, key: &str) -> Option<&'e KeyValue> {
        self.own.get(key).or_else(|| self.default?.get(key))
    }

    /// Texts of the key `refusal`. A condition `after` that comes from `default` has the text of `default`.
    fn refusals(self) -> Refusals {
        let text = |entry: &Entry| entry.get("refusal").map(value_text);
        let inherited = self.default.and_then(text);
        let general = text(self.own).or_else(|| inherited.clone());
        let after = if self.own.get("after").is_some() { None } else { inherited };
        Refusals { after: after.or_else(|| general.clone()), general }
    }
}

/// Keys that have no meaning in rules that move no element.
const ELEMENT_KEYS: [&str; 5] = ["state", "owner", "from", "to", "capture"];

impl LoweringContext<'_> {
    pub(super) fn rules(&mut self, entries: &Entries) {
        let list = entries.of(SectionKind::Rules);
        let is_default = |entry: &&Entry| entry.name == "default";
        let default = list.iter().find(is_default);
        self.names.choice = self.common_choice_type(list);
        for entry in list {
            self.check_refusal(entry);
            if !self.declare(DeclarationKind::Rule, &entry.name, entry.name_span(), "rule") || entry.name == "default" {
                continue;
            }
            if self.rules.rules.len() >= usize::from(u16::MAX) {
                self.report(Diagnostic::error("too-many", entry.span, "the game has too many rules"));
                return;
            }
            self.rule(RuleKeys { own: entry, default });
            self.clear_locals();
            self.rule_element_types.clear();
            self.choice = None;
        }
    }

    fn rule(&mut self, keys: RuleKeys<'_>) {
        let span = keys.own.name_span();
        let mut places = RuleSpans::default();
        let binders = self.lower_for(keys.get("for"));
        let mut checks = Vec::new();
        let element = keys.get("element").filter(|pair| !is_none(pair));
        let moves = element.is_some();
        let (mut found, mut from, mut to) = (None, RulePlace::Off, RulePlace::Off);
        if let Some(pair) = element {
            places.element = Some(pair.value_span);
            let matches = self.lower_elements(pair, &mut checks);
            let kinds: BTreeSet<ElementTypeId> =
                matches.entries.iter().map(|(id, _)| self.rules.elements[id.index()].kind).collect();
            self.rule_element_types = kinds.into_iter().collect();
            found = Some(matches);
            for (key, place, at) in [("from", &mut from, &mut places.from), ("to", &mut to, &mut places.to)] {
                match keys.get(key) {
                    Some(pair) => {
                        *at = Some(pair.value_span);
                        *place = self.lower_place(pair, &mut checks);
                    }
                    None => self.report(
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
            self.check_rule_without_element(keys.own);
        }
        let of_element = |key: &str| keys.get(key).filter(|_| moves);
        let state = self.guard(of_element("state"), &mut places.state);
        let (player, is_chance) = self.player_guard(keys.get("player"), &mut places.player);
        let owner = match of_element("owner") {
            Some(pair) => self.guard(Some(pair), &mut places.owner),
            None if moves && !is_chance => self.default_owner_guard(span),
            None => Guard::Any,
        };
        let capture = self.lower_capture(of_element("capture"));
        let (choices, is_chosen) = self.lower_choices(keys.get("choice"), &binders);
        places.has_bad_choice = keys.get("choice").is_some() && choices.is_empty();
        self.suppressed.choice = places.has_bad_choice;
        places.condition = keys.get("condition").map(|pair| pair.value_span);
        let condition = self.lines_of_key(keys.get("condition"), BlockKind::Conditions);
        let condition = match (is_chosen, condition) {
            (Some(is_chosen), Some(condition)) => {
                Some(self.rules.exprs.add(Out::Lines(vec![is_chosen, condition]), span))
            }
            (is_chosen, condition) => is_chosen.or(condition),
        };
        let after = self.lines_of_key(keys.get("after"), BlockKind::Conditions);
        let priority = keys.get("priority").and_then(|pair| constant::int(self, pair)).unwrap_or(0);
        let prefer = self.value_of_key(keys.get("prefer"), &[Type::INT]);
        let chance = self.lower_chance(keys, is_chance);
        let awards = self
            .value_of_key(keys.get("award").filter(|_| !is_chance), &[Type::INT])
            .map(|amount| Award { player: self.mover(span), amount });
        let followup = self.lines_of_key(keys.get("followup"), BlockKind::Actions);
        let next = self.value_of_key(keys.get("next"), &[Type::INT]).map_or(Next::Following, Next::Is);
        let label = keys.get("label").and_then(|pair| self.label(pair));
        let (refusals, audience) = (keys.refusals(), self.rule_audience(keys.get("visible")));
        self.suppressed.choice = false;
        if !places.has_bad_choice {
            let parts = determining_parts(&from, &to, condition, &checks);
            let is_warned = moves || !choices.is_empty();
            self.check_for_without_choice(keys.get("for"), &binders, followup, next, &parts, is_warned);
        }
        self.spans.rules.push(places);
        self.rules.rules.push(Rule {
            name: keys.own.name.clone(),
            span,
            for_each: binders.iter().map(|binder| (binder.var, binder.set)).collect(),
            element: found,
            state,
            player,
            chance,
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
            refusals,
            audience,
        });
    }

    fn lower_capture(&mut self, pair: Option<&KeyValue>) -> Capture {
        match pair.and_then(|pair| constant::parse_word(self, pair, &["may", "must", "no"])) {
            Some(0) => Capture::May,
            Some(1) => Capture::Must,
            _ => Capture::Never,
        }
    }

    /// Reports keys about elements in a rule without element, and a rule name that cannot be written as a move.
    fn check_rule_without_element(&mut self, own: &Entry) {
        if let Some(pair) = own.pairs.iter().find(|pair| ELEMENT_KEYS.contains(&pair.key.text.as_str())) {
            let message = format!("`{}` in a rule that moves no element", pair.key.text);
            self.report(
                Diagnostic::error("odd-key", pair.key.span, message)
                    .label("it has no effect here")
                    .help("`element = ...` selects the moving element"),
            );
        }
        if own.name.split_whitespace().count() != 1 {
            let message = format!("\"{}\" is written as a move, so it must be one word", shorten(&own.name));
            self.report(
                Diagnostic::error("bad-name", own.name_span(), message)
                    .label("expected one word")
                    .help("a move without element is written by its rule's name"),
            );
        }
    }

    /// Reports a `refusal` without a text.
    fn check_refusal(&mut self, entry: &Entry) {
        let Some(pair) = entry.get("refusal").filter(|pair| value_text(pair).is_empty()) else { return };
        self.report(
            Diagnostic::error("no-value", pair.key.span, "`refusal` has no value")
                .label("expected a sentence")
                .help("`refusal = A knight jumps.` explains to a player why the rule refuses a move"),
        );
    }

    /// Lowers `for = $D: set, $K: set`.
    fn lower_for(&mut self, pair: Option<&KeyValue>) -> Vec<Binder> {
        let mut each = Vec::new();
        for expr in pair.map_or(&[][..], value_exprs) {
            let ExprKind::Declare(name, set) = &expr.kind else {
                self.suppressed.any = true;
                if !matches!(expr.kind, ExprKind::Error) {
                    self.report(
                        Diagnostic::error("bad-for", expr.span, "this declares no variable")
                            .label("expected `$D: set`")
                            .help("`for = $D: dir(-1..1,-1..1)` tries the rule with each direction as `$D`"),
                    );
                }
                continue;
            };
            let range_error = constant::range_error(&name.text, set);
            let set = match range_error {
                Some(diagnostic) => self.report_error(diagnostic),
                None => self.lower(set, &[Type::SET]),
            };
            let member = set.ty.member().unwrap_or(Type::ANY);
            if let Some(known) = self.find_local(&name.text) {
                let first = known.span;
                self.report(
                    Diagnostic::error("bound-twice", name.span, format!("`{}` is declared twice", name.text))
                        .related(first, "declared here already"),
                );
            }
            if set.as_constant() == Some(&Value::Set([].into())) {
                self.report(
                    Diagnostic::warning("never-matches", set.span, "this set is empty, so the rule is never used")
                        .label("no values"),
                );
            }
            let var = self.new_var(&name.text);
            self.bind(&name.text, name.span, Local::Var(var, member));
            let values = set.as_constant().filter(|value| !value.is_error()).map(|value| value.members().to_vec());
            each.push(Binder { name: name.text.clone(), var, set: self.expr_id(&set), values });
        }
        each
    }

    /// Lowers a number or a set that must contain the tested number.
    fn guard(&mut self, pair: Option<&KeyValue>, place: &mut Option<Span>) -> Guard {
        let Some(pair) = pair else { return Guard::Any };
        *place = Some(pair.value_span);
        let Some(expr) = single_expr(self, pair) else { return Guard::Any };
        if matches!(&expr.kind, ExprKind::Name(word) if word == "any") {
            return Guard::Any;
        }
        let low = self.lower(expr, &[Type::INT, Type::INTS]);
        match low.as_constant() {
            Some(Value::Int(number)) => Guard::Is(*number),
            Some(Value::Set(members)) if members.len() == 1 => members[0].int().map_or(Guard::Never, Guard::Is),
            Some(Value::Set(members)) if members.is_empty() => Guard::Never,
            Some(Value::Error) => Guard::Any,
            _ => Guard::In(self.expr_id(&low)),
        }
    }

    /// Guard for the default of `owner`: the player to move, or nobody.
    fn default_owner_guard(&mut self, span: Span) -> Guard {
        let player = self.mover(span);
        let nobody = self.node_of(&Value::Int(0), span);
        Guard::In(self.rules.exprs.add(Out::DistinctSet(vec![player, nobody]), span))
    }

    fn mover(&mut self, span: Span) -> ExprId {
        self.rules.exprs.add(Out::Query(Query::Player, Vec::new()), span)
    }

    /// Lowers the lines of a key; `None` for conditions that are constantly true.
    pub(super) fn lines_of_key(&mut self, pair: Option<&KeyValue>, kind: BlockKind) -> Option<ExprId> {
        let pair = pair?;
        let low = self.lines(value_exprs(pair), kind, pair.value_span);
        if low.as_constant() == Some(&Value::Bool(true)) {
            return None;
        }
        Some(self.expr_id(&low))
    }

    pub(super) fn value_of_key(&mut self, pair: Option<&KeyValue>, want: &[Type]) -> Option<ExprId> {
        let expr = single_expr(self, pair?)?;
        let low = self.lower(expr, want);
        Some(self.expr_id(&low))
    }

    fn label(&mut self, pair: &KeyValue) -> Option<ExprId> {
        let expr = single_expr(self, pair)?;
        let low = self.lower(expr, &[Type::TEXT, Type::INT]);
        let low = match low.ty {
            Type::TEXT => low,
            _ => self.convert_to_text(&low),
        };
        Some(self.expr_id(&low))
    }

    fn convert_to_text(&mut self, low: &TypedExpr) -> TypedExpr {
        match &low.kind {
            TypedExprKind::Constant(value) => {
                Self::value(Type::TEXT, Value::text(&value.display_text(&self.rules)), low.span)
            }
            TypedExprKind::Runtime(id) => self.add(Type::TEXT, Out::Query(Query::Join, vec![*id]), low.span),
        }
    }
}

/// `true` for `element = none`: the rule moves nothing, even if `default` has an element.
fn is_none(pair: &KeyValue) -> bool {
    matches!(value_exprs(pair), [Expr { kind: ExprKind::Name(word), .. }] if word == "none")
}

/// `true` if a pattern matches nothing.
fn is_empty<Id>(matches: &PatternMatches<Id>) -> bool {
    matches.entries.is_empty()
}
