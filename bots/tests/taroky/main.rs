//! Integration tests of rule files of Taroky and of their Prolog.

#[path = "../../../lang/tests/files/annotated.rs"]
mod annotated;
mod deals;
mod decisions;
mod diagnostics;
mod prolog;
mod properties;
mod shipped;
mod tutorial;
