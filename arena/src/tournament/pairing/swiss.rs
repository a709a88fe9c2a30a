//! Swiss-system pairing: players with equal points meet, the upper half of a score group against the lower, without
//! repeated pairings as long as that is possible. With an odd number one player has a bye, which counts as a win, once.

use super::{MeetingResult, rounds_needed};

/// Pairs the next round.
pub(super) fn next_round(players: usize, rounds: Option<u32>, played: &[Vec<MeetingResult>]) -> Vec<Vec<usize>> {
    if players < 2 || played.len() >= rounds.unwrap_or_else(|| rounds_needed(players)) as usize {
        return Vec::new();
    }
    let standing = SwissState::after(players, played);
    let mut order: Vec<usize> = (0..players).collect();
    // The sort is stable, so that seeds decide between equal points.
    order.sort_by(|&one, &other| standing.points[other].cmp(&standing.points[one]));
    if players % 2 == 1 {
        let fewest = order.iter().map(|&player| standing.byes[player]).min().unwrap_or(0);
        if let Some(at) = order.iter().rposition(|&player| standing.byes[player] == fewest) {
            order.remove(at);
        }
    }
    // With too many rounds everybody has met everybody; then one repetition is allowed, then two, and so on.
    for most in 0.. {
        let mut steps = 100_000;
        if let Some(pairs) = pair_players(&order, &standing, most, &mut steps) {
            return pairs.into_iter().map(|[one, other]| vec![one.min(other), one.max(other)]).collect();
        }
    }
    Vec::new()
}

/// Standings in half points.
struct SwissState {
    points: Vec<u32>,
    byes: Vec<u32>,
    met: Vec<Vec<u32>>,
}

impl SwissState {
    fn after(players: usize, played: &[Vec<MeetingResult>]) -> Self {
        let mut standing =
            Self { points: vec![0; players], byes: vec![0; players], met: vec![vec![0; players]; players] };
        for round in played {
            let mut busy = vec![false; players];
            for MeetingResult { players, points } in round {
                let (one, other) = (players[0], players[1]);
                (busy[one], busy[other]) = (true, true);
                standing.met[one][other] += 1;
                standing.met[other][one] += 1;
                let order = points[0].total_cmp(&points[1]);
                standing.points[one] += (order as i32 + 1) as u32;
                standing.points[other] += (1 - order as i32) as u32;
            }
            for player in (0..players).filter(|&player| !busy[player]) {
                standing.points[player] += 2;
                standing.byes[player] += 1;
            }
        }
        standing
    }
}

/// Pairs all players of `order` by backtracking, best fit first, with at most `most` earlier meetings in each pair.
/// `None` if no pairing exists, or none was found within `steps` steps.
fn pair_players(order: &[usize], standing: &SwissState, most: u32, steps: &mut u32) -> Option<Vec<[usize; 2]>> {
    let [first, others @ ..] = order else { return Some(Vec::new()) };
    *steps = steps.checked_sub(1)?;
    let group = 1 + others.iter().take_while(|&&other| standing.points[other] == standing.points[*first]).count();
    // Preference: the first of the lower half, then further down, then up, then other score groups.
    let half = (group / 2).max(1) - 1;
    let mut wishes: Vec<usize> = (half..others.len()).chain((0..half).rev()).collect();
    wishes.retain(|&at| standing.met[*first][others[at]] <= most);
    wishes.into_iter().find_map(|at| {
        let mut left = others.to_vec();
        let other = left.remove(at);
        let mut pairs = pair_players(&left, standing, most, steps)?;
        pairs.insert(0, [*first, other]);
        Some(pairs)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the tournament with results by strength: the lower number is stronger, neighbours draw.
    fn played(players: usize, rounds: u32) -> Vec<Vec<MeetingResult>> {
        let mut played: Vec<Vec<MeetingResult>> = Vec::new();
        loop {
            let round = next_round(players, Some(rounds), &played);
            if round.is_empty() {
                return played;
            }
            let met = |players: Vec<usize>| {
                let points = if players[1] - players[0] == 1 { vec![1.0, 1.0] } else { vec![2.0, 0.0] };
                MeetingResult { players, points }
            };
            played.push(round.into_iter().map(met).collect());
        }
    }

    #[test]
    fn the_upper_half_meets_the_lower() {
        assert_eq!(next_round(8, None, &[]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(next_round(8, None, &[]).len(), 4);
        assert_eq!(played(8, 3).len(), 3);
    }

    #[test]
    fn no_pairing_and_no_bye_is_repeated() {
        for players in 2..14 {
            let most = if players % 2 == 0 { players - 1 } else { players };
            let rounds = played(players, most.min(5) as u32);
            let mut met = std::collections::HashSet::new();
            let mut waits = vec![0; players];
            for round in &rounds {
                let mut busy = vec![0; players];
                for meeting in round {
                    assert!(met.insert(meeting.players.clone()), "{players} players: {meeting:?} again");
                    meeting.players.iter().for_each(|&player| busy[player] += 1);
                }
                assert!(busy.iter().all(|&times| times <= 1));
                for player in 0..players {
                    waits[player] += 1 - busy[player];
                }
            }
            assert!(waits.iter().all(|&waits| waits <= 1), "{players} players: {waits:?}");
        }
    }

    #[test]
    fn with_more_rounds_than_opponents_pairings_are_repeated() {
        assert_eq!(played(4, 6).len(), 6);
        assert_eq!(played(3, 5).len(), 5);
    }
}
