//! Texts of moves.
//!
//! Texts are `agree`, `bid trojka`, `declare varsava` and `play first duty`, `call XIX`, `keep the cards` and `exchange the
//! cards`, `lay aside C 7`, `announce pagat, valat`, `flek game` (or `kontra`, `super flek`), `no flek`, and the card that is
//! played: `S K`, `XXI`.

use super::contract::{Bid, Bonus, Bonuses, FLEKS, FourOptions, Target};
use super::moves::{expectation, refusal};
use super::state::{DealtCards, FourMove, FourState, Stage};
use crate::tarok::cards::{Card, parse_card};

/// Name of the next flek on a target.
pub fn flek_name(state: &FourState, target: Target) -> &'static str {
    FLEKS[usize::from(state.fleks[target.index()]).min(FLEKS.len() - 1)]
}

/// Text of the tarok with this number.
fn tarok_text(number: u8) -> String {
    Card::tarok(number).map_or_else(String::new, |card| card.to_string())
}

/// Text of a move.
pub fn move_text(state: &FourState, mv: FourMove) -> String {
    match mv {
        FourMove::Deal(cards) => cards.text(),
        FourMove::Agree => "agree".to_owned(),
        FourMove::Bid(bid) => format!("bid {bid}"),
        FourMove::Varsava => "declare varsava".to_owned(),
        FourMove::FirstDuty => "play first duty".to_owned(),
        FourMove::Call(number) => format!("call {}", tarok_text(number)),
        FourMove::Keep => "keep the cards".to_owned(),
        FourMove::Exchange => "exchange the cards".to_owned(),
        FourMove::LayAside(card) => format!("lay aside {card}"),
        FourMove::Announce(bonuses) => format!("announce {bonuses}"),
        FourMove::Flek(target) => format!("{} {target}", flek_name(state, target)),
        FourMove::NoFlek => "no flek".to_owned(),
        FourMove::Play(card) => card.to_string(),
        FourMove::NextDeal => "next deal".to_owned(),
    }
}

/// Parses the text of a legal move.
///
/// # Errors
/// The reason, in the words of the game.
pub fn parse_move(state: &FourState, options: FourOptions, text: &str) -> Result<FourMove, String> {
    let mv = parse_any(state, text)?;
    refusal(state, options, mv).map_or(Ok(mv), Err)
}

fn parse_any(state: &FourState, text: &str) -> Result<FourMove, String> {
    let stage = state.stage;
    let rest = |prefix: &str| text.strip_prefix(prefix).map(str::trim);
    let found = match stage {
        Stage::Deal => match rest("deal ") {
            Some(cards) => return DealtCards::parse(&cards.split(';').collect::<Vec<_>>()).map(FourMove::Deal),
            None => None,
        },
        Stage::Bid(_) => match rest("bid ") {
            Some(name) => return parse_bid(name),
            None => (text == "agree").then_some(FourMove::Agree),
        },
        Stage::Varsava => match text {
            "declare varsava" => Some(FourMove::Varsava),
            "play first duty" => Some(FourMove::FirstDuty),
            _ => None,
        },
        Stage::Call => match rest("call ") {
            Some(card) => {
                let card = parse_card(card)?;
                return Ok(FourMove::Call(if card.is_tarok() { card.number() + 1 } else { 0 }));
            }
            None => None,
        },
        Stage::Look => match text {
            "keep the cards" => Some(FourMove::Keep),
            "exchange the cards" => Some(FourMove::Exchange),
            _ => None,
        },
        Stage::LayAside(_) => match rest("lay aside ") {
            Some(card) => return parse_card(card).map(FourMove::LayAside),
            None => None,
        },
        Stage::Announce(_) => match rest("announce ") {
            Some(bonuses) => return parse_bonuses(bonuses).map(FourMove::Announce),
            None => None,
        },
        Stage::Flek(_) => parse_flek(state, text),
        Stage::Play(_) => return parse_card(text).map(FourMove::Play),
        Stage::Over => None,
    };
    found.ok_or_else(|| expectation(state, stage))
}

fn parse_bid(name: &str) -> Result<FourMove, String> {
    if name == "varsava" {
        return Err("varsava is not bid: forehand can declare it when everybody agreed to first duty".to_owned());
    }
    let names = || Bid::ALL.map(Bid::name).join(", ");
    Bid::by_name(name).map(FourMove::Bid).ok_or_else(|| format!("\"{name}\" is no bid; the bids are {}", names()))
}

fn parse_flek(state: &FourState, text: &str) -> Option<FourMove> {
    if text == "no flek" {
        return Some(FourMove::NoFlek);
    }
    // The name of the level must be that of the next one.
    let target = Target::ALL.into_iter().find(|target| text.ends_with(target.name()))?;
    (text == format!("{} {target}", flek_name(state, target))).then_some(FourMove::Flek(target))
}

fn parse_bonuses(text: &str) -> Result<Bonuses, String> {
    if text == "nothing" {
        return Ok(Bonuses::NONE);
    }
    let bonus = |name: &str| {
        let name = name.trim();
        Bonus::by_name(name).ok_or_else(|| format!("\"{name}\" cannot be announced; pagat and valat can"))
    };
    text.split(',').map(bonus).collect()
}
