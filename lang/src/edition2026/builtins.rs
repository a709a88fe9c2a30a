//! Queries on the registry of built-ins, for messages and for checking names of files.
//! Semantics of built-ins are implemented where expressions are lowered.

use crate::vocabulary::{self, Builtin, BuiltinKind};

/// `true` if the word is reserved by the language.
pub(crate) fn is_builtin(word: &str) -> bool {
    vocabulary::is_reserved(word)
}

fn all() -> impl Iterator<Item = &'static Builtin> {
    vocabulary::CHAPTERS.iter().flat_map(|chapter| chapter.builtins)
}

/// Names of the built-ins that take arguments.
pub(crate) fn builtin_names() -> impl Iterator<Item = &'static str> {
    let with_brackets = |kind| matches!(kind, BuiltinKind::Function | BuiltinKind::Loop | BuiltinKind::Action);
    all().filter(move |builtin| with_brackets(builtin.kind)).map(|builtin| builtin.name)
}

/// Words that are a value without arguments.
pub(crate) fn value_words() -> impl Iterator<Item = &'static str> {
    let is_value = |kind| matches!(kind, BuiltinKind::Variable | BuiltinKind::Word);
    all().filter(move |builtin| is_value(builtin.kind)).map(|builtin| builtin.name)
}

/// Signature of a built-in without its result type.
pub(crate) fn signature_of(word: &str) -> Option<&'static str> {
    let signature = vocabulary::builtin(word)?.signature;
    Some(signature.split(" ->").next().unwrap_or(signature))
}
