//! How a position ends for certain, and what follows from that for the position before it. It proves nothing by looking at
//! positions itself.

use boardwright_engine::game::Outcome;
use boardwright_engine::ids::Player;

/// How the game ends from a position on if nobody does worse than possible, and after how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub outcome: Outcome,
    pub plies: u32,
}

/// Says that a number is a proof.
const PROVEN: u32 = 1 << 31;
/// Where the winner's number begins; below are the plies.
const WINNER: u32 = 16;

impl Proof {
    /// As a number that is not 0, plies beyond 65,535 as these.
    pub fn pack(self) -> u32 {
        PROVEN | (self.outcome.winner() as u32) << WINNER | self.plies.min((1 << WINNER) - 1)
    }

    /// What [`Proof::pack`] gave; `None` for 0.
    #[inline]
    pub fn unpack(number: u32) -> Option<Self> {
        if number == 0 {
            return None;
        }
        let winner = (number & !PROVEN) >> WINNER;
        let outcome = Player::new(winner as usize).map_or(Outcome::Draw, Outcome::Won);
        Some(Self { outcome, plies: number & ((1 << WINNER) - 1) })
    }

    /// The proof of a position of what is known of those that the moves of its player lead to, in max^n: each player does what
    /// is best for that player. A single win is enough, the shortest known one counts; otherwise all must be known, and the best
    /// counts, of losses the one that takes longest.
    ///
    /// With more than two players somebody who has lost may choose who wins. Then nothing is certain for the others, and nothing is
    /// proven.
    pub fn of(mover: Player, below: impl Iterator<Item = Option<Self>>) -> Option<Self> {
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
            let (old, new) = (rank(before.outcome, mover), rank(known.outcome, mover));
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

/// 2 for a win of this player, 1 for a draw, 0 for a loss.
pub(super) fn rank(outcome: Outcome, player: Player) -> u8 {
    match outcome {
        Outcome::Won(winner) if winner == player => 2,
        Outcome::Draw => 1,
        Outcome::Won(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(outcome: Outcome, plies: u32) -> Option<Proof> {
        Some(Proof { outcome, plies }).filter(|proof| Proof::unpack(proof.pack()) == Some(*proof))
    }

    fn won(player: usize, plies: u32) -> Option<Proof> {
        proof(Outcome::Won(Player::new(player)?), plies)
    }

    fn drawn(plies: u32) -> Option<Proof> {
        proof(Outcome::Draw, plies)
    }

    fn of(below: &[Option<Proof>]) -> Option<Proof> {
        Proof::of(Player::FIRST, below.iter().copied())
    }

    #[test]
    fn one_win_is_enough_and_the_shortest_counts() {
        assert_eq!(of(&[None, won(1, 4), won(1, 2), won(2, 0)]), won(1, 3));
    }

    #[test]
    fn all_else_must_be_known() {
        assert_eq!(of(&[won(2, 3), None]), None);
        assert_eq!(of(&[drawn(3), None]), None);
        assert_eq!(of(&[won(2, 3), drawn(5), won(2, 9)]), drawn(6));
        assert_eq!(of(&[won(2, 3), won(2, 7), won(2, 5)]), won(2, 8));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn who_has_lost_may_choose_the_winner() {
        assert_eq!(of(&[won(2, 3), won(3, 3)]), None);
        assert_eq!(of(&[won(2, 3), won(3, 3), drawn(2)]), drawn(3));
    }

    #[test]
    fn numbers_hold_proofs() {
        assert_eq!(Proof::unpack(0), None);
        assert!([won(64, 65_535), won(1, 0), drawn(17)].iter().all(Option::is_some));
    }
}
