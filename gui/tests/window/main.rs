//! End-to-end tests of the window: widgets are found by their labels and clicked. No screen is needed.

mod board_place;
mod cards;
mod common;
mod editor;
mod files;
mod games;
mod growing;
mod hand_over;
mod holdem;
mod mistakes;
mod pictures;
mod play;
mod records;
mod rules;
mod study;
mod table;
mod tarok;
mod tournaments;
