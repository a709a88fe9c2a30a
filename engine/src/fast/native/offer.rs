//! What is on offer: words of the lanes that can move, group by group.

use boardwright_jit::{Arg, Binary, FunctionId};

use crate::kinds::KindId;

use super::Beyond;
use super::board::{Board, KindOf};
use super::form::{Lanes, Part};
use super::groups::{Source, Target};
use super::one::One;
use super::ready::{Offered, Ready};

/// Writes the function that tells whether a player can move.
pub(super) fn write_can_move(board: &mut Board<'_>, offers: &[Offered]) -> Result<FunctionId, Beyond> {
    for offer in offers {
        let words = offer_lanes(board, offer)?.into_iter().flatten();
        let any = words.fold(Arg::Word(0), |any, word| board.w.binary(Binary::Or, any, word));
        board.w.when(any, |w| w.give(1));
    }
    board.w.give(0);
    Ok(board.w.end_function())
}

/// By group of an offer: words of the lanes that can move.
pub(super) fn offer_lanes(board: &mut Board<'_>, offer: &Offered) -> Result<Vec<Vec<Arg>>, Beyond> {
    let source = offer.groups[0].source;
    let comes_in = matches!(source, Source::Waiting(_) | Source::Reserve(..));
    if offer.gates.is_empty() && !comes_in {
        return offer.groups.iter().map(|group| lanes(board, offer, group)).collect();
    }
    let mut open = Arg::Word(1);
    for gate in &offer.gates {
        let holds = One::fixed().test(board, gate)?;
        open = board.w.binary(Binary::And, open, holds);
    }
    if comes_in {
        let some = some_piece(board, source)?;
        let some = board.w.binary(Binary::Unequal, some, 0);
        open = board.w.binary(Binary::And, open, some);
    }
    let mut found: Vec<Vec<Arg>> = Vec::new();
    let mut slots = Vec::new();
    board.w.open();
    for group in &offer.groups {
        let words = lanes(board, offer, group)?;
        let kept = |word: Arg| match word {
            Arg::Word(0) => word,
            _ => {
                let slot = board.w.variable();
                board.w.set(slot, word);
                slots.push(slot);
                slot.into()
            }
        };
        found.push(words.into_iter().map(kept).collect());
    }
    let list = board.w.close();
    // Behind a closed gate nothing can move.
    for slot in slots {
        board.w.set(slot, 0);
    }
    board.w.branch(open, list, Vec::new());
    Ok(found)
}

/// Words of a group's lanes that can move.
fn lanes(board: &mut Board<'_>, offer: &Offered, group: &Ready) -> Result<Vec<Arg>, Beyond> {
    let mut words: Vec<Arg> = group.lanes.0.iter().map(|&word| Arg::Word(word)).collect();
    let and = |board: &mut Board<'_>, words: &mut Vec<Arg>, with: Vec<Arg>| {
        for (word, with) in words.iter_mut().zip(with) {
            *word = board.w.binary(Binary::And, *word, with);
        }
    };
    match group.source {
        Source::Board(kinds) => {
            let pieces = board.sets(kinds, &group.lanes);
            and(board, &mut words, pieces);
        }
        // That there is a piece is asked before.
        Source::Waiting(_) | Source::Reserve(..) | Source::Bare => {}
    }
    if let (Target::Lane(by), false) = (group.target, offer.captures || group.source == Source::Bare) {
        let empty = board.sets(1, &group.lanes.moved(by));
        let empty = board.shifted(&empty, by, &group.lanes);
        and(board, &mut words, empty);
    }
    match (&group.condition, group.source) {
        (None, _) => {}
        (Some(Part { form, .. }), Source::Bare) => {
            let yes = One::fixed().test(board, form)?;
            and(board, &mut words, vec![yes; group.lanes.0.len()]);
        }
        (Some(Part { lanes, form }), _) => {
            let asked = lanes.as_ref().unwrap_or(&group.lanes);
            let mut holds = board.lanes(form, asked)?;
            if let Some(asked) = lanes {
                for (word, asked) in holds.iter_mut().zip(&asked.0) {
                    *word = board.w.binary(Binary::Or, *word, !asked);
                }
            }
            and(board, &mut words, holds);
        }
    }
    Ok(words)
}

/// Words of the pieces that can come in: elements, or, of a reserve, the locations that they stand on.
pub(super) fn pieces(board: &mut Board<'_>, source: Source, kind: KindOf) -> Result<Vec<Arg>, Beyond> {
    match source {
        Source::Waiting(_) => board.waiting(kind),
        Source::Reserve(kind, place) => {
            let places = Lanes::of(board.words(), board.layout.shares(place));
            let there = board.sets(2 << kind.0, &places);
            let among = |(word, places): (Arg, &u64)| board.w.binary(Binary::And, word, *places);
            Ok(there.into_iter().zip(&places.0).map(among).collect())
        }
        Source::Board(_) | Source::Bare => unreachable!("these have their piece on the lane, or none"),
    }
}

/// Not 0 if some piece of a group can come in.
fn some_piece(board: &mut Board<'_>, source: Source) -> Result<Arg, Beyond> {
    let kind = match source {
        Source::Waiting(kinds) => KindOf::Known(KindId(kinds.trailing_zeros() as u16 - 1)),
        _ => KindOf::Known(KindId(0)),
    };
    let words = pieces(board, source, kind)?;
    Ok(words.into_iter().fold(Arg::Word(0), |any, word| board.w.binary(Binary::Or, any, word)))
}
