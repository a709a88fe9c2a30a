//! Named expressions, rules, scorings and ends of the game: names to ids, and patterns to tables.

use boardwright_engine::ids::{ElementId, FunctionId, LocationId};
use boardwright_engine::rules::{
    Award, Capture, End, Function, Guard, Matches, Next, Place, Rule, Scoring, UnaryOp, Winner,
};

use super::Lowerer;
use crate::check::RulePlaces;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition2013::ast::{self, Kind, Node};
use crate::edition2013::pattern::mixes_digits;

/// Most names that the patterns of all rules may match together.
const MOST_MATCHES: usize = 1_000_000;

impl Lowerer<'_, '_> {
    /// First all names, so that a named expression can be called before it is defined.
    pub(super) fn functions(&mut self, functions: &[ast::Function]) {
        for function in functions {
            let id = FunctionId::new(self.scope.rules.functions.len());
            let params = function.params.iter();
            let params = params.map(|param| self.scope.variable(&param.value, param.span, self.findings)).collect();
            let name = function.name.value.clone();
            self.scope.functions.insert(name.clone(), id);
            self.places.functions.push(function.name.span);
            self.scope.rules.functions.push(Function {
                name,
                params,
                body: Vec::new(),
                own: false,
                span: function.span,
            });
            self.scope.bodies.push(function.body.len());
        }
        for line in functions.iter().flat_map(|function| function.body.iter().skip(1)) {
            if let Kind::Call(name, _) = &line.kind
                && !line.bracketed
                && !self.scope.functions.contains_key(&name.value)
            {
                self.scope.lost.entry(name.value.clone()).or_insert((name.span, "an END is missing before it"));
            }
        }
        for (at, function) in functions.iter().enumerate() {
            let body = function.body.iter().map(|line| self.scope.expr(line, self.findings)).collect();
            self.scope.rules.functions[at].body = body;
        }
    }

    pub(super) fn rules(&mut self, rules: &[ast::Rule]) {
        for rule in rules {
            let element = self.elements_matching(&rule.element);
            let from = self.locations_matching(&rule.from);
            let to = self.locations_matching(&rule.to);
            let state = self.guard("state", rule.state.as_ref());
            let player = self.guard("player", rule.player.as_ref());
            let condition = rule.condition.as_ref().map(|node| self.scope.expr(node, self.findings));
            let awards = self.awards(&rule.awards);
            let followup = rule.followup.as_ref().map(|node| self.scope.expr(node, self.findings));
            self.places.rules.push(RulePlaces {
                state: rule.state.as_ref().map(|node| node.span),
                player: rule.player.as_ref().map(|node| node.span),
            });
            let (name, span) = (rule.name.value.clone(), rule.span);
            self.scope.rules.rules.push(Rule {
                name,
                span,
                each: Vec::new(),
                element: Some(element),
                state,
                player,
                owner: Guard::Any,
                from: Place::Known(from),
                to: Place::Known(to),
                checks: Vec::new(),
                capture: Capture::Never,
                condition,
                after: None,
                priority: 0,
                prefer: None,
                choices: Vec::new(),
                awards,
                followup,
                next: Next::Stays,
                label: None,
            });
            if self.matches > MOST_MATCHES {
                let message = format!("the patterns of the rules up to here match more than {MOST_MATCHES} names");
                self.findings.add(Diagnostic::error("too-many", rule.name.span, message));
                return;
            }
        }
    }

    fn elements_matching(&mut self, pattern: &ast::Pattern) -> Matches<ElementId> {
        let (scope, findings) = (&mut self.scope, &mut *self.findings);
        let var = |name: &str| scope.variable(name, pattern.span, findings);
        let matched = self.elements.matching(&pattern.value, ElementId::new, var);
        self.matches += matched.len();
        let none = matched.len() == 0;
        let table = if self.matches > MOST_MATCHES { Matches::default() } else { matched.table() };
        if none {
            self.no_match(pattern, "element");
        }
        table
    }

    fn locations_matching(&mut self, pattern: &ast::Pattern) -> Matches<LocationId> {
        let (scope, findings) = (&mut self.scope, &mut *self.findings);
        let var = |name: &str| scope.variable(name, pattern.span, findings);
        let matched = self.locations.matching(&pattern.value, LocationId::new, var);
        self.matches += matched.len();
        let none = matched.len() == 0;
        let table = if self.matches > MOST_MATCHES { Matches::default() } else { matched.table() };
        if none {
            self.no_match(pattern, "location");
        }
        table
    }

    fn no_match(&mut self, pattern: &ast::Pattern, what: &str) {
        let diagnostic = Diagnostic::warning("never-matches", pattern.span, format!("this pattern matches no {what}"))
            .label("the rule is never used");
        self.findings.add(if mixes_digits(&pattern.value) {
            diagnostic
                .help("digits beside variables never match: use variables only, and compare them in the condition")
        } else if !self.findings.full(Severity::Warning) && self.scope.written_with_blanks(pattern, what) {
            diagnostic.help("blanks vanish from patterns, so names with blanks never match")
        } else {
            diagnostic
                .help("each run of digits in a name needs a variable in the pattern, and all else must be the same")
        });
    }

    fn guard(&mut self, key: &str, node: Option<&Node>) -> Guard {
        let Some(node) = node else { return Guard::Any };
        match &node.kind {
            Kind::Int(number) => return Guard::Is(*number),
            Kind::Prefix(UnaryOp::Neg, inner) => {
                if let Kind::Int(number) = inner.kind {
                    return Guard::Is(number.wrapping_neg());
                }
            }
            Kind::Var(name) => return Guard::Bind(self.scope.variable(name, node.span, self.findings)),
            _ => {}
        }
        self.findings.add(
            Diagnostic::warning("never-matches", node.span, format!("with this `{key}` the rule is never used"))
                .label("expected a number or a variable")
                .help(format!("compare in the condition, after `{key}=$X`")),
        );
        Guard::Never
    }

    fn awards(&mut self, awards: &[ast::Award]) -> Vec<Award> {
        let mut expr = |node| self.scope.expr(node, self.findings);
        awards.iter().map(|award| Award { player: expr(&award.player), amount: expr(&award.amount) }).collect()
    }

    pub(super) fn scorings(&mut self, scorings: &[ast::Scoring]) {
        for scoring in scorings {
            let situation = self.scope.expr(&scoring.situation, self.findings);
            let awards = self.awards(&scoring.awards);
            self.scope.rules.scorings.push(Scoring { situation, awards, followup: None, span: scoring.span });
        }
    }

    pub(super) fn ends(&mut self, ends: &[ast::End]) {
        for end in ends {
            let situation = self.scope.expr(&end.situation, self.findings);
            let winner = Winner::Is(self.scope.expr(&end.winner, self.findings));
            self.scope.rules.ends.push(End { situation, winner, span: end.span });
        }
    }
}
