//! Order of the players in the final table. It counts no points.

/// Seats from 0 in the order of the final table: most points first; of equal points, the player who sits later comes first
/// (Nekvinda's thesis).
pub(super) fn final_order(points: &[i64]) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..points.len()).rev().collect();
    // The sort is stable.
    seats.sort_by_key(|&seat| std::cmp::Reverse(points[seat]));
    seats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_ordered_by_points_and_later_seats_first() {
        assert_eq!(final_order(&[88, 88]), [1, 0]);
        assert_eq!(final_order(&[90, 88]), [0, 1]);
        assert_eq!(final_order(&[43, 61, 43, 12, 61]), [4, 1, 2, 0, 3]);
        assert_eq!(final_order(&[5, 5, 5]), [2, 1, 0]);
        assert_eq!(final_order(&[-1, 0, 0]), [2, 1, 0]);
        assert!(final_order(&[]).is_empty());
    }
}
