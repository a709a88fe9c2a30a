//! In which order pieces are carried so that each finds its place empty.

use serde::{Deserialize, Serialize};

/// A place on the table, on the board or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceId(pub usize);

/// One piece from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// Which piece, as a position in the lists.
    pub piece: usize,
    /// Where it lies.
    pub from: PlaceId,
    /// Where it shall lie.
    pub to: PlaceId,
}

/// Pieces that change places need a free one, and there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces that change places need a free place beside the board, and there is none")]
pub struct NoSpare;

/// How pieces get from where each lies to where each shall lie; `leaves` tells which places are beside the board. Pieces that leave the
/// board go first, then whoever finds its place empty; pieces that change places in a ring go by way of a free place.
///
/// # Errors
///
/// When there is a ring and `spare` is none.
///
/// # Panics
///
/// When the lists are not equally long, or two pieces shall lie, or lie, at one place: there is no such position.
pub fn carries(
    before: &[PlaceId],
    after: &[PlaceId],
    leaves: impl Fn(PlaceId) -> bool,
    spare: Option<PlaceId>,
) -> Result<Vec<Carry>, NoSpare> {
    assert_eq!(before.len(), after.len(), "each piece lies somewhere before and after");
    let mut at = before.to_vec();
    let mut todo: Vec<usize> = (0..at.len()).filter(|piece| before[*piece] != after[*piece]).collect();
    // What leaves the board goes first, and what is taken is taken in the order of the places, for those who watch.
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
            let to = spare.filter(|spare| !at.contains(spare)).ok_or(NoSpare)?;
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

    fn told(before: &[usize], after: &[usize]) -> Vec<(usize, usize)> {
        let carries = carries(&places(before), &places(after), |place| place.0 >= 10, Some(PlaceId(19))).unwrap();
        carries.iter().map(|carry| (carry.from.0, carry.to.0)).collect()
    }

    #[test]
    fn what_is_taken_leaves_first() {
        assert_eq!(told(&[1, 2], &[2, 10]), [(2, 10), (1, 2)]);
        assert_eq!(told(&[1, 4, 6], &[9, 11, 10]), [(4, 11), (6, 10), (1, 9)]);
    }

    #[test]
    fn a_chain_begins_at_its_free_end() {
        assert_eq!(told(&[1, 2, 3], &[2, 3, 4]), [(3, 4), (2, 3), (1, 2)]);
    }

    #[test]
    fn a_ring_goes_by_a_free_place() {
        assert_eq!(told(&[1, 2], &[2, 1]), [(1, 19), (2, 1), (19, 2)]);
        assert_eq!(carries(&places(&[1, 2]), &places(&[2, 1]), |_| false, None), Err(NoSpare));
    }

    proptest! {
        #[test]
        fn every_piece_arrives_and_never_on_another(
            before in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(),
            after in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(),
            pieces in 0..12_usize,
        ) {
            let (before, after) = (places(&before[..pieces]), places(&after[..pieces]));
            let carries = carries(&before, &after, |place| place.0 >= 8, Some(PlaceId(99))).unwrap();
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
