//! Description of the environment of a run (program version, games, machine), written as comments at the head of the
//! configuration. No result depends on it.

use std::fmt::Write as _;

use super::journal::JournalHead;

/// Returns the comment lines.
pub fn environment_comment(head: &JournalHead) -> String {
    let mut text = format!("# as run by boardwright {}\n", head.identity.version);
    for (game, hash) in &head.identity.hashes {
        let hash = hash.as_ref().map_or_else(|| "no file".to_owned(), |hash| format!("SHA-256 {hash}"));
        let _ = writeln!(text, "# {game}: {hash}");
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor = processor_name().unwrap_or_else(|| "unknown processor".to_owned());
    let _ = writeln!(text, "# on {} {}, {cores} cores, {processor}\n", std::env::consts::OS, std::env::consts::ARCH);
    text
}

/// Name of the processor, if the system reports it.
fn processor_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.trim_start_matches([' ', '\t', ':']).trim().to_owned())
}
