//! Reference implementations of shipped games in plain Rust, each compared with its game file. They implement the rules
//! without the engine; the comparison is in the library.

mod alquerque;
mod amazons;
mod backgammon;
mod brandub;
mod breakthrough;
mod chinese_checkers;
mod connect_four;
mod dots_and_boxes;
mod draughts;
mod frogs;
mod go;
mod gomoku;
mod grid;
mod halma;
mod hex;
mod history;
mod kalah;
mod lines_of_action;
mod lines_of_play;
mod mastermind;
mod mill;
mod nim;
mod peg_solitaire;
mod pentago;
mod puzzle15;
mod puzzle8;
mod quarto;
mod quoridor;
mod reversi;
mod river_crossing;
mod skipping;
mod sliding;
mod sokoban;
mod tic_tac_toe;
