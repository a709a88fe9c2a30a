//! The camera helper: a program beside the program, which alone loads `OpenCV`.

use std::fs;

use image::RgbImage;

use crate::common::run_command;

/// The helper of the program with cameras.
const HELPER: &str = env!("CARGO_BIN_EXE_boardwright_camera_helper");

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn only_the_helper_loads_opencv() {
    use crate::elf::{is_basic, needed_libraries};

    let (program, helper) = (needed_libraries(crate::PROGRAM), needed_libraries(HELPER));
    assert!(program.iter().all(|library| is_basic(library)), "{program:?}");
    assert!(helper.iter().any(|library| library.starts_with("libopencv_")), "{helper:?}");
}

#[test]
fn a_helper_that_does_not_work_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("table.png");
    RgbImage::from_pixel(64, 48, image::Rgb([120, 120, 120])).save(&picture).unwrap();
    // The program alone, and beside a program that is no helper.
    let program = folder.path().join("boardwright");
    fs::copy(crate::PROGRAM, &program).unwrap();
    let find = |expected: &str| {
        let mut command = assert_cmd::Command::new(&program);
        let ran = run_command(command.args(["camera", "calibrate", picture.to_str().unwrap(), "--corners", "9x6"]));
        assert!(ran.code == 1 && ran.err.contains("the camera helper") && ran.err.contains(expected), "{ran:?}");
    };
    find("it does not exist");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let helper = folder.path().join("boardwright_camera_helper");
        fs::write(&helper, "#!/bin/sh\necho boardwright camera helper 0.0.0\n").unwrap();
        fs::set_permissions(&helper, fs::Permissions::from_mode(0o755)).unwrap();
        find("another version of the program");
    }
}

#[test]
fn the_helper_says_what_it_is_for() {
    let ran = run_command(assert_cmd::Command::new(HELPER).arg("--help"));
    assert!(ran.code == 2 && ran.err.contains("when it needs a camera"), "{ran:?}");
}
