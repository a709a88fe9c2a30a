//! What is said aloud beside a table: sentences, spoken one after another by a speech program of the system.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// Programs that speak what they are given as their last argument, the best first, and what they are given before it.
const PROGRAMS: [(&str, &[&str]); 4] = [("spd-say", &["--wait"]), ("espeak-ng", &[]), ("espeak", &[]), ("say", &[])];

/// A program that takes longer for a sentence is ended.
const LONGEST: Duration = Duration::from_secs(20);

/// Speaks.
pub struct Voice {
    sentences: Option<Sender<String>>,
    speaker: Option<JoinHandle<()>>,
}

impl Voice {
    /// The voice of a program, or of the first one that the system has.
    pub fn of(program: Option<&Path>) -> Result<Self, Failure> {
        let (program, before): (PathBuf, &'static [&'static str]) = match program {
            Some(named) => {
                let missing = || Failure::Input(format!("there is no speech program {}", named.display()));
                let known = PROGRAMS.iter().find(|(name, _)| named.ends_with(name));
                (found(named).ok_or_else(missing)?, known.map_or(&[], |(_, before)| before))
            }
            None => {
                let all = PROGRAMS.iter().find_map(|(name, before)| Some((found(Path::new(name))?, *before)));
                all.ok_or_else(|| {
                    let names = PROGRAMS.map(|(name, _)| name).join(", ");
                    Failure::Input(format!(
                        "no speech program is found (of {names}): install one, or name another: --speak=PROGRAM"
                    ))
                })?
            }
        };
        let (sentences, received) = channel();
        let speaker = std::thread::spawn(move || speak(&program, before, &received));
        Ok(Self { sentences: Some(sentences), speaker: Some(speaker) })
    }

    /// Says something after what is being said.
    pub fn say(&self, sentence: &str) {
        if let Some(sentences) = &self.sentences {
            // Whoever speaks goes on as long as this is there.
            let _ = sentences.send(sentence.to_owned());
        }
    }
}

impl Drop for Voice {
    /// Waits until the last sentence has been spoken.
    fn drop(&mut self) {
        self.sentences = None;
        if let Some(speaker) = self.speaker.take() {
            // A speaker that panicked speaks no more; the game was played all the same.
            let _ = speaker.join();
        }
    }
}

/// Where a program is: as it is named, or in a folder of PATH.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Speaks sentence after sentence. A game does not end because one cannot be spoken.
fn speak(program: &Path, before: &[&str], sentences: &Receiver<String>) {
    for sentence in sentences {
        let mut command = Command::new(program);
        command.args(before).arg(sentence).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut spoken) = command.spawn() else { continue };
        let until = Instant::now() + LONGEST;
        while matches!(spoken.try_wait(), Ok(None)) {
            if Instant::now() > until {
                let _ = spoken.kill().and_then(|()| spoken.wait());
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
