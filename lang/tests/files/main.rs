//! What is read from game files, and what is told of their mistakes.

mod advice;
mod anything;
mod anything2026;
mod bad;
mod board;
mod conversions;
mod converted;
mod examples;
mod reference;
mod rendering;
mod rules;
mod rules2026;
