//! Random words, and one of the bits of a word at random: without a branch, a table or a shift by an amount that is not
//! known, so that it can be done for several words at once.

/// The lowest bit of each byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// A generator of random words: xorshift (Marsaglia, "Xorshift RNGs", 2003).
#[derive(Clone, Copy)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Seeds that are alike are made unlike each other (the last step of SplitMix64); 0 would stay 0.
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

/// All bits or none.
#[inline(always)]
pub fn mask(condition: bool) -> u64 {
    0_u64.wrapping_sub(u64::from(condition))
}

/// How many bits are 1.
#[inline(always)]
pub fn count(word: u64) -> u64 {
    u64::from(word.count_ones())
}

/// One of the bits of a word that are 1; none if there is none.
#[inline(always)]
pub fn any_bit(word: u64, random: u64) -> u64 {
    nth_bit(word, below(count(word), random))
}

/// The bit of a word that has this rank among those that are 1.
#[inline(always)]
pub fn nth_bit(word: u64, rank: u64) -> u64 {
    // First the byte that it is in, then the place in that byte, its bits being spread to bytes.
    let upto = bits_upto(word);
    let byte = first_beyond::<8>(BYTES, upto, rank);
    let within = byte.wrapping_mul(255);
    let rank = rank.wrapping_sub((upto << 8 & within).wrapping_mul(BYTES) >> 56);
    let bits = (word & within).wrapping_mul(BYTES) >> 56;
    let spread = (((bits * BYTES) & 0x8040_2010_0804_0201) + 0x7f * BYTES) >> 7 & BYTES;
    let place = first_beyond::<8>(BYTES, spread.wrapping_mul(BYTES), rank);
    // Bit 8 i of the place, brought to bit i of the highest byte.
    (place.wrapping_mul(0x0102_0408_1020_4080) >> 56).wrapping_mul(byte)
}

/// In each byte, how many bits of the word are 1 up to its end.
#[inline(always)]
fn bits_upto(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(BYTES)
}

/// The lowest bit of the first field whose number is greater than `rank`, of numbers that do not fall. `fields` has the
/// lowest bit of each field of `WIDTH` bits; all numbers leave the highest one free.
#[inline(always)]
pub fn first_beyond<const WIDTH: u32>(fields: u64, numbers: u64, rank: u64) -> u64 {
    let high = fields << (WIDTH - 1);
    let before = (((rank.wrapping_mul(fields) | high) - numbers) & high) >> (WIDTH - 1);
    (before << WIDTH | 1) & !before
}
