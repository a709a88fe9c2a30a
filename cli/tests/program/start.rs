//! The start of the program: what every command pays for, whatever it does.

use crate::elf::{is_basic, needed_libraries};

/// Windows, graphics and cameras are loaded when they are used: most commands use none of them.
#[test]
fn no_library_of_windows_or_cameras_is_loaded_at_the_start() {
    let needed = needed_libraries(crate::PROGRAM);
    assert!(!needed.is_empty() && needed.iter().all(|library| is_basic(library)), "{needed:?}");
}
