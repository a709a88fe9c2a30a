//! Game files: their rules in every form, against published perft counts and reference implementations. They are one test binary,
//! which links once and runs the slow tests of all files in parallel.

mod all_origins;
mod annotations;
mod arbitrary;
mod author_files;
mod author_style_2013;
mod battery;
mod beliefs;
mod carcassonne;
mod chance_and_cards;
mod chance_code;
mod chance_files;
mod deals;
mod dynamic_code;
mod equal_elements;
mod expressions_2013;
mod form_regressions;
mod hidden_files;
mod holdem;
mod invalid_notations;
mod limits;
mod machine_code;
mod move_sentences;
mod notation_files;
mod notations;
mod perft_counts;
mod pig_values;
mod playthrough;
mod reference_implementations;
mod repetition;
mod shipped;
mod shogi;
mod slow_game;
mod symmetry;
mod win_lines;
