//! Programs that some tests start, installed from Debian's packages where that is possible without asking anybody. A test whose
//! program is missing says so and is left out.

use std::path::Path;
use std::process::{Command, Stdio};

/// What some tests need: how it is known to be there, and the package that has it.
const NEEDED: [(Sign, &str); 2] = [
    (Sign::Program("nats-server"), "nats-server"),
    // Pictures of the window are painted without a screen or a graphics card.
    (Sign::File("/usr/share/vulkan/icd.d/lvp_icd"), "mesa-vulkan-drivers"),
];

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

/// Installs what is missing, as far as that can be done.
pub fn install() {
    for (sign, package) in NEEDED {
        if sign.is_there() {
            continue;
        }
        eprintln!("{package} is not installed, it will be");
        // Lists of packages may be missing, or too old.
        let done = apt(&["install", package]) || apt(&["update"]) && apt(&["install", package]);
        if !done {
            eprintln!("{package} cannot be installed from here; the tests that need it are left out");
        }
    }
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
