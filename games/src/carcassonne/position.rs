//! Texts, encodings and hash keys of positions. The text of a state lists the game so far, from which the state is
//! rebuilt; encodings and keys do not depend on the order in which tiles were placed.

use std::fmt::Write as _;
use std::hash::Hasher as _;

use boardwright_game::game::{Game as _, GameExt, StateError};
use boardwright_game::ids::Player;
use rustc_hash::FxHasher;

use super::game::Carcassonne;
use super::moves::{Placement, PlacementText};
use super::state::CarcassonneState;
use super::tiles::{FeatureKind, NONE, rotate_halves, rotate_sides};

/// Text of a state: one line for each drawn tile, with its id and how it was placed.
pub fn text(game: &Carcassonne, state: &CarcassonneState) -> String {
    let mut text = String::new();
    let mut aside = state.set_aside().iter().peekable();
    for (index, tile) in state.tiles().iter().enumerate() {
        while let Some(before) = aside.next_if(|before| usize::from(before.tiles) == index) {
            let _ = writeln!(text, "{} aside", game.tiles.kind(before.kind).id);
        }
        if index > 0 {
            let meeple = (tile.meeple != NONE).then_some(tile.meeple);
            let placement = Placement { x: tile.x, y: tile.y, rotation: tile.rotation, meeple };
            let placement = PlacementText { set: &game.tiles, kind: tile.kind, placement };
            let _ = writeln!(text, "{} {placement}", game.tiles.kind(tile.kind).id);
        }
    }
    for now in aside {
        let _ = writeln!(text, "{} aside", game.tiles.kind(now.kind).id);
    }
    match state.drawn() {
        Some(kind) => {
            let _ = writeln!(text, "{} drawn", game.tiles.kind(kind).id);
        }
        None => text.push_str("next tile\n"),
    }
    text
}

/// Parses the text of a state by playing the game that it lists.
pub fn parse(game: &Carcassonne, text: &str) -> Result<CarcassonneState, StateError> {
    let mut state = game.initial_state();
    let mut is_complete = false;
    let mut last = 0;
    for (line, words) in text.lines().enumerate().map(|(index, text)| (index + 1, text.trim())) {
        last = line;
        if words.is_empty() {
            continue;
        }
        let wrong = |reason: String| StateError { line, reason };
        if is_complete {
            return Err(wrong("nothing follows the last drawn tile".to_owned()));
        }
        if words == "next tile" {
            is_complete = true;
            continue;
        }
        let (id, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let draw = game.parse_move(&state, &format!("draw {id}")).map_err(|error| wrong(error.to_string()))?;
        game.apply(&mut state, draw).map_err(|fault| wrong(fault.to_string()))?;
        match (rest, state.drawn()) {
            ("aside", None) => {}
            ("aside", Some(_)) => return Err(wrong(format!("the tile {id} fits somewhere, so it is not set aside"))),
            (_, None) => return Err(wrong(format!("the tile {id} fits nowhere; it is set aside"))),
            ("drawn", Some(_)) => is_complete = true,
            _ => {
                let mv = game.parse_move(&state, rest).map_err(|error| wrong(error.to_string()))?;
                game.apply(&mut state, mv).map_err(|fault| wrong(fault.to_string()))?;
            }
        }
    }
    if is_complete {
        Ok(state)
    } else {
        let reason = "the last line must be \"next tile\", or the drawn tile like \"D drawn\"".to_owned();
        Err(StateError { line: last.max(1), reason })
    }
}

/// Appends an encoding of the position.
pub fn encode(game: &Carcassonne, state: &CarcassonneState, out: &mut Vec<u8>) {
    let mut tiles: Vec<[u8; 4]> = state
        .tiles()
        .iter()
        .map(|tile| {
            let rotation = tile.rotation % game.tiles.kind(tile.kind).rotations;
            [tile.x as u8, tile.y as u8, tile.kind, rotation]
        })
        .collect();
    tiles.sort_unstable();
    out.push(tiles.len() as u8);
    out.extend(tiles.iter().flatten());
    let mut meeples: Vec<[u8; 6]> = state
        .meeples()
        .iter()
        .map(|meeple| {
            let tile = state.tiles()[usize::from(meeple.tile)];
            // A segment is named by its edges as the tile lies, so that equal rotations have equal encodings.
            let segment = &game.tiles.kind(tile.kind).segments[usize::from(meeple.segment)];
            let sides = rotate_sides(segment.sides, tile.rotation);
            let halves = rotate_halves(segment.halves, tile.rotation);
            let is_cloister = u8::from(segment.kind == FeatureKind::Cloister);
            [tile.x as u8, tile.y as u8, meeple.player.index() as u8, sides | is_cloister << 4, halves, 0]
        })
        .collect();
    meeples.sort_unstable();
    out.push(meeples.len() as u8);
    out.extend(meeples.iter().flatten());
    out.extend(&state.remaining[..game.tiles.types.len()]);
    for player in 0..game.players() {
        out.extend(
            [FeatureKind::City, FeatureKind::Road, FeatureKind::Field, FeatureKind::Cloister]
                .iter()
                .flat_map(|&kind| state.points[player].of(kind).to_le_bytes()),
        );
    }
    out.extend([state.drawn, state.mover, u8::from(state.set_aside_now().next().is_some())]);
}

/// Hash key of the position.
pub fn key(game: &Carcassonne, state: &CarcassonneState) -> u64 {
    let mut encoding = Vec::with_capacity(512);
    encode(game, state, &mut encoding);
    let mut hasher = FxHasher::default();
    hasher.write(&encoding);
    hasher.finish()
}

/// Description of the position for people: scores, meeples, the drawn tile, and the tiles by row.
pub fn view_text(game: &Carcassonne, state: &CarcassonneState) -> String {
    let mut text = String::new();
    for player in (1..=game.players()).filter_map(Player::new) {
        let marker = if player == state.mover() && !game.is_over(state) { '>' } else { ' ' };
        let (points, free) = (game.score(state, player), state.free_meeples(player));
        let _ = writeln!(text, "{marker} player {player}: {points} points, {free} meeples in hand");
    }
    let _ = match state.drawn() {
        Some(kind) => {
            let kind = game.tiles.kind(kind);
            writeln!(text, "  drawn: tile {} ({}); {} tiles left", kind.id, kind.name, state.left)
        }
        None => writeln!(text, "  {} tiles left", state.left),
    };
    let aside: Vec<&str> = state.set_aside_now().map(|kind| game.tiles.kind(kind).id.as_str()).collect();
    if !aside.is_empty() {
        let _ = writeln!(text, "  set aside, as it fits nowhere: {}", aside.join(", "));
    }
    text.push_str(&grid_text(game, state));
    text
}

/// Tiles as a grid of ids with rotations in quarter turns, and meeples by the number of their player.
fn grid_text(game: &Carcassonne, state: &CarcassonneState) -> String {
    let tiles = state.tiles();
    let range = |of: fn(&super::board::PlacedTile) -> i8| {
        let values = || tiles.iter().map(of);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (range(|tile| tile.x), range(|tile| tile.y));
    let mut text = format!("{:>5}", "");
    for x in left..=right {
        let _ = write!(text, "{x:>6}");
    }
    text.push('\n');
    for y in top..=bottom {
        let _ = write!(text, "{y:>5}");
        for x in left..=right {
            let Some(index) = tiles.iter().position(|tile| (tile.x, tile.y) == (x, y)) else {
                text.push_str("     .");
                continue;
            };
            let tile = tiles[index];
            let meeple = state.meeples().iter().find(|meeple| usize::from(meeple.tile) == index);
            let meeple = meeple.map_or(String::new(), |meeple| {
                let kind = game.tiles.kind(tile.kind).segments[usize::from(meeple.segment)].kind;
                format!("{}{}", &kind.meeple_name()[..1], meeple.player)
            });
            let cell = format!("{}{}{meeple}", game.tiles.kind(tile.kind).id, tile.rotation);
            let _ = write!(text, "{cell:>6}");
        }
        text.push('\n');
    }
    text
}
