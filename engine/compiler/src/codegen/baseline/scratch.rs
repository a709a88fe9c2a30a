//! Layout of the scratch memory of the generated code: arguments and results of calls, and working space.

/// State of the random number generator.
pub(crate) const RANDOM: usize = 0;
/// Maximum number of moves of a playout.
pub(crate) const LIMIT: usize = 8;
/// Number of moves made in a playout.
pub(crate) const LENGTH: usize = 16;
/// Number of moves listed.
pub(crate) const COUNT: usize = 24;
/// The move to make, as its key.
pub(crate) const MOVE: usize = 32;
/// Not 0 once a fault was met.
pub(crate) const FAULT: usize = 40;
/// Nesting of recursive calls.
pub(crate) const DEPTH: usize = 48;
/// First free byte of the journal.
pub(crate) const JOURNAL_TOP: usize = 56;
/// Number of occurrences of the position.
pub(crate) const REPEATS: usize = 64;
/// Not 0 if the listed moves are those of the present position.
pub(crate) const IS_LISTED: usize = 72;
/// Not 0 to test a move only: the position stays as it is.
pub(crate) const TESTS_ONLY: usize = 128;
/// Number of the present listing, which marks entries of the hash table.
pub(crate) const EPOCH: usize = 80;
/// The move whose ends are still to be tested: moved element, origin, target, captured element, choice.
pub(crate) const CONTEXT: usize = 88;
/// Not 0 to draw the move with this number, plus 1, in a playout.
pub(crate) const CHOSEN: usize = 136;
/// Number of moves from which the last one of a playout was drawn.
pub(crate) const TOTAL: usize = 144;
/// Number of segments listed.
pub(crate) const SEGMENTS: usize = 152;
/// Not 0 if the moves are listed by segments.
pub(crate) const BY_SEGMENTS: usize = 160;
/// Not 0 while the replies to a move are listed: conditions that ask for replies take none for granted.
pub(crate) const LISTS_REPLIES: usize = 168;
/// Decision of the ends of the game, where they are tested when the move is made.
pub(crate) const END: usize = 176;
/// Not 0 if any of several interchangeable pieces may be listed, rather than the first in file order.
pub(crate) const ANY_OF_EQUAL: usize = 184;
/// The last move that a playout has made, as its key.
pub(crate) const DRAWN: usize = 192;
/// Result of a function that returns a set.
pub(crate) const RESULT: usize = 200;
/// Greatest number of words of a set.
pub(crate) const MAX_WORDS: usize = 64;
/// Sets of the generated code.
pub(crate) const SLOTS: usize = RESULT + 8 * MAX_WORDS;
/// End of the sets.
pub(crate) const SLOTS_END: usize = SLOTS + (64 << 10);
/// Greatest number of moves of a listing.
pub(crate) const MAX_MOVES: usize = 1 << 13;
/// Keys of the listed moves.
pub(crate) const MOVES: usize = SLOTS_END;
/// Length of the list of moves in bytes.
pub(crate) const MOVES_BYTES: usize = 8 * MAX_MOVES;
/// Preferences of the listed moves.
pub(crate) const PREFERENCES: usize = MOVES + 8 * MAX_MOVES;
/// Number of entries of the hash table of classes of moves.
pub(crate) const HASH_ENTRIES: usize = 4 * MAX_MOVES;
/// Hash table of classes of moves: each entry has the class and the number of the listing.
pub(crate) const HASH: usize = PREFERENCES + 8 * MAX_MOVES;
/// Length of an entry in bytes.
pub(crate) const HASH_ENTRY: usize = 16;
/// Listed moves and preferences while the replies to one of them are listed.
pub(crate) const OUTER_MOVES: usize = HASH + HASH_ENTRY * HASH_ENTRIES;
/// Greatest number of variables that recursive functions of dynamically typed expressions share.
pub(crate) const MAX_VARIABLES: usize = 256;
/// Values of these variables, each with a word that is 1 if there is one.
pub(crate) const VARIABLES: usize = OUTER_MOVES + 2 * MOVES_BYTES;
/// Previous contents of the state, to take changes back: entries of an address and the word that was there. The journal
/// comes last: what does not fit overwrites its own end only.
pub(crate) const JOURNAL: usize = VARIABLES + 16 * MAX_VARIABLES;
/// Length of the journal in bytes.
pub(crate) const JOURNAL_BYTES: usize = 64 << 10;
/// Length in bytes.
pub(crate) const BYTES: usize = JOURNAL + JOURNAL_BYTES;
