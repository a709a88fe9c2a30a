//! Text records of games in the format of M. Nekvinda's thesis: the players, and for each turn the tile, its place and the
//! meeple, with the points and free meeples of all players after it. Tiles that fitted nowhere are not recorded.

use std::fmt::Write as _;

use boardwright_game::game::Game as _;
use boardwright_game::ids::Player;
use thiserror::Error;

use super::game::Carcassonne;
use super::moves::{CarcassonneMove, Placement, meeple_square, segment_at};
use super::state::CarcassonneState;
use super::tiles::NONE;

/// A player of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPlayer {
    /// Name.
    pub name: String,
    /// Description of the computer player, or of the person.
    pub kind: String,
}

/// A game read from a record.
#[derive(Clone, Debug)]
pub struct TextRecord {
    /// Players in the order of their seats.
    pub players: Vec<RecordedPlayer>,
    /// Draws and turns.
    pub moves: Vec<CarcassonneMove>,
}

/// Error of a text record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the record: {reason}")]
pub struct TextRecordError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the error.
    pub reason: String,
}

/// Writes the game that led to a state.
pub fn write(game: &Carcassonne, state: &CarcassonneState, players: &[RecordedPlayer]) -> String {
    let mut text = format!("{}\n", game.players());
    for (number, player) in (1..).zip(players) {
        let _ = writeln!(text, "Hráč {number}: {} - {}", player.name, player.kind);
    }
    let mut replayed = game.initial_state();
    for (index, tile) in state.tiles().iter().enumerate() {
        let meeple = (tile.meeple != NONE).then_some(tile.meeple);
        if index > 0 {
            for aside in state.set_aside().iter().filter(|aside| usize::from(aside.tiles) == index) {
                apply(game, &mut replayed, CarcassonneMove::Draw(aside.kind));
            }
            let placement = Placement { x: tile.x, y: tile.y, rotation: tile.rotation, meeple };
            apply(game, &mut replayed, CarcassonneMove::Draw(tile.kind));
            apply(game, &mut replayed, CarcassonneMove::Place(placement));
        }
        let region = meeple.map_or_else(
            || "null".to_owned(),
            |segment| {
                let square = meeple_square(&game.tiles, tile.kind, segment, tile.rotation);
                format!("{},{}", square % 3, square / 3)
            },
        );
        let player = tile.player.map_or(0, Player::number);
        let degrees = 90 * u16::from(tile.rotation);
        let _ = writeln!(text, "Tah: {}", index + 1);
        let _ = writeln!(text, "{player}:{} {};{} {degrees}-{region}", tile.number, tile.x, tile.y);
        for line in status(game, &replayed) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// Status lines of all players.
fn status(game: &Carcassonne, state: &CarcassonneState) -> Vec<String> {
    let line = |player| {
        let (points, free) = (state.points(player).total(), state.free_meeples(player));
        format!("Hráč {player}: {points} bodů {free} volných figurek")
    };
    (1..=game.players()).filter_map(Player::new).map(line).collect()
}

fn apply(game: &Carcassonne, state: &mut CarcassonneState, mv: CarcassonneMove) {
    game.apply(state, mv).expect("the rules of Carcassonne never fail");
}

/// Parses a record of a game with these options, and checks every turn and status line.
///
/// # Errors
/// A [`TextRecordError`] with the line and the mistake.
pub fn parse(game: &Carcassonne, text: &str) -> Result<TextRecord, TextRecordError> {
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|line| !line.1.is_empty());
    let end = text.lines().count().max(1);
    let missing = |what: &str| TextRecordError { line: end, reason: format!("the record ends before {what}") };
    let (line, first) = lines.next().ok_or_else(|| missing("the number of players"))?;
    if first.parse() != Ok(game.players()) {
        let reason = format!("\"{first}\" should be the number of players, {}", game.players());
        return Err(TextRecordError { line, reason });
    }
    let mut players = Vec::new();
    for number in 1..=game.players() {
        let (line, text) = lines.next().ok_or_else(|| missing("all players are named"))?;
        let named = text.strip_prefix(&format!("Hráč {number}: ")).and_then(|rest| rest.rsplit_once(" - "));
        let (name, kind) = named
            .ok_or_else(|| TextRecordError {
                line, reason: format!("this should be \"Hráč {number}: NAME - AI\"")
            })?;
        players.push(RecordedPlayer { name: name.to_owned(), kind: kind.to_owned() });
    }
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    let mut turn = 0;
    while let Some((line, heading)) = lines.next() {
        turn += 1;
        if heading.strip_prefix("Tah:").map(str::trim) != Some(turn.to_string().as_str()) {
            return Err(TextRecordError { line, reason: format!("this should be \"Tah: {turn}\"") });
        }
        let (line, text) = lines.next().ok_or_else(|| missing("the turn"))?;
        let wrong = |reason: String| TextRecordError { line, reason };
        if turn == 1 {
            check_start(game, text).map_err(wrong)?;
        } else {
            for mv in parse_turn(game, &state, text).map_err(wrong)? {
                apply(game, &mut state, mv);
                moves.push(mv);
            }
        }
        for expected in status(game, &state) {
            let (line, found) = lines.next().ok_or_else(|| missing("the points of all players"))?;
            if found != expected {
                return Err(TextRecordError { line, reason: format!("this should be \"{expected}\"") });
            }
        }
    }
    insert_set_aside(game, &state, &mut moves);
    Ok(TextRecord { players, moves })
}

/// Inserts draws of the tiles that were set aside, which a record does not name: each of the tiles left at the end is drawn
/// at the last turn where it fits nowhere. If the game is not over even so, it was interrupted, and nothing is inserted.
fn insert_set_aside(game: &Carcassonne, end: &CarcassonneState, moves: &mut Vec<CarcassonneMove>) {
    if game.is_over(end) {
        return;
    }
    // States before each draw, and the last state.
    let mut states = vec![game.initial_state()];
    for turn in moves.chunks(2) {
        let mut next = states[states.len() - 1].clone();
        for &mv in turn {
            apply(game, &mut next, mv);
        }
        states.push(next);
    }
    let fits_nowhere = |state: &CarcassonneState, kind: u8| {
        let mut next = state.clone();
        apply(game, &mut next, CarcassonneMove::Draw(kind));
        next.drawn().is_none()
    };
    let left = game.tiles.kinds().flat_map(|kind| (0..end.remaining()[usize::from(kind)]).map(move |_| kind));
    let last_turn = |kind: u8| Some((states.iter().rposition(|state| fits_nowhere(state, kind))?, kind));
    let mut draws: Vec<(usize, u8)> = left.filter_map(last_turn).collect();
    // From the last turn to the first, so that no insertion shifts the place of the next.
    draws.sort_unstable_by(|a, b| b.cmp(a));
    let mut completed = moves.clone();
    for (turn, kind) in draws {
        completed.insert(2 * turn, CarcassonneMove::Draw(kind));
        if ends_game(game, &completed) {
            *moves = completed;
            return;
        }
    }
}

/// `true` if the moves are legal and end the game.
fn ends_game(game: &Carcassonne, moves: &[CarcassonneMove]) -> bool {
    let mut state = game.initial_state();
    for &mv in moves {
        if !game.is_legal(&state, mv).unwrap_or(false) {
            return false;
        }
        apply(game, &mut state, mv);
    }
    game.is_over(&state)
}

/// Checks the line of the start tile, which may be any tile of its type; the error is the reason.
fn check_start(game: &Carcassonne, text: &str) -> Result<(), String> {
    let start = game.tiles.kind(game.tiles.start);
    let is_start = |number: u8| (start.first_tile + 1..=start.first_tile + start.count).contains(&number);
    let number = text.strip_prefix("0:").and_then(|rest| rest.strip_suffix(" 0;0 0-null"));
    if number.and_then(|number| number.parse().ok()).is_some_and(is_start) {
        return Ok(());
    }
    Err(format!("this should be the start tile, \"0:{} 0;0 0-null\"", start.first_tile + 1))
}

/// Parses a turn; the error is the reason.
fn parse_turn(game: &Carcassonne, state: &CarcassonneState, text: &str) -> Result<[CarcassonneMove; 2], String> {
    const FORM: &str =
        "this should be a turn like \"2:36 5;3 270-0,1\": player, tile, column and row, degrees, region or null";
    let fields = || {
        let (player, rest) = text.split_once(':')?;
        let mut words = rest.split_whitespace();
        let (tile, cell, turned) = (words.next()?, words.next()?, words.next()?);
        let (x, y) = cell.split_once(';')?;
        let (degrees, region) = turned.split_once('-')?;
        Some((
            (player.parse::<usize>().ok()?, tile.parse::<u8>().ok()?),
            (x.parse::<i8>().ok()?, y.parse::<i8>().ok()?),
            (degrees.parse::<u16>().ok()?, region),
        ))
    };
    let ((player, number), (x, y), (degrees, region)) = fields().ok_or_else(|| FORM.to_owned())?;
    if player != state.mover().number() {
        return Err(format!(
            "player {player} cannot be on turn after the turns before; it is player {}",
            state.mover()
        ));
    }
    let kinds = &game.tiles.types;
    let found = kinds.iter().position(|kind| (kind.first_tile + 1..=kind.first_tile + kind.count).contains(&number));
    let kind =
        found.ok_or_else(|| format!("there is no tile {number}; they are 1 to {}", game.tiles.tile_count()))? as u8;
    let draw = CarcassonneMove::Draw(kind);
    if !game.is_legal(state, draw).unwrap_or(false) {
        return Err(format!("no tile {} is left", game.tiles.kind(kind).id));
    }
    let mut drawn = state.clone();
    apply(game, &mut drawn, draw);
    let rotation = u8::try_from(degrees / 90).ok().filter(|&quarters| quarters < 4 && degrees % 90 == 0);
    let rotation = rotation.ok_or_else(|| format!("{degrees} is no rotation; it is 0, 90, 180 or 270"))?;
    let meeple =
        if region == "null" {
            None
        } else {
            let square = region.split_once(',').and_then(|(column, row)| {
                let (column, row) = (column.parse::<usize>().ok()?, row.parse::<usize>().ok()?);
                (column < 3 && row < 3).then_some(3 * row + column)
            });
            let segment = square.and_then(|square| segment_at(&game.tiles, kind, square, rotation));
            Some(segment.ok_or_else(|| {
                format!("\"{region}\" is no region of the tile for a meeple; write column,row or null")
            })?)
        };
    let placement = Placement { x, y, rotation, meeple };
    match game.refusal(&drawn, placement) {
        Some(reason) => Err(reason),
        None => Ok([draw, CarcassonneMove::Place(placement)]),
    }
}
