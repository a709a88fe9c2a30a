//! Data of a loaded game for match records. Loading of games is in [`load`](mod@crate::load).

use boardwright_arena::{Opening, Playable};
use boardwright_game::any::{AnyGame, AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::record::{FORMAT, FaultRecord, GameMetadata, Record, RecordHeader, Seat};
use boardwright_games::notation::{self, Notation};
use boardwright_interpreter::moves::Move;

use crate::load::{LoadedGame, Options};
use crate::pick::{MoveRefusal, resolve_moves};
use crate::positions;

impl Playable for LoadedGame {
    fn game(&self) -> &dyn AnyGame {
        Self::game(self)
    }

    fn header(&self, players: Vec<Seat>, seed: u64, opening: Vec<String>) -> RecordHeader {
        RecordHeader {
            format: FORMAT,
            game: self.argument.clone(),
            name: self.name.clone(),
            hash: self.hash(),
            options: self.options.clone(),
            players,
            seed,
            position: None,
            opening,
            metadata: GameMetadata::default(),
        }
    }

    fn rule(&self, mv: &AnyMove) -> Option<String> {
        let by = self.spec().zip(mv.downcast_ref::<Move>());
        by.map(|(game, mv)| game.rules().rules[mv.rule.index()].name.clone())
    }

    fn resolve_moves(&self, state: &AnyState, text: &str) -> Result<Vec<AnyMove>, String> {
        resolve_moves(self, state, text).map_err(|refusal| match refusal {
            MoveRefusal::Reason(reason) => reason,
            MoveRefusal::Fault(fault) => self.fault_error(&fault).to_string(),
        })
    }

    fn read_position(&self, text: &str) -> Option<Result<String, String>> {
        let is_meant = self.spec().is_some() && notation::resembles_fen(&self.name, text);
        let read = || positions::read_fen(self, text).map_err(|error| error.to_string());
        is_meant.then(|| read().map(|(state, _)| self.game().state_text(&state)))
    }

    fn read_games(&self, name: &str, text: &str) -> Option<Result<Vec<Opening>, String>> {
        let notation = Notation::of_file(name, text)?;
        Some(openings_in_notation(self, notation, text))
    }

    fn stop(&self, fault: &Fault, text: Option<String>) -> FaultRecord {
        let source = self.sources.get(usize::from(fault.span.source));
        let place = source.map(|source| source.position(fault.span.start as usize));
        let (start, end) = (fault.span.start as usize, fault.span.end as usize);
        FaultRecord {
            message: fault.to_string(),
            text,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            expression: source.and_then(|source| source.text().get(start..end)).map(str::to_owned),
        }
    }
}

/// `true` if a game has these options, and its others have their default values.
fn has_options(loaded: &LoadedGame, options: &Options) -> bool {
    let mut known = loaded.spec().into_iter().flat_map(|game| &game.rules().options);
    known.all(|known| *options.get(&known.name).unwrap_or(&known.default) == known.value)
}

/// Openings of the games of a text in a notation, all of which have to be of this game with its options.
fn openings_in_notation(loaded: &LoadedGame, notation: Notation, text: &str) -> Result<Vec<Opening>, String> {
    let records = notation::read(notation, &mut notation::load, text).map_err(|error| error.to_string())?;
    let opening = |record: Record| {
        if record.header.hash != loaded.hash() || !has_options(loaded, &record.header.options) {
            return Err(format!("the games of the starts are of {}, not of {}", record.header.game, loaded.argument));
        }
        let played = record.moves.into_iter().map(|played| played.text);
        let moves = record.header.opening.into_iter().chain(played).collect();
        Ok(Opening { position: record.header.position, moves })
    };
    records.into_iter().map(opening).collect()
}
