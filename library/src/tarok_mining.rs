//! Mining of recorded deals of four-handed Taroky: how the score of the declarer depends on attributes of the hand that was
//! dealt, for authors of bidding rules.

use boardwright_game::deals::{Deals, DealsState};
use boardwright_game::record::{Record, ReplayError, replay};
use boardwright_games::rust_games::{RustGame, RustGameOptions};
use boardwright_games::tarok::cards::{Card, CardSet, Suit};
use boardwright_games::tarok::four::scoring::score_sheet;
use boardwright_games::tarok::four::{Bid, Four, FourState, Stage, dealt_cards};

use crate::error::Error;

/// Name of the game whose records are read.
const GAME: &str = "taroky";
/// Number of the lowest tarok that counts as high.
const HIGH: u8 = 15;
/// Standard deviations of a 95 % interval.
const DEVIATIONS: f64 = 1.96;

/// An attribute of a hand: its name, and its value.
type Attribute = (&'static str, fn(CardSet) -> u32);

/// Attributes of the declarer's hand as it was dealt.
const ATTRIBUTES: [Attribute; 7] = [
    ("taroks", |hand| hand.intersection(CardSet::TAROKS).len()),
    ("taroks from XV", |hand| {
        hand.intersection(CardSet::TAROKS).iter().filter(|card| card.number() + 1 >= HIGH).count() as u32
    }),
    ("pagat", |hand| u32::from(hand.contains(Card::PAGAT))),
    ("mond and skis", |hand| u32::from(hand.contains(Card::MOND)) + u32::from(hand.contains(Card::SKIS))),
    ("kings", |hand| hand.intersection(CardSet::KINGS).len()),
    ("empty suits", |hand| {
        Suit::ALL.into_iter().filter(|suit| hand.intersection(suit.cards()).is_empty()).count() as u32
    }),
    ("card value", |hand| hand.value_sum() / 5 * 5),
];

/// A deal that was bid, with the declarer's hand before the talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidDeal {
    /// The bid.
    pub bid: Bid,
    /// Cards that were dealt to the declarer.
    pub hand: CardSet,
    /// Score of the declarer.
    pub score: i32,
}

/// Scores of the deals with one value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttributeRow {
    /// The bid.
    pub bid: Bid,
    /// Name of the attribute.
    pub attribute: &'static str,
    /// Its value; card values in steps of five.
    pub value: u32,
    /// Number of deals.
    pub deals: u32,
    /// Mean score of the declarer.
    pub mean: f64,
    /// Half the width of the 95 % interval of the mean; infinite for a single deal.
    pub margin: f64,
    /// Share of the deals in which the declarer gained points.
    pub gained: f64,
}

/// The deals of a record in which somebody bid.
///
/// # Errors
/// If the record is not one of Taroky, or cannot be replayed.
pub fn bid_deals(record: &Record) -> Result<Vec<BidDeal>, Error> {
    if record.header.name != GAME {
        let name = &record.header.name;
        return Err(Error::Input(format!("the record is of {name}; records of {GAME} can be mined")));
    }
    let options = RustGameOptions::new(<Deals<Four> as RustGame>::OPTIONS, &record.header.options);
    let game = Deals::<Four>::with_options(&options.map_err(|error| Error::Input(error.to_string()))?);
    let rules = game.game().options();
    let mut deals = Vec::new();
    let mut add = |state: &FourState| {
        if let (Stage::Over, Some((declarer, bid))) = (state.stage, state.declared()) {
            let hand = dealt_cards(state, rules).hands[declarer.index()];
            deals.push(BidDeal { bid, hand, score: score_sheet(state, rules).total(declarer) });
        }
    };
    let replayed = replay(&game, record, &mut |step| {
        let state: &DealsState<FourState> = step.state;
        add(state.deal());
        Ok::<(), ReplayError>(())
    });
    replayed.map_err(|error| Error::Input(error.to_string()))?;
    Ok(deals)
}

/// Scores by bid and attribute, in the order of bids, attributes and values.
pub fn table(deals: &[BidDeal]) -> Vec<AttributeRow> {
    let mut rows = Vec::new();
    for bid in Bid::ALL {
        let bid_deals: Vec<&BidDeal> = deals.iter().filter(|deal| deal.bid == bid).collect();
        for (attribute, value_of) in ATTRIBUTES {
            let mut values: Vec<u32> = bid_deals.iter().map(|deal| value_of(deal.hand)).collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                let scores: Vec<f64> = bid_deals
                    .iter()
                    .filter(|deal| value_of(deal.hand) == value)
                    .map(|deal| f64::from(deal.score))
                    .collect();
                rows.push(row(bid, attribute, value, &scores));
            }
        }
    }
    rows
}

fn row(bid: Bid, attribute: &'static str, value: u32, scores: &[f64]) -> AttributeRow {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let margin = if scores.len() > 1 { DEVIATIONS * (variance / count).sqrt() } else { f64::INFINITY };
    let gained = scores.iter().filter(|&&score| score > 0.0).count() as f64 / count;
    AttributeRow { bid, attribute, value, deals: scores.len() as u32, mean, margin, gained }
}

#[cfg(test)]
mod tests {
    use boardwright_games::tarok::cards::parse_card_set;

    use super::*;

    fn deal(hand: &str, score: i32) -> BidDeal {
        BidDeal { bid: Bid::FirstDuty, hand: parse_card_set(hand).expect("cards"), score }
    }

    #[test]
    fn attributes_are_counted_with_intervals() {
        let deals = [
            deal("I, II, XV, XXI, XXII, H K, H Q, H C, H J, H 1, H 2, H 3", 10),
            deal("I, II, III, XX, XXI, D K, H Q, H C, H J, H 1, H 2, H 3", 4),
            deal("II, III, XX, D K, H Q, H C, H J, H 1, H 2, H 3, H 4, S K", -6),
        ];
        let table = table(&deals);
        let find = |attribute: &str, value: u32| {
            *table.iter().find(|row| row.attribute == attribute && row.value == value).expect("a row")
        };
        let five = find("taroks", 5);
        let is = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(five.deals == 2 && is(five.mean, 7.0) && is(five.gained, 1.0), "{five:?}");
        // The sample variance of 10 and 4 is 18, that of the mean 9.
        assert!(is(five.margin, 1.96 * 3.0), "{}", five.margin);
        assert_eq!(find("taroks from XV", 3).deals, 1);
        assert!(is(find("pagat", 1).mean, 7.0));
        assert!(is(find("mond and skis", 2).mean, 10.0));
        assert!(is(find("kings", 2).mean, -6.0));
        assert_eq!(find("empty suits", 3).deals, 1);
        assert!(find("kings", 2).margin.is_infinite());
    }
}
