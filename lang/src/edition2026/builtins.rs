//! Which words are the language's own, as messages and names of files need it; all come from the registry.
//! What each does is where expressions are lowered.

use crate::keys::{self, Builtin, Kind};

/// Whether a word is the language's own.
pub(crate) fn is_builtin(word: &str) -> bool {
    keys::is_taken(word)
}

fn all() -> impl Iterator<Item = &'static Builtin> {
    keys::CHAPTERS.iter().flat_map(|chapter| chapter.builtins)
}

/// The built-ins with brackets.
pub(crate) fn builtin_names() -> impl Iterator<Item = &'static str> {
    let with_brackets = |kind| matches!(kind, Kind::Function | Kind::Loop | Kind::Action);
    all().filter(move |builtin| with_brackets(builtin.kind)).map(|builtin| builtin.name)
}

/// The words that stand for a value by themselves.
pub(crate) fn value_words() -> impl Iterator<Item = &'static str> {
    let is_value = |kind| matches!(kind, Kind::Variable | Kind::Word);
    all().filter(move |builtin| is_value(builtin.kind)).map(|builtin| builtin.name)
}

/// How a built-in is written.
pub(crate) fn signature_of(word: &str) -> Option<&'static str> {
    let signature = keys::builtin(word)?.signature;
    Some(signature.split(" ->").next().unwrap_or(signature))
}
