//! Files of blueprint strategies: a header with the abstraction as a line of JSON, then buckets and rounded probabilities,
//! compressed by DEFLATE, with a checksum.

use std::io::{Read as _, Write as _};

use boardwright_games::holdem::boards::PAIRS;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use super::betting_tree::{BettingAbstraction, BettingTree};
use super::card_buckets::{CardBuckets, HandBuckets as _, IndexedBuckets};
use super::policy::Policy;
use super::strength_distribution::{BINS, LEVELS};

/// First word of a file, with the version of the format.
const MAGIC: &str = "boardwright-blueprint-1";
/// Number of canonical flops.
const FLOPS: usize = 1755;
/// Largest size of the unpacked data of a file, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Header of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlueprintHeader {
    /// Stacks and sizes of bets.
    pub betting: BettingAbstraction,
    /// Number of iterations of the training.
    pub iterations: u64,
    /// Seed of the training.
    pub seed: u64,
    /// Numbers of buckets on flop, turn and river.
    buckets: [usize; 3],
    /// CRC-32 of the unpacked data.
    checksum: u32,
}

/// A strategy that is ready to play.
#[derive(Debug)]
pub struct Blueprint {
    /// The abstraction and its training.
    pub header: BlueprintHeader,
    /// Decisions.
    pub tree: BettingTree,
    /// Buckets.
    pub buckets: IndexedBuckets,
    /// Probabilities.
    pub policy: Policy,
}

/// Error of [`Blueprint::read`].
pub type BlueprintError = String;

/// Writes a strategy as the bytes of a file.
pub fn write(
    betting: &BettingAbstraction,
    (iterations, seed): (u64, u64),
    buckets: &CardBuckets,
    policy: &Policy,
) -> Vec<u8> {
    let data: Vec<u8> = [buckets.to_bytes(), policy.to_bytes()].concat();
    let header = BlueprintHeader {
        betting: betting.clone(),
        iterations,
        seed,
        buckets: buckets.counts,
        checksum: crc32fast::hash(&data),
    };
    let header = serde_json::to_string(&header).expect("a header is plain data");
    let mut packer = DeflateEncoder::new(format!("{MAGIC} {header}\n").into_bytes(), Compression::best());
    let packed = packer.write_all(&data).and_then(|()| packer.finish());
    packed.expect("writing to memory does not fail")
}

impl Blueprint {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The reason if the bytes are no file of this version or are damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, BlueprintError> {
        let no_file = || "it is no blueprint strategy; `boardwright holdem train` makes one".to_owned();
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(no_file)?;
        let line = std::str::from_utf8(&bytes[..end]).map_err(|_| no_file())?;
        let (magic, header) = line.split_once(' ').ok_or_else(no_file)?;
        if magic != MAGIC {
            return Err(no_file());
        }
        let header: BlueprintHeader =
            serde_json::from_str(header).map_err(|error| format!("its header cannot be read: {error}"))?;
        let mut data = Vec::new();
        let mut unpacked = DeflateDecoder::new(&bytes[end + 1..]).take(MAX_BYTES);
        unpacked.read_to_end(&mut data).map_err(|error| format!("it is damaged: {error}"))?;
        if crc32fast::hash(&data) != header.checksum {
            return Err("it is damaged: the checksum differs".to_owned());
        }
        let damaged = || "it is damaged: it is too short".to_owned();
        let (buckets, rest) = CardBuckets::from_bytes(header.buckets, &data).ok_or_else(damaged)?;
        let buckets = buckets.indexed();
        let tree = BettingTree::new(&header.betting, buckets.counts())?;
        if rest.len() != tree.numbers() {
            return Err(damaged());
        }
        let policy = Policy::from_bytes(&tree, rest);
        Ok(Self { header, tree, buckets, policy })
    }
}

impl CardBuckets {
    fn to_bytes(&self) -> Vec<u8> {
        let centroids = self.turn.iter().flatten().flat_map(|share| share.to_le_bytes());
        self.flop.iter().copied().chain(centroids).chain(self.river.iter().copied()).collect()
    }

    /// Reads the buckets from the beginning of `data`; returns the rest too. `None` if it is too short or inconsistent.
    fn from_bytes(counts: [usize; 3], data: &[u8]) -> Option<(Self, &[u8])> {
        let [flop_count, turn_count, river_count] = counts;
        if !counts.iter().all(|count| (1..=256).contains(count)) {
            return None;
        }
        let has_buckets = |count: usize| count > 1;
        let (flop, data) = data.split_at_checked(if has_buckets(flop_count) { FLOPS * PAIRS } else { 0 })?;
        let turns = if has_buckets(turn_count) { turn_count } else { 0 };
        let (centroids, data) = data.split_at_checked(turns * BINS * size_of::<f32>())?;
        let (river, data) = data.split_at_checked(if has_buckets(river_count) { LEVELS } else { 0 })?;
        let is_below = |table: &[u8], count: usize| table.iter().all(|&bucket| usize::from(bucket) < count);
        let mut shares = centroids
            .chunks_exact(size_of::<f32>())
            .map(|bytes| f32::from_le_bytes(bytes.try_into().expect("chunks have this length")));
        let turn = (0..turns).map(|_| std::array::from_fn(|_| shares.next().unwrap_or(0.0))).collect();
        let buckets = Self { flop: flop.to_vec(), turn, river: river.to_vec(), counts };
        (is_below(&buckets.flop, flop_count) && is_below(&buckets.river, river_count)).then_some((buckets, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> (BettingAbstraction, Vec<u8>) {
        let betting = BettingAbstraction { stack: 1000, small_blind: 50, big_blind: 100, sizes: Vec::new(), raises: 0 };
        let buckets = CardBuckets::preflop_only();
        let tree = BettingTree::new(&betting, buckets.clone().indexed().counts()).unwrap();
        let weights: Vec<f32> = (0..tree.numbers()).map(|number| (number % 7) as f32).collect();
        let bytes = write(&betting, (5, 9), &buckets, &Policy::from_weights(&tree, &weights));
        (betting, bytes)
    }

    #[test]
    fn a_strategy_survives_the_round_trip() {
        let (betting, bytes) = small();
        let blueprint = Blueprint::read(&bytes).unwrap();
        assert_eq!((&blueprint.header.betting, blueprint.header.iterations, blueprint.header.seed), (&betting, 5, 9));
        let again = write(&betting, (5, 9), &CardBuckets::preflop_only(), &blueprint.policy);
        assert_eq!(Blueprint::read(&again).unwrap().policy.to_bytes(), blueprint.policy.to_bytes());
        let first = &blueprint.tree.decisions()[0];
        let shares = blueprint.policy.probabilities(first, 1);
        // Weights 3, 4 and 5.
        assert!((shares[0] - 3.0 / 12.0).abs() < 0.01 && (shares[2] - 5.0 / 12.0).abs() < 0.01, "{shares:?}");
    }

    #[test]
    fn damaged_files_are_refused() {
        let (_, bytes) = small();
        let error = |bytes: &[u8]| Blueprint::read(bytes).unwrap_err();
        assert!(error(b"RIFF").starts_with("it is no blueprint strategy"));
        assert!(error(b"boardwright-blueprint-1 {}\n").starts_with("its header cannot be read"));
        assert!(error(&bytes[..bytes.len() - 10]).starts_with("it is damaged"));
        let mut changed = bytes.clone();
        let last = changed.len() - 20;
        changed[last] ^= 1;
        assert!(error(&changed).starts_with("it is damaged"));
    }
}
