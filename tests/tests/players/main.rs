//! Players and solvers on whole games.

mod all;
mod mcts;
mod solve;
mod strong;
