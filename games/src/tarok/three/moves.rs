//! Legal moves, their texts, and the reasons why others are not legal.
//!
//! Texts are `pass`, `bid dva`, `choose ena`, `take group 2`, `lay away C 7`, `announce trula, pagat ultimo`, `kontra game`
//! (or `re`, `sub`, `mort`), `no kontra`, and the card that is played: `S K`, `XXI`.

use boardwright_game::ids::Player;

use super::contract::{Contract, DOUBLINGS, Item, Items, ThreeOptions};
use super::state::{DealtCards, HAND, Stage, TALON, ThreeMove, ThreeState, seats};
use crate::tarok::cards::{Card, parse_card};
use crate::tarok::tricks;

/// Adds all legal moves of the player to act.
pub fn list_moves(state: &ThreeState, options: ThreeOptions, moves: &mut Vec<ThreeMove>) {
    match state.stage {
        Stage::Deal | Stage::Over => {}
        Stage::Bid(player) => {
            if state.bidder.is_some() {
                moves.push(ThreeMove::Pass);
            }
            let bids = Contract::BIDS.into_iter().filter(|&contract| state.can_bid(player, contract));
            moves.extend(bids.map(ThreeMove::Bid));
        }
        Stage::Choose => {
            let contracts = Contract::ALL.into_iter().filter(|&contract| state.can_choose(contract));
            moves.extend(contracts.map(ThreeMove::Choose));
        }
        Stage::TakeGroup => moves.extend((0..groups(state)).map(ThreeMove::Take)),
        Stage::LayAway => {
            let hand = state.declarer().map_or_else(Default::default, |player| state.hands[player.index()]);
            moves.extend(ThreeState::layable(hand).iter().map(ThreeMove::LayAway));
        }
        Stage::Announce => {
            let legal = Items::announcements().filter(|&items| announcement_refusal(state, items).is_none());
            moves.extend(legal.map(ThreeMove::Announce));
        }
        Stage::Double { .. } => {
            moves.push(ThreeMove::NoDouble);
            moves.extend(Item::ALL.into_iter().filter(|&item| state.can_double(item)).map(ThreeMove::Double));
        }
        Stage::Play(_) => moves.extend(state.legal_cards(options).iter().map(ThreeMove::Play)),
    }
}

/// Number of groups of the talon.
pub fn groups(state: &ThreeState) -> u8 {
    (TALON as u8).checked_div(state.contract.map_or(0, Contract::exchanged)).unwrap_or(0)
}

fn announcement_refusal(state: &ThreeState, items: Items) -> Option<String> {
    let holds_pagat = state.declarer().is_some_and(|player| state.hands[player.index()].contains(Card::PAGAT));
    (items.contains(Item::PagatUltimo) && !holds_pagat)
        .then(|| "you do not hold the pagat: it cannot win the last trick for you".to_owned())
}

/// Reason why a move is not legal; `None` if it is legal.
pub fn refusal(state: &ThreeState, options: ThreeOptions, mv: ThreeMove) -> Option<String> {
    match (state.stage, mv) {
        (Stage::Deal, ThreeMove::Deal(cards)) => cards.check().err(),
        (Stage::Bid(_), ThreeMove::Pass) => state.bidder.is_none().then(|| "forehand must open with tri".to_owned()),
        (Stage::Bid(player), ThreeMove::Bid(contract)) => bid_refusal(state, player, contract),
        (Stage::Choose, ThreeMove::Choose(contract)) if !state.can_choose(contract) => Some(match contract {
            Contract::Klop => "klop can be chosen only by forehand who won the auction with tri".to_owned(),
            _ => format!("you bid {}: choose that or more", state.bidder.map_or(Contract::Tri, |(_, bid)| bid)),
        }),
        (Stage::TakeGroup, ThreeMove::Take(group)) => {
            (group >= groups(state)).then(|| format!("the talon has the groups 1 to {}", groups(state)))
        }
        (Stage::LayAway, ThreeMove::LayAway(card)) => {
            let hand = state.declarer().map_or_else(Default::default, |player| state.hands[player.index()]);
            if !hand.contains(card) {
                return Some(format!("the card {card} is not in your hand"));
            }
            (!ThreeState::layable(hand).contains(card))
                .then(|| format!("{card} cannot be laid away: kings, pagat, mond and skis are kept"))
        }
        (Stage::Announce, ThreeMove::Announce(items)) => announcement_refusal(state, items),
        (Stage::Double { level, .. }, ThreeMove::Double(item)) => {
            (!state.can_double(item)).then(|| doubling_refusal(state, level, item))
        }
        (Stage::Choose, ThreeMove::Choose(_)) | (Stage::Double { .. }, ThreeMove::NoDouble) => None,
        (Stage::Play(player), ThreeMove::Play(card)) => {
            tricks::refusal(state.hands[player.index()], &state.trick, card, state.negative_duty(options))
        }
        (stage, _) => Some(expectation(stage)),
    }
}

fn bid_refusal(state: &ThreeState, player: Player, contract: Contract) -> Option<String> {
    if contract != Contract::Klop && state.can_bid(player, contract) {
        return None;
    }
    Some(match state.bidder {
        _ if contract == Contract::Klop => "klop is not bid: forehand can choose it after winning with tri".to_owned(),
        None => "forehand must open with tri".to_owned(),
        Some((last, bid)) if contract == bid => {
            format!("{bid} is bid by player {last}, who sits before you: bid more or pass")
        }
        Some((_, bid)) => format!("{bid} is bid: bid more or pass"),
    })
}

fn doubling_refusal(state: &ThreeState, level: u8, item: Item) -> String {
    let name = DOUBLINGS[usize::from(level)];
    if item != Item::Game && !state.announced.contains(item) {
        return format!("{item} is not announced: there is nothing to double");
    }
    match state.doublings[item.index()].level {
        said if said > level => format!("{} is said to {item} already", DOUBLINGS[usize::from(said) - 1]),
        said if said < level => {
            format!("{name} answers {}, which nobody said to {item}", DOUBLINGS[usize::from(level) - 1])
        }
        _ => format!("{name} is for the opponent who said kontra to {item}"),
    }
}

/// Description of the moves that a stage expects.
fn expectation(stage: Stage) -> String {
    match stage {
        Stage::Deal => "cards are dealt now".to_owned(),
        Stage::Bid(_) => "write pass, or a bid like \"bid dva\"".to_owned(),
        Stage::Choose => "choose the contract, like \"choose tri\"".to_owned(),
        Stage::TakeGroup => "take a group of the talon, like \"take group 1\"".to_owned(),
        Stage::LayAway => "lay a card away, like \"lay away C 7\"".to_owned(),
        Stage::Announce => {
            "announce bonuses, like \"announce trula, pagat ultimo\", or \"announce nothing\"".to_owned()
        }
        Stage::Double { level, .. } => {
            let name = DOUBLINGS[usize::from(level)];
            format!("write \"{name} game\" or \"{name}\" and an announcement, or \"no {name}\"")
        }
        Stage::Play(_) => "play a card, like XXI or S K".to_owned(),
        Stage::Over => "the deal is over".to_owned(),
    }
}

/// Text of a move.
pub fn move_text(state: &ThreeState, mv: ThreeMove) -> String {
    let doubling = match state.stage {
        Stage::Double { level, .. } => DOUBLINGS[usize::from(level)],
        _ => DOUBLINGS[0],
    };
    match mv {
        ThreeMove::Deal(cards) => cards.text(),
        ThreeMove::Pass => "pass".to_owned(),
        ThreeMove::Bid(contract) => format!("bid {contract}"),
        ThreeMove::Choose(contract) => format!("choose {contract}"),
        ThreeMove::Take(group) => format!("take group {}", group + 1),
        ThreeMove::LayAway(card) => format!("lay away {card}"),
        ThreeMove::Announce(items) => format!("announce {items}"),
        ThreeMove::Double(item) => format!("{doubling} {item}"),
        ThreeMove::NoDouble => format!("no {doubling}"),
        ThreeMove::Play(card) => card.to_string(),
        ThreeMove::NextDeal => "next deal".to_owned(),
    }
}

/// Parses the text of a legal move.
///
/// # Errors
/// The reason, in the words of the game.
pub fn parse_move(state: &ThreeState, options: ThreeOptions, text: &str) -> Result<ThreeMove, String> {
    let mv = parse_any(state, text)?;
    refusal(state, options, mv).map_or(Ok(mv), Err)
}

fn parse_any(state: &ThreeState, text: &str) -> Result<ThreeMove, String> {
    let contract = |name: &str| {
        let names = || Contract::ALL.map(Contract::name).join(", ");
        Contract::by_name(name).ok_or_else(|| format!("\"{name}\" is no contract; the contracts are {}", names()))
    };
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (state.stage, first) {
        (Stage::Deal, "deal") => DealtCards::parse(&rest.split(';').collect::<Vec<_>>()).map(ThreeMove::Deal),
        (Stage::Bid(_), "pass") if rest.is_empty() => Ok(ThreeMove::Pass),
        (Stage::Bid(_), "bid") => contract(rest).map(ThreeMove::Bid),
        (Stage::Choose, "choose") => contract(rest).map(ThreeMove::Choose),
        (Stage::TakeGroup, "take") => {
            let number = rest.strip_prefix("group ").unwrap_or(rest).parse().ok().filter(|&number: &u8| number > 0);
            number.map(|number| ThreeMove::Take(number - 1)).ok_or_else(|| expectation(state.stage))
        }
        (Stage::LayAway, "lay") => match rest.strip_prefix("away ") {
            Some(card) => parse_card(card).map(ThreeMove::LayAway),
            None => Err(expectation(state.stage)),
        },
        (Stage::Announce, "announce") => parse_items(rest).map(ThreeMove::Announce),
        (Stage::Double { level, .. }, word) => {
            let name = DOUBLINGS[usize::from(level)];
            if word == "no" && rest == name {
                return Ok(ThreeMove::NoDouble);
            }
            let item = (word == name).then(|| Item::by_name(rest)).flatten();
            item.map(ThreeMove::Double).ok_or_else(|| expectation(state.stage))
        }
        (Stage::Play(_), _) => parse_card(text).map(ThreeMove::Play),
        (stage, _) => Err(expectation(stage)),
    }
}

fn parse_items(text: &str) -> Result<Items, String> {
    if text == "nothing" {
        return Ok(Items::NONE);
    }
    let item = |name: &str| {
        let known = || Item::BONUSES.map(Item::name).join(", ");
        let item = Item::by_name(name.trim()).filter(|&item| item != Item::Game);
        item.ok_or_else(|| format!("\"{}\" cannot be announced; there are {}", name.trim(), known()))
    };
    text.split(',').map(item).collect()
}

/// The texts of doublings so far, by the player who said them, as moves of a state at their beginning.
pub fn doublings_since(beginning: &ThreeState, state: &ThreeState, options: ThreeOptions) -> Vec<(ThreeMove, String)> {
    let mut replayed = *beginning;
    let mut moves = Vec::new();
    while let Stage::Double { level, player } = replayed.stage {
        if replayed.stage == state.stage && replayed.doublings == state.doublings {
            break;
        }
        let is_said = |item: &Item| {
            let doubling = state.doublings[item.index()];
            let is_his = level > 0 || usize::from(doubling.by) == player.index();
            replayed.can_double(*item) && doubling.level > level && is_his
        };
        let mv = Item::ALL.into_iter().find(is_said).map_or(ThreeMove::NoDouble, ThreeMove::Double);
        moves.push((mv, move_text(&replayed, mv)));
        replayed.act(mv, options);
    }
    moves
}

/// The players in the order of the auction.
pub fn auction_order(state: &ThreeState) -> [Player; 3] {
    let first = state.forehand.index();
    std::array::from_fn(|position| seats()[(first + position) % seats().len()])
}

/// Number of cards that the declarer still lays away.
pub fn cards_to_lay_away(state: &ThreeState) -> usize {
    let held = state.declarer().map_or(HAND, |player| state.hands[player.index()].len() as usize);
    held.saturating_sub(HAND)
}
