//! Integration tests: matches between scripted, computer and external players, and tournaments of them.

mod common;
mod computers;
mod matches;
mod scores;
mod series;
mod tournaments;

// Linked for the players that it compiles: generic code of a dependency is not compiled again.
use boardwright_library as _;
