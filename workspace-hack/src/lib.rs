//! Unified features of third-party crates. The crate is empty: its manifest, as a dependency of all tests, makes cargo select
//! the same features for the tests of one crate as for those of the workspace, so that nothing is compiled twice.
