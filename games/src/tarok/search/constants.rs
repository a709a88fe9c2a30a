//! All constants of the search player "Silicijasti tarokist", and the settings that users can change. The figures are those
//! of the diploma thesis (2002); figures that it does not give are marked as resolved here.

/// Number of random completions of the hidden hands for each decision.
pub const SAMPLES: u32 = 20;
/// Search depths in cards for the player who leads, by the largest size of the hand to which they apply.
pub const DEPTHS: [(u32, u8); 3] = [(7, 15), (10, 12), (16, 9)];
/// Weight of the search of one trick in the score of a card.
pub const ONE_TRICK_WEIGHT: f64 = 0.7;

/// Number of entries of the transposition table, a prime.
pub const TABLE_ENTRIES: u64 = 1_000_003;
/// Base of the sum of hand codes in the index of the transposition table.
pub const TABLE_BASE: u64 = 101;

/// Evaluation of positive contracts: factor of the difference of card values.
pub const DIFFERENCE: i32 = 5;
/// Factor of the sum of the own taroks.
pub const TAROK_SUM: i32 = 1;
/// Value of an own mond or skis in the hand, before it is multiplied with [`DIFFERENCE`].
pub const HONOUR: i32 = 10;
/// Value of a pagat that wins the last trick, before it is multiplied with [`DIFFERENCE`]; twice as much if announced.
pub const PAGAT_ULTIMO: i32 = 25;
/// Evaluation of klop: factor of the own card values.
pub const KLOP_OWN: i32 = -100;
/// Factor of the card values of the others.
pub const KLOP_OTHERS: i32 = 20;
/// Factor of the highest own tarok. The thesis prints a plus and argues for a minus.
pub const KLOP_TAROK: i32 = -1;
/// Evaluation of berac: a finite number in place of infinity.
pub const BERAC: i32 = 10_000;

/// Number of random talons in the simulation of a contract.
pub const BID_TALONS: u32 = 5;
/// Smallest number of simulated hands for each group while bidding.
pub const BID_DEALS: u32 = 5;
/// Smallest number of simulated hands for each group when cards are laid away.
pub const DISCARD_DEALS: u32 = 20;
/// Number of suit combinations that are examined.
pub const SUIT_COMBINATIONS: usize = 2;
/// First estimate of a suit combination: value of an emptied suit, and of a king that stays alone.
pub const EMPTY_SUIT: f64 = 10.0;
/// Addition for a king that stays alone.
pub const LONE_KING: f64 = 3.0;
/// Factor of the values that are laid away.
pub const LAID_VALUE: f64 = 1.0;
/// Weight of the best final combination in the second estimate.
pub const BEST_WEIGHT: f64 = 2.0;
/// Search depth in cards of the player who leads, in simulated hands.
pub const SIMULATION_DEPTH: u8 = 3;
/// Largest number of final combinations of one suit combination that are simulated when cards are laid away. Resolved here: the
/// thesis has no bound.
pub const DISCARD_COMPLETIONS: usize = 40;
/// The same while bidding.
pub const BID_COMPLETIONS: usize = 12;

/// Smallest difference of card points of a contract that is bid, at the beginning, and its change.
pub const MIN_DIFFERENCE: f64 = 7.0;
/// Change of the smallest difference after a loss or a win.
pub const DIFFERENCE_STEP: f64 = 1.0;
/// Smallest share of simulated hands without a trick for berac, at the beginning.
pub const MIN_SHARE: f64 = 0.7;
/// Change of shares.
pub const SHARE_STEP: f64 = 0.1;
/// Number of successes in a row after which a share is lowered.
pub const SUCCESSES: u32 = 2;
/// Smallest shares of simulated hands for announcements: trula, kralji, pagat ultimo.
pub const ANNOUNCEMENT_SHARES: [f64; 3] = [0.5, 0.6, 0.7];

/// Taroky: number of simulated deals for each move outside of the play. Resolved here, as the next one.
pub const SIMULATIONS: u32 = 40;
/// Taroky: smallest mean gain in points of a flek.
pub const FLEK_MARGIN: f64 = 4.0;

/// Settings of the search for a card. The default is the published player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // independent enhancements
pub struct SearchSettings {
    /// `true` for a transposition table.
    pub table: bool,
    /// `true` for keys of the table by groups of similar cards; exact cards otherwise.
    pub grouping: bool,
    /// `true` for the history heuristic.
    pub history: bool,
    /// `true` for minimal windows.
    pub window: bool,
    /// `true` if the third card of a trick is chosen from few candidates.
    pub pruning: bool,
}

impl SearchSettings {
    /// All enhancements.
    pub const ALL: Self = Self { table: true, grouping: true, history: true, window: true, pruning: true };
    /// Plain alpha-beta.
    pub const NONE: Self = Self { table: false, grouping: false, history: false, window: false, pruning: false };
}

/// Bids by expected scores, which the thesis does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreBidding {
    /// Smallest expected score of a contract that is bid.
    pub least_score: f64,
    /// Smallest expected score at which forehand plays a contract rather than klop.
    pub klop_score: f64,
    /// Number of random talons in the simulation of a contract.
    pub talons: u32,
    /// Number of simulated hands for each talon.
    pub deals: u32,
}

impl ScoreBidding {
    /// The settings that gave the most points in duels.
    pub const BEST: Self = Self { least_score: 0.0, klop_score: 0.0, talons: 6, deals: 6 };
}

/// Settings of the player. The default is the strongest player; [`Settings::published`] is that of the thesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The search.
    pub search: SearchSettings,
    /// Number of samples.
    pub samples: u32,
    /// Search depths in cards for the player who leads: with at most 7 cards, with at most 10, and with more.
    pub depths: [u8; 3],
    /// Weight of the search of one trick.
    pub one_trick: f64,
    /// Weight of the search at full depth; 0 leaves it out.
    pub full: f64,
    /// Number of threads among which samples are divided.
    pub threads: u32,
    /// Bids by expected scores; `None` for bids by the difference of card points, as published.
    pub score_bidding: Option<ScoreBidding>,
    /// Smallest difference of card points at the beginning.
    pub min_difference: f64,
    /// Smallest share for berac at the beginning.
    pub min_share: f64,
    /// Smallest shares for announcements at the beginning: trula, kralji, pagat ultimo.
    pub announcement_shares: [f64; 3],
    /// `true` if thresholds follow the results of deals.
    pub learns: bool,
    /// Taroky: number of simulated deals for each move outside of the play.
    pub simulations: u32,
    /// Taroky: smallest mean gain in points of a flek.
    pub flek_margin: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { score_bidding: Some(ScoreBidding::BEST), ..Self::published() }
    }
}

impl Settings {
    /// The settings of the thesis.
    pub fn published() -> Self {
        Self {
            search: SearchSettings::ALL,
            samples: SAMPLES,
            depths: DEPTHS.map(|(_, depth)| depth),
            one_trick: ONE_TRICK_WEIGHT,
            full: 1.0,
            threads: 1,
            score_bidding: None,
            min_difference: MIN_DIFFERENCE,
            min_share: MIN_SHARE,
            announcement_shares: ANNOUNCEMENT_SHARES,
            learns: true,
            simulations: SIMULATIONS,
            flek_margin: FLEK_MARGIN,
        }
    }

    /// Depth of the search of a player with `hand` cards, when `on_table` cards of the trick are played, so that tricks end.
    pub fn depth(&self, hand: u32, on_table: usize) -> u8 {
        let index = DEPTHS.iter().position(|&(size, _)| hand <= size).unwrap_or(DEPTHS.len() - 1);
        self.depths[index].saturating_sub(on_table as u8).max(1)
    }
}
