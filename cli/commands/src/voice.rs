//! Speech output: sentences spoken one after the other by a speech program of the system.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// Supported speech programs in order of preference, with the arguments before the sentence.
const SPEECH_PROGRAMS: [(&str, &[&str]); 4] =
    [("spd-say", &["--wait"]), ("espeak-ng", &[]), ("espeak", &[]), ("say", &[])];

/// Time limit for a sentence; the speech program is then killed.
const SENTENCE_TIMEOUT: Duration = Duration::from_secs(20);

/// Speech output.
pub struct Voice {
    sentences: Option<Sender<String>>,
    speaker: Option<JoinHandle<()>>,
}

impl Voice {
    /// Starts speech output with the given program, or with the first one that is installed.
    pub fn of(program: Option<&Path>) -> Result<Self, Failure> {
        let (program, first_arguments): (PathBuf, &'static [&'static str]) = match program {
            Some(named) => {
                let missing = || Failure::Input(format!("there is no speech program {}", named.display()));
                let entry = SPEECH_PROGRAMS.iter().find(|(name, _)| named.ends_with(name));
                (find_program(named).ok_or_else(missing)?, entry.map_or(&[], |(_, first_arguments)| first_arguments))
            }
            None => {
                let all = SPEECH_PROGRAMS
                    .iter()
                    .find_map(|(name, first_arguments)| Some((find_program(Path::new(name))?, *first_arguments)));
                all.ok_or_else(|| {
                    let names = SPEECH_PROGRAMS.map(|(name, _)| name).join(", ");
                    Failure::Input(format!(
                        "no speech program is found (of {names}): install one, or name another: --speak=PROGRAM"
                    ))
                })?
            }
        };
        let (sentences, received) = channel();
        let speaker_thread = std::thread::spawn(move || speak(&program, first_arguments, &received));
        Ok(Self { sentences: Some(sentences), speaker: Some(speaker_thread) })
    }

    /// Queues a sentence.
    pub fn say(&self, sentence: &str) {
        if let Some(sentences) = &self.sentences {
            // The speaker thread lives as long as `self`.
            let _ = sentences.send(sentence.to_owned());
        }
    }
}

impl Drop for Voice {
    /// Waits until the last sentence has been spoken.
    fn drop(&mut self) {
        self.sentences = None;
        if let Some(speaker) = self.speaker.take() {
            // A panic of the speaker thread must not end the game.
            let _ = speaker.join();
        }
    }
}

/// Path of a program: as given, or in a folder of PATH.
fn find_program(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Speaks the sentences in order. A failure must not end the game.
fn speak(program: &Path, first_arguments: &[&str], sentences: &Receiver<String>) {
    for sentence in sentences {
        let mut command = Command::new(program);
        command.args(first_arguments).arg(sentence).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { continue };
        let until = Instant::now() + SENTENCE_TIMEOUT;
        while matches!(child.try_wait(), Ok(None)) {
            if Instant::now() > until {
                let _ = child.kill().and_then(|()| child.wait());
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
