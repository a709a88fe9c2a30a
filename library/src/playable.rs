//! Data of a loaded game for match records. Loading of games is in [`load`](mod@crate::load).

use boardwright_arena::Playable;
use boardwright_game::any::{AnyGame, AnyMove};
use boardwright_game::fault::Fault;
use boardwright_game::record::{FORMAT, FaultRecord, GameMetadata, RecordHeader, Seat};
use boardwright_interpreter::moves::Move;

use crate::load::LoadedGame;

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
