//! Shipped games told a second time in plain Rust, each compared with its game file. The tellings know the rules and
//! nothing of the engine; comparing is in the library.

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
mod lines;
mod mastermind;
mod mill;
mod nim;
mod past;
mod peg_solitaire;
mod puzzle15;
mod puzzle8;
mod reversi;
mod river_crossing;
mod sliding;
mod sokoban;
mod tic_tac_toe;
