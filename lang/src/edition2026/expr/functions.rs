//! Lowering of calls of named expressions by monomorphization: parameters have no declared types, so each distinct list
//! of argument types creates one instance of the expression. Inlining is left to the engine, except that calls in
//! constant contexts are evaluated.

use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{Expr as Out, Function, Span};

use super::{BlockKind, Local, LoweringContext, TypedExpr, TypedExprKind};
use crate::Diagnostic;
use crate::edition2026::names::{Instance, NamedExpr};
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::Expr;

impl LoweringContext<'_> {
    pub(super) fn call_named(&mut self, at: usize, arguments: &[Expr], span: Span) -> TypedExpr {
        let named = self.names.functions[at].clone();
        let name = named.name.text.as_str();
        let (takes, given) = (named.params.len(), arguments.len());
        if takes != given {
            let plural = if takes == 1 { "" } else { "s" };
            let verb = if given == 1 { "is" } else { "are" };
            let params: Vec<&str> = named.params.iter().map(|param| param.text.as_str()).collect();
            let message = format!("`{name}` takes {takes} argument{plural}, but {given} {verb} given");
            return self.report_error(
                Diagnostic::error("arguments", span, message)
                    .label(format!("expected `{name}({})`", params.join(", ")))
                    .related(named.name.span, "defined here"),
            );
        }
        let lows: Vec<TypedExpr> = arguments.iter().map(|argument| self.lower(argument, &[])).collect();
        if lows.iter().any(TypedExpr::is_error) {
            return Self::error_value(span);
        }
        if let Some(low) = lows.iter().find(|low| low.ty == Type::ACTION) {
            return self.report_error(Diagnostic::error("type", low.span, "an action cannot be an argument"));
        }
        if self.names.circular_functions.contains(&at) {
            return Self::error_value(span);
        }
        let types: Vec<Type> = lows.iter().map(|low| low.ty).collect();
        self.calls.push((span, call_site_note(&types)));
        if self.constant {
            self.names.called_by_constants.insert(at);
            let low = self.constant_call(&named, &lows, span);
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
            if self.speculation_depth > 0 {
                return Self::error_value(span);
            }
            return self.report_error(
                Diagnostic::error("unclear-type", span, format!("the type of `{name}` cannot be inferred here"))
                    .label("it calls itself")
                    .help("a recursive expression needs a branch of an `IF` without recursion"),
            );
        };
        let ids: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
        self.add(result, Out::Call(instance.function, ids), span)
    }

    /// Evaluates a call in a constant context: lowers the body with the argument values bound to the parameters.
    fn constant_call(&mut self, named: &NamedExpr, arguments: &[TypedExpr], span: Span) -> TypedExpr {
        let outer = std::mem::take(&mut self.scope);
        for (param, low) in named.params.iter().zip(arguments) {
            let value = low.as_constant().cloned().unwrap_or(Value::Error);
            self.bind(&param.text, param.span, Local::Constant(value));
        }
        let low = self.lines(&named.lines, BlockKind::Body, span);
        self.scope = outer;
        low
    }

    /// Returns the instance of a named expression for the given argument types, creating it if necessary.
    pub(in crate::edition2026) fn instance(&mut self, at: usize, named: &NamedExpr, types: Vec<Type>) -> Instance {
        let key = (at, types);
        if let Some(known) = self.names.instances.get(&key) {
            return *known;
        }
        if self.rules.functions.len() >= usize::from(u16::MAX) {
            self.report(Diagnostic::error("too-many", named.name.span, "the file has too many expressions"));
            return Instance { result: Some(Type::ANY), function: FunctionId(0) };
        }
        let function = FunctionId::new(self.rules.functions.len());
        let params: Vec<VarId> = named.params.iter().map(|param| self.new_var(&param.text)).collect();
        self.rules.functions.push(Function {
            name: named.name.text.clone(),
            params: params.clone(),
            body: Vec::new(),
            has_local_variables: true,
            span: named.name.span,
        });
        self.names.instances.insert(key.clone(), Instance { result: None, function });
        let result = self.infer_recursive_result(named, &params, &key);
        self.names.instances.insert(key.clone(), Instance { result, function });
        let lows = self.body_of(named, &params, &key.1);
        let instance = Instance { result: lows.last().map(|low| low.ty).or(Some(Type::ANY)), function };
        if lows.iter().any(TypedExpr::is_error) || lows.is_empty() {
            self.names.constants.insert(function, Value::Error);
        } else if let [TypedExpr { kind: TypedExprKind::Constant(value), .. }] = lows.as_slice() {
            self.names.constants.insert(function, value.clone());
        }
        let body: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
        self.rules.functions[function.index()].body = body;
        self.names.instances.insert(key, instance);
        instance
    }

    /// Infers the result type of a recursive expression from its non-recursive branches, by a speculative lowering.
    fn infer_recursive_result(
        &mut self,
        named: &NamedExpr,
        params: &[VarId],
        key: &(usize, Vec<Type>),
    ) -> Option<Type> {
        // Within a speculative lowering one level suffices: its results are discarded.
        if self.speculation_depth > 0 || !self.names.recursive_functions.contains(&key.0) {
            return None;
        }
        let functions = self.rules.functions.len();
        self.speculation_depth += 1;
        let lows = self.body_of(named, params, &key.1);
        self.speculation_depth -= 1;
        // Instances created speculatively may have wrong types.
        self.names.instances.retain(|_, instance| instance.function.index() < functions);
        self.names.constants.retain(|function, _| function.index() < functions);
        self.rules.functions.truncate(functions);
        lows.last().map(|low| low.ty).filter(|ty| *ty != Type::ANY)
    }

    fn body_of(&mut self, named: &NamedExpr, params: &[VarId], types: &[Type]) -> Vec<TypedExpr> {
        let outer = std::mem::take(&mut self.scope);
        let missed = std::mem::take(&mut self.suppressed);
        let (choice, states_of) = (self.choice.take(), std::mem::take(&mut self.rule_element_types));
        for ((param, var), ty) in named.params.iter().zip(params).zip(types) {
            self.bind(&param.text, param.span, Local::Var(*var, *ty));
        }
        let lows = self.each_line(&named.lines, BlockKind::Body);
        (self.scope, self.choice, self.rule_element_types, self.suppressed) = (outer, choice, states_of, missed);
        lows
    }
}

/// Note on a call site, attached to a type error in the body.
fn call_site_note(types: &[Type]) -> String {
    if types.is_empty() {
        return "called here".to_owned();
    }
    let types: Vec<String> = types.iter().map(Type::to_string).collect();
    format!("called here with {}", types.join(" and "))
}
