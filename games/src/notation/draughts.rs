//! Board model of English draughts for its notation: 32 numbered squares, multiple captures as one move, and positions
//! in the FEN of PDN. Games are in [`pdn`](super::pdn).

use std::ops::RangeInclusive;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::scan::{NotationError, TextPosition};
use super::setup::{self, Piece};

/// The game, with the ids of its locations, states and variables.
pub(super) struct Draughts<'g> {
    pub(super) game: &'g CompiledGame,
    /// Locations by square; index 0 is square 1.
    locations: Vec<LocationId>,
    plain: i32,
    king: i32,
    jumper: GlobalId,
    quiet: GlobalId,
}

/// A move in PDN: a step, or a capture with all its jumps.
#[derive(Clone, Debug)]
pub(super) struct DraughtsMove {
    /// Squares from the first to the last.
    pub(super) squares: Vec<usize>,
    pub(super) moves: Vec<Move>,
    pub(super) after: State,
    /// `true` for a capture.
    pub(super) is_capture: bool,
    /// `true` if the turn is over; an incomplete capture does not end it.
    pub(super) is_complete: bool,
}

/// Column and row of a square. Squares are numbered row by row from Black's side, which is row 1 of the board; Black's
/// single corner is at the left.
fn square_coordinates(square: usize) -> (usize, usize) {
    let (row, at) = ((square - 1) / 4, (square - 1) % 4);
    (9 - (2 * at + if row % 2 == 0 { 2 } else { 1 }), row + 1)
}

impl<'g> Draughts<'g> {
    /// # Errors
    /// If the game is not the shipped draughts.
    pub(super) fn new(game: &'g CompiledGame) -> Result<Self, String> {
        let location = |square| {
            let (x, y) = square_coordinates(square);
            setup::location(game, &format!("sq({x},{y})"))
        };
        Ok(Self {
            game,
            locations: (1..=32).map(location).collect::<Result<_, _>>()?,
            plain: setup::state_named(game, "plain")?,
            king: setup::state_named(game, "king")?,
            jumper: setup::variable(game, "jumper")?,
            quiet: setup::variable(game, "quiet")?,
        })
    }

    fn square(&self, location: LocationId) -> Option<usize> {
        self.locations.iter().position(|&known| known == location).map(|at| at + 1)
    }

    /// `true` during a multiple capture.
    pub(super) fn is_capturing(&self, state: &State) -> bool {
        matches!(self.game.global_value(state, self.jumper), GlobalValue::Element(Some(_)))
    }

    /// Squares of a single move.
    pub(super) fn squares(&self, mv: Move) -> Option<(usize, usize)> {
        Some((self.square(mv.from?)?, self.square(mv.to?)?))
    }

    /// All steps and captures of this turn, including incomplete captures, from one square or from all.
    pub(super) fn turn_moves(&self, state: &State, from: Option<usize>) -> Result<Vec<DraughtsMove>, String> {
        let mut done = Vec::new();
        let nothing = DraughtsMove {
            squares: Vec::new(),
            moves: Vec::new(),
            after: state.clone(),
            is_capture: false,
            is_complete: false,
        };
        let mut open = vec![nothing];
        // Terminates: the length of a capture is limited by the number of men.
        while let Some(current) = open.pop() {
            let mut moves = Vec::new();
            self.game.legal_moves(&current.after, &mut moves).map_err(|fault| fault.to_string())?;
            for &mv in moves.iter().rev() {
                let Some((start, to)) = self.squares(mv) else { continue };
                if from.is_some_and(|from| current.squares.is_empty() && from != start) {
                    continue;
                }
                let mut next = current.clone();
                if next.squares.is_empty() {
                    next.squares.push(start);
                }
                next.squares.push(to);
                next.moves.push(mv);
                self.game.apply(&mut next.after, mv).map_err(|fault| fault.to_string())?;
                next.is_capture = start.abs_diff(to) > 5;
                next.is_complete = !self.is_capturing(&next.after);
                if !next.is_complete {
                    open.push(next.clone());
                }
                done.push(next);
            }
        }
        done.sort_by(|a, b| a.squares.cmp(&b.squares));
        Ok(done)
    }

    /// Position in the FEN of PDN: `B:W21,22,K30:B1,2`, followed by the number of quiet moves if it is not zero.
    pub(super) fn fen(&self, state: &State) -> Result<String, String> {
        if self.is_capturing(state) {
            return Err("a capture is incomplete, which a FEN of draughts cannot express".to_owned());
        }
        let side = |player: Player| {
            let man = |&location: &LocationId| {
                let element = self.game.content(state, location)?;
                (self.game.owner(state, element) == Some(player)).then_some(element)
            };
            let text = |(square, location): (usize, &LocationId)| {
                let king = self.game.element_state(state, man(location)?) == self.king;
                Some(format!("{}{square}", if king { "K" } else { "" }))
            };
            (1..).zip(&self.locations).filter_map(text).collect::<Vec<_>>().join(",")
        };
        let (black, white) = (Player::FIRST, Player::FIRST.next(2));
        let turn = if self.game.mover(state) == black { "B" } else { "W" };
        let quiet = match self.game.global_value(state, self.quiet) {
            GlobalValue::Int(quiet @ 1..) => format!(":H{quiet}"),
            _ => String::new(),
        };
        Ok(format!("{turn}:W{}:B{}{quiet}", side(white), side(black)))
    }

    /// Parses a position; returns it with the number of the next move, if the text has it.
    ///
    /// # Errors
    /// If the text is not a legal position of draughts.
    pub(super) fn read_fen(&self, text: &str) -> Result<(State, Option<u32>), NotationError> {
        let trimmed = text.trim().trim_matches('"');
        let trimmed = trimmed.strip_suffix('.').unwrap_or(trimmed);
        let offset = text.find(trimmed).unwrap_or_default();
        let mut column = text[..offset].chars().count() + 1;
        let mut parts = Vec::new();
        for part in trimmed.split(':') {
            parts.push((part, TextPosition { line: 1, column }));
            column += part.chars().count() + 1;
        }
        let mover = match parts[0].0.trim() {
            "B" | "b" => Player::FIRST,
            "W" | "w" => Player::FIRST.next(2),
            other => {
                return Err(parts[0]
                    .1
                    .error(format!("\"{other}\" is nobody's turn: a FEN of draughts begins with B: or W:")));
            }
        };
        let mut men = [const { Vec::new() }; 2];
        let (mut is_side_given, mut quiet, mut number) = ([false; 2], 0, None);
        for &(part, place) in &parts[1..] {
            let mut letters = part.chars();
            let side = match letters.next() {
                Some('B' | 'b') => 0,
                Some('W' | 'w') => 1,
                Some('H') => {
                    quiet = part[1..].parse().ok().filter(|moves| (0..=80).contains(moves)).ok_or_else(|| {
                        place.error(format!("\"{part}\" is not H and a number of quiet moves from 0 to 80"))
                    })?;
                    continue;
                }
                Some('F') if letters.as_str().parse::<u32>().is_ok() => {
                    number = letters.as_str().parse().ok().map(|number: u32| number.max(1));
                    continue;
                }
                _ => {
                    return Err(
                        place.error(format!("\"{part}\" is none of the parts: W and B with squares, as in W18,K22"))
                    );
                }
            };
            if std::mem::replace(&mut is_side_given[side], true) {
                return Err(place.error(format!("the men of {} are given twice", SIDES[side])));
            }
            read_men(letters.as_str(), place, &mut men[side])?;
        }
        // Sorted, so that the assignment of elements to squares does not depend on the order in the text.
        for men in &mut men {
            men.sort_unstable();
        }
        let pieces = self.assign_elements(&men, parts[0].1)?;
        let variables = [("jumper", String::new()), ("quiet", quiet.to_string())];
        let state = setup::build_state(self.game, mover, &variables, &pieces);
        Ok((state.map_err(|reason| TextPosition::FIRST.error(reason))?, number))
    }

    fn assign_elements(&self, men: &[Vec<(usize, bool)>; 2], place: TextPosition) -> Result<Vec<Piece>, NotationError> {
        let mut taken = [None; 33];
        let mut pieces = Vec::new();
        let start = self.game.initial_state();
        for (side, men) in men.iter().enumerate() {
            let owned =
                |&element: &ElementId| self.game.owner(&start, element).is_some_and(|owner| owner.index() == side);
            let mut elements = (0..self.game.rules().elements.len()).map(ElementId::new).filter(owned);
            for &(square, king) in men {
                let name = SIDES[side];
                if let Some(other) = taken[square].replace(side) {
                    let whose = if other == side { "twice".to_owned() } else { format!("by {} too", SIDES[other]) };
                    return Err(place.error(format!("square {square} is taken {whose}")));
                }
                let crowning = if side == 0 { 29..=32 } else { 1..=4 };
                if !king && crowning.contains(&square) {
                    return Err(place.error(format!("a man of {name} on {square} would be a king: K{square}")));
                }
                let element = elements.next().ok_or_else(|| place.error(format!("{name} has more than 12 men")))?;
                let state = if king { self.king } else { self.plain };
                pieces.push(Piece { element, location: self.locations[square - 1], state });
            }
        }
        Ok(pieces)
    }
}

/// Names of the fields of a FEN.
pub(super) const FEN_FIELDS: [&str; 4] = ["side to move", "pieces", "pieces", "number of quiet moves"];

const SIDES: [&str; 2] = ["Black", "White"];

/// Parses `18,K22,1-4`: squares with `K` before kings, and ranges of squares.
fn read_men(text: &str, place: TextPosition, men: &mut Vec<(usize, bool)>) -> Result<(), NotationError> {
    let mut column = place.column + 1;
    for word in text.split(',') {
        let here = TextPosition { column, ..place };
        column += word.chars().count() + 1;
        let plain = word.trim();
        if plain.is_empty() && text.trim().is_empty() {
            return Ok(());
        }
        let (king, squares) = plain.strip_prefix(['K', 'k']).map_or((false, plain), |rest| (true, rest));
        let stretch = |text: &str| -> Option<RangeInclusive<usize>> {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            let (first, last) = (first.parse().ok()?, last.parse().ok()?);
            (1 <= first && first <= last && last <= 32).then_some(first..=last)
        };
        let squares = stretch(squares)
            .ok_or_else(|| here.error(format!("\"{plain}\" is no square: they are 1 to 32, and K before a king's")))?;
        men.extend(squares.map(|square| (square, king)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_from_blacks_side() {
        // Squares 1 and 5 are Black's double corner, 32 and 28 White's; 29 and 4 are single corners.
        assert_eq!(
            [1, 4, 5, 8, 12, 29, 32].map(square_coordinates),
            [(7, 1), (1, 1), (8, 2), (2, 2), (1, 3), (8, 8), (2, 8)]
        );
    }
}
