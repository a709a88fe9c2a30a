//! Named expressions: each becomes one of 2026 that takes what it reads, or is put in place where that cannot be.
//! How they are written is elsewhere.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use boardwright_engine::rules::Span;

use super::effects::Does;
use super::exports::{exported, exported_slot, import, locals_of, noted_changes};
use super::follow::Follower;
use super::state::{Act, Block, Done, Env, Item, PLAYER, Res, Scope, Slot, Stop, Ty, Val, stop};
use super::term::{LocalId, Node, Term};
use crate::edition2013::ast::{Function, Name, Node as Node2013};
use crate::edition2013::words::{Builtin, builtin};

/// Deepest calls that are put in place.
const DEEPEST: usize = 40;

/// A named expression of 2013.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// Being followed; it calls itself.
    Open {
        params: Vec<(String, LocalId)>,
        word: String,
        ty: Ty,
    },
    Ready(Rc<Ready>),
    /// It cannot be one of 2026, for this reason; perhaps it can be put in place.
    Refused(Stop),
}

/// One that is one of 2026 too.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) word: String,
    params: Vec<(String, LocalId)>,
    /// Those of them that it is written with; others only matter for what it writes.
    pub(super) taken: Vec<LocalId>,
    pub(super) scope: Scope,
    /// What it gives, in its parameters and in the position before it; `None` if that cannot be said from outside.
    value: Option<Val>,
    /// Its value as it is written at its end, if it has one besides its lines.
    pub(super) last: Option<Term>,
    ty: Ty,
    yes: Env,
    no: Env,
    does: Does,
    /// Whether what it gives depends on the position.
    changes: bool,
    /// Whether it can be worked out in every position.
    safe: bool,
    /// Whether it is better put in place, where more is known.
    pub(super) unsure: bool,
    /// Whether it is called where it is written by name.
    called: std::cell::Cell<bool>,
}

impl Named {
    /// Whether it is called so, and can be worked out in every position.
    pub(super) fn is_safe(&self, word: &str) -> bool {
        matches!(self, Self::Ready(ready) if ready.word == word && ready.safe)
    }

    pub(super) fn is_called(&self, word: &str) -> bool {
        match self {
            Self::Ready(ready) => ready.word == word,
            Self::Open { word: own, .. } => own == word,
            Self::Refused(_) => false,
        }
    }
}

impl Ready {
    pub(super) fn is_used(&self) -> bool {
        self.called.get()
    }
}

impl<'t> Follower<'t> {
    pub(super) fn call(&mut self, name: &Name, nodes: &'t [Node2013], env: Env, span: Span) -> Res<Done> {
        if let Some((word, count)) = builtin(&name.value) {
            let enough = nodes.len() == count || word == Builtin::If && nodes.len() == 2;
            if !enough {
                return Err(Box::new(stop(span, format!("`{}` has the wrong number of arguments", name.value))));
            }
            return match word {
                Builtin::If => self.branch(nodes, env, span),
                Builtin::Loop { all } => self.looped(all, nodes, env, span),
                Builtin::Query(query) => self.query(query, nodes, env, span),
                Builtin::Action(action) => self.action(action, nodes, env, span),
            };
        }
        let tree = self.tree;
        let Some(function) = tree.functions.iter().find(|function| function.name.value == name.value) else {
            return Err(Box::new(stop(span, format!("there is no expression \"{}\"", name.value))));
        };
        if function.body.is_empty() || function.params.len() != nodes.len() {
            return Err(Box::new(stop(span, format!("\"{}\" stops the game when it is called like this", name.value))));
        }
        // Each argument is there at once, for those after it too.
        let mut env = env;
        for (param, node) in function.params.iter().zip(nodes) {
            let (value, after) = self.value(node, env)?;
            env = after;
            let slot = match value {
                Val::None(why) => Slot::Lost(why),
                value => Slot::Has(value),
            };
            env.set(&param.value, slot);
        }
        let does = self.effects.function(&function.name.value);
        if let Some(trial) = &mut self.scope.trial
            && !trial.guards.is_empty()
        {
            trial.stale = true;
        }
        let called = if does.passes { None } else { self.by_name(function, &does, &env, span) };
        match called {
            Some(Ok(done)) => Ok(done),
            other => self.in_place(function, env, span).map_err(|inner| match other {
                // Why it cannot be one of 2026 says more than what went wrong after that.
                Some(Err(first)) if self.effects.is_recursive(&function.name.value) => first,
                _ => inner,
            }),
        }
    }

    /// The body in place of the call.
    fn in_place(&mut self, function: &'t Function, env: Env, span: Span) -> Res<Done> {
        self.placed.insert(function.name.value.clone());
        if self.scope.depth >= DEEPEST {
            let message = format!("\"{}\" calls itself in a way that cannot be said in 2026", function.name.value);
            return Err(Box::new(
                stop(span, message).label("its variables are everybody's, and are read again after it"),
            ));
        }
        self.scope.depth += 1;
        let lines: Vec<&Node2013> = function.body.iter().skip(1).collect();
        let done = self.both(&function.body[0], &lines, env);
        self.scope.depth -= 1;
        done
    }

    /// A call by name; `None` if it has to be put in place.
    fn by_name(&mut self, function: &'t Function, does: &Does, env: &Env, span: Span) -> Option<Res<Done>> {
        let player = env.get(PLAYER);
        let own_player = match player.as_deref() {
            Some(Slot::Has(Val::Is(term, _))) => term.is_word("PLAYER"),
            _ => false,
        };
        if does.asks_player && !own_player {
            return None;
        }
        match self.function(function) {
            Named::Refused(why) => Some(Err(why)),
            Named::Open { params, word, ty } => Some(self.call_of_itself(does, &params, &word, ty, env, span)),
            Named::Ready(ready) => {
                let value = ready.value.clone();
                match value {
                    Some(Val::Name(_) | Val::Set(_) | Val::None(_)) => None,
                    // What it gives depends on what it changes.
                    None if does.acts => None,
                    _ if ready.unsure => None,
                    _ => self.call_of(&ready, env, span).map_or_else(|why| Some(Err(why)), |done| done.map(Ok)),
                }
            }
        }
    }

    fn call_of_itself(
        &mut self,
        does: &Does,
        params: &[(String, LocalId)],
        word: &str,
        ty: Ty,
        env: &Env,
        span: Span,
    ) -> Res<Done> {
        if does.acts {
            return Err(Box::new(stop(span, "an expression that calls itself and changes the position")));
        }
        let arguments = self.arguments(params, env, span)?;
        let term = Term::ask(word, arguments.into_iter().map(|(_, term)| term).collect());
        let mut env = env.clone();
        for name in &does.writes {
            env.set(name, Slot::Lost("it was written by an expression that calls itself"));
        }
        Ok(Done::of(Val::Is(term, ty), env))
    }

    /// What a named expression takes, from the variables as they are.
    fn arguments(&mut self, params: &[(String, LocalId)], env: &Env, span: Span) -> Res<Vec<(LocalId, Term)>> {
        params
            .iter()
            .map(|(name, id)| {
                let value = self.read(name, env, span)?;
                let ty = self.locals[id.0].ty;
                Ok((*id, self.want(&value, ty, span)?))
            })
            .collect()
    }

    fn call_of(&mut self, ready: &Rc<Ready>, env: &Env, span: Span) -> Res<Option<Done>> {
        let arguments = self.arguments(&ready.params, env, span)?;
        let by_param: HashMap<LocalId, Term> = arguments.iter().cloned().collect();
        let mut imported = |term: &Term| {
            term.replace(&mut |part| match part.node() {
                Node::Local(id) => by_param.get(id).cloned(),
                _ => None,
            })
        };
        let taken = |id: &LocalId| ready.taken.contains(id);
        let list: Vec<Term> = arguments.iter().filter(|(id, _)| taken(id)).map(|(_, term)| term.clone()).collect();
        let written = match (list.is_empty(), ready.changes) {
            (true, _) => Term::call(&ready.word, Vec::new()),
            (false, _) => Term::call(&ready.word, list.clone()),
        };
        let written = if ready.changes { Term::ask(&ready.word, list) } else { written };
        let mut value = match &ready.value {
            Some(value) => value.map(&mut imported),
            None if !ready.does.acts => Val::Is(written.clone(), ready.ty),
            None => Val::None("nobody can say what this gives before it is done"),
        };
        let mut after = |from: &Env| {
            let mut all = env.clone();
            for name in from.names() {
                if let Some(slot) = from.get(&name) {
                    all.set(&name, import(&slot, env.get(&name).as_ref(), &mut imported));
                }
            }
            all
        };
        let (mut yes, mut no) = (after(&ready.yes), after(&ready.no));
        if ready.does.acts {
            if self.scope.trial.is_some() {
                // What it does is followed in place, where it can be seen.
                return Ok(None);
            }
            let mut chars = ready.word.chars();
            let hint: String = chars.next().iter().flat_map(|first| first.to_lowercase()).chain(chars).collect();
            value = self.sealed_value(&value, &hint);
            self.seal(&mut yes);
            self.seal(&mut no);
            let mut env = env.clone();
            self.act(&mut env, &Term::bool(true), Act::Call(written), span)?;
            ready.called.set(true);
            // Its own variables were worked out from the position before it.
            return Ok(Some(Done { value, yes, no }));
        }
        // What is always true is called for what it writes only.
        if matches!(&value, Val::Is(term, _) if term.truth().is_some()) {
            return Ok(Some(Done { value, yes, no }));
        }
        ready.called.set(true);
        let term = self.simplified(written);
        Ok(Some(Done { value: Val::Is(term, ready.ty), yes, no }))
    }

    /// A named expression as one of 2026, made when it is first asked for.
    pub(super) fn function(&mut self, function: &'t Function) -> Named {
        if let Some(named) = self.functions.get(&function.name.value) {
            return named.clone();
        }
        let outer = std::mem::take(&mut self.scope);
        let globals = self.globals.len();
        let named = match self.made(function) {
            Ok(ready) => Named::Ready(Rc::new(ready)),
            Err(why) => Named::Refused(why),
        };
        self.scope = outer;
        // Variables of what will not be written are none.
        if !matches!(&named, Named::Ready(ready) if !ready.unsure) {
            for global in self.globals.drain(globals..) {
                self.names.release(&global.name);
            }
        }
        self.functions.insert(function.name.value.clone(), named.clone());
        named
    }

    fn made(&mut self, function: &'t Function) -> Res<Ready> {
        let name = &function.name.value;
        let word = self.names.function(name).unwrap_or(name).to_owned();
        let does = self.effects.function(name);
        self.scope =
            Scope { blocks: vec![Block::default()], acting: does.acts, params: Some(Vec::new()), ..Scope::default() };
        let mut env = Self::fresh_env();
        let mut params: Vec<(String, LocalId)> = Vec::new();
        let mut first: Vec<String> = function.params.iter().map(|param| param.value.clone()).collect();
        if self.effects.is_recursive(name) {
            // What it reads must be known before it is followed.
            first.extend(does.reads.iter().filter(|read| !first.contains(read)).cloned().collect::<Vec<_>>());
        }
        for param in first {
            let ty = self.open_type();
            let id = self.local(&param, ty);
            env.set(&param, Slot::Has(Val::Is(Term::local(id), ty)));
            params.push((param, id));
        }
        self.limit_by_calls(function, &params);
        self.scope.params = Some(params.clone());
        let result = self.open_type();
        if self.effects.is_recursive(name) {
            let open = Named::Open { params, word: word.clone(), ty: result };
            self.functions.insert(name.clone(), open);
        }
        if does.passes {
            return Err(Box::new(stop(function.span, "this passes the turn on")));
        }
        let (done, last) = if does.acts {
            let lines: Vec<&Node2013> = function.body.iter().skip(1).collect();
            (self.both(&function.body[0], &lines, env)?, None)
        } else {
            self.lines(&function.body, env)?
        };
        if does.acts && self.scope.blocks[0].items.is_empty() {
            return Err(Box::new(stop(function.span, "this changes nothing")));
        }
        let scope = std::mem::take(&mut self.scope);
        let value = match &done.value {
            Val::None(why) if !does.acts => return Err(Box::new(stop(function.span, *why))),
            Val::None(_) => None,
            value => exported(value, &scope),
        };
        let ty = match &done.value {
            Val::Is(_, ty) => *ty,
            _ => result,
        };
        self.unify(result, ty, function.span)?;
        let mut changes =
            last.as_ref().is_some_and(|term| noted_changes(term, &scope)) || self.effects.is_recursive(name);
        for (_, item) in &scope.blocks[0].items {
            changes |= match item {
                Item::Line(term) => noted_changes(term, &scope),
                Item::Act { .. } => true,
            };
        }
        let safe = |term: &Term| self.is_safe(term);
        let safe = last.as_ref().is_none_or(safe)
            && scope.notes.iter().all(|note| safe(&note.term))
            && scope.blocks[0].items.iter().all(|(_, item)| matches!(item, Item::Line(term) if safe(term)));
        let only = |env: &Env| {
            let mut kept = Env::default();
            for name in &does.writes {
                if let Some(slot) = env.get(name) {
                    kept.set(name, exported_slot(&slot, &scope));
                }
            }
            kept
        };
        let (yes, no) = (only(&done.yes), only(&done.no));
        let mut params = scope.params.clone().unwrap_or_default();
        params[function.params.len()..].sort_by(|one, two| one.0.cmp(&two.0));
        let own = params.iter().take(function.params.len()).map(|(_, id)| *id);
        let own: BTreeSet<LocalId> = own.chain(locals_of(&scope, last.as_ref())).collect();
        let recursive = self.effects.is_recursive(name);
        let taken = params.iter().map(|(_, id)| *id).filter(|id| recursive || own.contains(id)).collect();
        // One that acts and whose value nobody can say before is always put in place.
        let unsure = scope.unsure && !recursive || does.acts && value.is_none();
        Ok(Ready {
            word,
            params,
            taken,
            value,
            last,
            ty,
            yes,
            no,
            does,
            changes,
            safe,
            unsure,
            scope,
            called: std::cell::Cell::new(false),
        })
    }
}
