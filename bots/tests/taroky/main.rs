//! Integration tests of the Prolog of rule files.

mod prolog;
