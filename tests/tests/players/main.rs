//! Players and solvers on whole games.

mod all;
mod four;
mod mcts;
mod solve;
mod strong;
