//! Checkpoints of a training: a header as a line of JSON and the tables of regrets and weights, so that an interrupted training
//! goes on where it was.

use serde::{Deserialize, Serialize};

use super::betting_tree::BettingAbstraction;
use super::training::Training;

/// First word of a checkpoint, with the version of the format.
const MAGIC: &str = "boardwright-training-1";

/// Settings of a training. Two trainings with equal settings do the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingSettings {
    /// Stacks and sizes of bets.
    pub betting: BettingAbstraction,
    /// Largest numbers of buckets on flop, turn and river.
    pub buckets: [u8; 3],
    /// Planned number of iterations.
    pub iterations: u64,
    /// Seed.
    pub seed: u64,
}

#[derive(Serialize, Deserialize)]
struct Header {
    settings: TrainingSettings,
    iterations: u64,
    checksum: u32,
}

/// Writes the state of a training as the bytes of a checkpoint.
pub fn write(settings: &TrainingSettings, training: &Training<'_>) -> Vec<u8> {
    let numbers = training.tables().into_iter().flatten().flat_map(|number| number.to_le_bytes());
    let tables: Vec<u8> = numbers.collect();
    let iterations = training.iterations();
    let header = Header { settings: settings.clone(), iterations, checksum: crc32fast::hash(&tables) };
    let header = serde_json::to_string(&header).expect("a header is plain data");
    [format!("{MAGIC} {header}\n").as_bytes(), &tables].concat()
}

/// Lets a training go on from a checkpoint.
///
/// # Errors
/// The reason if the bytes are no checkpoint of a training with these settings.
pub fn resume(settings: &TrainingSettings, training: &mut Training<'_>, bytes: &[u8]) -> Result<(), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = std::str::from_utf8(&bytes[..end]).unwrap_or_default();
    let header = line.strip_prefix(MAGIC).ok_or("it is no checkpoint of a training")?;
    let header: Header = serde_json::from_str(header).map_err(|error| format!("its header cannot be read: {error}"))?;
    if header.settings != *settings {
        return Err("it belongs to a training with other settings".to_owned());
    }
    let tables = bytes.get(end + 1..).unwrap_or_default();
    if crc32fast::hash(tables) != header.checksum {
        return Err("it is damaged: the checksum differs".to_owned());
    }
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let numbers: Vec<f32> = tables.chunks_exact(size_of::<f32>()).map(number).collect();
    let (regrets, weights) = numbers.split_at(numbers.len() / 2);
    training.resume(header.iterations, [regrets.to_vec(), weights.to_vec()])
}
