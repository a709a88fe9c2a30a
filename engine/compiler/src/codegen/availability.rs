//! Code generation for move availability: words of the lanes that can move, group by group.

use boardwright_jit::{Arg, Binary, FunctionId};

use boardwright_interpreter::kinds::PieceKindId;

use super::Unsupported;
use super::board::{Board, KindOf};
use super::kernel::{LaneSet, MaskedKernel};
use super::move_groups::{Source, Target};
use super::player_kernels::{GroupKernels, RuleOffer};
use super::single_lane::MoveContext;

/// Writes the function that returns 1 if a player can move, else 0.
pub(super) fn write_can_move(board: &mut Board<'_>, offers: &[RuleOffer]) -> Result<FunctionId, Unsupported> {
    for offer in offers {
        let words = movable_lanes(board, offer)?.into_iter().flatten();
        let any = words.fold(Arg::Word(0), |any, word| board.w.binary(Binary::Or, any, word));
        board.w.if_then(any, |w| w.return_word(1));
    }
    board.w.return_word(0);
    Ok(board.w.end_function())
}

/// Words of the lanes that can move, by group of an offer.
pub(super) fn movable_lanes(board: &mut Board<'_>, offer: &RuleOffer) -> Result<Vec<Vec<Arg>>, Unsupported> {
    let source = offer.groups[0].source;
    let comes_in = matches!(source, Source::Supply(_) | Source::Reserve(..));
    if offer.gates.is_empty() && !comes_in {
        return offer.groups.iter().map(|group| movable_group_lanes(board, offer, group)).collect();
    }
    let mut open = Arg::Word(1);
    for gate in &offer.gates {
        let holds = MoveContext::uniform().test(board, gate)?;
        open = board.w.binary(Binary::And, open, holds);
    }
    if comes_in {
        let some = has_entering_piece(board, source)?;
        let some = board.w.binary(Binary::NotEqual, some, 0);
        open = board.w.binary(Binary::And, open, some);
    }
    let mut found: Vec<Vec<Arg>> = Vec::new();
    let mut slots = Vec::new();
    board.w.open_list();
    for group in &offer.groups {
        let words = movable_group_lanes(board, offer, group)?;
        let stored = |word: Arg| match word {
            Arg::Word(0) => word,
            _ => {
                let slot = board.w.add_variable();
                board.w.set(slot, word);
                slots.push(slot);
                slot.into()
            }
        };
        found.push(words.into_iter().map(stored).collect());
    }
    let list = board.w.close_list();
    // Behind a closed gate no lane can move.
    for slot in slots {
        board.w.set(slot, 0);
    }
    board.w.write_if(open, list, Vec::new());
    Ok(found)
}

/// Words of the lanes of a group that can move.
fn movable_group_lanes(
    board: &mut Board<'_>,
    offer: &RuleOffer,
    group: &GroupKernels,
) -> Result<Vec<Arg>, Unsupported> {
    let mut words: Vec<Arg> = group.lanes.0.iter().map(|&word| Arg::Word(word)).collect();
    let and = |board: &mut Board<'_>, words: &mut Vec<Arg>, with: Vec<Arg>| {
        for (word, with) in words.iter_mut().zip(with) {
            *word = board.w.binary(Binary::And, *word, with);
        }
    };
    match group.source {
        Source::Board(kinds) => {
            let pieces = board.kind_sets(kinds, &group.lanes);
            and(board, &mut words, pieces);
        }
        // The existence of a piece is tested by the caller.
        Source::Supply(_) | Source::Reserve(..) | Source::NoPiece => {}
    }
    if let (Target::Relative(by), false) = (group.target, offer.captures || group.source == Source::NoPiece) {
        let empty = board.kind_sets(1, &group.lanes.translated(by));
        let empty = board.shift_to_lanes(&empty, by, &group.lanes);
        and(board, &mut words, empty);
    }
    match (&group.condition, group.source) {
        (None, _) => {}
        (Some(MaskedKernel { kernel, .. }), Source::NoPiece) => {
            let yes = MoveContext::uniform().test(board, kernel)?;
            and(board, &mut words, vec![yes; group.lanes.0.len()]);
        }
        (Some(MaskedKernel { lanes, kernel }), _) => {
            let asked = lanes.as_ref().unwrap_or(&group.lanes);
            let mut holds = board.eval_lanes(kernel, asked)?;
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

/// Words of the set of pieces that can enter: elements, or, for a reserve, their locations.
pub(super) fn entering_pieces(board: &mut Board<'_>, source: Source, kind: KindOf) -> Result<Vec<Arg>, Unsupported> {
    match source {
        Source::Supply(_) => board.supply(kind),
        Source::Reserve(kind, place) => {
            let places = LaneSet::from_members(board.word_count(), board.layout.locations_of_place(place));
            let there = board.kind_sets(2 << kind.0, &places);
            let among = |(word, places): (Arg, &u64)| board.w.binary(Binary::And, word, *places);
            Ok(there.into_iter().zip(&places.0).map(among).collect())
        }
        Source::Board(_) | Source::NoPiece => unreachable!("these have their piece on the lane, or none"),
    }
}

/// Nonzero if a piece of a group can enter.
fn has_entering_piece(board: &mut Board<'_>, source: Source) -> Result<Arg, Unsupported> {
    let kind = match source {
        Source::Supply(kinds) => KindOf::Constant(PieceKindId(kinds.trailing_zeros() as u16 - 1)),
        _ => KindOf::Constant(PieceKindId(0)),
    };
    let words = entering_pieces(board, source, kind)?;
    Ok(words.into_iter().fold(Arg::Word(0), |any, word| board.w.binary(Binary::Or, any, word)))
}
