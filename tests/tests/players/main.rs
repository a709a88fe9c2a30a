//! Players and solvers on whole games.

mod all;
mod four;
mod levels;
mod mcts;
mod solve;
mod strong;
