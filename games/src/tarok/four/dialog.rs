//! The dialog of the player to act: auction, choices of the declarer, announcements and fleks. Cards are chosen on the table.

use boardwright_game::dialog::{Answer, Dialog, capitalized};

use super::contract::{Bid, FourOptions};
use super::move_text::{flek_name, move_text};
use super::moves::{cards_to_lay_aside, list_moves};
use super::state::{FourMove, FourState, Stage};
use crate::tarok::cards::Card;

/// The dialog of a deal; `None` if no player is to act.
pub(super) fn dialog(state: &FourState, options: FourOptions) -> Option<Dialog> {
    state.to_act()?;
    let mut dialog = Dialog::new(title(state));
    if matches!(state.stage, Stage::LayAside(_) | Stage::Play(_)) {
        return Some(dialog);
    }
    let mut moves = Vec::new();
    list_moves(state, options, &mut moves);
    for mv in moves {
        dialog = dialog.with_answer(answer(state, mv, options));
    }
    dialog.assign_keys();
    Some(dialog)
}

/// The question of a stage.
fn title(state: &FourState) -> String {
    match state.stage {
        Stage::Bid(_) => match state.bidder {
            None => "You are forehand and must bid.".to_owned(),
            Some((player, bid)) => format!("Player {player} bids {bid}. Your bid?"),
        },
        Stage::Varsava => "Everybody agrees to first duty. Do you play it, or varsava?".to_owned(),
        Stage::Call => "Which tarok do you call? Its holder is your partner.".to_owned(),
        Stage::Look if state.looks == 1 => "Do you keep the first three cards of the talon?".to_owned(),
        Stage::Look => "Do you keep the second three cards of the talon?".to_owned(),
        Stage::LayAside(player) => {
            let left = cards_to_lay_aside(state, player);
            format!("Lay {left} {} aside: click cards in your hand.", if left == 1 { "card" } else { "cards" })
        }
        Stage::Announce(_) => "Do you announce a bonus?".to_owned(),
        Stage::Flek(_) => "Do you give a flek?".to_owned(),
        Stage::Play(_) if state.trick.is_empty() => "You lead: click a card.".to_owned(),
        Stage::Play(_) => "Play a card.".to_owned(),
        Stage::Deal | Stage::Over => String::new(),
    }
}

fn answer(state: &FourState, mv: FourMove, options: FourOptions) -> Answer {
    let text = move_text(state, mv);
    match mv {
        FourMove::Bid(bid) => Answer::new(capitalized(bid.name()), text).with_description(about(bid, options)),
        FourMove::Varsava => {
            Answer::of_move(text).with_description("everybody plays alone, and the player with most card points pays")
        }
        FourMove::Call(number) => {
            let is_own = |card: &Card| state.to_act().is_some_and(|player| state.hands[player.index()].contains(*card));
            let own = Card::tarok(number).filter(is_own);
            let label = capitalized(&text);
            match own {
                Some(_) => Answer::new(label, text).with_description("you hold it, and play alone in secret"),
                None => Answer::new(label, text),
            }
        }
        FourMove::Exchange if state.looks == 1 => {
            Answer::of_move(text).with_description("you show them, and look at the other three")
        }
        FourMove::Exchange => Answer::of_move(text).with_description("you show them, and take the first three back"),
        FourMove::Announce(bonuses) => Answer::new(capitalized(&bonuses.to_string()), text),
        FourMove::Flek(target) => {
            let name = flek_name(state, target);
            Answer::of_move(text).with_description(format!("{name} doubles the value of the {target}"))
        }
        _ => Answer::of_move(text),
    }
}

/// A bid in a few words.
fn about(bid: Bid, options: FourOptions) -> String {
    match bid {
        Bid::FirstDuty => "you call a tarok, whose holder is your partner".to_owned(),
        Bid::SecondDuty => "the same, and you promise to win the last trick with the pagat".to_owned(),
        Bid::Trojka => "you play alone and choose three cards of the talon".to_owned(),
        Bid::Solo => format!("you play alone without the talon, and the game counts {} times", options.solo_factor),
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::{Display as _, Game as _, Texts as _};
    use boardwright_game::playout::random_below;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::super::game::{Four, deal_cards};
    use super::*;

    /// Every legal move is an answer of the dialog or belongs to an object on the table of the player to act.
    #[test]
    fn every_move_can_be_made_on_the_table() {
        let game = Four::default();
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
