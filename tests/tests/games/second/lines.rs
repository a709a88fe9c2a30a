//! What several tellings ask of lines of play: counting them by turns, making them, finding a shortest one.
//! It knows no game.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::spec::SpecGame;
use boardwright_tests::second::Second;

/// Lines of so many whole turns; a turn lasts while the same player moves on. Games that ended earlier do not count.
pub fn by_turns<S: Second>(state: &S, turns: u32, mover: fn(&S) -> usize) -> u64 {
    if turns == 0 {
        return 1;
    }
    let count = |after: &S| {
        let goes_on = mover(after) == mover(state) && after.winner().is_none();
        by_turns(after, if goes_on { turns } else { turns - 1 }, mover)
    };
    state.moves().iter().map(|(_, after)| count(after)).sum()
}

/// The position after moves of these texts.
///
/// # Panics
/// If one cannot be made.
pub fn told<S: Second>(start: &S, texts: &[String]) -> S {
    texts.iter().fold(start.clone(), |state, text| {
        let found = state.moves().into_iter().find(|(other, _)| other == text);
        found.unwrap_or_else(|| panic!("{text} cannot be made")).1
    })
}

/// Who has won a game file's game after moves of these texts, which name no elements; `None` while it runs.
///
/// # Panics
/// If a move cannot be made.
pub fn played(game: &SpecGame, texts: &[String]) -> Option<usize> {
    let mut state = game.start();
    let mut moves = Vec::new();
    for text in texts {
        game.turn(&state, &mut moves).expect("shipped games never fail");
        let full = moves.iter().map(|&mv| game.move_text(&state, mv));
        let names = |full: &str| full == text || full.split_once(' ').is_some_and(|(_, places)| places == text);
        let at = full.into_iter().position(|full| names(&full)).unwrap_or_else(|| panic!("{text} cannot be made"));
        game.apply(&mut state, moves[at]).expect("shipped games never fail");
    }
    game.outcome(&state).expect("shipped games never fail").map(Outcome::winner)
}

/// A shortest line of play that player 1 wins, by breadth-first search over positions told apart by `key`.
pub fn shortest<S: Second, K: Hash + Eq>(start: &S, key: fn(&S) -> K) -> Option<Vec<String>> {
    let mut reached: HashMap<K, usize> = HashMap::from([(key(start), 0)]);
    // Each position with the one before it and the move between them.
    let mut found: Vec<(usize, String)> = vec![(0, String::new())];
    let mut open = VecDeque::from([(0, start.clone())]);
    while let Some((number, state)) = open.pop_front() {
        if state.winner() == Some(1) {
            let mut line = Vec::new();
            let mut at = number;
            while at != 0 {
                line.push(found[at].1.clone());
                at = found[at].0;
            }
            line.reverse();
            return Some(line);
        }
        for (text, after) in state.moves() {
            let next = found.len();
            if reached.insert(key(&after), next).is_none() {
                found.push((number, text));
                open.push_back((next, after));
            }
        }
    }
    None
}

/// How many positions are first reached at each depth, told apart by `key`, until there are none or `most` in all.
pub fn levels<S: Second, K: Hash + Eq>(start: &S, key: fn(&S) -> K, most: usize) -> Vec<usize> {
    let mut reached = HashSet::from([key(start)]);
    let (mut level, mut sizes) = (vec![start.clone()], Vec::new());
    while !level.is_empty() && reached.len() <= most {
        sizes.push(level.len());
        let after = level.iter().flat_map(Second::moves).map(|(_, after)| after);
        level = after.filter(|after| reached.insert(key(after))).collect();
    }
    sizes
}
