//! Random words, and random selection of a set bit: without branches, tables or variable shifts, so that the compiler can vectorize
//! over several words.

/// Lowest bit of each byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Random number generator xorshift (Marsaglia, "Xorshift RNGs", 2003).
#[derive(Clone, Copy)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Decorrelates similar seeds (the last step of SplitMix64); the state 0 would stay 0.
        let word = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(word ^ word >> 31 | 1)
    }

    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A number below `bound`, from the upper half of a random word.
#[inline(always)]
pub fn below(bound: u64, random: u64) -> u64 {
    ((random >> 32) * bound) >> 32
}

/// All bits set, or none.
#[inline(always)]
pub fn mask(condition: bool) -> u64 {
    0_u64.wrapping_sub(u64::from(condition))
}

/// Population count.
#[inline(always)]
pub fn count(word: u64) -> u64 {
    u64::from(word.count_ones())
}

/// A random set bit of a word; 0 if there is none.
#[inline(always)]
pub fn any_bit(word: u64, random: u64) -> u64 {
    nth_bit(word, below(count(word), random))
}

/// The set bit of a word with the given rank.
#[inline(always)]
pub fn nth_bit(word: u64, rank: u64) -> u64 {
    // First the byte that contains it, then the bit in that byte, with its bits spread to bytes.
    let upto = bits_upto(word);
    let byte = first_beyond::<8>(BYTES, upto, rank);
    let within = byte.wrapping_mul(255);
    let rank = rank.wrapping_sub((upto << 8 & within).wrapping_mul(BYTES) >> 56);
    let bits = (word & within).wrapping_mul(BYTES) >> 56;
    let spread = (((bits * BYTES) & 0x8040_2010_0804_0201) + 0x7f * BYTES) >> 7 & BYTES;
    let place = first_beyond::<8>(BYTES, spread.wrapping_mul(BYTES), rank);
    // Moves bit 8 i of the place to bit i of the highest byte.
    (place.wrapping_mul(0x0102_0408_1020_4080) >> 56).wrapping_mul(byte)
}

/// Prefix population counts: in each byte, the number of set bits of the word up to its end.
#[inline(always)]
fn bits_upto(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(BYTES)
}

/// Lowest bit of the first field whose number is greater than `rank`; the numbers must be non-decreasing. `fields` has the lowest bit of
/// each field of `WIDTH` bits; the highest bit of each number must be 0.
#[inline(always)]
pub fn first_beyond<const WIDTH: u32>(fields: u64, numbers: u64, rank: u64) -> u64 {
    let high = fields << (WIDTH - 1);
    let before = (((rank.wrapping_mul(fields) | high) - numbers) & high) >> (WIDTH - 1);
    (before << WIDTH | 1) & !before
}
