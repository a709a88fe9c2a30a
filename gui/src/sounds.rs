//! Sounds of a game: short tones that are computed here and played by a program of the system, so that no sound library has to
//! be installed.

use std::f32::consts::TAU;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A move.
    Move,
    /// A move that takes a piece.
    Capture,
    /// The end of a game.
    End,
}

/// Samples per second.
const RATE: u32 = 22_050;

/// A tone that fades out.
struct Tone {
    /// Time of its beginning, in seconds.
    begin: f32,
    /// Frequency, in Hz.
    pitch: f32,
    /// Time in which it falls to a third, in seconds.
    decay: f32,
    /// Amplitude at its beginning, from 0 to 1.
    volume: f32,
}

const fn tone(begin: f32, pitch: f32, decay: f32, volume: f32) -> Tone {
    Tone { begin, pitch, decay, volume }
}

/// Wood on wood.
const KNOCK: [Tone; 2] = [tone(0.0, 240.0, 0.018, 0.5), tone(0.0, 610.0, 0.008, 0.3)];
/// The same twice.
const TWO_KNOCKS: [Tone; 4] = [
    tone(0.0, 300.0, 0.014, 0.45),
    tone(0.0, 760.0, 0.007, 0.3),
    tone(0.075, 210.0, 0.022, 0.5),
    tone(0.075, 540.0, 0.010, 0.3),
];
/// A chord, note by note.
const CHORD: [Tone; 3] = [tone(0.0, 392.0, 0.20, 0.25), tone(0.12, 494.0, 0.20, 0.25), tone(0.24, 587.3, 0.30, 0.25)];

impl Sound {
    const ALL: [Self; 3] = [Self::Move, Self::Capture, Self::End];

    fn file_name(self) -> &'static str {
        match self {
            Self::Move => "move.wav",
            Self::Capture => "capture.wav",
            Self::End => "end.wav",
        }
    }

    fn tones(self) -> &'static [Tone] {
        match self {
            Self::Move => &KNOCK,
            Self::Capture => &TWO_KNOCKS,
            Self::End => &CHORD,
        }
    }

    /// Samples from -1 to 1.
    fn samples(self) -> Vec<f32> {
        let tones = self.tones();
        // After five times the decay, less than one part in 100 is left.
        let length = tones.iter().map(|tone| tone.begin + 5.0 * tone.decay).fold(0.0, f32::max);
        let value = |sample: u32| {
            let time = sample as f32 / RATE as f32;
            let sounding = tones.iter().filter(|tone| tone.begin <= time);
            let value = |tone: &Tone| {
                let time = time - tone.begin;
                tone.volume * (-time / tone.decay).exp() * (TAU * tone.pitch * time).sin()
            };
            sounding.map(value).sum::<f32>().clamp(-1.0, 1.0)
        };
        (0..(length * RATE as f32) as u32).map(value).collect()
    }

    /// The sound as a file: RIFF WAVE, one channel of 16 bits.
    fn wave_file(self) -> Vec<u8> {
        let samples = self.samples();
        let length = 2 * samples.len() as u32;
        let mut file = Vec::with_capacity(44 + length as usize);
        file.extend(b"RIFF");
        file.extend((36 + length).to_le_bytes());
        file.extend(b"WAVEfmt ");
        file.extend(16_u32.to_le_bytes());
        // PCM, one channel.
        file.extend(1_u16.to_le_bytes());
        file.extend(1_u16.to_le_bytes());
        file.extend(RATE.to_le_bytes());
        file.extend((2 * RATE).to_le_bytes());
        // Bytes and bits of a sample.
        file.extend(2_u16.to_le_bytes());
        file.extend(16_u16.to_le_bytes());
        file.extend(b"data");
        file.extend(length.to_le_bytes());
        file.extend(samples.iter().flat_map(|value| ((value * 32_767.0) as i16).to_le_bytes()));
        file
    }
}

/// Programs that play a file, with their arguments before its name. The first one that is installed is used.
#[cfg(target_os = "macos")]
const PROGRAMS: &[(&str, &[&str])] = &[("afplay", &[])];
/// Programs that play a file, with their arguments before its name. The first one that is installed is used.
#[cfg(not(target_os = "macos"))]
const PROGRAMS: &[(&str, &[&str])] = &[
    ("pw-play", &[]),
    ("paplay", &[]),
    ("aplay", &["-q"]),
    ("ffplay", &["-nodisp", "-autoexit", "-loglevel", "quiet"]),
];

/// Plays sounds in a thread of its own, one after the other. Without a program that plays sounds it is silent.
#[derive(Debug)]
pub struct Sounds {
    wanted: Sender<Sound>,
}

impl Default for Sounds {
    fn default() -> Self {
        Self::with_programs(PROGRAMS)
    }
}

impl Sounds {
    fn with_programs(programs: &'static [(&'static str, &'static [&'static str])]) -> Self {
        let (wanted, received) = channel();
        // If the thread cannot be started, or the files cannot be written, the game goes on in silence.
        let play = move || drop(play_all(&received, programs));
        drop(std::thread::Builder::new().name("sounds".to_owned()).spawn(play));
        Self { wanted }
    }

    /// Plays a sound soon.
    pub fn play(&self, sound: Sound) {
        let _ = self.wanted.send(sound);
    }
}

fn play_all(received: &Receiver<Sound>, programs: &[(&str, &[&str])]) -> io::Result<()> {
    let mut folder = None;
    while let Ok(sound) = received.recv() {
        // Of sounds that have piled up meanwhile, only the last one still belongs to what is visible.
        let sound = received.try_iter().last().unwrap_or(sound);
        let folder = match &mut folder {
            Some(folder) => folder,
            empty => empty.insert(write_files()?),
        };
        let file = folder.path().join(sound.file_name());
        if !programs.iter().any(|(program, arguments)| play_file(program, arguments, &file)) {
            return Err(io::ErrorKind::NotFound.into());
        }
    }
    Ok(())
}

/// Writes the files of all sounds to a folder that is removed at the end.
fn write_files() -> io::Result<tempfile::TempDir> {
    let folder = tempfile::Builder::new().prefix("boardwright-sounds").tempdir()?;
    for sound in Sound::ALL {
        let path: PathBuf = folder.path().join(sound.file_name());
        fs::write(path, sound.wave_file())?;
    }
    Ok(folder)
}

/// Plays a file with a program, and waits for its end; returns `false` if the program is not installed.
fn play_file(program: &str, arguments: &[&str], file: &Path) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_audible_and_end_softly() {
        for sound in Sound::ALL {
            let samples = sound.samples();
            let loudest = samples.iter().fold(0.0, |most: f32, value| most.max(value.abs()));
            assert!((0.15..0.95).contains(&loudest), "{sound:?}: {loudest}");
            let end = &samples[samples.len() - 20..];
            assert!(end.iter().all(|value| value.abs() < 0.02), "{sound:?} ends with a click");
            assert!(samples.len() < 2 * RATE as usize, "{sound:?} is short");
        }
    }

    #[test]
    fn files_have_a_complete_header() {
        let file = Sound::Move.wave_file();
        let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
        assert_eq!((&file[..4], &file[8..16]), (b"RIFF".as_slice(), b"WAVEfmt ".as_slice()));
        assert_eq!((number(4), number(24), number(40)), (file.len() - 8, RATE as usize, file.len() - 44));
    }

    #[cfg(unix)]
    #[test]
    fn the_first_installed_program_plays_the_file() {
        let file = Path::new("/dev/null");
        assert!(!play_file("no-such-program-of-boardwright", &[], file));
        assert!(play_file("true", &[], file));
    }

    #[test]
    fn without_a_program_it_is_silent() {
        let (wanted, received) = channel();
        wanted.send(Sound::End).expect("the receiver is there");
        drop(wanted);
        let ended = play_all(&received, &[("no-such-program-of-boardwright", &[])]);
        assert_eq!(ended.expect_err("there is none").kind(), io::ErrorKind::NotFound);
    }
}
