//! `[EXPRESSIONS]`: names for expressions and lines of actions.
//! It has no keys of its own, every key is a new name.

use super::{Form, Opens, Section};

pub(super) const EXPRESSIONS: Section = Section {
    name: "EXPRESSIONS",
    also: &[],
    opens: Opens::Every(Form::Body),
    doc: "Names for what is needed more than once: `Mine($L) = OWNER(CONTENT($L)) == PLAYER`. Several lines are conditions \
          that all must hold, or actions done in order; a line `$V = value` gives a name to a value for the lines after it. \
          An expression may call itself, 256 deep at most.",
    keys: &[],
};
