//! Game files: their rules in every form, against known truths and second tellings. One program, so that
//! linking is done once and the slow tests of one file run beside those of another.

mod alike;
mod arbitrary;
mod battery;
mod chance_and_cards;
mod expressions_2013;
mod known_truths;
mod limits;
mod lines;
mod machine_code;
mod manner_of_2013;
mod notations;
mod notations_bad;
mod playthrough;
mod second;
mod shipped;
mod symmetry;
