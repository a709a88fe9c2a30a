//! Starts of the games of a tournament: the initial state, openings from a file, or random moves to distinct positions.

use std::collections::HashSet;

use boardwright_game::any::{AnyGame, AnyState};
use boardwright_game::game::Turn;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::balance::BalanceJudge;
use super::digest;

/// Starts of the games of one game kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// All games begin with the initial state.
    Start,
    /// Openings, used in turn.
    Lines(Vec<Vec<String>>),
}

/// Number of consecutive failed draws (duplicates or finished games) after which the drawing ends.
const MAX_TRIES: u32 = 200;

impl Openings {
    /// Opening moves of start number `start`.
    pub fn line(&self, start: usize) -> &[String] {
        match self {
            Self::Start => &[],
            Self::Lines(lines) => &lines[start % lines.len()],
        }
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
                lines.push(line);
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

    /// Parses a file of openings, with moves separated by `;`. Blank lines and lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// If a line has an illegal move, or ends the game.
    pub fn parse(game: &dyn AnyGame, text: &str) -> Result<Self, String> {
        let mut lines = Vec::new();
        for (text, number) in
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let wrong = |reason: &dyn std::fmt::Display| format!("line {number} of the starts: {reason}");
            let (mut state, mut line) = (game.initial_state(), Vec::new());
            for text in text.split(';').map(str::trim).filter(|text| !text.is_empty()) {
                let mv = game.parse_move(&state, text).map_err(|error| wrong(&error))?;
                line.push(game.move_text(&state, &mv));
                game.apply(&mut state, &mv).map_err(|fault| wrong(&fault))?;
            }
            let (turn, _) = game.legal_moves(&state).map_err(|fault| wrong(&fault))?;
            if turn.outcome().is_some() {
                return Err(wrong(&"the line ends the game"));
            }
            lines.push(line);
        }
        if lines.is_empty() { Err("the file of starts has no lines".to_owned()) } else { Ok(Self::Lines(lines)) }
    }
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
