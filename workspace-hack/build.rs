//! Without a build script, cargo ignores the build dependencies, whose features are unified too.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
