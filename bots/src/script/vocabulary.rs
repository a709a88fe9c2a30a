//! The words of Heads Up Script, each with its meaning: the one list from which parser, checks, completion, hover and
//! reference are made. Evaluation is in [`evaluation`](crate::evaluation).

use boardwright_games::holdem::Street;

/// A word with its description for users.
#[derive(Clone, Copy, Debug)]
pub struct WordEntry {
    /// The word as the formatter writes it.
    pub name: &'static str,
    /// Meaning, as one or two sentences.
    pub meaning: &'static str,
    /// Example of its use.
    pub example: &'static str,
}

const fn word(name: &'static str, meaning: &'static str, example: &'static str) -> WordEntry {
    WordEntry { name, meaning, example }
}

/// Keywords, which are written in upper case, and the two words before quoted texts.
pub const KEYWORDS: &[WordEntry] = &[
    word("PREFLOP", "Begins rules for the phase before the flop; closed by `ENDPREFLOP`.", "PREFLOP"),
    word("ENDPREFLOP", "Closes a section `PREFLOP`.", "ENDPREFLOP"),
    word("FLOP", "Begins rules for the flop; closed by `ENDFLOP`.", "FLOP"),
    word("ENDFLOP", "Closes a section `FLOP`.", "ENDFLOP"),
    word("TURN", "Begins rules for the turn; closed by `ENDTURN`.", "TURN"),
    word("ENDTURN", "Closes a section `TURN`.", "ENDTURN"),
    word("RIVER", "Begins rules for the river; closed by `ENDRIVER`.", "RIVER"),
    word("ENDRIVER", "Closes a section `RIVER`.", "ENDRIVER"),
    word("ALWAYS", "Begins rules for all phases; closed by `ENDALWAYS`.", "ALWAYS"),
    word("ENDALWAYS", "Closes a section `ALWAYS`.", "ENDALWAYS"),
    word(
        "RULE",
        "Begins a rule; closed by `ENDRULE`. Each line of conditions is an alternative; commas join conditions that \
         must all hold.",
        "RULE",
    ),
    word("ENDRULE", "Closes a rule.", "ENDRULE"),
    word("WEIGHT", "Weight of a rule, 1 without it. Of the rules that hold, the heaviest win.", "RULE WEIGHT 2"),
    word("THEN", "Begins the action of a rule or of a reaction.", "THEN RAISE 3BB"),
    word(
        "VILLAIN",
        "Begins a reaction: what the rule does once the opponent has acted in the phase. Closed by `ENDVILLAIN`.",
        "VILLAIN",
    ),
    word("ENDVILLAIN", "Closes a reaction.", "ENDVILLAIN"),
    word("USE", "Takes the action from a table of 13 x 13 starting hands in a file.", "THEN USE TABLE opening.txt"),
    word("TABLE", "Stands after `USE`, before the path of the table.", "USE TABLE opening.txt"),
    word(
        "COMBINE",
        "Chooses what happens when several rules hold: `DRAW` (one at random), `VOTE`, `CAUTIOUS` or `BOLD`.",
        "COMBINE VOTE",
    ),
    word(
        "external",
        "Value or action of another program, which must be allowed.",
        "external \"decider herocards\" > 0.5",
    ),
    word("init", "Value of an element of the game state by its name.", "init \"ante\" > 0"),
];

/// Actions, in upper or lower case.
pub const ACTIONS: &[WordEntry] = &[
    word("FOLD", "Gives up the hand.", "THEN FOLD"),
    word("CHECK", "Checks.", "THEN CHECK"),
    word("CALL", "Calls the opponent's bet.", "THEN CALL"),
    word(
        "RAISE",
        "Bets, or raises by an amount on top of the call. Several amounts, each with its weight, are drawn from.",
        "THEN RAISE 0.5 3BB, 0.5 6BB",
    ),
    word("RAISETO", "Bets or raises to this total of the phase.", "THEN RAISETO 3BB"),
];

/// Ways of combining several rules that hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Combiner {
    /// One of the heaviest rules at random.
    #[default]
    Draw,
    /// The kind of action with the largest sum of weights; raises get the mean amount.
    Vote,
    /// The most cautious action: fold, then check or call, then the smallest raise.
    Cautious,
    /// The boldest action: the largest raise, then check or call, then fold.
    Bold,
}

impl Combiner {
    /// All combiners.
    pub const ALL: [Self; 4] = [Self::Draw, Self::Vote, Self::Cautious, Self::Bold];

    /// The word that chooses the combiner.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draw => "DRAW",
            Self::Vote => "VOTE",
            Self::Cautious => "CAUTIOUS",
            Self::Bold => "BOLD",
        }
    }
}

/// A number that the situation gives to a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Constant {
    Pot,
    BigBlind,
    SmallBlind,
    HeroStack,
    VillainStack,
    EffectiveStack,
    AllIn,
    ToCall,
    HandRank169,
    HandRank2652,
    VillainRaise,
    /// Sum of the villain's raises in a phase.
    RaiseIn(Street),
    /// Number of the villain's raises in a phase.
    RaiseTimes(Street),
    /// Number of the villain's checks in a phase.
    CheckTimes(Street),
    /// Number of the villain's calls in a phase.
    CallTimes(Street),
}

/// Number of constants.
pub const CONSTANT_COUNT: usize = 27;

macro_rules! of_phase {
    ($kind:ident, $phase:ident, $name:literal, $meaning:literal) => {
        (Constant::$kind(Street::$phase), word($name, $meaning, concat!($name, " > 0")))
    };
}

/// All constants.
pub const CONSTANTS: &[(Constant, WordEntry); CONSTANT_COUNT] = &[
    (Constant::Pot, word("pot", "All chips bet in the hand, blinds included.", "pot >= 10BB")),
    (Constant::BigBlind, word("BB", "The big blind.", "tocall <= 3BB")),
    (Constant::SmallBlind, word("SB", "The small blind.", "tocall == SB")),
    (Constant::HeroStack, word("herostack", "Chips that the bot can still bet.", "herostack >= 3 villainstack")),
    (Constant::VillainStack, word("villainstack", "Chips that the opponent can still bet.", "villainstack < 10BB")),
    (Constant::EffectiveStack, word("effectivestack", "The smaller of the two stacks.", "effectivestack <= 12BB")),
    (Constant::AllIn, word("allin", "The whole stack of the bot, for raises.", "tocall == allin")),
    (Constant::ToCall, word("tocall", "Chips that a call adds, at most the bot's stack.", "tocall <= 0.5 pot")),
    (
        Constant::HandRank169,
        word("handrank169", "Place of the two cards among the 169 starting hands; 1 is the best.", "handrank169 <= 20"),
    ),
    (
        Constant::HandRank2652,
        word(
            "handrank2652",
            "Place of the two cards among the 2652 ordered pairs of cards: the number of pairs that are as good or \
             better.",
            "handrank2652 <= 530",
        ),
    ),
    (
        Constant::VillainRaise,
        word(
            "villainraise",
            "Sum of the opponent's raises in the current phase, each beyond the call.",
            "villainraise <= 4BB",
        ),
    ),
    of_phase!(RaiseIn, Preflop, "villainpreflopraise", "Sum of the opponent's raises before the flop."),
    of_phase!(RaiseIn, Flop, "villainflopraise", "Sum of the opponent's raises on the flop."),
    of_phase!(RaiseIn, Turn, "villainturnraise", "Sum of the opponent's raises on the turn."),
    of_phase!(RaiseIn, River, "villainriverraise", "Sum of the opponent's raises on the river."),
    of_phase!(RaiseTimes, Preflop, "villainpreflopraisetimes", "Number of the opponent's raises before the flop."),
    of_phase!(RaiseTimes, Flop, "villainflopraisetimes", "Number of the opponent's raises on the flop."),
    of_phase!(RaiseTimes, Turn, "villainturnraisetimes", "Number of the opponent's raises on the turn."),
    of_phase!(RaiseTimes, River, "villainriverraisetimes", "Number of the opponent's raises on the river."),
    of_phase!(CheckTimes, Preflop, "villainpreflopchecktimes", "Number of the opponent's checks before the flop."),
    of_phase!(CheckTimes, Flop, "villainflopchecktimes", "Number of the opponent's checks on the flop."),
    of_phase!(CheckTimes, Turn, "villainturnchecktimes", "Number of the opponent's checks on the turn."),
    of_phase!(CheckTimes, River, "villainriverchecktimes", "Number of the opponent's checks on the river."),
    of_phase!(CallTimes, Preflop, "villainpreflopcalltimes", "Number of the opponent's calls before the flop."),
    of_phase!(CallTimes, Flop, "villainflopcalltimes", "Number of the opponent's calls on the flop."),
    of_phase!(CallTimes, Turn, "villainturncalltimes", "Number of the opponent's calls on the turn."),
    of_phase!(CallTimes, River, "villainrivercalltimes", "Number of the opponent's calls on the river."),
];

impl Constant {
    /// The constant of this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        CONSTANTS.iter().find(|(_, entry)| entry.name.eq_ignore_ascii_case(name)).map(|(constant, _)| *constant)
    }

    /// Position in [`CONSTANTS`].
    pub fn index(self) -> usize {
        match self {
            Self::Pot => 0,
            Self::BigBlind => 1,
            Self::SmallBlind => 2,
            Self::HeroStack => 3,
            Self::VillainStack => 4,
            Self::EffectiveStack => 5,
            Self::AllIn => 6,
            Self::ToCall => 7,
            Self::HandRank169 => 8,
            Self::HandRank2652 => 9,
            Self::VillainRaise => 10,
            Self::RaiseIn(phase) => 11 + phase as usize,
            Self::RaiseTimes(phase) => 15 + phase as usize,
            Self::CheckTimes(phase) => 19 + phase as usize,
            Self::CallTimes(phase) => 23 + phase as usize,
        }
    }

    /// Name as the formatter writes it.
    pub fn name(self) -> &'static str {
        CONSTANTS[self.index()].1.name
    }
}

macro_rules! predicates {
    ($(($variant:ident, $name:literal, $meaning:literal)),+ $(,)?) => {
        /// A property of the cards.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Predicate { $($variant),+ }

        /// All predicates.
        pub const PREDICATES: &[(Predicate, WordEntry)] = &[
            $((Predicate::$variant, word($name, $meaning, concat!($name, ", !rainbow")))),+
        ];
    };
}

predicates![
    (Air, "air", "Nothing: neither pair, straight, flush, flushdraw nor straightdraw."),
    (Rainbow, "rainbow", "At least three different suits on the board."),
    (HighPair, "highpair", "A rank from J to A occurs at least twice."),
    (MidPair, "midpair", "A rank from 6 to T occurs at least twice."),
    (LowPair, "lowpair", "A rank from 2 to 5 occurs at least twice."),
    (Pair, "pair", "A rank occurs at least twice. A pair on the board counts; `!deskpair` excludes it."),
    (TwoPair, "twopair", "At least two ranks occur at least twice."),
    (ThreeOfAKind, "threeofkind", "A rank occurs at least three times."),
    (Straight, "straight", "Five consecutive ranks; the ace counts high and low."),
    (Flush, "flush", "At least five cards of one suit."),
    (FullHouse, "fullhouse", "A rank occurs at least three times and another one at least twice."),
    (Poker, "poker", "Four cards of one rank."),
    (StraightFlush, "straightflush", "Five consecutive ranks of one suit."),
    (RoyalFlush, "royalflush", "Ten to ace of one suit."),
    (FlushDraw, "flushdraw", "At least four cards of one suit; true with a flush as well."),
    (StraightDraw, "straightdraw", "At least four of the five ranks of a straight; true with a straight as well."),
    (OpenEnded, "openended", "At least four consecutive ranks."),
    (DeskThreeSameColor, "desk3samecolor", "At least three cards of one suit on the board."),
    (DeskStraightDraw, "deskstraightdraw", "At least four of the five ranks of a straight on the board."),
    (DeskOpenEnded, "deskopenended", "At least four consecutive ranks on the board."),
    (DeskHighPair, "deskhighpair", "A rank from J to A occurs at least twice on the board."),
    (DeskMidPair, "deskmidpair", "A rank from 6 to T occurs at least twice on the board."),
    (DeskLowPair, "desklowpair", "A rank from 2 to 5 occurs at least twice on the board."),
    (DeskPair, "deskpair", "A rank occurs at least twice on the board."),
    (DeskTwoPair, "desktwopair", "At least two ranks occur at least twice on the board."),
    (DeskThreeOfAKind, "deskthreeofkind", "A rank occurs at least three times on the board."),
];

/// Number of predicates.
pub const PREDICATE_COUNT: usize = PREDICATES.len();

impl Predicate {
    /// The predicate of this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        PREDICATES.iter().find(|(_, entry)| entry.name.eq_ignore_ascii_case(name)).map(|(predicate, _)| *predicate)
    }

    /// Name as the formatter writes it.
    pub fn name(self) -> &'static str {
        PREDICATES[self as usize].1.name
    }
}

/// Words in the command of an external program that are replaced by parts of the game state; all constants are too.
pub const REPLACED_WORDS: &[WordEntry] = &[
    word("herocards", "The two cards of the bot, such as `8H 10D`.", "external \"decider herocards\""),
    word("flopcards", "The three cards of the flop.", "external \"decider flopcards\""),
    word("turncard", "The card of the turn.", "external \"decider turncard\""),
    word("rivercard", "The card of the river.", "external \"decider rivercard\""),
    word("communitycards", "All cards on the board.", "external \"decider communitycards\""),
    word("wholegame", "The whole game state as XML.", "external \"decider wholegame\""),
];

/// All words with their meanings, for completion, hover and the reference.
pub fn all_words() -> impl Iterator<Item = &'static WordEntry> {
    let constants = CONSTANTS.iter().map(|(_, entry)| entry);
    let predicates = PREDICATES.iter().map(|(_, entry)| entry);
    KEYWORDS.iter().chain(ACTIONS).chain(constants).chain(predicates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_the_lists_agree() {
        for (at, (constant, entry)) in CONSTANTS.iter().enumerate() {
            assert_eq!(constant.index(), at, "{}", entry.name);
            assert_eq!(Constant::from_name(&entry.name.to_uppercase()), Some(*constant));
        }
        for (at, (predicate, entry)) in PREDICATES.iter().enumerate() {
            assert_eq!(*predicate as usize, at, "{}", entry.name);
            assert_eq!(Predicate::from_name(&entry.name.to_uppercase()), Some(*predicate));
        }
        assert_eq!(PREDICATE_COUNT, 26);
    }
}
