//! Proven results of positions and their backup (MCTS-Solver; Winands, Björnsson and Saito, 2008), generalised to
//! max^n. It searches nothing itself.

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;

/// The game-theoretic outcome of a position under best play of all players, and the distance to it in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProvenOutcome {
    pub outcome: Outcome,
    pub plies: u32,
}

/// Flag of packed proofs.
const PROVEN: u32 = 1 << 31;
/// Shift of the winner's number in packed proofs; the bits below it are the plies.
const WINNER: u32 = 16;

impl ProvenOutcome {
    /// Packs the proof into a number that is not 0. Plies are clamped to 65,535.
    pub fn pack(self) -> u32 {
        PROVEN | (self.outcome.winner() as u32) << WINNER | self.plies.min((1 << WINNER) - 1)
    }

    /// Unpacks a number of [`ProvenOutcome::pack`]; `None` for 0.
    #[inline]
    pub fn unpack(number: u32) -> Option<Self> {
        if number == 0 {
            return None;
        }
        let winner = (number & !PROVEN) >> WINNER;
        let outcome = Player::new(winner as usize).map_or(Outcome::Draw, Outcome::Won);
        Some(Self { outcome, plies: number & ((1 << WINNER) - 1) })
    }

    /// Backs up the proofs of the children to their parent, in max^n: each player chooses what is best for that player.
    /// A single win proves the parent, and the shortest known win counts. Otherwise all children must be proven, and
    /// the best one counts, of losses the one that takes longest.
    ///
    /// With more than two players, a player who has lost may choose the winner (kingmaker). Then the result is
    /// uncertain for the others, and nothing is proven.
    pub fn backup(mover: Player, below: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let won = Outcome::Won(mover);
        let (mut best, mut open, mut kingmaker): (Option<Self>, bool, bool) = (None, false, false);
        for known in below {
            let Some(known) = known else {
                open = true;
                continue;
            };
            let Some(before) = best else {
                best = Some(known);
                continue;
            };
            let (old, new) = (outcome_rank(before.outcome, mover), outcome_rank(known.outcome, mover));
            if new == old {
                kingmaker |= before.outcome != known.outcome;
                let better = if new == 2 { known.plies < before.plies } else { known.plies > before.plies };
                if better {
                    best = Some(known);
                }
            } else if new > old {
                (best, kingmaker) = (Some(known), false);
            }
        }
        let best = best?;
        let certain = best.outcome == won || !open && !kingmaker;
        certain.then_some(Self { plies: best.plies + 1, ..best })
    }
}

/// Rank of an outcome for a player: 2 for a win, 1 for a draw, 0 for a loss.
pub(super) fn outcome_rank(outcome: Outcome, player: Player) -> u8 {
    match outcome {
        Outcome::Won(winner) if winner == player => 2,
        Outcome::Draw => 1,
        Outcome::Won(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(outcome: Outcome, plies: u32) -> Option<ProvenOutcome> {
        Some(ProvenOutcome { outcome, plies }).filter(|proof| ProvenOutcome::unpack(proof.pack()) == Some(*proof))
    }

    fn won(player: usize, plies: u32) -> Option<ProvenOutcome> {
        proof(Outcome::Won(Player::new(player)?), plies)
    }

    fn drawn(plies: u32) -> Option<ProvenOutcome> {
        proof(Outcome::Draw, plies)
    }

    fn of(below: &[Option<ProvenOutcome>]) -> Option<ProvenOutcome> {
        ProvenOutcome::backup(Player::FIRST, below.iter().copied())
    }

    #[test]
    fn one_win_is_enough_and_the_shortest_counts() {
        assert_eq!(of(&[None, won(1, 4), won(1, 2), won(2, 0)]), won(1, 3));
    }

    #[test]
    fn without_a_win_all_children_must_be_proven() {
        assert_eq!(of(&[won(2, 3), None]), None);
        assert_eq!(of(&[drawn(3), None]), None);
        assert_eq!(of(&[won(2, 3), drawn(5), won(2, 9)]), drawn(6));
        assert_eq!(of(&[won(2, 3), won(2, 7), won(2, 5)]), won(2, 8));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn a_losing_player_may_choose_the_winner() {
        assert_eq!(of(&[won(2, 3), won(3, 3)]), None);
        assert_eq!(of(&[won(2, 3), won(3, 3), drawn(2)]), drawn(3));
    }

    #[test]
    fn proofs_survive_packing() {
        assert_eq!(ProvenOutcome::unpack(0), None);
        assert!([won(64, 65_535), won(1, 0), drawn(17)].iter().all(Option::is_some));
    }
}
