//! What a match must know of a loaded game for its record. How games are loaded is in [`load`](crate::load).

use boardwright_arena::Playable;
use boardwright_engine::any::{AnyGame, AnyMove};
use boardwright_engine::fault::Fault;
use boardwright_engine::record::{FORMAT, Header, Seat, Stop};
use boardwright_engine::spec::Move;

use crate::load::Loaded;

impl Playable for Loaded {
    fn game(&self) -> &dyn AnyGame {
        Self::game(self)
    }

    fn header(&self, players: Vec<Seat>, seed: u64, opening: Vec<String>) -> Header {
        Header {
            format: FORMAT,
            game: self.asked.clone(),
            name: self.name.clone(),
            hash: self.hash(),
            options: self.options.clone(),
            players,
            seed,
            position: None,
            opening,
        }
    }

    fn rule(&self, mv: &AnyMove) -> Option<String> {
        let by = self.spec().zip(mv.downcast_ref::<Move>());
        by.map(|(game, mv)| game.rules().rules[mv.rule.index()].name.clone())
    }

    fn stop(&self, fault: &Fault, text: Option<String>) -> Stop {
        let source = self.sources.get(usize::from(fault.span.source));
        let place = source.map(|source| source.position(fault.span.start as usize));
        let (start, end) = (fault.span.start as usize, fault.span.end as usize);
        Stop {
            message: fault.to_string(),
            text,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            expression: source.and_then(|source| source.text().get(start..end)).map(str::to_owned),
        }
    }
}
