//! The order in which pieces are carried so that every target place is empty when its piece arrives.

use serde::{Deserialize, Serialize};

/// A place on the table, on or off the game board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceId(pub usize);

/// The transfer of one piece between two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// The piece, as an index into the lists of places.
    pub piece: usize,
    /// The place of the piece before the transfer.
    pub from: PlaceId,
    /// The place of the piece after the transfer.
    pub to: PlaceId,
}

/// The error of a cyclic exchange without a free place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces exchange their places and need a free place off the board, but there is none")]
pub struct NoFreePlace;

/// Orders the transfers that bring every piece from its place in `before` to its place in `after`. `leaves` is `true`
/// for places off the game board. Pieces that leave the board go first, then pieces whose target is empty. A cycle of
/// pieces is broken by moving one piece to the free place `spare`.
///
/// # Errors
///
/// [`NoFreePlace`] when there is a cycle and `spare` is `None` or occupied.
///
/// # Panics
///
/// When the lists differ in length, or two pieces share a place in `before` or in `after`.
pub fn plan_carries(
    before: &[PlaceId],
    after: &[PlaceId],
    leaves: impl Fn(PlaceId) -> bool,
    spare: Option<PlaceId>,
) -> Result<Vec<Carry>, NoFreePlace> {
    assert_eq!(before.len(), after.len(), "each piece lies somewhere before and after");
    let mut at = before.to_vec();
    let mut todo: Vec<usize> = (0..at.len()).filter(|piece| before[*piece] != after[*piece]).collect();
    // Captured pieces leave first, in the order of their places, so that a spectator can follow.
    todo.sort_by_key(|piece| (!leaves(after[*piece]), before[*piece]));
    let mut carries = Vec::new();
    while !todo.is_empty() {
        let free = todo.iter().position(|piece| !at.contains(&after[*piece]));
        if let Some(next) = free {
            let piece = todo.remove(next);
            carries.push(Carry { piece, from: at[piece], to: after[piece] });
            at[piece] = after[piece];
        } else {
            let piece = todo[0];
            let to = spare.filter(|spare| !at.contains(spare)).ok_or(NoFreePlace)?;
            carries.push(Carry { piece, from: at[piece], to });
            at[piece] = to;
        }
    }
    Ok(carries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn places(places: &[usize]) -> Vec<PlaceId> {
        places.iter().copied().map(PlaceId).collect()
    }

    fn transfers(before: &[usize], after: &[usize]) -> Vec<(usize, usize)> {
        let carries = plan_carries(&places(before), &places(after), |place| place.0 >= 10, Some(PlaceId(19))).unwrap();
        carries.iter().map(|carry| (carry.from.0, carry.to.0)).collect()
    }

    #[test]
    fn captured_pieces_leave_first() {
        assert_eq!(transfers(&[1, 2], &[2, 10]), [(2, 10), (1, 2)]);
        assert_eq!(transfers(&[1, 4, 6], &[9, 11, 10]), [(4, 11), (6, 10), (1, 9)]);
    }

    #[test]
    fn a_chain_begins_at_its_free_end() {
        assert_eq!(transfers(&[1, 2, 3], &[2, 3, 4]), [(3, 4), (2, 3), (1, 2)]);
    }

    #[test]
    fn a_cycle_uses_the_free_place() {
        assert_eq!(transfers(&[1, 2], &[2, 1]), [(1, 19), (2, 1), (19, 2)]);
        assert_eq!(plan_carries(&places(&[1, 2]), &places(&[2, 1]), |_| false, None), Err(NoFreePlace));
    }

    proptest! {
        #[test]
        fn every_piece_arrives_and_never_on_another(
            before in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(),
            after in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(),
            pieces in 0..12_usize,
        ) {
            let (before, after) = (places(&before[..pieces]), places(&after[..pieces]));
            let carries = plan_carries(&before, &after, |place| place.0 >= 8, Some(PlaceId(99))).unwrap();
            let mut at = before;
            for carry in carries {
                prop_assert_eq!(at[carry.piece], carry.from);
                prop_assert!(!at.contains(&carry.to));
                at[carry.piece] = carry.to;
            }
            prop_assert_eq!(at, after);
        }
    }
}
