//! Programs that some tests start, installed from Debian's packages where that is possible without asking anybody. A test whose
//! program is missing says so and is left out.

use std::path::Path;
use std::process::{Command, Stdio};

/// Each program with the package that has it.
const PROGRAMS: [(&str, &str); 1] = [("nats-server", "nats-server")];

/// Where Debian puts programs that not everybody looks for.
const PLACE: &str = "/usr/sbin";

/// Installs what is missing, as far as that can be done.
pub fn install() {
    for (program, package) in PROGRAMS {
        if is_there(program) {
            continue;
        }
        eprintln!("{program} is not installed, it will be");
        // Lists of packages may be missing, or too old.
        let done = apt(&["install", package]) || apt(&["update"]) && apt(&["install", package]);
        if !done {
            eprintln!("{package} cannot be installed from here; the tests that need it are left out");
        }
    }
}

fn is_there(program: &str) -> bool {
    let mut probe = Command::new(program);
    probe.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok() || Path::new(PLACE).join(program).exists()
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
