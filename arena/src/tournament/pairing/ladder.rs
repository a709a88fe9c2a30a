//! Ladder pairing: players stand in a ranking, neighbours meet, and the winner takes the upper place.

use super::MeetingResult;

/// Pairs the next round. By default there are as many rounds as a player needs from the lowest place to the highest,
/// each place being challenged in every second round.
pub(super) fn next_round(players: usize, rounds: Option<u32>, played: &[Vec<MeetingResult>]) -> Vec<Vec<usize>> {
    let rounds = rounds.map_or(2 * players.saturating_sub(1), |rounds| rounds as usize);
    let mut places: Vec<usize> = (0..players).collect();
    for (round, met) in played.iter().enumerate() {
        for at in challenged_places(round, players) {
            let (above, below) = (places[at], places[at + 1]);
            let was = met.iter().find(|met| met.players == [above, below]);
            if was.is_some_and(|met| met.points[1] > met.points[0]) {
                places.swap(at, at + 1);
            }
        }
    }
    if played.len() >= rounds {
        return Vec::new();
    }
    challenged_places(played.len(), players).map(|at| vec![places[at], places[at + 1]]).collect()
}

/// Places that are challenged from below: the first, third, ... and the second, fourth, ... in turn.
fn challenged_places(round: usize, players: usize) -> impl Iterator<Item = usize> {
    // With two players every round is the same.
    let first = if players > 2 { round % 2 } else { 0 };
    (first..players.saturating_sub(1)).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_player_reaches_the_top() {
        let mut played: Vec<Vec<MeetingResult>> = Vec::new();
        loop {
            let round = next_round(5, None, &played);
            if round.is_empty() {
                break;
            }
            // The higher number always wins.
            played.push(
                round
                    .into_iter()
                    .map(|players| {
                        let points = if players[0] > players[1] { vec![2.0, 0.0] } else { vec![0.0, 2.0] };
                        MeetingResult { players, points }
                    })
                    .collect(),
            );
        }
        assert_eq!(played.len(), 8);
        assert_eq!(played[0].iter().map(|met| met.players.clone()).collect::<Vec<_>>(), [[0, 1], [2, 3]]);
        let last: Vec<_> = played[7].iter().map(|met| met.players.clone()).collect();
        assert_eq!(last, [[3, 2], [1, 0]]);
    }
}
