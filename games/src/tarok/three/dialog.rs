//! The dialog of the player to act: auction, choice of the contract, announcements and doublings. Cards and groups of the
//! talon are chosen on the table.

use boardwright_game::dialog::{Answer, Dialog, capitalized};

use super::contract::{Contract, DOUBLINGS, Item, Items, ThreeOptions};
use super::moves::{cards_to_lay_away, list_moves, move_text};
use super::state::{Stage, ThreeMove, ThreeState};

/// The dialog of a deal; `None` if no player is to act.
pub(super) fn dialog(state: &ThreeState, options: ThreeOptions) -> Option<Dialog> {
    state.to_act()?;
    let mut dialog = Dialog::new(title(state));
    if matches!(state.stage, Stage::TakeGroup | Stage::LayAway | Stage::Play(_)) {
        return Some(dialog);
    }
    let mut moves = Vec::new();
    list_moves(state, options, &mut moves);
    for mv in moves {
        dialog = dialog.with_answer(answer(state, mv));
    }
    dialog.assign_keys();
    Some(dialog)
}

/// The question of a stage.
fn title(state: &ThreeState) -> String {
    match state.stage {
        Stage::Bid(_) => match state.bidder {
            None => "You are forehand and must open with tri.".to_owned(),
            Some((player, bid)) => format!("Player {player} bids {bid}. Your bid?"),
        },
        Stage::Choose => "You have won the auction. Which contract do you play?".to_owned(),
        Stage::TakeGroup => "Take a group of the talon: click one of its cards.".to_owned(),
        Stage::LayAway => {
            let left = cards_to_lay_away(state);
            format!("Lay {left} {} away: click cards in your hand.", if left == 1 { "card" } else { "cards" })
        }
        Stage::Announce => "Do you announce a bonus?".to_owned(),
        Stage::Double { level, .. } => format!("Do you say {}?", DOUBLINGS[usize::from(level)]),
        Stage::Play(_) if state.trick.cards().is_empty() => "You lead: click a card.".to_owned(),
        Stage::Play(_) => "Play a card.".to_owned(),
        Stage::Deal | Stage::Over => String::new(),
    }
}

fn answer(state: &ThreeState, mv: ThreeMove) -> Answer {
    let text = move_text(state, mv);
    match mv {
        ThreeMove::Bid(contract) | ThreeMove::Choose(contract) => {
            Answer::new(capitalized(contract.name()), text).with_description(about(contract))
        }
        ThreeMove::Announce(items) if items == Items::NONE => Answer::new("Nothing", text),
        ThreeMove::Announce(items) => Answer::new(capitalized(&items.to_string()), text),
        ThreeMove::Double(Item::Game) => {
            Answer::of_move(text).with_description("the score of the game counts twice as much")
        }
        ThreeMove::Double(_) => Answer::of_move(text).with_description("the bonus counts twice as much"),
        _ => Answer::of_move(text),
    }
}

/// A contract in a few words.
fn about(contract: Contract) -> String {
    match contract {
        Contract::Klop => "everybody plays alone and takes as few points as possible".to_owned(),
        Contract::Berac => format!("you take no trick: {}", contract.value()),
        Contract::Solo => format!("without the talon: {}", contract.value()),
        _ => {
            let count = contract.exchanged();
            let cards = if count == 1 { "card" } else { "cards" };
            format!("you exchange {count} {cards} with the talon: {}", contract.value())
        }
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::{Display as _, Game as _, Texts as _};
    use boardwright_game::playout::random_below;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::super::game::{Three, deal_cards};
    use super::*;

    /// Every legal move is an answer of the dialog or belongs to an object on the table of the player to act.
    #[test]
    fn every_move_can_be_made_on_the_table() {
        let game = Three::default();
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..60 {
            let mut state = game.initial_state();
            state.deal(&deal_cards(&mut random));
            let mut moves = Vec::new();
            while let Some(player) = state.to_act() {
                let dialog = dialog(&state, game.options()).expect("a player is asked");
                let table = game.table(&state, Some(player)).expect("it has a table");
                let groups = table.seats.iter().flatten().chain(&table.centre);
                let clicks: Vec<&str> =
                    groups.flat_map(|group| &group.objects).filter_map(|object| object.move_text.as_deref()).collect();
                moves.clear();
                list_moves(&state, game.options(), &mut moves);
                for &mv in &moves {
                    let text = game.move_text(&state, mv);
                    assert!(dialog.has_move(&text) || clicks.contains(&text.as_str()), "{text}: {dialog:?}");
                }
                assert!(!dialog.title.is_empty());
                state.act(moves[random_below(moves.len(), &mut random)], game.options());
            }
            assert_eq!(dialog(&state, game.options()), None);
        }
    }
}
