//! Conversion of named expressions: each becomes a function of the edition 2026 whose parameters are the variables it
//! reads; where this is impossible, calls are inlined. The code of functions is emitted in `ends`.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use boardwright_rules::Span;

use super::effects::EffectSummary;
use super::state::{
    Block, ConversionScope, ConvertError, ConvertResult, Effect, Env, Outcome, PLAYER, Statement, SymbolicValue, Ty,
    VariableState, convert_error,
};
use super::summaries::{export_state, export_value, import_state, is_state_dependent, locals_of};
use super::symbolic::SymbolicEvaluator;
use super::term::{LocalId, Node, Term};
use crate::edition2013::ast::{Function, Name, Node as Node2013};
use crate::edition2013::words::{Builtin, builtin};

/// Maximum depth of inlined calls.
const MAX_INLINING_DEPTH: usize = 40;

/// Conversion state of a named expression.
#[derive(Clone, Debug)]
pub(super) enum FunctionState {
    /// Under conversion; encountered for a recursive call.
    InProgress {
        params: Vec<(String, LocalId)>,
        word: String,
        ty: Ty,
    },
    Converted(Rc<ConvertedFunction>),
    /// Not convertible to a function, for this reason. Its calls may still be inlined.
    Failed(ConvertError),
}

/// A named expression that was converted to a function of the edition 2026.
#[derive(Clone, Debug)]
pub(super) struct ConvertedFunction {
    pub(super) word: String,
    params: Vec<(String, LocalId)>,
    /// Parameters that the emitted function has; the others only matter for the variables it writes.
    pub(super) written_params: Vec<LocalId>,
    pub(super) scope: ConversionScope,
    /// Value in terms of the parameters and the position before the call; `None` if it cannot be expressed so.
    value: Option<SymbolicValue>,
    /// Term of the last line, if the function has a value besides its conditions.
    pub(super) last: Option<Term>,
    ty: Ty,
    if_true: Env,
    if_false: Env,
    effects: EffectSummary,
    /// `true` if the value depends on the position.
    is_state_dependent: bool,
    /// `true` if the function can be evaluated in every position without a fault.
    is_total: bool,
    /// `true` if calls should be inlined because more is known at the call.
    pub(super) prefers_inlining: bool,
    /// `true` if the emitted code calls the function by name.
    is_referenced: std::cell::Cell<bool>,
}

impl FunctionState {
    /// `true` if this is the function `word` and it can be evaluated in every position without a fault.
    pub(super) fn is_total(&self, word: &str) -> bool {
        matches!(self, Self::Converted(converted) if converted.word == word && converted.is_total)
    }

    pub(super) fn is_called(&self, word: &str) -> bool {
        match self {
            Self::Converted(converted) => converted.word == word,
            Self::InProgress { word: own, .. } => own == word,
            Self::Failed(_) => false,
        }
    }
}

impl ConvertedFunction {
    pub(super) fn is_used(&self) -> bool {
        self.is_referenced.get()
    }
}

impl<'t> SymbolicEvaluator<'t> {
    pub(super) fn convert_call(
        &mut self,
        name: &Name,
        nodes: &'t [Node2013],
        env: Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        if let Some((word, count)) = builtin(&name.value) {
            let enough = nodes.len() == count || word == Builtin::If && nodes.len() == 2;
            if !enough {
                return Err(Box::new(convert_error(
                    span,
                    format!("`{}` has the wrong number of arguments", name.value),
                )));
            }
            return match word {
                Builtin::If => self.evaluate_if(nodes, env, span),
                Builtin::Loop { all } => self.convert_loop(all, nodes, env, span),
                Builtin::Query(query) => self.convert_query(query, nodes, env, span),
                Builtin::Action(action) => self.convert_action(action, nodes, env, span),
            };
        }
        let tree = self.tree;
        let Some(function) = tree.functions.iter().find(|function| function.name.value == name.value) else {
            return Err(Box::new(convert_error(span, format!("there is no expression \"{}\"", name.value))));
        };
        if function.body.is_empty() || function.params.len() != nodes.len() {
            return Err(Box::new(convert_error(span, format!("this call of \"{}\" stops the game", name.value))));
        }
        // Each argument is assigned immediately, so later arguments see it.
        let mut env = env;
        for (param, node) in function.params.iter().zip(nodes) {
            let (value, after) = self.evaluate_pure(node, env)?;
            env = after;
            let slot = match value {
                SymbolicValue::Unknown(why) => VariableState::Unknown(why),
                value => VariableState::Assigned(value),
            };
            env.set(&param.value, slot);
        }
        let effects = self.effects.of_function(&function.name.value);
        if let Some(dry_run) = &mut self.scope.dry_run
            && !dry_run.guards.is_empty()
        {
            dry_run.reads_after_effect = true;
        }
        let called = if effects.passes_turn { None } else { self.call_by_name(function, &effects, &env, span) };
        match called {
            Some(Ok(outcome)) => Ok(outcome),
            other => self.inline_call(function, env, span).map_err(|inner| match other {
                // The reason why a recursive expression is no function is more helpful than the failure of inlining.
                Some(Err(first)) if self.effects.is_recursive(&function.name.value) => first,
                _ => inner,
            }),
        }
    }

    /// Inlines the body at the call.
    fn inline_call(&mut self, function: &'t Function, env: Env, span: Span) -> ConvertResult<Outcome> {
        self.inlined_functions.insert(function.name.value.clone());
        if self.scope.inlining_depth >= MAX_INLINING_DEPTH {
            let message = format!("the recursion of \"{}\" cannot be expressed in edition 2026", function.name.value);
            return Err(Box::new(
                convert_error(span, message).label("its variables are global and are read again after the call"),
            ));
        }
        self.scope.inlining_depth += 1;
        let lines: Vec<&Node2013> = function.body.iter().skip(1).collect();
        let outcome = self.evaluate_sequence(&function.body[0], &lines, env);
        self.scope.inlining_depth -= 1;
        outcome
    }

    /// Converts a call to a function call; `None` if it must be inlined.
    fn call_by_name(
        &mut self,
        function: &'t Function,
        effects: &EffectSummary,
        env: &Env,
        span: Span,
    ) -> Option<ConvertResult<Outcome>> {
        let player = env.get(PLAYER);
        let own_player = match player.as_deref() {
            Some(VariableState::Assigned(SymbolicValue::Typed(term, _))) => term.is_word("PLAYER"),
            _ => false,
        };
        if effects.reads_player && !own_player {
            return None;
        }
        match self.function_state(function) {
            FunctionState::Failed(why) => Some(Err(why)),
            FunctionState::InProgress { params, word, ty } => {
                Some(self.recursive_call(effects, &params, &word, ty, env, span))
            }
            FunctionState::Converted(converted) => {
                let value = converted.value.clone();
                match value {
                    Some(SymbolicValue::Text(_) | SymbolicValue::Set(_) | SymbolicValue::Unknown(_)) => None,
                    // The value depends on the effects of the call.
                    None if effects.has_effects => None,
                    _ if converted.prefers_inlining => None,
                    _ => self
                        .function_call(&converted, env, span)
                        .map_or_else(|why| Some(Err(why)), |outcome| outcome.map(Ok)),
                }
            }
        }
    }

    fn recursive_call(
        &mut self,
        effects: &EffectSummary,
        params: &[(String, LocalId)],
        word: &str,
        ty: Ty,
        env: &Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        if effects.has_effects {
            return Err(Box::new(convert_error(
                span,
                "a recursive expression that changes the position cannot be converted",
            )));
        }
        let arguments = self.call_arguments(params, env, span)?;
        let term = Term::query(word, arguments.into_iter().map(|(_, term)| term).collect());
        let mut env = env.clone();
        for name in &effects.writes {
            env.set(name, VariableState::Unknown("a recursive expression assigns to it"));
        }
        Ok(Outcome::of(SymbolicValue::Typed(term, ty), env))
    }

    /// Returns the arguments of a call: the current values of the variables that the function reads.
    fn call_arguments(
        &mut self,
        params: &[(String, LocalId)],
        env: &Env,
        span: Span,
    ) -> ConvertResult<Vec<(LocalId, Term)>> {
        params
            .iter()
            .map(|(name, id)| {
                let value = self.read_variable(name, env, span)?;
                let ty = self.locals[id.0].ty;
                Ok((*id, self.term_of_type(&value, ty, span)?))
            })
            .collect()
    }

    fn function_call(
        &mut self,
        converted: &Rc<ConvertedFunction>,
        env: &Env,
        span: Span,
    ) -> ConvertResult<Option<Outcome>> {
        let arguments = self.call_arguments(&converted.params, env, span)?;
        let by_param: HashMap<LocalId, Term> = arguments.iter().cloned().collect();
        let mut imported = |term: &Term| {
            term.replace(&mut |part| match part.node() {
                Node::Local(id) => by_param.get(id).cloned(),
                _ => None,
            })
        };
        let is_written = |id: &LocalId| converted.written_params.contains(id);
        let list: Vec<Term> = arguments.iter().filter(|(id, _)| is_written(id)).map(|(_, term)| term.clone()).collect();
        let written = match (list.is_empty(), converted.is_state_dependent) {
            (true, _) => Term::call(&converted.word, Vec::new()),
            (false, _) => Term::call(&converted.word, list.clone()),
        };
        let written = if converted.is_state_dependent { Term::query(&converted.word, list) } else { written };
        let mut value = match &converted.value {
            Some(value) => value.map(&mut imported),
            None if !converted.effects.has_effects => SymbolicValue::Typed(written.clone(), converted.ty),
            None => SymbolicValue::Unknown("the value of this call is only known after its effects"),
        };
        let mut after = |from: &Env| {
            let mut all = env.clone();
            for name in from.names() {
                if let Some(slot) = from.get(&name) {
                    all.set(&name, import_state(&slot, env.get(&name).as_ref(), &mut imported));
                }
            }
            all
        };
        let (mut yes, mut no) = (after(&converted.if_true), after(&converted.if_false));
        if converted.effects.has_effects {
            if self.scope.dry_run.is_some() {
                // In a dry run, calls with effects are inlined so that the effects are visible.
                return Ok(None);
            }
            let mut chars = converted.word.chars();
            let hint: String = chars.next().iter().flat_map(|first| first.to_lowercase()).chain(chars).collect();
            value = self.freeze_value(&value, &hint);
            self.freeze_env(&mut yes);
            self.freeze_env(&mut no);
            let mut env = env.clone();
            self.add_effect(&mut env, &Term::bool(true), Effect::Call(written), span)?;
            converted.is_referenced.set(true);
            // The values of the function's variables were computed from the position before the call.
            return Ok(Some(Outcome { value, if_true: yes, if_false: no }));
        }
        // A call with a constant value only matters for the variables it writes.
        if matches!(&value, SymbolicValue::Typed(term, _) if term.truth().is_some()) {
            return Ok(Some(Outcome { value, if_true: yes, if_false: no }));
        }
        converted.is_referenced.set(true);
        let term = self.simplify(written);
        Ok(Some(Outcome { value: SymbolicValue::Typed(term, converted.ty), if_true: yes, if_false: no }))
    }

    /// Returns the converted named expression; converts it at the first request.
    pub(super) fn function_state(&mut self, function: &'t Function) -> FunctionState {
        if let Some(named) = self.functions.get(&function.name.value) {
            return named.clone();
        }
        let outer = std::mem::take(&mut self.scope);
        let globals = self.globals.len();
        let named = match self.convert_function(function) {
            Ok(converted) => FunctionState::Converted(Rc::new(converted)),
            Err(why) => FunctionState::Failed(why),
        };
        self.scope = outer;
        // Global variables of a function that is not emitted are removed.
        if !matches!(&named, FunctionState::Converted(converted) if !converted.prefers_inlining) {
            for global in self.globals.drain(globals..) {
                self.names.release(&global.name);
            }
        }
        self.functions.insert(function.name.value.clone(), named.clone());
        named
    }

    #[allow(clippy::too_many_lines)] // the steps of one conversion, in order
    fn convert_function(&mut self, function: &'t Function) -> ConvertResult<ConvertedFunction> {
        let name = &function.name.value;
        let word = self.names.function_word(name).unwrap_or(name).to_owned();
        let effects = self.effects.of_function(name);
        self.scope = ConversionScope {
            blocks: vec![Block::default()],
            allows_effects: effects.has_effects,
            params: Some(Vec::new()),
            ..ConversionScope::default()
        };
        let mut env = Self::initial_env();
        let mut params: Vec<(String, LocalId)> = Vec::new();
        let mut first: Vec<String> = function.params.iter().map(|param| param.value.clone()).collect();
        if self.effects.is_recursive(name) {
            // A recursive call needs the list of variables that the expression reads before its body is evaluated.
            first.extend(effects.reads.iter().filter(|read| !first.contains(read)).cloned().collect::<Vec<_>>());
        }
        for param in first {
            let ty = self.new_type();
            let id = self.new_local(&param, ty);
            env.set(&param, VariableState::Assigned(SymbolicValue::Typed(Term::local(id), ty)));
            params.push((param, id));
        }
        self.set_parameter_domains(function, &params);
        self.scope.params = Some(params.clone());
        let result = self.new_type();
        if self.effects.is_recursive(name) {
            let open = FunctionState::InProgress { params, word: word.clone(), ty: result };
            self.functions.insert(name.clone(), open);
        }
        if effects.passes_turn {
            return Err(Box::new(convert_error(function.span, "this passes the turn")));
        }
        let (outcome, last) = if effects.has_effects {
            let lines: Vec<&Node2013> = function.body.iter().skip(1).collect();
            (self.evaluate_sequence(&function.body[0], &lines, env)?, None)
        } else {
            self.evaluate_lines(&function.body, env)?
        };
        if effects.has_effects && self.scope.blocks[0].statements.is_empty() {
            return Err(Box::new(convert_error(function.span, "this changes nothing")));
        }
        let scope = std::mem::take(&mut self.scope);
        let value = match &outcome.value {
            SymbolicValue::Unknown(why) if !effects.has_effects => {
                return Err(Box::new(convert_error(function.span, *why)));
            }
            SymbolicValue::Unknown(_) => None,
            value => export_value(value, &scope),
        };
        let ty = match &outcome.value {
            SymbolicValue::Typed(_, ty) => *ty,
            _ => result,
        };
        self.unify(result, ty, function.span)?;
        let mut changes =
            last.as_ref().is_some_and(|term| is_state_dependent(term, &scope)) || self.effects.is_recursive(name);
        for (_, item) in &scope.blocks[0].statements {
            changes |= match item {
                Statement::Condition(term) => is_state_dependent(term, &scope),
                Statement::Effect { .. } => true,
            };
        }
        let safe = |term: &Term| self.is_total(term);
        let safe = last.as_ref().is_none_or(safe)
            && scope.bindings.iter().all(|binding| safe(&binding.term))
            && scope.blocks[0]
                .statements
                .iter()
                .all(|(_, item)| matches!(item, Statement::Condition(term) if safe(term)));
        let only = |env: &Env| {
            let mut filtered = Env::default();
            for name in &effects.writes {
                if let Some(slot) = env.get(name) {
                    filtered.set(name, export_state(&slot, &scope));
                }
            }
            filtered
        };
        let (yes, no) = (only(&outcome.if_true), only(&outcome.if_false));
        let mut params = scope.params.clone().unwrap_or_default();
        params[function.params.len()..].sort_by(|one, two| one.0.cmp(&two.0));
        let own = params.iter().take(function.params.len()).map(|(_, id)| *id);
        let own: BTreeSet<LocalId> = own.chain(locals_of(&scope, last.as_ref())).collect();
        let recursive = self.effects.is_recursive(name);
        let written_params = params.iter().map(|(_, id)| *id).filter(|id| recursive || own.contains(id)).collect();
        // A function with effects whose value cannot be expressed before the call is always inlined.
        let prefers_inlining = scope.has_unknown_direction && !recursive || effects.has_effects && value.is_none();
        Ok(ConvertedFunction {
            word,
            params,
            written_params,
            value,
            last,
            ty,
            if_true: yes,
            if_false: no,
            effects,
            is_state_dependent: changes,
            is_total: safe,
            prefers_inlining,
            scope,
            is_referenced: std::cell::Cell::new(false),
        })
    }
}
