//! Integration tests: loading, diagnostics, conversion and editing of game files.

mod advice;
mod annotated;
mod anything;
mod anything2026;
mod bad;
mod board;
mod conversions;
mod converted;
mod editor;
mod examples;
mod moves2026;
mod reference;
mod rendering;
mod rules;
mod rules2026;
