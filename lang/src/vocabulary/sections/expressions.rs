//! `[EXPRESSIONS]`: named expressions and named action sequences.
//! The section has no keys of its own; every key declares a new name.

use super::{EntryStart, Section, ValueSyntax};

pub(super) const EXPRESSIONS: Section = Section {
    name: "EXPRESSIONS",
    aliases: &[],
    entry_start: EntryStart::EveryKey(ValueSyntax::Body),
    doc: "Named expressions, for anything that is used more than once: `Mine($L) = OWNER(CONTENT($L)) == PLAYER`. \
          Several lines are conditions that must all hold, or actions executed in order; a line `$V = value` names a \
          value for the lines after it. Expressions may be recursive, up to a depth of 256 calls.",
    keys: &[],
};
