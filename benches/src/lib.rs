//! Benchmarks of the engine on shipped games.
