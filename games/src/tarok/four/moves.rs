//! Legal moves, and the reasons why others are not legal.

use boardwright_game::ids::Player;

use super::contract::{Bid, Bonus, Bonuses, CALLED_TAROKS, FLEKS, FourOptions, Target};
use super::fleks;
use super::state::{FourMove, FourState, Stage, TALON};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::tricks;

/// Adds all legal moves of the player to act.
pub fn list_moves(state: &FourState, options: FourOptions, moves: &mut Vec<FourMove>) {
    match state.stage {
        Stage::Deal | Stage::Over => {}
        Stage::Bid(player) => {
            if state.bidder.is_some() {
                moves.push(FourMove::Agree);
            }
            let bids = Bid::ALL.into_iter().filter(|&bid| bid_refusal(state, player, bid, options).is_none());
            moves.extend(bids.map(FourMove::Bid));
        }
        Stage::Varsava => moves.extend([FourMove::FirstDuty, FourMove::Varsava]),
        Stage::Call => moves.extend(CALLED_TAROKS.map(FourMove::Call)),
        Stage::Look => moves.extend([FourMove::Keep, FourMove::Exchange]),
        Stage::LayAside(player) => {
            moves.extend(FourState::layable(state.hands[player.index()]).iter().map(FourMove::LayAside));
        }
        Stage::Announce(player) => {
            let legal = Bonuses::commitments().into_iter();
            let legal = legal.filter(|&bonuses| announcement_refusal(state, player, bonuses).is_none());
            moves.extend(legal.map(FourMove::Announce));
        }
        Stage::Flek(player) => {
            moves.push(FourMove::NoFlek);
            let given = Target::ALL.into_iter().filter(|&target| fleks::can_give(state, player, target, options));
            moves.extend(given.map(FourMove::Flek));
        }
        Stage::Play(_) => moves.extend(state.legal_cards().iter().map(FourMove::Play)),
    }
}

/// Reason why a move is not legal; `None` if it is legal.
pub fn refusal(state: &FourState, options: FourOptions, mv: FourMove) -> Option<String> {
    match (state.stage, mv) {
        (Stage::Deal, FourMove::Deal(cards)) => cards.check().err(),
        (Stage::Bid(_), FourMove::Agree) => {
            state.bidder.is_none().then(|| "forehand must bid at least first duty".to_owned())
        }
        (Stage::Bid(player), FourMove::Bid(bid)) => bid_refusal(state, player, bid, options),
        (Stage::Call, FourMove::Call(number)) => (!CALLED_TAROKS.contains(&number))
            .then(|| "the taroks that can be called are XIX, XVIII, XVII and XVI".to_owned()),
        (Stage::LayAside(player), FourMove::LayAside(card)) => layable_refusal(state.hands[player.index()], card),
        (Stage::Announce(player), FourMove::Announce(bonuses)) => announcement_refusal(state, player, bonuses),
        (Stage::Flek(player), FourMove::Flek(target)) => {
            (!fleks::can_give(state, player, target, options)).then(|| flek_refusal(state, player, target, options))
        }
        (Stage::Varsava, FourMove::Varsava | FourMove::FirstDuty)
        | (Stage::Look, FourMove::Keep | FourMove::Exchange)
        | (Stage::Flek(_), FourMove::NoFlek) => None,
        (Stage::Play(player), FourMove::Play(card)) => {
            tricks::plain_refusal(state.hands[player.index()], &state.trick, card, state.is_varsava())
        }
        (stage, _) => Some(expectation(state, stage)),
    }
}

fn bid_refusal(state: &FourState, player: Player, bid: Bid, options: FourOptions) -> Option<String> {
    if let Some((_, last)) = state.bidder.filter(|&(_, last)| bid <= last) {
        return Some(format!("{last} is bid: bid more or agree"));
    }
    let needs_pagat = bid == Bid::SecondDuty && options.second_duty_needs_pagat;
    (needs_pagat && !state.hands[player.index()].contains(Card::PAGAT))
        .then(|| "you do not hold the pagat: second duty promises to win the last trick with it".to_owned())
}

fn layable_refusal(hand: CardSet, card: Card) -> Option<String> {
    if !hand.contains(card) {
        return Some(format!("the card {card} is not in your hand"));
    }
    if FourState::layable(hand).contains(card) {
        return None;
    }
    Some(if card.value() == 5 {
        format!("{card} cannot be laid aside: kings, pagat, mond and skis are kept")
    } else {
        format!("{card} cannot be laid aside: taroks are kept while the hand has other cards than taroks and kings")
    })
}

fn announcement_refusal(state: &FourState, player: Player, bonuses: Bonuses) -> Option<String> {
    for bonus in bonuses.iter() {
        let Some(card) = bonus.needed_card() else {
            return Some(format!("{bonus} is announced by itself: pagat and valat can be announced"));
        };
        if !state.hands[player.index()].contains(card) {
            let name = if bonus == Bonus::Pagat { "pagat" } else { "skis" };
            return Some(format!("you do not hold the {name}: {bonus} is announced only by its holder"));
        }
        if state.committed_player(bonus).is_some() {
            return Some(format!("{bonus} is announced already"));
        }
    }
    None
}

fn flek_refusal(state: &FourState, player: Player, target: Target, options: FourOptions) -> String {
    let Some(owner) = fleks::owner(state, target) else {
        return format!("{target} is not announced: a flek on it is not possible");
    };
    let level = state.fleks[target.index()];
    match FLEKS.get(usize::from(level)).filter(|_| level < options.fleks) {
        None => format!("{target} cannot be raised any more"),
        Some(name) if level == 1 => format!("{name} is for the side of player {owner}, who plays {target}"),
        Some(name) if player == owner => format!("you play {target}: {name} is for the other side"),
        Some(name) => {
            format!("you are on the side of player {owner}, who plays {target}: {name} is for the other side")
        }
    }
}

/// Description of the moves that a stage expects.
pub(super) fn expectation(state: &FourState, stage: Stage) -> String {
    match stage {
        Stage::Deal => "cards are dealt now".to_owned(),
        Stage::Bid(_) if state.bidder.is_none() => "bid first duty or more, like \"bid first duty\"".to_owned(),
        Stage::Bid(_) => "write agree, or a bid like \"bid trojka\"".to_owned(),
        Stage::Varsava => "write \"play first duty\" or \"declare varsava\"".to_owned(),
        Stage::Call => "call a tarok, like \"call XIX\"".to_owned(),
        Stage::Look => "write \"keep the cards\" or \"exchange the cards\"".to_owned(),
        Stage::LayAside(_) => "lay a card aside, like \"lay aside C 7\"".to_owned(),
        Stage::Announce(_) => {
            "announce bonuses, like \"announce pagat\" or \"announce pagat, valat\", or \"announce nothing\"".to_owned()
        }
        Stage::Flek(_) => "write \"flek game\", or an announcement in place of the game, or \"no flek\"".to_owned(),
        Stage::Play(_) => "play a card, like XXI or S K".to_owned(),
        Stage::Over => "the deal is over".to_owned(),
    }
}

/// Number of cards that a player still lays aside.
pub fn cards_to_lay_aside(state: &FourState, player: Player) -> usize {
    (state.hands[player.index()].len() as usize).saturating_sub(super::state::HAND).min(TALON)
}
