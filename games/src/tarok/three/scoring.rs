//! Scores of a deal that is over, and the radelci that follow from it.

use boardwright_game::ids::Player;

use super::contract::{Contract, Item, Items, ThreeOptions};
use super::state::{DealSummary, HAND, PLAYERS, Stage, ThreeState};
use crate::tarok::cards::{ALL_POINTS, Card, CardSet};

/// Penalty of the player who loses the mond. It is never multiplied.
pub const MOND_LOSS: i32 = 21;
/// Card points of half the deck.
pub const HALF: i32 = ALL_POINTS as i32 / 2;
/// Score of a player in klop who takes half of the card points or more.
pub const KLOP_LOSS: i32 = -70;
/// Score of a player in klop without a trick, if only such players score.
pub const KLOP_WIN: i32 = 70;

/// Kinds of scores, as they are reported.
pub const SCORE_KINDS: [&str; 4] = ["game", "bonuses", "mond", "compensation"];

/// Scores of a deal by player and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Scores of the kinds in [`SCORE_KINDS`], by player.
    pub kinds: [[i32; SCORE_KINDS.len()]; PLAYERS],
}

impl ScoreSheet {
    /// Score of a player.
    pub fn total(&self, player: Player) -> i32 {
        self.kinds[player.index()].iter().sum()
    }

    fn add(&mut self, player: Player, kind: usize, score: i32) {
        self.kinds[player.index()][kind] += score;
    }
}

/// Cards that count for the declarer: those of the tricks, and those that were laid away.
pub fn declarer_pile(state: &ThreeState) -> CardSet {
    state.declarer().map_or(CardSet::EMPTY, |declarer| state.piles[declarer.index()].union(state.laid))
}

/// Cards that count for the opponents: those of the tricks, and the talon less the group that was taken.
pub fn opponents_pile(state: &ThreeState, options: ThreeOptions) -> CardSet {
    let Some(declarer) = state.declarer() else { return CardSet::EMPTY };
    let tricks = (0..PLAYERS).filter(|&seat| seat != declarer.index()).map(|seat| state.piles[seat]);
    let tricks = tricks.fold(CardSet::EMPTY, CardSet::union);
    let talon: CardSet = state.talon.into_iter().collect();
    match (state.contract, state.group) {
        (Some(Contract::Solo), _) if options.solo_talon_counts => tricks.union(talon),
        (_, Some(group)) => tricks.union(talon.without(state.group_cards(group))),
        _ => tricks,
    }
}

/// Card points of the declarer.
pub fn declarer_points(state: &ThreeState) -> i32 {
    declarer_pile(state).points() as i32
}

/// Bonuses that the declarer made, announced or not.
pub fn bonuses_made(state: &ThreeState) -> Items {
    let Some(declarer) = state.declarer().filter(|_| state.contract != Some(Contract::Berac)) else {
        return Items::NONE;
    };
    let pile = declarer_pile(state);
    let is_made = |item: Item| match item {
        Item::Game => false,
        Item::Trula => pile.includes(CardSet::TRULA),
        Item::Kralji => pile.includes(CardSet::KINGS),
        Item::PagatUltimo => state.stage == Stage::Over && state.last_trick == Some((declarer, Card::PAGAT)),
        Item::Valat => usize::from(state.tricks[declarer.index()]) == HAND,
    };
    Item::BONUSES.into_iter().filter(|&item| is_made(item)).collect()
}

/// `true` if the declarer won the contract.
pub fn is_won(state: &ThreeState) -> bool {
    match (state.contract, state.declarer()) {
        (Some(Contract::Berac), Some(declarer)) => state.tricks[declarer.index()] == 0,
        (_, Some(_)) => declarer_points(state) > HALF,
        _ => false,
    }
}

/// Result of a deal that is over, as the players of the next one know it.
pub fn summary(state: &ThreeState) -> Option<DealSummary> {
    let (declarer, _) = state.bidder?;
    let contract = state.contract?;
    let made = bonuses_made(state);
    Some(DealSummary { contract, declarer, is_won: is_won(state), announced: state.announced, made })
}

/// `true` if the declarer's radelc doubles the score, and is erased.
pub fn uses_radelc(state: &ThreeState, options: ThreeOptions) -> bool {
    let is_possible = state.contract != Some(Contract::Berac) || options.berac_uses_radelc;
    is_possible && state.declarer().is_some_and(|declarer| state.radelci[declarer.index()] > 0)
}

/// Radelci after the deal: the declarer's is erased, and after klop, berac and valat everybody gets one.
pub fn next_radelci(state: &ThreeState, options: ThreeOptions) -> [u8; PLAYERS] {
    let mut radelci = state.radelci;
    if let Some(declarer) = state.declarer().filter(|_| uses_radelc(state, options)) {
        radelci[declarer.index()] -= 1;
    }
    let valat = state.announced.contains(Item::Valat) || bonuses_made(state).contains(Item::Valat);
    if valat || state.contract.is_some_and(Contract::is_negative) {
        radelci = radelci.map(|count| count.saturating_add(1));
    }
    radelci
}

/// Scores of a deal that is over; all zero before.
pub fn score_sheet(state: &ThreeState, options: ThreeOptions) -> ScoreSheet {
    let mut sheet = ScoreSheet::default();
    let (Stage::Over, Some(contract)) = (state.stage, state.contract) else { return sheet };
    if let Some(loser) = state.mond_loser {
        sheet.add(loser, 2, -MOND_LOSS);
    }
    match state.declarer() {
        None => add_klop(&mut sheet, state, options),
        Some(declarer) => add_contract(&mut sheet, state, (contract, declarer), options),
    }
    sheet
}

fn add_klop(sheet: &mut ScoreSheet, state: &ThreeState, options: ThreeOptions) {
    let points = state.piles.map(|pile| pile.points() as i32);
    let extreme = |seat: usize| {
        if points[seat] >= HALF {
            Some(KLOP_LOSS)
        } else {
            (!options.klop_all_score && state.tricks[seat] == 0).then_some(KLOP_WIN)
        }
    };
    let only_extremes = !options.klop_all_score && (0..PLAYERS).any(|seat| extreme(seat).is_some());
    for player in super::state::seats() {
        let seat = player.index();
        let others = if only_extremes { 0 } else { -points[seat] };
        sheet.add(player, 0, extreme(seat).unwrap_or(others));
    }
}

/// Score of the contract itself, before it is multiplied.
fn contract_score(state: &ThreeState, contract: Contract, options: ThreeOptions) -> i32 {
    let value = if is_won(state) { contract.value() } else { -contract.value() };
    let has_difference = contract != Contract::Berac && (contract != Contract::Solo || options.solo_difference_counts);
    value + if has_difference { declarer_points(state) - HALF } else { 0 }
}

/// Score of a bonus before it is multiplied.
fn bonus_score(state: &ThreeState, item: Item, made: Items, options: ThreeOptions) -> i32 {
    let value = item.value();
    match (state.announced.contains(item), made.contains(item)) {
        (true, true) => value,
        (true, false) => -value,
        (false, true) => value / 2,
        (false, false) if item == Item::PagatUltimo && options.beaten_pagat_costs && is_pagat_beaten(state) => {
            -value / 2
        }
        (false, false) => 0,
    }
}

/// `true` if the declarer played the pagat to the last trick, and another card won it.
fn is_pagat_beaten(state: &ThreeState) -> bool {
    let owner = owner_in_last_trick(state, Card::PAGAT);
    owner.is_some() && owner == state.declarer() && state.last_trick.is_some_and(|(_, card)| card != Card::PAGAT)
}

/// The player who played this card to the last trick.
fn owner_in_last_trick(state: &ThreeState, card: Card) -> Option<Player> {
    let start = state.played().len().checked_sub(PLAYERS)?;
    let (winner, winning) = state.last_trick?;
    let position = |card| state.played()[start..].iter().position(|&played| played == card);
    let (position, winning) = (position(card)?, position(winning)?);
    Some(super::state::seats()[(winner.index() + PLAYERS + position - winning) % PLAYERS])
}

fn add_contract(
    sheet: &mut ScoreSheet,
    state: &ThreeState,
    (contract, declarer): (Contract, Player),
    options: ThreeOptions,
) {
    let made = bonuses_made(state);
    let radelc = if uses_radelc(state, options) { 2 } else { 1 };
    let mut add = |item: Item, kind: usize, score: i32| {
        let doubling = state.doublings[item.index()];
        sheet.add(declarer, kind, score * doubling.factor() * radelc);
        if score > 0 && doubling.level > 0 {
            // The opponent who did not say kontra gets the difference that it made.
            let (next, last) = (declarer.next(PLAYERS), declarer.next(PLAYERS).next(PLAYERS));
            let innocent = if usize::from(doubling.by) == next.index() { last } else { next };
            sheet.add(innocent, 3, score * (doubling.factor() - 1) * radelc);
        }
    };
    let valat = bonus_score(state, Item::Valat, made, options);
    if options.valat_replaces && valat != 0 {
        // A valat in silence stands in the place of the game, with its doublings.
        let item = if state.announced.contains(Item::Valat) { Item::Valat } else { Item::Game };
        add(item, 1, valat);
        return;
    }
    add(Item::Game, 0, contract_score(state, contract, options));
    for item in Item::BONUSES {
        let score = bonus_score(state, item, made, options);
        if score != 0 {
            add(item, 1, score);
        }
    }
}
