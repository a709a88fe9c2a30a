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

// Linked for the players that it compiles: generic code of a dependency is not compiled again.
use boardwright_library as _;
