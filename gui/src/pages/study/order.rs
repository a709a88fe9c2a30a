//! Order of the games of a list: those that contain the searched words, sorted by a column. It is computed in the background,
//! since files can have very many games.

use std::sync::Arc;

use boardwright_library::game_index::{GameEntry, GameIndex};
use eframe::egui::Context;

use crate::task::{Reporter, Task};

/// Column of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Number in the file.
    #[default]
    Number,
    /// The first player, or all players.
    First,
    /// The second player.
    Second,
    /// Event, site and round; the game, where it differs from game to game.
    Event,
    /// Opening.
    Opening,
    /// Date.
    Date,
    /// Result.
    Result,
    /// Number of moves.
    Length,
}

/// Words and column by which a list is ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorting {
    /// The searched words, as typed.
    pub search: String,
    /// The column.
    pub column: Column,
    /// `true` if the greatest comes first.
    pub is_descending: bool,
}

/// Order of a list, which follows the wishes of the user.
#[derive(Debug, Default)]
pub struct Order {
    /// Indices of the games, from 0, in order.
    games: Arc<Vec<usize>>,
    /// Sorting of `games`, or of what is being computed.
    wanted: Option<Sorting>,
    task: Option<Task<Vec<usize>>>,
}

impl Order {
    /// Computes the order anew, because the games have changed. The old order stands until then.
    pub fn reset(&mut self) {
        (self.wanted, self.task) = (None, None);
    }

    /// Returns the games in the order that was computed last, and begins to compute another one if it is wanted.
    pub fn games(&mut self, window: &Context, file: &Arc<GameIndex>, sorting: &Sorting) -> Arc<Vec<usize>> {
        if self.wanted.as_ref() != Some(sorting) {
            self.wanted = Some(sorting.clone());
            let (file, sorting) = (Arc::clone(file), sorting.clone());
            self.task = Some(Task::start(window, "order of games", move |reporter: &Reporter<_>| {
                reporter.report(ordered(&file.entries, &sorting));
            }));
        }
        if let Some(games) = self.task.as_ref().and_then(Task::message) {
            self.games = Arc::new(games);
            self.task = None;
        }
        Arc::clone(&self.games)
    }

    /// Number of games that were found.
    pub fn found(&self) -> usize {
        self.games.len()
    }
}

/// Indices of the games that contain the words, in order. Games without a value in the column come last.
fn ordered(entries: &[GameEntry], sorting: &Sorting) -> Vec<usize> {
    let search = sorting.search.to_lowercase();
    let words: Vec<&str> = search.split_whitespace().collect();
    let found = entries.iter().enumerate().filter(|(_, entry)| entry.contains(&words));
    let keyed = found.map(|(game, entry)| (key(entry, game, sorting.column), game));
    let (mut known, unknown): (Vec<_>, Vec<_>) = keyed.partition(|((text, count), _)| !text.is_empty() || *count > 0);
    known.sort_by(|(one, _), (other, _)| if sorting.is_descending { other.cmp(one) } else { one.cmp(other) });
    known.into_iter().chain(unknown).map(|(_, game)| game).collect()
}

/// Key by which a game is sorted: a text, or a number; neither if it has no value.
fn key(entry: &GameEntry, game: usize, column: Column) -> (String, usize) {
    let text = |text: &str| (text.to_lowercase(), 0);
    let player = |number: usize| {
        let name = entry.players.get(number).map_or("", String::as_str);
        text(name.trim_matches('?'))
    };
    match column {
        Column::Number => (String::new(), game + 1),
        Column::First => player(0),
        Column::Second => player(1),
        Column::Event => text(&entry.event),
        Column::Opening => text(&entry.opening),
        // Dates are written with periods or with hyphens.
        Column::Date => text(&entry.date.replace('-', ".")),
        Column::Result => text(&entry.result),
        Column::Length => (String::new(), entry.moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(players: [&str; 2], date: &str, moves: usize) -> GameEntry {
        let mut entry = GameEntry::default();
        (entry.players, entry.date, entry.moves) = (players.map(str::to_owned).into(), date.to_owned(), moves);
        entry
    }

    #[test]
    fn games_are_sorted_by_a_column_and_unknown_values_come_last() {
        let entries = [
            entry(["Cid", "Ann"], "2024.05.06", 30),
            entry(["ann", "Ben"], "", 0),
            entry(["?", "Eve"], "2023-01-02", 7),
            entry(["Ben", "Dee"], "2024.05.01", 101),
        ];
        let by = |column: Column, is_descending: bool| {
            ordered(&entries, &Sorting { search: String::new(), column, is_descending })
        };
        assert_eq!(by(Column::Number, true), [3, 2, 1, 0]);
        assert_eq!(by(Column::First, false), [1, 3, 0, 2]);
        assert_eq!(by(Column::First, true), [0, 3, 1, 2]);
        assert_eq!(by(Column::Second, false), [0, 1, 3, 2]);
        assert_eq!(by(Column::Date, false), [2, 3, 0, 1]);
        assert_eq!(by(Column::Length, true), [3, 0, 2, 1]);
    }
}
