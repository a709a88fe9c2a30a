//! A deal in words: contract, tricks and scores, as a reader may know them. What the cards of a trick are, everybody knows.

use std::fmt::Write as _;

use boardwright_game::game::DealReader;
use boardwright_game::ids::Player;

use super::contract::{Contract, Items, ThreeOptions};
use super::position::tricks;
use super::scoring::{SCORE_KINDS, bonuses_made, declarer_points, next_radelci, score_sheet};
use super::state::{Stage, ThreeState, seats};

const INFALLIBLE: &str = "a string takes any text";

/// Course of a deal in lines of text.
pub(super) fn deal_text(state: &ThreeState, options: ThreeOptions, number: u32, reader: DealReader<'_>) -> String {
    let mut text = format!("Deal {number}: forehand {}", reader.name(state.forehand));
    if let (Some((player, _)), Some(contract)) = (state.bidder, state.contract) {
        write!(text, "; {} plays {contract}", reader.name(player)).expect(INFALLIBLE);
    }
    if state.announced != Items::NONE {
        write!(text, ", announces {}", state.announced).expect(INFALLIBLE);
    }
    for (index, (leader, cards)) in tricks(state).into_iter().enumerate() {
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        write!(text, "\n{}. {}: {}", index + 1, reader.name(leader), cards.join(" · ")).expect(INFALLIBLE);
    }
    if state.stage == Stage::Over {
        write!(text, "\n{}", result_text(state, options, reader)).expect(INFALLIBLE);
    }
    text
}

/// Result of a deal that is over.
pub(super) fn result_text(state: &ThreeState, options: ThreeOptions, reader: DealReader<'_>) -> String {
    let sheet = score_sheet(state, options);
    let mut parts = Vec::new();
    match (state.declarer(), state.contract) {
        (Some(declarer), Some(Contract::Berac)) => {
            let taken = state.tricks[declarer.index()] > 0;
            parts.push(format!("{} {} a trick", reader.name(declarer), if taken { "took" } else { "did not take" }));
        }
        (Some(declarer), _) => {
            parts.push(format!("{} has {} of 70 points", reader.name(declarer), declarer_points(state)));
        }
        (None, _) => {
            let taken = |player: Player| format!("{} {}", reader.name(player), state.piles[player.index()].points());
            parts.push(format!("points taken: {}", seats().map(taken).join(", ")));
        }
    }
    let made = bonuses_made(state);
    if made != Items::NONE {
        parts.push(format!("made {made}"));
    }
    for player in seats().into_iter().filter(|&player| sheet.total(player) != 0) {
        let kinds = SCORE_KINDS.into_iter().zip(sheet.kinds[player.index()]).filter(|(_, score)| *score != 0);
        let kinds: Vec<String> = kinds.map(|(kind, score)| format!("{kind} {score:+}")).collect();
        parts.push(format!("{} {:+} ({})", reader.name(player), sheet.total(player), kinds.join(", ")));
    }
    let radelci = next_radelci(state, options);
    if radelci != [0; 3] {
        let of = |player: Player| format!("{} {}", reader.name(player), radelci[player.index()]);
        parts.push(format!("radelci: {}", seats().map(of).join(", ")));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use boardwright_game::game::{DealView, Game as _};
    use boardwright_game::playout::random_below;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::super::game::{Three, deal_cards};
    use super::super::moves::list_moves;
    use super::*;

    #[test]
    fn a_deal_is_told_with_its_scores() {
        let game = Three::default();
        let names = ["Ana", "Bor", "Cene"].map(str::to_owned);
        let reader = DealReader { view: DealView::Public, names: &names };
        let mut random = Pcg64Mcg::seed_from_u64(9);
        for number in 1..=30 {
            let mut state = game.initial_state();
            state.deal(&deal_cards(&mut random));
            let (mut moves, hands) = (Vec::new(), state.hands);
            while state.to_act().is_some() {
                moves.clear();
                list_moves(&state, game.options(), &mut moves);
                state.act(moves[random_below(moves.len(), &mut random)], game.options());
                let told = deal_text(&state, game.options(), number, reader);
                let unplayed = hands[0].iter().find(|card| state.hands[0].contains(*card) && card.is_tarok());
                let is_told =
                    |text: &str| told.lines().skip(1).any(|line| line.split([' ', ':']).any(|part| part == text));
                assert!(unplayed.is_none_or(|card| !is_told(&card.to_string())), "{unplayed:?} is in a hand: {told}");
            }
            let told = deal_text(&state, game.options(), number, reader);
            assert!(told.starts_with(&format!("Deal {number}: forehand Ana; ")), "{told}");
            let total = |player: Player| score_sheet(&state, game.options()).total(player);
            for (player, name) in seats().into_iter().zip(&names).filter(|(player, _)| total(*player) != 0) {
                assert!(told.contains(&format!("{name} {:+} (", total(player))), "{told}");
            }
        }
    }
}
