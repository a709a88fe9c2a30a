//! Tests of the editor analysis with small files, intact and broken, and with arbitrary texts.
//! The language server protocol is tested with the command line program.

mod any;
mod changes;
mod questions;

use super::*;
use crate::{AllPictures, NoFiles};

pub(super) const MILL: &str = "[GAME]
edition = 2026
title = Small mill

[OPTIONS]
name = size
values = 3..5
default = 3

[PLAYERS]
1 = White #ffffff
2 = Black #000000

[TEXTS]
name = start
rows =
  . m .
  m . .
  . . .

[ELEMENT TYPES]
name = man
states = plain, crowned
draw = disc(owner)          // one for all states

[LOCATION TYPES]
name = square
shape = rectangle(80, 80)

[LOCATIONS]
name = s($X: 1..size, $Y: 1..size)
type = square
point = 100*$X, 100*$Y

[ELEMENTS]
name = man($X: 1..3, $Y: 1..3)
where = AT(start, $X, $Y) == \"m\"
type = man
player = IF($X == 1, 1, 2)
location = s($X,$Y)

[DIRECTIONS]
name = dir($A: -1..1, $B: -1..1)
where = $A != 0 OR $B != 0
from = s($X,$Y)
to = s($X+$A,$Y+$B)

[VARIABLES]
name = quiet
initial = 0

[EXPRESSIONS]
All = dir(-1..1,-1..1)
Mine($L) = OWNER(CONTENT($L)) == PLAYER
Near($L) = COUNT($K, NEIGHBOURS(All,$L), Mine($K)) + COUNT($K, RAY(dir(1,0),$L), FULL($K))

[RULES]
name = default
element = man
from = s($X,$Y)

// where most moves come from
name = step
for = $D: All
to = NEXT($D,FROM)
condition = Near(TO) >= 0   // always
  $Y > 0
followup = quiet = quiet + 1
  IF(STATE(MOVED) == plain, SETSTATE(MOVED, crowned))

name = wait
element = none
priority = -1

[END OF GAME]
situation = quiet > 20
winner = 0
";

pub(super) fn analysis(text: &str) -> Analysis {
    Analysis::new(&Source::new("mill.game", text.as_bytes()), &NoFiles, &AllPictures)
}

/// Byte offset of a part of the text.
#[track_caller]
pub(super) fn at(text: &str, part: &str) -> usize {
    text.find(part).unwrap_or_else(|| panic!("{part:?} is not in the text"))
}

#[test]
fn the_sample_is_sound() {
    assert_eq!(analysis(MILL).diagnostics(), []);
}

#[test]
fn names_are_known_without_rules() {
    let text = "[GAME]\nedition = 2026\nbase = other.game\n[LOCATION TYPES]\nname = square\n[LOCATIONS]\nname = s\ntype = square\n";
    let source = Source::new("a.game", text.as_bytes());
    let analysis = Analysis::without_rules(&source, &NoFiles);
    assert!(analysis.diagnostics().is_empty() && analysis.loaded().rules.is_none());
    let at = text.rfind("square").unwrap();
    assert_eq!(analysis.definition(at).len(), 1);
    assert!(analysis.hover(at).is_some() && analysis.rename(at, "field").is_ok());
}
