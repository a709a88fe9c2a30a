//! The state of a tournament as the page shows it: standings, finished games and progress. It is computed off the window's
//! thread, by [`running`](super::running) and [`reader`](super::reader).

use std::path::{Path, PathBuf};

use boardwright_arena::results::Standings;
use boardwright_arena::results::journal::JournalPosition;
use boardwright_arena::results::ledger::{Ledger, LedgerRow};
use boardwright_arena::tournament::{Config, reason_name};
use boardwright_game::record::EndReason;

/// State of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentView {
    /// Folder of the results.
    pub folder: PathBuf,
    /// Configuration.
    pub config: Config,
    /// Standings.
    pub standings: Standings,
    /// Finished games, in the order of their numbers.
    pub rows: Vec<GameRow>,
    /// Number of all games, if it is known.
    pub games: Option<u64>,
    /// `true` if all games are played, or the sequential test is decided.
    pub is_complete: bool,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Number of the game.
    pub id: u64,
    /// Index of the game in the configuration.
    pub game: usize,
    /// Player at each seat.
    pub seats: Vec<usize>,
    /// Points by seat.
    pub points: Vec<f64>,
    /// Number of moves.
    pub plies: usize,
    /// Reason of the end.
    pub reason: EndReason,
    /// Player who lost by time, an illegal move, a crash or a stall.
    pub culprit: Option<usize>,
    /// Further words about the end.
    pub note: Option<String>,
    /// Place in the journal.
    pub position: JournalPosition,
}

impl GameRow {
    fn new(row: &LedgerRow) -> Self {
        let seats = row.job.seats.clone();
        Self {
            id: row.job.id,
            game: row.job.game,
            points: row.game_points().0,
            plies: row.plies(),
            reason: row.end.reason,
            culprit: row
                .end
                .by
                .and_then(|player| seats.get(player.index()).copied())
                .filter(|_| is_fault(row.end.reason)),
            note: row.end.note.clone(),
            position: row.position,
            seats,
        }
    }

    /// Points of a player; `None` if the player did not take part.
    pub fn points_of(&self, player: usize) -> Option<f64> {
        self.seats.iter().position(|seat| *seat == player).map(|seat| self.points[seat])
    }

    /// `true` if a failure ended the game instead of the rules.
    pub fn is_fault(&self) -> bool {
        is_fault(self.reason)
    }

    /// Result for people: the points by seat, as in PGN.
    pub fn result(&self) -> String {
        let points: Vec<String> = self.points.iter().map(|points| points_text(*points)).collect();
        points.join("–")
    }

    /// Reason of the end for people, with its note.
    pub fn end_text(&self) -> String {
        match &self.note {
            Some(note) => format!("{}: {}", reason_name(self.reason), note.replace('\n', " ")),
            None => reason_name(self.reason).to_owned(),
        }
    }
}

/// `true` for the ends of games that are failures of a player or of the rules.
fn is_fault(reason: EndReason) -> bool {
    use EndReason::{Crash, Fault, Illegal, Stall, Time};
    matches!(reason, Time | Illegal | Crash | Stall | Fault)
}

/// Points for people: halves as a fraction, other parts with two digits.
pub fn points_text(points: f64) -> String {
    let whole = points.trunc();
    let part = points - whole;
    if part.abs() < 1e-6 {
        format!("{whole:.0}")
    } else if (part - 0.5).abs() < 1e-6 {
        if whole == 0.0 { "½".to_owned() } else { format!("{whole:.0}½") }
    } else {
        format!("{points:.2}")
    }
}

impl TournamentView {
    /// Computes the state from the finished games.
    pub fn compute(config: &Config, ledger: &Ledger, folder: &Path, games: Option<u64>, is_complete: bool) -> Self {
        Self {
            folder: folder.to_owned(),
            standings: Standings::compute(config, ledger),
            rows: ledger.rows().map(GameRow::new).collect(),
            config: config.clone(),
            games,
            is_complete,
        }
    }

    /// Name of a player.
    pub fn name(&self, player: usize) -> &str {
        self.standings.player_names.get(player).map_or("", String::as_str)
    }

    /// Title: the name of the tournament, or else that of its folder.
    pub fn title(&self) -> String {
        title(&self.config, &self.folder)
    }

    /// Number of games that failures ended, by player, the player with most of them first.
    pub fn faults(&self) -> Vec<(Option<usize>, usize)> {
        let mut counts: Vec<(Option<usize>, usize)> = Vec::new();
        for row in self.rows.iter().filter(|row| row.is_fault()) {
            match counts.iter_mut().find(|(culprit, _)| *culprit == row.culprit) {
                Some((_, count)) => *count += 1,
                None => counts.push((row.culprit, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

/// Title of a tournament: its name, or else that of its folder.
pub fn title(config: &Config, folder: &Path) -> String {
    if config.name.is_empty() {
        folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
    } else {
        config.name.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_in_tables() {
        assert_eq!([0.0, 0.5, 1.0, 7.5, 1.0 / 3.0].map(points_text), ["0", "½", "1", "7½", "0.33"]);
    }
}
