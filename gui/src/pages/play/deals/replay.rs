//! Replay of a file of deals: a deal as a line of positions, cards that are unknown included.

use std::path::Path;
use std::sync::Arc;

use boardwright_library::hands::{DealLine, read_deal};

use crate::app::open_game;
use crate::session::{GameTree, PlayedMove, Records, SeatChoice, Session};
use crate::texts::with;

/// Opens the deal with this number, from 1, of a file as a session at its beginning.
///
/// # Errors
/// If the file cannot be read, or has no such deal.
pub fn open(path: &Path, number: usize, records: Records) -> Result<Session, String> {
    let line = read_deal(path, number).map_err(|error| error.to_string())?;
    let DealLine { game, names, start, steps } =
        line.ok_or_else(|| with("play.no_record", &[&path.display(), &number]))?;
    let opened = Arc::new(open_game(game).map_err(|error| error.to_string())?);
    let mut names = names.unwrap_or_default().into_iter();
    let seats =
        opened.loaded.players().map(|_| SeatChoice { name: names.next().unwrap_or_default(), ..SeatChoice::person() });
    let seats = seats.collect();
    let mut session = Session::new(opened, seats, 0, records).with_start_position(start);
    let mut at = GameTree::ROOT;
    for step in steps {
        let (text, label) = (step.text.clone(), step.text);
        at = session.tree.add(at, PlayedMove { state: step.state, text, label, player: step.player, value: None });
    }
    session.show(GameTree::ROOT);
    Ok(session)
}
