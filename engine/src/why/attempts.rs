//! The rules that come nearest to allowing a move, each with the first step that fails.
//! Of the candidates that one rule has for the move the one that comes furthest is told.

use crate::fault::Fault;
use crate::ids::{ElementId, ExprId, LocationId, Player, RuleId, VarId};
use crate::plain::{Evaluator, Failed, Plain, Target, Way};
use crate::rules::{Guard, Matches, Place, Rule, RuleSet, Span};
use crate::spec::{Move, SpecGame};
use crate::state::State;

use super::seen::{Seen, progress, seen, seen_unwritten, told, words};
use super::wanted::{Spot, Wanted};
use super::{Attempt, Step};

/// The attempts worth telling: those that failed no sooner than at what can be looked at in a position, or all.
pub(super) fn nearest(game: &SpecGame, state: &State, wanted: &Wanted<'_>) -> Vec<Attempt> {
    let rules = game.rules();
    let about = rules.rules.iter().enumerate().filter(|(_, rule)| wanted.is_about(rule));
    let mut attempts: Vec<Attempt> = about
        .map(|(index, rule)| {
            Trying { game, plain: game.by_plain(), state, wanted, rule, id: RuleId::new(index) }.attempt()
        })
        .collect();
    let near = |attempt: &Attempt| attempt.step > Step::To;
    if attempts.iter().any(near) {
        attempts.retain(near);
    }
    attempts
}

/// How far a candidate came: the step that failed, and how many parts of the condition hold before that.
type Reach = (Step, usize);

/// Where the best candidate failed, and with what.
struct Best {
    reach: Reach,
    mv: Move,
    failed: Result<Option<Failed>, Fault>,
}

/// One rule tried for the move.
struct Trying<'t> {
    game: &'t SpecGame,
    plain: Plain<'t>,
    state: &'t State,
    wanted: &'t Wanted<'t>,
    rule: &'t Rule,
    id: RuleId,
}

impl Trying<'_> {
    fn attempt(&self) -> Attempt {
        if let Guard::Is(player) = self.rule.player
            && player != self.mover()
        {
            return self.told(Step::Player, self.player(&player.to_string()));
        }
        let mut scratch = self.state.clone();
        let mut at = self.plain.looking(&mut scratch, self.rule);
        match at.ways(self.rule) {
            Err(fault) => self.fault(&fault),
            Ok(ways) if ways.is_empty() => self.no_way(&mut at),
            Ok(ways) => {
                let mut best: Option<Best> = None;
                for (way, bound) in ways.iter().enumerate() {
                    self.by_way(&mut at, way as u32, bound, &mut best);
                }
                best.map_or_else(|| self.told(Step::To, self.no_target()), |best| self.tell(&mut at, best))
            }
        }
    }

    /// Tries every word and target of one way.
    fn by_way(&self, at: &mut Evaluator<'_>, way: u32, bound: &Way, best: &mut Option<Best>) {
        let element = self.wanted.element;
        let from = element.and_then(|element| self.game.location(self.state, element));
        let mv = Move { element, from, to: None, rule: self.id, choice: 0, way };
        let words = self.words();
        if words.is_empty() {
            best.get_or_insert(Best { reach: (Step::Choice, 0), mv, failed: Ok(None) });
        }
        for choice in words {
            self.by_word(at, bound, Move { choice, ..mv }, best);
        }
    }

    /// Tries every target of one way with one word.
    fn by_word(&self, at: &mut Evaluator<'_>, bound: &Way, mv: Move, best: &mut Option<Best>) {
        let rule = self.rule;
        let mut keep = |reach: Reach, mv: Move, failed| {
            if best.as_ref().is_none_or(|best| reach > best.reach) {
                *best = Some(Best { reach, mv, failed });
            }
        };
        match at.origin(rule, bound, mv.choice, mv.element) {
            Ok(None) => {}
            failed => return keep((self.step(&failed), 0), mv, failed),
        }
        let known = at.variables.clone();
        let targets = match at.targets(rule) {
            Ok(targets) => targets,
            Err(fault) => return keep((Step::Fault, 0), mv, Err(fault)),
        };
        let wanted = |to: &&Option<LocationId>| mv.element.is_none() || self.wanted.to.may_be(**to);
        if !targets.iter().any(|to| wanted(&to)) {
            return keep((Step::To, 0), mv, Ok(Some(Failed::To)));
        }
        for &to in targets.iter().filter(wanted) {
            let mv = Move { to, ..mv };
            at.variables.clone_from(&known);
            let failed = match at.rest(rule, to) {
                Ok(None) => self.plain.holds_after(at, rule, mv),
                failed => failed,
            };
            let passed = match failed {
                Ok(Some(Failed::Condition(condition))) => {
                    at.variables.clone_from(&known);
                    progress(at, condition)
                }
                _ => 0,
            };
            keep((self.step(&failed), passed), mv, failed);
        }
    }

    /// Which of the rule's words may be meant.
    fn words(&self) -> Vec<u16> {
        let choices = &self.rule.choices;
        match &self.wanted.word {
            None => (0..choices.len().max(1) as u16).collect(),
            Some(word) => (0..choices.len() as u16).filter(|&at| choices[usize::from(at)].word == *word).collect(),
        }
    }

    /// The step at which a candidate failed; where nothing failed, other moves stand against it or the text is not whole.
    fn step(&self, failed: &Result<Option<Failed>, Fault>) -> Step {
        let worked = |guard: Guard, step| if matches!(guard, Guard::In(_)) { Step::Guard } else { step };
        match failed {
            Err(_) => Step::Fault,
            Ok(None) => Step::Text,
            Ok(Some(failed)) => match failed {
                Failed::Way => Step::For,
                Failed::Element => Step::Element,
                Failed::State => worked(self.rule.state, Step::State),
                Failed::Owner => worked(self.rule.owner, Step::Owner),
                Failed::Player => worked(self.rule.player, Step::Player),
                Failed::From => Step::From,
                Failed::To => Step::To,
                Failed::Target(_) => Step::Target,
                Failed::Check(_) => Step::Index,
                Failed::Condition(_) => Step::Condition,
                Failed::After(_) => Step::After,
            },
        }
    }

    /// Tells what failed for the candidate that came furthest.
    fn tell(&self, at: &mut Evaluator<'_>, best: Best) -> Attempt {
        let Best { reach: (step, _), mv, failed } = best;
        let mut attempt = match failed {
            Err(fault) => self.fault(&fault),
            Ok(None) if step == Step::Choice => self.told(Step::Choice, self.no_word()),
            Ok(None) => self.beaten(mv),
            Ok(Some(failed)) => self.failed(at, step, failed, mv),
        };
        attempt.bound = self.bound(at, mv);
        attempt
    }

    /// Tells a step that failed.
    fn failed(&self, at: &mut Evaluator<'_>, step: Step, failed: Failed, mv: Move) -> Attempt {
        let rule = self.rule;
        // Everything up to the step is worked out again, so that the evaluator stands before it.
        let stands = self.stand(at, mv);
        if let Err(fault) = stands {
            return self.fault(&fault);
        }
        match failed {
            Failed::Way | Failed::Element => self.told(step, "the rule does not name this element".to_owned()),
            Failed::State => self.guard(at, step, rule.state, "its state", self.state_of(mv)),
            Failed::Owner => self.guard(at, step, rule.owner, "its owner", self.owner_of(mv.element)),
            Failed::Player => self.guard(at, step, rule.player, "the player to move", self.mover()),
            Failed::From => {
                let reason =
                    format!("{} stands {}, and the rule does not move from there", self.element(), self.from(mv));
                self.place(at, step, &rule.from, reason)
            }
            Failed::To => {
                at.scene.to = None;
                self.place(at, step, &rule.to, self.no_target())
            }
            Failed::Target(target) => self.told(step, self.target(target, mv)),
            Failed::Check(check) => {
                self.by_expression(at, step, check, "an index of the pattern is another one".to_owned())
            }
            Failed::Condition(condition) => {
                self.by_expression(at, step, condition, "the condition does not hold".to_owned())
            }
            Failed::After(after) => self.after(at, after, mv),
        }
    }

    /// Brings the evaluator to where the candidate's guards and condition are about to be worked out.
    fn stand(&self, at: &mut Evaluator<'_>, mv: Move) -> Result<(), Fault> {
        let ways = at.ways(self.rule)?;
        at.origin(self.rule, &ways[mv.way as usize], mv.choice, mv.element)?;
        at.scene.to = mv.to;
        if let (Place::Known(pattern), Some(to)) = (&self.rule.to, mv.to)
            && let Some(bindings) = pattern.bindings(&to)
        {
            at.bind(bindings);
        }
        Ok(())
    }

    fn after(&self, at: &mut Evaluator<'_>, after: ExprId, mv: Move) -> Attempt {
        let rule = self.rule;
        // The variables that the condition binds are known to it.
        let _ = at.rest(rule, mv.to);
        let mut made = self.state.clone();
        let mut then = self.plain.looking(&mut made, rule);
        then.variables.clone_from(&at.variables);
        then.scene = at.scene;
        then.changes = true;
        if let Err(fault) = self.plain.displace(&mut then, rule, mv) {
            return self.fault(&fault);
        }
        then.changes = false;
        self.by_expression(&mut then, Step::After, after, "after the move, what must hold then does not".to_owned())
    }

    /// A guard that lets something else through.
    fn guard(&self, at: &mut Evaluator<'_>, step: Step, guard: Guard, what: &str, number: i32) -> Attempt {
        match guard {
            // A rule that says nothing of the owner asks for what is the mover's or nobody's.
            Guard::In(expr) if self.is_default(expr) => {
                let place = self.rule.span;
                let asked = at.eval(expr).map_or_else(|fault| fault.kind.to_string(), |value| told(at, &value));
                let default = words(self.rules(), expr).map(|words| format!(", by default `owner = {words}`"));
                let default = default.unwrap_or_default();
                let found = seen_unwritten(at, expr, place);
                let reason = format!("{what} is {number}, the rule asks for {asked}{default}");
                Attempt { place, seen: Some(found), ..self.told(step, reason) }
            }
            Guard::In(expr) => {
                let asked = at.eval(expr).map_or_else(|fault| fault.kind.to_string(), |value| told(at, &value));
                self.by_expression(at, step, expr, format!("{what} is {number}, the rule asks for {asked}"))
            }
            Guard::Is(wanted) => self.told(step, format!("{what} is {number}, the rule asks for {wanted}")),
            Guard::Never | Guard::Any | Guard::Bind(_) => self.told(step, "the rule never matches".to_owned()),
        }
    }

    /// Whether the language put an expression there because the file says nothing: it stands where the rule's name is.
    fn is_default(&self, expr: ExprId) -> bool {
        self.rule.span != Span::default() && self.rules().exprs.span(expr) == self.rule.span
    }

    /// A place that is none of the rule's.
    fn place(&self, at: &mut Evaluator<'_>, step: Step, place: &Place, reason: String) -> Attempt {
        match place {
            Place::Worked(expr) => self.by_expression(at, step, *expr, reason),
            Place::Off | Place::Known(_) => self.told(step, reason),
        }
    }

    fn by_expression(&self, at: &mut Evaluator<'_>, step: Step, expr: ExprId, reason: String) -> Attempt {
        let found: Seen = seen(at, expr);
        let place = self.rules().exprs.span(expr);
        Attempt { rule: self.id, step, reason, place, bound: Vec::new(), seen: Some(found) }
    }

    /// A move that the rule allows, and yet is not legal as it was written.
    fn beaten(&self, mv: Move) -> Attempt {
        let rules = self.rules();
        let name = |mv: Move| self.game.rules().rules[mv.rule.index()].name.clone();
        let text = |mv: Move| crate::text::move_text(rules, mv);
        let mut legal = Vec::new();
        if let Err(fault) = self.plain.moves(self.state, &mut legal) {
            return self.fault(&fault);
        }
        if legal.iter().any(|other| other.is_same(mv, rules)) {
            return self.told(Step::Text, format!("the rule allows \"{}\", which is to be written in full", text(mv)));
        }
        let Some(&other) = legal.first() else { return self.told(Step::Text, "nothing stands against it".to_owned()) };
        let priority = |mv: Move| rules.rules[mv.rule.index()].priority;
        if priority(other) != priority(mv) {
            let reason = format!(
                "the rule allows it, but rule \"{}\" has the priority {} over {} and allows \"{}\"",
                name(other),
                priority(other),
                priority(mv),
                text(other)
            );
            return self.told(Step::Priority, reason);
        }
        let worth = |mv| self.plain.preference(self.state, mv).map_or("?".to_owned(), |worth| worth.to_string());
        let reason = format!(
            "the rule allows it, but it is preferred by {} only, \"{}\" (rule \"{}\") by {}",
            worth(mv),
            text(other),
            name(other),
            worth(other)
        );
        let place = self.rule.prefer.map_or(self.rule.span, |prefer| rules.exprs.span(prefer));
        Attempt { place, ..self.told(Step::Prefer, reason) }
    }

    /// What the rule says `for` each is nothing.
    fn no_way(&self, at: &mut Evaluator<'_>) -> Attempt {
        let reason = "there is nothing for which the rule could be tried (`for`)".to_owned();
        match self.rule.each.last() {
            Some(&(_, set)) if self.rule.each.len() == 1 => self.by_expression(at, Step::For, set, reason),
            _ => self.told(Step::For, reason),
        }
    }

    fn fault(&self, fault: &Fault) -> Attempt {
        let reason = format!("it cannot be worked out: {}", fault.kind);
        Attempt { place: fault.span, ..self.told(Step::Fault, reason) }
    }

    fn told(&self, step: Step, reason: String) -> Attempt {
        Attempt { rule: self.id, step, reason, place: self.rule.span, bound: Vec::new(), seen: None }
    }

    fn rules(&self) -> &RuleSet {
        self.game.rules()
    }

    fn mover(&self) -> i32 {
        self.state.mover().number() as i32
    }

    fn player(&self, wanted: &str) -> String {
        format!("player {} is to move, the rule is for player {wanted}", self.mover())
    }

    fn element(&self) -> String {
        self.wanted.element.map_or_else(String::new, |id| self.rules().elements[id.index()].name.clone())
    }

    fn owner_of(&self, element: Option<ElementId>) -> i32 {
        let owner = element.and_then(|element| self.game.owner(self.state, element));
        owner.map_or(0, |owner| owner.number() as i32)
    }

    fn state_of(&self, mv: Move) -> i32 {
        mv.element.map_or(0, |element| self.game.element_state(self.state, element))
    }

    fn from(&self, mv: Move) -> String {
        mv.from.map_or("off the board".to_owned(), |from| format!("on {}", self.rules().locations[from.index()].name))
    }

    fn no_target(&self) -> String {
        match self.wanted.to {
            Spot::On(to) => format!("{} is none of the rule's targets", self.rules().locations[to.index()].name),
            Spot::Off => "the rule takes nothing off the board".to_owned(),
            Spot::Any => "there is nowhere to go".to_owned(),
        }
    }

    fn no_word(&self) -> String {
        let word = self.wanted.word.as_deref().unwrap_or_default();
        let words: Vec<&str> = self.rule.choices.iter().map(|choice| choice.word.as_str()).collect();
        match words.as_slice() {
            [] => format!("there is nothing to choose in this rule, so no \"{word}\" follows"),
            words => format!("\"{word}\" is none of its words, which are {}", words.join(", ")),
        }
    }

    fn target(&self, target: Target, mv: Move) -> String {
        let name = |id: ElementId| &self.rules().elements[id.index()].name;
        let to = mv.to.map_or("off the board".to_owned(), |to| self.rules().locations[to.index()].name.clone());
        match target {
            Target::Same => format!("{} stands there already", self.element()),
            Target::Taken(there) => {
                format!("{to} is not empty: {} stands there, and the rule captures nothing", name(there))
            }
            Target::NotCaptured(there) => {
                let whose = match Player::new(self.owner_of(Some(there)) as usize) {
                    None => "nobody's".to_owned(),
                    Some(owner) => format!("player {owner}'s"),
                };
                format!("{to} is not empty: {} stands there and is {whose}, so that it cannot be captured", name(there))
            }
            Target::Empty => format!("{to} is empty, and the rule only captures"),
        }
    }

    /// What the rule's patterns and `for` bind for a candidate.
    fn bound(&self, at: &mut Evaluator<'_>, mv: Move) -> Vec<(String, String)> {
        let rule = self.rule;
        let mut variables: Vec<VarId> = rule.each.iter().map(|&(variable, _)| variable).collect();
        variables.extend(bindings(rule.element.as_ref(), mv.element));
        variables.extend(bindings(rule.from.known(), mv.from));
        variables.extend(bindings(rule.to.known(), mv.to));
        if self.stand(at, mv).is_err() {
            return Vec::new();
        }
        let mut bound: Vec<(String, String)> = Vec::new();
        for variable in variables {
            let name = &at.rules.variables[variable.index()];
            if let Some(value) = &at.variables[variable.index()]
                && bound.iter().all(|(known, _)| known != name)
            {
                bound.push((name.clone(), told(at, value)));
            }
        }
        bound
    }
}

/// The variables that a pattern binds for a thing.
fn bindings<Id: Ord>(pattern: Option<&Matches<Id>>, id: Option<Id>) -> Vec<VarId> {
    let bound = pattern.zip(id).and_then(|(pattern, id)| pattern.bindings(&id).map(<[_]>::to_vec));
    bound.unwrap_or_default().into_iter().map(|(variable, _)| variable).collect()
}
