//! Where the games of a tournament begin: the start of the game, lines from a file, or random moves that lead to different positions.

use std::collections::HashSet;

use boardwright_engine::any::{AnyGame, AnyState};
use boardwright_engine::game::Turn;
use boardwright_engine::playout::{below, weighted};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::digest;
use super::judge::Judge;

/// Where the games of one game begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// All alike.
    Start,
    /// After these moves; when all are played they come again.
    Lines(Vec<Vec<String>>),
}

/// How often a start is drawn again because another one leads to the same position, or to none.
const TRIES: u32 = 200;

impl Openings {
    /// The moves before game number `start`.
    pub fn line(&self, start: usize) -> &[String] {
        match self {
            Self::Start => &[],
            Self::Lines(lines) => &lines[start % lines.len()],
        }
    }

    /// As many different starts as are needed, or as there are, after so many random moves. With a judge, only those that it finds even.
    ///
    /// # Errors
    /// If the rules fail, no game lasts so long, or too few starts are even.
    pub fn drawn(
        game: &dyn AnyGame,
        plies: u32,
        needed: usize,
        seed: &[&str],
        judge: Option<&Judge<'_>>,
    ) -> Result<Self, String> {
        let (mut lines, mut seen, mut misses) = (Vec::new(), HashSet::new(), 0);
        let mut number = 0_u64;
        while lines.len() < needed && misses < TRIES {
            let stream = number.to_string();
            let mut random = Pcg64Mcg::seed_from_u64(digest::seed(&[seed, &["start", &stream]].concat()));
            number += 1;
            misses += 1;
            if let Some((line, position)) = wandered(game, plies, &mut random)?
                && seen.insert(position)
                && judge.map_or(Ok(true), |judge| judge.finds_even(&line))?
            {
                lines.push(line);
                misses = 0;
            }
        }
        if seen.is_empty() {
            return Err(format!("start: {plies} random moves always end the game; fewer are needed"));
        }
        // Even starts that came again and again would be what was to be avoided: few different games.
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

    /// The lines of a file, moves apart by `;`; lines that are blank or begin with `#` count for nothing.
    ///
    /// # Errors
    /// If a line is not what the rules allow, or ends the game.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Self, String> {
        let mut lines = Vec::new();
        for (text, number) in
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let wrong = |reason: &dyn std::fmt::Display| format!("line {number} of the starts: {reason}");
            let (mut state, mut line) = (game.start(), Vec::new());
            for text in text.split(';').map(str::trim).filter(|text| !text.is_empty()) {
                let mv = game.parse_move(&state, text).map_err(|error| wrong(&error))?;
                line.push(game.move_text(&state, &mv));
                game.apply(&mut state, &mv).map_err(|fault| wrong(&fault))?;
            }
            let (turn, _) = game.turn(&state).map_err(|fault| wrong(&fault))?;
            if turn.outcome().is_some() {
                return Err(wrong(&"the game is over behind it"));
            }
            lines.push(line);
        }
        if lines.is_empty() { Err("the file of starts has no lines".to_owned()) } else { Ok(Self::Lines(lines)) }
    }
}

/// A line, and the position behind it.
type Wandered = (Vec<String>, Vec<u8>);

/// A line of random moves with the position behind it, if the game goes on there.
fn wandered(game: &dyn AnyGame, plies: u32, random: &mut Pcg64Mcg) -> Result<Option<Wandered>, String> {
    let failed = |fault: boardwright_engine::fault::Fault| format!("start: the rules fail: {fault}");
    let (mut state, mut line, mut chances) = (game.start(), Vec::new(), Vec::new());
    for _ in 0..plies {
        let (turn, moves) = game.turn(&state).map_err(failed)?;
        let mv = match turn {
            Turn::Over(_) => return Ok(None),
            Turn::Player(_) => &moves[below(moves.len(), random)],
            Turn::Chance => {
                game.chances(&state, &mut chances);
                &moves[weighted(&chances, random)]
            }
        };
        line.push(game.move_text(&state, mv));
        game.apply(&mut state, mv).map_err(failed)?;
    }
    let over = game.turn(&state).map_err(failed)?.0.outcome().is_some();
    Ok((!over).then(|| (line, position(game, &state))))
}

fn position(game: &dyn AnyGame, state: &AnyState) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.position(state, &mut bytes);
    bytes
}
