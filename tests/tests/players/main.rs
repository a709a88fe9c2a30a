//! Players and solvers on whole games.

mod connect_four_solver;
mod dice;
mod equilibrium;
mod every_player;
mod expectimax;
mod honest;
mod levels;
mod mcts;
mod points;
mod solve;
mod strong;
