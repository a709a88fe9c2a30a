//! Implications between predicates: what follows from predicates that hold and from others that do not.

use boardwright_games::holdem::Street;

use crate::script::vocabulary::Predicate;

/// Predicates that hold and predicates that do not, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PredicateFacts {
    pub(super) holding: u32,
    pub(super) failing: u32,
}

const fn bit(predicate: Predicate) -> u32 {
    1 << predicate as u32
}

/// The second predicate of each pair holds whenever the first one does.
const IMPLICATIONS: &[(Predicate, Predicate)] = {
    #[allow(clippy::enum_glob_use)] // a table of pairs, in a block of its own
    use Predicate::*;
    &[
        (HighPair, Pair),
        (MidPair, Pair),
        (LowPair, Pair),
        (TwoPair, Pair),
        (ThreeOfAKind, Pair),
        (FullHouse, ThreeOfAKind),
        (FullHouse, TwoPair),
        (Poker, ThreeOfAKind),
        (Straight, OpenEnded),
        (OpenEnded, StraightDraw),
        (Flush, FlushDraw),
        (StraightFlush, Straight),
        (StraightFlush, Flush),
        (RoyalFlush, StraightFlush),
        (DeskHighPair, DeskPair),
        (DeskMidPair, DeskPair),
        (DeskLowPair, DeskPair),
        (DeskHighPair, HighPair),
        (DeskMidPair, MidPair),
        (DeskLowPair, LowPair),
        (DeskPair, Pair),
        (DeskTwoPair, DeskPair),
        (DeskTwoPair, TwoPair),
        (DeskThreeOfAKind, DeskPair),
        (DeskThreeOfAKind, ThreeOfAKind),
        (DeskOpenEnded, DeskStraightDraw),
        (DeskOpenEnded, OpenEnded),
        (DeskStraightDraw, StraightDraw),
    ]
};

/// Predicates that all fail exactly if `air` holds.
const NOT_AIR: u32 = bit(Predicate::Pair)
    | bit(Predicate::Straight)
    | bit(Predicate::Flush)
    | bit(Predicate::FlushDraw)
    | bit(Predicate::StraightDraw);

/// Predicates of which one holds exactly if the first one does.
const KINDS_OF_PAIRS: [(Predicate, [Predicate; 3]); 2] = [
    (Predicate::Pair, [Predicate::HighPair, Predicate::MidPair, Predicate::LowPair]),
    (Predicate::DeskPair, [Predicate::DeskHighPair, Predicate::DeskMidPair, Predicate::DeskLowPair]),
];

impl PredicateFacts {
    /// Facts of a phase: predicates that its number of cards excludes.
    pub(super) fn of_phase(phase: Option<Street>) -> Self {
        let failing = match phase {
            Some(Street::Preflop) => {
                let possible =
                    [Predicate::Air, Predicate::Pair, Predicate::HighPair, Predicate::MidPair, Predicate::LowPair];
                let all = (1 << crate::script::vocabulary::PREDICATE_COUNT) - 1;
                all & !possible.into_iter().map(bit).sum::<u32>()
            }
            // Three cards on the board: neither four ranks nor two pairs.
            Some(Street::Flop) => {
                bit(Predicate::DeskStraightDraw) | bit(Predicate::DeskOpenEnded) | bit(Predicate::DeskTwoPair)
            }
            Some(Street::Turn | Street::River) | None => 0,
        };
        Self { holding: 0, failing }
    }

    pub(super) fn add(&mut self, predicate: Predicate, holds: bool) {
        if holds {
            self.holding |= bit(predicate);
        } else {
            self.failing |= bit(predicate);
        }
    }

    pub(super) fn holds(self, predicate: Predicate) -> bool {
        self.holding & bit(predicate) != 0
    }

    pub(super) fn fails(self, predicate: Predicate) -> bool {
        self.failing & bit(predicate) != 0
    }

    /// Adds everything that follows.
    pub(super) fn close(&mut self) {
        loop {
            let before = *self;
            for &(first, second) in IMPLICATIONS {
                if self.holds(first) {
                    self.add(second, true);
                }
                if self.fails(second) {
                    self.add(first, false);
                }
            }
            if self.holds(Predicate::Air) {
                self.failing |= NOT_AIR;
            }
            if self.holding & NOT_AIR != 0 {
                self.add(Predicate::Air, false);
            }
            if self.failing & NOT_AIR == NOT_AIR {
                self.add(Predicate::Air, true);
            }
            for (any, kinds) in KINDS_OF_PAIRS {
                if kinds.into_iter().all(|kind| self.fails(kind)) {
                    self.add(any, false);
                }
            }
            if *self == before {
                return;
            }
        }
    }

    /// `true` if a predicate both holds and does not.
    pub(super) fn is_contradictory(self) -> bool {
        self.holding & self.failing != 0
    }

    /// `true` if the other facts follow from these closed facts.
    pub(super) fn implies(self, other: Self) -> bool {
        other.holding & !self.holding == 0 && other.failing & !self.failing == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::SuitBits;
    use crate::evaluation::predicates::PredicateCache;
    use crate::script::vocabulary::PREDICATES;
    use boardwright_game::playout::random_below;
    use boardwright_games::holdem::Card;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    /// Random cards never contradict the implications, in any phase.
    #[test]
    fn implications_are_true_of_random_cards() {
        let deck: Vec<Card> = Card::all().collect();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        for round in 0..40_000 {
            let phase = Street::ALL[round % 4];
            // Few ranks and suits make rare hands frequent.
            let narrow: Vec<Card> = deck.iter().copied().filter(|card| round % 8 < 4 || card.rank() > 6).collect();
            let mut cards = narrow;
            let mut draw = || cards.swap_remove(random_below(cards.len(), &mut rng));
            let hole: SuitBits = [draw(), draw()].into_iter().collect();
            let board: SuitBits = (0..phase.board_cards()).map(|_| draw()).collect();
            let mut cache = PredicateCache::new(hole, board);
            let mut facts = PredicateFacts::of_phase(Some(phase));
            for (predicate, _) in PREDICATES {
                facts.add(*predicate, cache.holds(*predicate));
            }
            assert!(!facts.is_contradictory(), "{phase:?} {hole:?} {board:?}: {facts:?}");
            let before = facts;
            facts.close();
            assert_eq!(facts, before);
        }
    }
}
