//! The lines of a record on disk: one before the game, one per move, one after it.
//! A file that was cut off after any of its lines is a valid record up to there.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{FORMAT, GameEnd, MoveRecord, MoveTimes, Record, RecordHeader};

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum RecordLine {
    /// Header; the first line.
    Game(RecordHeader),
    /// A move.
    Move(MoveRecord),
    /// Moves were taken back; only in records of unfinished games.
    Back {
        /// First ply that was taken back.
        ply: usize,
    },
    /// End of the game.
    End(GameEnd),
    /// Measured times; after the end, because they are not part of the record.
    Clock(MoveTimes),
}

/// Errors of [`Record::from_lines`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// There are no lines.
    #[error("the record is empty")]
    Empty,
    /// The first line is not a header.
    #[error("line 1: a record begins with a line of the type \"game\"")]
    NoHeader,
    /// The record has a newer format.
    #[error("line 1: this record has the format {found}; this program reads formats up to {FORMAT}")]
    NewerFormat {
        /// Format of the record.
        found: u32,
    },
    /// A second header, or any line except times after the end.
    #[error("line {line}: nothing of this type is expected here")]
    Misplaced {
        /// Line number, from 1.
        line: usize,
    },
    /// A ply is missing or repeated.
    #[error("line {line}: this is ply {found}, but ply {expected} is next")]
    WrongPly {
        /// Line number, from 1.
        line: usize,
        /// Expected ply.
        expected: usize,
        /// Ply found.
        found: usize,
    },
}

impl Record {
    /// The lines of this record.
    pub fn lines(&self) -> impl Iterator<Item = RecordLine> {
        let header = RecordLine::Game(self.header.clone());
        let moves = self.moves.iter().cloned().map(RecordLine::Move);
        let end = self.end.clone().map(RecordLine::End);
        std::iter::once(header).chain(moves).chain(end)
    }

    /// Builds a record, and the measured times if present, from lines.
    pub fn from_lines(lines: impl IntoIterator<Item = RecordLine>) -> Result<(Self, Option<MoveTimes>), RecordError> {
        let mut lines = lines.into_iter().enumerate();
        let header = match lines.next() {
            None => return Err(RecordError::Empty),
            Some((_, RecordLine::Game(header))) => header,
            Some(_) => return Err(RecordError::NoHeader),
        };
        if header.format > FORMAT {
            return Err(RecordError::NewerFormat { found: header.format });
        }
        let first = header.opening.len() + 1;
        let mut record = Self { header, moves: Vec::new(), end: None };
        let mut clock = None;
        for (index, line) in lines {
            let misplaced = RecordError::Misplaced { line: index + 1 };
            let expected = first + record.moves.len();
            let wrong_ply = |found| RecordError::WrongPly { line: index + 1, expected, found };
            match line {
                RecordLine::Clock(read) if clock.is_none() => clock = Some(read),
                _ if record.end.is_some() || clock.is_some() => return Err(misplaced),
                RecordLine::Move(played) if played.ply == expected => record.moves.push(played),
                RecordLine::Move(played) => return Err(wrong_ply(played.ply)),
                RecordLine::Back { ply } if (first..=expected).contains(&ply) => {
                    record.moves.truncate(ply - first);
                }
                RecordLine::Back { ply } => return Err(wrong_ply(ply)),
                RecordLine::End(end) => record.end = Some(end),
                RecordLine::Game(_) | RecordLine::Clock(_) => return Err(misplaced),
            }
        }
        Ok((record, clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{EndReason, GameMetadata, Seat};

    fn header() -> RecordHeader {
        RecordHeader {
            format: FORMAT,
            game: "heap".into(),
            name: "heap".into(),
            hash: None,
            options: [].into(),
            players: vec![Seat { player: "random".into(), parameters: [].into() }; 2],
            seed: 3,
            position: None,
            opening: vec!["take 1".into()],
            metadata: GameMetadata::default(),
        }
    }

    fn played(ply: usize) -> RecordLine {
        RecordLine::Move(MoveRecord { ply, player: None, text: "take 2".into(), rule: None })
    }

    fn end() -> RecordLine {
        RecordLine::End(GameEnd::new(EndReason::Left, None, vec![]))
    }

    fn read(lines: impl IntoIterator<Item = RecordLine>) -> Result<Record, RecordError> {
        Record::from_lines(lines).map(|(record, _)| record)
    }

    #[test]
    fn a_record_survives_conversion_to_lines() {
        let clock = RecordLine::Clock(MoveTimes { seconds: vec![0.5] });
        let record = read([RecordLine::Game(header()), played(2), played(3), end(), clock]).unwrap();
        assert_eq!(record.moves.len(), 2);
        assert_eq!(read(record.lines()), Ok(record));
    }

    #[test]
    fn a_truncated_record_is_valid_up_to_there() {
        let whole = [RecordLine::Game(header()), played(2), played(3), end()];
        for kept in 1..whole.len() {
            let record = read(whole[..kept].to_vec()).unwrap();
            assert_eq!((record.moves.len(), record.end), (kept - 1, None));
        }
    }

    #[test]
    fn moves_that_were_taken_back_are_dropped() {
        let record =
            read([RecordLine::Game(header()), played(2), played(3), RecordLine::Back { ply: 2 }, played(2)]).unwrap();
        assert_eq!(record.moves.len(), 1);
    }

    #[test]
    fn invalid_lines_are_rejected() {
        assert_eq!(read([]), Err(RecordError::Empty));
        assert_eq!(read([played(1)]), Err(RecordError::NoHeader));
        let game = || RecordLine::Game(header());
        assert_eq!(read([game(), game()]), Err(RecordError::Misplaced { line: 2 }));
        assert_eq!(read([game(), end(), played(2)]), Err(RecordError::Misplaced { line: 3 }));
        assert_eq!(read([game(), played(3)]), Err(RecordError::WrongPly { line: 2, expected: 2, found: 3 }));
        assert_eq!(
            read([game(), RecordLine::Back { ply: 1 }]),
            Err(RecordError::WrongPly { line: 2, expected: 2, found: 1 })
        );
        let newer = RecordLine::Game(RecordHeader { format: 2, ..header() });
        assert_eq!(read([newer]), Err(RecordError::NewerFormat { found: 2 }));
    }
}
