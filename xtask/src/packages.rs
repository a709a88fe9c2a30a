//! Installs external programs for some tests and the libraries for cameras from Debian packages, if that works without
//! asking. Features whose packages are missing are skipped with a message.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Requirements of some tests: how to detect each, and the Debian package that provides it.
const TEST_REQUIREMENTS: [(Requirement, &str); 4] = [
    (Requirement::Program("nats-server"), "nats-server"),
    // Software rendering, so that window pictures are painted without a screen or a graphics card.
    (Requirement::File("/usr/share/vulkan/icd.d/lvp_icd"), "mesa-vulkan-drivers"),
    // A virtual screen for the window, and a program that moves the pointer there.
    (Requirement::Program("Xvfb"), "xvfb"),
    (Requirement::Program("xdotool"), "xdotool"),
];

/// Requirements of cameras: the `OpenCV` headers, and clang to parse them.
const CAMERA_REQUIREMENTS: [Requirement; 2] =
    [Requirement::File("/usr/include/opencv4/opencv2/aruco.hpp"), Requirement::Program("clang")];
const CAMERA_PACKAGES: [&str; 3] = ["libopencv-dev", "clang", "libclang-dev"];

/// Version header of `OpenCV`, and the supported versions: those with the marker detection interface that the program uses.
const OPENCV_VERSION_HEADER: &str = "/usr/include/opencv4/opencv2/core/version.hpp";
const SUPPORTED_OPENCV: [&str; 7] = ["4.0", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6"];

/// Evidence that something is installed.
#[derive(Clone, Copy)]
enum Requirement {
    /// A program that can be started.
    Program(&'static str),
    /// A file whose name starts with this path.
    File(&'static str),
}

/// Folder of Debian programs that may be missing in PATH.
const SYSTEM_PROGRAMS: &str = "/usr/sbin";

/// Installs the missing requirements of the tests, as far as possible.
pub fn prepare_for_tests() {
    for (requirement, package) in TEST_REQUIREMENTS {
        if !requirement.is_installed() && !install(&[package]) {
            eprintln!("{package} cannot be installed from here; the tests that need it are skipped");
        }
    }
}

/// Returns `true` if cameras can be built; installs what is missing, as far as possible.
pub fn prepare_for_cameras() -> bool {
    let ready = || CAMERA_REQUIREMENTS.iter().all(|requirement| requirement.is_installed());
    let is_complete = ready() || install(&CAMERA_PACKAGES) && ready();
    if !is_complete {
        eprintln!(
            "{} cannot be installed here (apt-get or the right to use it is missing); camera support is left out",
            CAMERA_PACKAGES.join(" ")
        );
        return false;
    }
    let version = version(&fs::read_to_string(OPENCV_VERSION_HEADER).unwrap_or_default());
    let is_supported = SUPPORTED_OPENCV.contains(&version.as_str());
    if !is_supported {
        eprintln!(
            "OpenCV {version} is installed, but cameras need version {} to {}; camera support is left out",
            SUPPORTED_OPENCV[0], SUPPORTED_OPENCV[6]
        );
    }
    is_supported
}

/// Installs POV-Ray, if that is possible.
pub fn prepare_for_rendering() {
    if !Requirement::Program("povray").is_installed() && !install(&["povray"]) {
        eprintln!("povray cannot be installed from here; without it nothing is rendered");
    }
}

/// Version in an `OpenCV` header, such as 4.6.
fn version(header: &str) -> String {
    let number = |name: &str| {
        let line = header.lines().find_map(|line| line.strip_prefix("#define CV_VERSION_")?.strip_prefix(name));
        line.map_or("?", str::trim)
    };
    format!("{}.{}", number("MAJOR"), number("MINOR"))
}

/// Installs packages; returns `true` on success.
fn install(packages: &[&str]) -> bool {
    eprintln!("installing {}, which takes about half a minute", packages.join(" "));
    let install = || apt(&[&["install"], packages].concat());
    // The package lists may be missing or outdated.
    install() || apt(&["update"]) && install()
}

impl Requirement {
    fn is_installed(self) -> bool {
        match self {
            Self::Program(name) => {
                let mut probe = Command::new(name);
                probe.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                probe.status().is_ok() || Path::new(SYSTEM_PROGRAMS).join(name).exists()
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

/// Runs apt-get, with sudo if that works without a password.
fn apt(arguments: &[&str]) -> bool {
    let calls: [&[&str]; 2] = [&["apt-get"], &["sudo", "-n", "apt-get"]];
    calls.iter().any(|call| {
        let mut command = Command::new(call[0]);
        command.args(&call[1..]).args(["--yes", "--quiet", "--no-install-recommends"]).args(arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        // The caller reports a failure in one line.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn the_opencv_version_is_read_from_the_header() {
        let header =
            "// ...\n#define CV_VERSION_MAJOR    4\n#define CV_VERSION_MINOR    6\n#define CV_VERSION_REVISION 0\n";
        assert_eq!(version(header), "4.6");
        assert_eq!(version(""), "?.?");
    }
}
