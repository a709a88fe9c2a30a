//! Calls of named expressions. Parameters have no declared types: each new list of types of arguments makes an instance
//! of the expression, once. Putting instances in place is the engine's matter, except where all is known when the file
//! is read.

use boardwright_engine::ids::{ExprId, FunctionId, VarId};
use boardwright_engine::rules::{Expr as Out, Function, Span};

use super::{Is, Lines, Local, Low, Lower};
use crate::Diagnostic;
use crate::edition2026::names::{Instance, Named};
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::Expr;

impl Lower<'_> {
    pub(super) fn called(&mut self, at: usize, arguments: &[Expr], span: Span) -> Low {
        let named = self.names.functions[at].clone();
        let name = named.name.text.as_str();
        let (takes, given) = (named.params.len(), arguments.len());
        if takes != given {
            let plural = if takes == 1 { "" } else { "s" };
            let are = if given == 1 { "is" } else { "are" };
            let params: Vec<&str> = named.params.iter().map(|param| param.text.as_str()).collect();
            let message = format!("`{name}` takes {takes} argument{plural}, but {given} {are} given");
            return self.wrong(
                Diagnostic::error("arguments", span, message)
                    .label(format!("expected `{name}({})`", params.join(", ")))
                    .related(named.name.span, "defined here"),
            );
        }
        let lows: Vec<Low> = arguments.iter().map(|argument| self.lower(argument, &[])).collect();
        if lows.iter().any(Low::is_wrong) {
            return Self::nothing(span);
        }
        if let Some(low) = lows.iter().find(|low| low.ty == Type::ACTION) {
            return self.wrong(Diagnostic::error("type", low.span, "an action cannot be an argument"));
        }
        let types: Vec<Type> = lows.iter().map(|low| low.ty).collect();
        self.calls.push((span, called_with(&types)));
        if self.constant {
            let low = self.known_call(&named, &lows, span);
            self.calls.pop();
            return low;
        }
        let instance = self.instance(at, &named, types);
        self.calls.pop();
        if let Some(value) = self.names.constants.get(&instance.function) {
            let value = value.clone();
            return Self::value(instance.result.unwrap_or(Type::ANY), value, span);
        }
        let Some(result) = instance.result else {
            if self.trying > 0 {
                return Self::nothing(span);
            }
            return self.wrong(
                Diagnostic::error("unclear-type", span, format!("it is not clear what `{name}` gives here"))
                    .label("it is called by itself")
                    .help("an expression that calls itself needs a side of an `IF` that does not"),
            );
        };
        let ids: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
        self.add(result, Out::Call(instance.function, ids), span)
    }

    /// A call where everything must be known: the body with the values in place of the parameters.
    fn known_call(&mut self, named: &Named, arguments: &[Low], span: Span) -> Low {
        let outer = std::mem::take(&mut self.scope);
        for (param, low) in named.params.iter().zip(arguments) {
            let value = low.known().cloned().unwrap_or(Value::Wrong);
            self.bind(&param.text, param.span, Local::Known(value));
        }
        let low = self.lines(&named.lines, Lines::Body, span);
        self.scope = outer;
        low
    }

    /// The instance of a named expression for arguments of these types.
    pub(in crate::edition2026) fn instance(&mut self, at: usize, named: &Named, types: Vec<Type>) -> Instance {
        let key = (at, types);
        if let Some(known) = self.names.instances.get(&key) {
            return *known;
        }
        if self.rules.functions.len() >= usize::from(u16::MAX) {
            self.tell(Diagnostic::error("too-many", named.name.span, "the file has too many expressions"));
            return Instance { result: Some(Type::ANY), function: FunctionId(0) };
        }
        let function = FunctionId::new(self.rules.functions.len());
        let params: Vec<VarId> = named.params.iter().map(|param| self.new_var(&param.text)).collect();
        self.rules.functions.push(Function {
            name: named.name.text.clone(),
            params: params.clone(),
            body: Vec::new(),
            own: true,
            span: named.name.span,
        });
        self.names.instances.insert(key.clone(), Instance { result: None, function });
        let result = self.clear_result(named, &params, &key);
        self.names.instances.insert(key.clone(), Instance { result, function });
        let lows = self.body_of(named, &params, &key.1);
        let instance = Instance { result: lows.last().map(|low| low.ty).or(Some(Type::ANY)), function };
        if lows.iter().any(Low::is_wrong) || lows.is_empty() {
            self.names.constants.insert(function, Value::Wrong);
        } else if let [Low { is: Is::Known(value), .. }] = lows.as_slice() {
            self.names.constants.insert(function, value.clone());
        }
        let body: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
        self.rules.functions[function.index()].body = body;
        self.names.instances.insert(key, instance);
        instance
    }

    /// What an expression that calls itself gives: what it gives where it does not.
    fn clear_result(&mut self, named: &Named, params: &[VarId], key: &(usize, Vec<Type>)) -> Option<Type> {
        // Within a trial one way through is enough: all of it is thrown away.
        if self.trying > 0 || !self.names.recursive.contains(&key.0) {
            return None;
        }
        let functions = self.rules.functions.len();
        self.trying += 1;
        let lows = self.body_of(named, params, &key.1);
        self.trying -= 1;
        // What was made on trial may have been made with types that are not right.
        self.names.instances.retain(|_, instance| instance.function.index() < functions);
        self.names.constants.retain(|function, _| function.index() < functions);
        self.rules.functions.truncate(functions);
        lows.last().map(|low| low.ty).filter(|ty| *ty != Type::ANY)
    }

    fn body_of(&mut self, named: &Named, params: &[VarId], types: &[Type]) -> Vec<Low> {
        let outer = std::mem::take(&mut self.scope);
        let missed = std::mem::take(&mut self.missed);
        let (choice, states_of) = (self.choice.take(), std::mem::take(&mut self.states_of));
        for ((param, var), ty) in named.params.iter().zip(params).zip(types) {
            self.bind(&param.text, param.span, Local::Var(*var, *ty));
        }
        let lows = self.each_line(&named.lines, Lines::Body);
        (self.scope, self.choice, self.states_of, self.missed) = (outer, choice, states_of, missed);
        lows
    }
}

/// What a call says of itself beside a mistake in the body.
fn called_with(types: &[Type]) -> String {
    if types.is_empty() {
        return "called here".to_owned();
    }
    let types: Vec<String> = types.iter().map(Type::to_string).collect();
    format!("called here with {}", types.join(" and "))
}
