//! End-to-end tests of the window: widgets are found by their labels and clicked. No screen is needed.

mod board_place;
mod cards;
mod common;
mod editing;
mod editor;
mod files;
mod games_of_files;
mod growing;
mod hand_over;
mod holdem;
mod home;
mod left_work;
mod mistakes;
mod new_game;
mod pictures;
mod play;
mod records;
mod rules;
mod shell;
mod sizes;
mod study;
mod table;
mod tarok;
mod tournaments;
