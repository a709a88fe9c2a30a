//! Reference implementations of shipped games in plain Rust, each compared with its game file. They implement the rules
//! without the engine; the comparison is in the library.

mod alquerque;
mod amazons;
mod brandub;
mod breakthrough;
mod connect_four;
mod dots_and_boxes;
mod draughts;
mod frogs;
mod gomoku;
mod grid;
mod halma;
mod hex;
mod history;
mod lines_of_play;
mod mastermind;
mod mill;
mod nim;
mod peg_solitaire;
mod puzzle15;
mod puzzle8;
mod reversi;
mod river_crossing;
mod sliding;
mod sokoban;
mod tic_tac_toe;
