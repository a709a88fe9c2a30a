//! Named expressions, rules, scorings and ends of the game: resolves names to ids and patterns to tables of matches.

use boardwright_game::ids::{ElementId, FunctionId, LocationId};
use boardwright_rules::{
    Audience, Award, Capture, End, Function, Guard, Next, PatternMatches, Refusals, Rule, RulePlace, Scoring, UnaryOp,
    Winner,
};

use super::Lowerer;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition2013::ast::{self, Node, NodeKind};
use crate::edition2013::pattern::mixes_digits;
use crate::lint2013::RuleSpans;

/// Maximum number of names that the patterns of all rules may match in total.
const MAX_MATCHES: usize = 1_000_000;

impl Lowerer<'_, '_> {
    /// Adds named expressions. All names are declared first, so that an expression can be called before its definition.
    pub(super) fn lower_functions(&mut self, functions: &[ast::Function]) {
        for function in functions {
            let id = FunctionId::new(self.scope.rules.functions.len());
            let params = function.params.iter();
            let params = params.map(|param| self.scope.variable_id(&param.value, param.span, self.findings)).collect();
            let name = function.name.value.clone();
            self.scope.functions.insert(name.clone(), id);
            self.spans.functions.push(function.name.span);
            self.scope.rules.functions.push(Function {
                name,
                params,
                body: Vec::new(),
                has_local_variables: false,
                span: function.span,
            });
            self.scope.body_lengths.push(function.body.len());
        }
        for line in functions.iter().flat_map(|function| function.body.iter().skip(1)) {
            if let NodeKind::Call(name, _) = &line.kind
                && !line.is_bracketed
                && !self.scope.functions.contains_key(&name.value)
            {
                self.scope
                    .misplaced_definitions
                    .entry(name.value.clone())
                    .or_insert((name.span, "an END is missing before it"));
            }
        }
        for (at, function) in functions.iter().enumerate() {
            let body = function.body.iter().map(|line| self.scope.lower_expr(line, self.findings)).collect();
            self.scope.rules.functions[at].body = body;
        }
    }

    pub(super) fn lower_rules(&mut self, rules: &[ast::Rule]) {
        for rule in rules {
            let element = self.match_elements(&rule.element);
            let from = self.match_locations(&rule.from);
            let to = self.match_locations(&rule.to);
            let state = self.lower_guard("state", rule.state.as_ref());
            let player = self.lower_guard("player", rule.player.as_ref());
            let condition = rule.condition.as_ref().map(|node| self.scope.lower_expr(node, self.findings));
            let awards = self.lower_awards(&rule.awards);
            let followup = rule.followup.as_ref().map(|node| self.scope.lower_expr(node, self.findings));
            self.spans.rules.push(RuleSpans {
                state: rule.state.as_ref().map(|node| node.span),
                player: rule.player.as_ref().map(|node| node.span),
            });
            let (name, span) = (rule.name.value.clone(), rule.span);
            self.scope.rules.rules.push(Rule {
                chance: None,
                name,
                span,
                for_each: Vec::new(),
                element: Some(element),
                state,
                player,
                owner: Guard::Any,
                from: RulePlace::Listed(from),
                to: RulePlace::Listed(to),
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
                refusals: Refusals::default(),
                audience: Audience::All,
            });
            if self.match_count > MAX_MATCHES {
                let message = format!("the patterns of the rules up to here match more than {MAX_MATCHES} names");
                self.findings.add(Diagnostic::error("too-many", rule.name.span, message));
                return;
            }
        }
    }

    fn match_elements(&mut self, pattern: &ast::Pattern) -> PatternMatches<ElementId> {
        let (scope, findings) = (&mut self.scope, &mut *self.findings);
        let var = |name: &str| scope.variable_id(name, pattern.span, findings);
        let matched = self.elements.find_matches(&pattern.value, ElementId::new, var);
        self.match_count += matched.len();
        let none = matched.len() == 0;
        let table = if self.match_count > MAX_MATCHES { PatternMatches::default() } else { matched.into_table() };
        if none {
            self.report_no_match(pattern, "element");
        }
        table
    }

    fn match_locations(&mut self, pattern: &ast::Pattern) -> PatternMatches<LocationId> {
        let (scope, findings) = (&mut self.scope, &mut *self.findings);
        let var = |name: &str| scope.variable_id(name, pattern.span, findings);
        let matched = self.locations.find_matches(&pattern.value, LocationId::new, var);
        self.match_count += matched.len();
        let none = matched.len() == 0;
        let table = if self.match_count > MAX_MATCHES { PatternMatches::default() } else { matched.into_table() };
        if none {
            self.report_no_match(pattern, "location");
        }
        table
    }

    fn report_no_match(&mut self, pattern: &ast::Pattern, what: &str) {
        let diagnostic = Diagnostic::warning("never-matches", pattern.span, format!("this pattern matches no {what}"))
            .label("the rule is never used");
        self.findings.add(if mixes_digits(&pattern.value) {
            diagnostic
                .help("digits beside variables never match: use variables only, and compare them in the condition")
        } else if !self.findings.is_full(Severity::Warning) && self.scope.matches_with_blanks(pattern, what) {
            diagnostic.help("blanks are removed from patterns, so names with blanks never match")
        } else {
            diagnostic
                .help("each run of digits in a name needs a variable in the pattern, and all else must be the same")
        });
    }

    fn lower_guard(&mut self, key: &str, node: Option<&Node>) -> Guard {
        let Some(node) = node else { return Guard::Any };
        match &node.kind {
            NodeKind::Int(number) => return Guard::Is(*number),
            NodeKind::Prefix(UnaryOp::Neg, inner) => {
                if let NodeKind::Int(number) = inner.kind {
                    return Guard::Is(number.wrapping_neg());
                }
            }
            NodeKind::Var(name) => return Guard::Bind(self.scope.variable_id(name, node.span, self.findings)),
            _ => {}
        }
        self.findings.add(
            Diagnostic::warning("never-matches", node.span, format!("with this `{key}` the rule is never used"))
                .label("expected a number or a variable")
                .help(format!("compare in the condition, after `{key}=$X`")),
        );
        Guard::Never
    }

    fn lower_awards(&mut self, awards: &[ast::Award]) -> Vec<Award> {
        let mut expr = |node| self.scope.lower_expr(node, self.findings);
        awards.iter().map(|award| Award { player: expr(&award.player), amount: expr(&award.amount) }).collect()
    }

    pub(super) fn lower_scorings(&mut self, scorings: &[ast::Scoring]) {
        for scoring in scorings {
            let situation = self.scope.lower_expr(&scoring.situation, self.findings);
            let awards = self.lower_awards(&scoring.awards);
            self.scope.rules.scorings.push(Scoring {
                situation,
                awards,
                followup: None,
                resets: None,
                span: scoring.span,
            });
        }
    }

    pub(super) fn lower_ends(&mut self, ends: &[ast::End]) {
        for end in ends {
            let situation = self.scope.lower_expr(&end.situation, self.findings);
            let winner = Winner::Is(self.scope.lower_expr(&end.winner, self.findings));
            self.scope.rules.ends.push(End { situation, winner, span: end.span });
        }
    }
}
