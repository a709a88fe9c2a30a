//! What some tests start and what cameras are built with, installed from Debian's packages where that is possible without asking anybody.
//! What is missing then is left out, and said.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What some tests need: how it is known to be there, and the package that has it.
const FOR_TESTS: [(Sign, &str); 2] = [
    (Sign::Program("nats-server"), "nats-server"),
    // Pictures of the window are painted without a screen or a graphics card.
    (Sign::File("/usr/share/vulkan/icd.d/lvp_icd"), "mesa-vulkan-drivers"),
];

/// What cameras are built with: `OpenCV`, and what reads its headers.
const FOR_CAMERAS: [Sign; 2] = [Sign::File("/usr/include/opencv4/opencv2/aruco.hpp"), Sign::Program("clang")];
const CAMERA_PACKAGES: [&str; 3] = ["libopencv-dev", "clang", "libclang-dev"];

/// Where `OpenCV` says which one it is, and the versions in which markers are found as the program asks for it.
const VERSION: &str = "/usr/include/opencv4/opencv2/core/version.hpp";
const KNOWN: [&str; 7] = ["4.0", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6"];

/// How something is known to be there.
#[derive(Clone, Copy)]
enum Sign {
    /// A program that can be started.
    Program(&'static str),
    /// A file whose name begins so.
    File(&'static str),
}

/// Where Debian puts programs that not everybody looks for.
const PLACE: &str = "/usr/sbin";

/// Installs what tests need and is missing, as far as that can be done.
pub fn for_tests() {
    for (sign, package) in FOR_TESTS {
        if !sign.is_there() && !installed(&[package]) {
            eprintln!("{package} cannot be installed from here; the tests that need it are left out");
        }
    }
}

/// Whether cameras can be built; what is missing for it is installed, as far as that can be done.
pub fn for_cameras() -> bool {
    let ready = || FOR_CAMERAS.iter().all(|sign| sign.is_there());
    let done = ready() || installed(&CAMERA_PACKAGES) && ready();
    if !done {
        eprintln!("{} cannot be installed from here; cameras are left out", CAMERA_PACKAGES.join(" "));
        return false;
    }
    let version = version(&fs::read_to_string(VERSION).unwrap_or_default());
    let known = KNOWN.contains(&version.as_str());
    if !known {
        eprintln!(
            "this is OpenCV {version}, and cameras need one from {} to {}; they are left out",
            KNOWN[0], KNOWN[6]
        );
    }
    known
}

/// The version that a header of `OpenCV` tells, as in 4.6.
fn version(header: &str) -> String {
    let number = |name: &str| {
        let line = header.lines().find_map(|line| line.strip_prefix("#define CV_VERSION_")?.strip_prefix(name));
        line.map_or("?", str::trim)
    };
    format!("{}.{}", number("MAJOR"), number("MINOR"))
}

/// Installs packages; whether that was possible.
fn installed(packages: &[&str]) -> bool {
    eprintln!("{} will be installed", packages.join(" "));
    let install = || apt(&[&["install"], packages].concat());
    // Lists of packages may be missing, or too old.
    install() || apt(&["update"]) && install()
}

impl Sign {
    fn is_there(self) -> bool {
        match self {
            Self::Program(name) => {
                let mut probe = Command::new(name);
                probe.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                probe.status().is_ok() || Path::new(PLACE).join(name).exists()
            }
            Self::File(begins) => {
                let path = Path::new(begins);
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let files = path.parent().and_then(|folder| folder.read_dir().ok());
                files.into_iter().flatten().flatten().any(|file| file.file_name().to_string_lossy().starts_with(&*name))
            }
        }
    }
}

/// Calls apt-get, as the administrator if that is possible without a password.
fn apt(arguments: &[&str]) -> bool {
    let calls: [&[&str]; 2] = [&["apt-get"], &["sudo", "-n", "apt-get"]];
    calls.iter().any(|call| {
        let mut command = Command::new(call[0]);
        command.args(&call[1..]).args(["--yes", "--quiet", "--no-install-recommends"]).args(arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn opencv_tells_its_version() {
        let header =
            "// ...\n#define CV_VERSION_MAJOR    4\n#define CV_VERSION_MINOR    6\n#define CV_VERSION_REVISION 0\n";
        assert_eq!(version(header), "4.6");
        assert_eq!(version(""), "?.?");
    }
}
