//! Starts of the games of a tournament: the initial state, openings from a file, or random moves to distinct positions.

use std::collections::HashSet;

use boardwright_game::any::{AnyGame, AnyState};
use boardwright_game::game::Turn;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use super::balance::BalanceJudge;
use super::digest;
use crate::playable::{Opening, Playable};

/// Starts of the games of one game kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// All games begin with the initial state.
    Start,
    /// Openings, used in turn.
    Lines(Vec<Opening>),
}

/// The initial state of the game.
static START: Opening = Opening { position: None, moves: Vec::new() };

/// Number of consecutive failed draws (duplicates or finished games) after which the drawing ends.
const MAX_TRIES: u32 = 200;

impl Openings {
    /// Start number `start`.
    pub fn opening(&self, start: usize) -> &Opening {
        match self {
            Self::Start => &START,
            Self::Lines(lines) => &lines[start % lines.len()],
        }
    }

    /// Opening moves of start number `start`.
    pub fn line(&self, start: usize) -> &[String] {
        &self.opening(start).moves
    }

    /// Draws `needed` distinct starts of `plies` random moves, or as many as there are. With a judge, only balanced
    /// ones.
    ///
    /// # Errors
    /// If the rules fail, no game lasts this long, or too few starts are balanced.
    pub fn draw_random(
        game: &dyn AnyGame,
        plies: u32,
        needed: usize,
        seed: &[&str],
        judge: Option<&BalanceJudge<'_>>,
    ) -> Result<Self, String> {
        let (mut lines, mut seen, mut misses) = (Vec::new(), HashSet::new(), 0);
        let mut number = 0_u64;
        while lines.len() < needed && misses < MAX_TRIES {
            let stream = number.to_string();
            let mut random = Pcg64Mcg::seed_from_u64(digest::seed(&[seed, &["start", &stream]].concat()));
            number += 1;
            misses += 1;
            if let Some((line, position)) = random_line(game, plies, &mut random)?
                && seen.insert(position)
                && judge.map_or(Ok(true), |judge| judge.is_balanced(&line))?
            {
                lines.push(Opening { position: None, moves: line });
                misses = 0;
            }
        }
        if seen.is_empty() {
            return Err(format!("start: {plies} random moves always end the game; fewer are needed"));
        }
        // Repeating a few balanced starts would give few distinct games, which the option is to avoid.
        if judge.is_some() && lines.len() < needed {
            return Err(format!(
                "start: {} of the {needed} starts that are needed are balanced, of {} positions after {plies} random moves; other plies, a \
                 larger \"balanced\" or fewer games may do",
                lines.len(),
                seen.len()
            ));
        }
        Ok(Self::Lines(lines))
    }

    /// Parses a file of starts: games in a standard notation of the game, or a start in each line: a position if the game
    /// has a notation for them, and moves, separated by `;`. Blank lines and lines that begin with `#` are ignored. `name`
    /// is that of the file. Of each start only the first `plies` moves are taken, if given; starts that are equal then are
    /// taken once.
    ///
    /// # Errors
    /// If a line has an illegal move, or ends the game.
    pub fn parse(playable: &dyn Playable, name: &str, text: &str, plies: Option<u32>) -> Result<Self, String> {
        let openings = match playable.read_games(name, text) {
            Some(games) => (1..).zip(games?).map(|(number, game)| (format!("game {number}"), Ok(game))).collect(),
            None => opening_lines(playable, text),
        };
        let (mut checked, mut seen) = (Vec::new(), HashSet::new());
        for (place, opening) in openings {
            let wrong = |reason: String| format!("{place} of the starts: {reason}");
            let mut opening = opening.map_err(wrong)?;
            if let Some(plies) = plies {
                opening.moves.truncate(plies as usize);
                if !seen.insert(opening.clone()) {
                    continue;
                }
            }
            if ends_game(playable.game(), &opening).map_err(wrong)? {
                return Err(wrong("the line ends the game".to_owned()));
            }
            checked.push(opening);
        }
        if checked.is_empty() { Err("the file of starts has no lines".to_owned()) } else { Ok(Self::Lines(checked)) }
    }

    /// Returns the same starts in random order.
    #[must_use]
    pub fn shuffled(self, seed: &[&str]) -> Self {
        let Self::Lines(mut lines) = self else { return self };
        let mut random = Pcg64Mcg::seed_from_u64(digest::seed(&[seed, &["order"]].concat()));
        lines.shuffle(&mut random);
        Self::Lines(lines)
    }
}

/// The starts of a text with their places, such as "line 3".
fn opening_lines(playable: &dyn Playable, text: &str) -> Vec<(String, Result<Opening, String>)> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(line, number)| (format!("line {number}"), parse_opening(playable, line))).collect()
}

/// Parses a line of a file of starts.
fn parse_opening(playable: &dyn Playable, line: &str) -> Result<Opening, String> {
    let game = playable.game();
    let mut texts = line.split(';').map(str::trim).filter(|text| !text.is_empty()).peekable();
    let position = texts.peek().and_then(|text| playable.read_position(text)).transpose()?;
    let mut state = match &position {
        None => game.initial_state(),
        Some(text) => {
            texts.next();
            game.parse_state(text).map_err(|error| error.to_string())?
        }
    };
    let mut moves = Vec::new();
    for text in texts {
        for mv in playable.resolve_moves(&state, text)? {
            moves.push(game.move_text(&state, &mv));
            game.apply(&mut state, &mv).map_err(|fault| fault.to_string())?;
        }
    }
    Ok(Opening { position, moves })
}

/// `true` if the game is over after an opening.
fn ends_game(game: &dyn AnyGame, opening: &Opening) -> Result<bool, String> {
    let mut state = match &opening.position {
        None => game.initial_state(),
        Some(text) => game.parse_state(text).map_err(|error| error.to_string())?,
    };
    for text in &opening.moves {
        let mv = game.parse_move(&state, text).map_err(|error| error.to_string())?;
        game.apply(&mut state, &mv).map_err(|fault| fault.to_string())?;
    }
    let (turn, _) = game.legal_moves(&state).map_err(|fault| fault.to_string())?;
    Ok(turn.outcome().is_some())
}

/// Moves, and the encoding of the state after them.
type RandomLine = (Vec<String>, Vec<u8>);

/// Random opening with the state after it; `None` if it ends the game.
fn random_line(game: &dyn AnyGame, plies: u32, random: &mut Pcg64Mcg) -> Result<Option<RandomLine>, String> {
    let failed = |fault: boardwright_game::fault::Fault| format!("start: the rules fail: {fault}");
    let (mut state, mut line) = (game.initial_state(), Vec::new());
    for _ in 0..plies {
        let (turn, _) = game.legal_moves(&state).map_err(failed)?;
        let mv = match turn {
            Turn::Over(_) => return Ok(None),
            Turn::Player(_) => game.random_move(&state, random),
            Turn::Chance => game.draw_chance(&state, random),
        }
        .map_err(failed)?;
        line.push(game.move_text(&state, &mv));
        game.apply(&mut state, &mv).map_err(failed)?;
    }
    let over = game.legal_moves(&state).map_err(failed)?.0.outcome().is_some();
    Ok((!over).then(|| (line, encode_state(game, &state))))
}

fn encode_state(game: &dyn AnyGame, state: &AnyState) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.encode(state, &mut bytes);
    bytes
}
