//! The list `actions` of a hand history: deals, actions of the players, and showdown. It is played and written here.

use boardwright_game::ids::Player;

use super::super::cards::{Card, cards_text, hole_text, parse_hole};
use super::super::history::{ActionKind, HoldemAction, Street};
use super::super::moves::{cards_to_deal, check_new, parse_deal, parse_new_hole};
use super::super::state::{HoldemState, Stage};
use super::chips::{Amount, ChipUnit};
use super::{Commentary, HandHistory, Showing, Shown};

/// Player of a file: `p1` is the big blind, `p2` has the button.
fn player_named(name: &str, hand: &HoldemState) -> Option<Player> {
    match name {
        "p1" => Some(hand.big_blind_player()),
        "p2" => Some(hand.button()),
        _ => None,
    }
}

fn player_name(player: Player, hand: &HoldemState) -> &'static str {
    if player == hand.button() { "p2" } else { "p1" }
}

/// Amounts of the bets and raises, as far as they are numbers.
pub(super) fn amounts(actions: &[String]) -> impl Iterator<Item = Amount> + '_ {
    actions.iter().filter_map(|text| match words(text).0[..] {
        [_, "cbr", amount] => Amount::parse(amount),
        _ => None,
    })
}

/// The words of an action, and the commentary that follows a number sign.
fn words(text: &str) -> (Vec<&str>, Option<&str>) {
    let (action, commentary) = text.split_once('#').map_or((text, None), |(action, rest)| (action, Some(rest.trim())));
    (action.split_whitespace().collect(), commentary)
}

impl HandHistory {
    /// Plays an action of a file; `played` is the number of actions so far.
    pub(super) fn play(&mut self, text: &str, played: &mut usize) -> Result<(), String> {
        let (words, commentary) = words(text);
        self.play_words(&words)?;
        *played += usize::from(!words.is_empty());
        if let Some(text) = commentary {
            let (actions, is_attached) = (*played, !words.is_empty());
            self.commentaries.push(Commentary { actions, is_attached, text: text.to_owned() });
        }
        Ok(())
    }

    fn play_words(&mut self, words: &[&str]) -> Result<(), String> {
        let unit = self.unit;
        match *words {
            [] => Ok(()),
            ["d", "dh", player, cards] => deal_hole(&mut self.hand, player, cards),
            ["d", "db", cards] => {
                let Stage::DealBoard(_) = self.hand.stage() else {
                    return Err("no cards are dealt to the board here".to_owned());
                };
                self.hand.deal_board(parse_deal(&self.hand, cards)?.as_slice());
                Ok(())
            }
            [player, "sm", ref cards @ ..] => self.show(player, cards),
            [player, ref action @ ..] => act(&mut self.hand, unit, player, action),
        }
    }

    /// Shows cards, or mucks them, at a showdown or after an all-in that was called; after a fold cards can be shown.
    fn show(&mut self, name: &str, cards: &[&str]) -> Result<(), String> {
        let hand = &mut self.hand;
        let player = player_named(name, hand).ok_or_else(|| format!("there is no player \"{name}\""))?;
        let shown = match *cards {
            [] => Shown::Nothing,
            ["-"] if hand.hole(player).is_none() => {
                return Err(format!("the cards of {name} are unknown; write them instead of -"));
            }
            ["-"] => Shown::Known,
            _ => {
                let shown = parse_hole(&cards.concat())?;
                learn(hand, player, shown)?;
                Shown::Cards(shown)
            }
        };
        let is_all_in = [player, player.next(2)].into_iter().any(|player| hand.is_all_in(player));
        match hand.stage() {
            Stage::Showdown | Stage::Folded(_) => {}
            Stage::DealBoard(_) if is_all_in => {}
            _ => return Err("cards are shown or mucked when the betting of the hand is over".to_owned()),
        }
        self.showings.push(Showing { player, street: hand.street(), shown });
        Ok(())
    }

    /// The first player who mucks gives up the pot, the other one gets it.
    pub(super) fn settle(&mut self) {
        let first = self.showings.iter().find(|showing| showing.shown == Shown::Nothing);
        if let (Some(&Showing { player, .. }), Stage::Showdown) = (first, self.hand.stage())
            && !self.hand.is_beaten(player)
        {
            self.hand.set_mucked(Some(player));
        }
    }

    /// The list of a file.
    pub(super) fn actions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.commentaries.iter().filter(|remark| remark.actions == 0).for_each(|remark| lines.push(remark.to_string()));
        for (written, line) in (1..).zip(self.plain_actions()) {
            let mut line = line;
            let mut after = Vec::new();
            for remark in self.commentaries.iter().filter(|remark| remark.actions == written) {
                if remark.is_attached {
                    line = format!("{line} {remark}");
                } else {
                    after.push(remark.to_string());
                }
            }
            lines.push(line);
            lines.extend(after);
        }
        lines
    }

    /// Deals, actions and showdown without commentaries.
    fn plain_actions(&self) -> Vec<String> {
        let hand = &self.hand;
        let name = |player| player_name(player, hand);
        let mut lines = Vec::new();
        if !matches!(hand.stage(), Stage::DealHole(_)) {
            for player in [hand.big_blind_player(), hand.button()] {
                lines.push(format!("d dh {} {}", name(player), hole_text(hand.hole_cards(player))));
            }
        }
        let board: Vec<_> = hand.board().collect();
        let mut dealt = 0;
        for street in Street::ALL.into_iter().filter(|&street| street <= hand.street()) {
            if street > Street::Preflop {
                lines.push(format!("d db {}", cards_text(&board[dealt..street.board_cards()])));
                dealt = street.board_cards();
            }
            lines.extend(hand.actions(street).map(|action| {
                let player = name(action.player);
                match action.kind {
                    ActionKind::Fold => format!("{player} f"),
                    ActionKind::Check | ActionKind::Call => format!("{player} cc"),
                    ActionKind::Bet | ActionKind::Raise => {
                        format!("{player} cbr {}", self.unit.text(action.street_total))
                    }
                }
            }));
            lines.extend(self.showings.iter().filter(|showing| showing.street == street).map(|showing| {
                let player = name(showing.player);
                match showing.shown {
                    Shown::Nothing => format!("{player} sm"),
                    Shown::Known => format!("{player} sm -"),
                    Shown::Cards(cards) => format!("{player} sm {}", hole_text(cards)),
                }
            }));
        }
        lines
    }
}

/// Deals hole cards to a player. They can be unknown, wholly or in part.
fn deal_hole(hand: &mut HoldemState, name: &str, cards: &str) -> Result<(), String> {
    let Stage::DealHole(expected) = hand.stage() else { return Err("no hole cards are dealt here".to_owned()) };
    if player_named(name, hand) != Some(expected) {
        return Err(format!("the next hole cards are those of {}", player_name(expected, hand)));
    }
    hand.deal_hole_cards(parse_new_hole(hand, cards)?);
    Ok(())
}

/// Adds the shown cards of a player to those that are known.
fn learn(hand: &mut HoldemState, player: Player, shown: [Option<Card>; 2]) -> Result<(), String> {
    let mut known = hand.hole_cards(player);
    let new: Vec<_> = shown.into_iter().flatten().filter(|card| !known.contains(&Some(*card))).collect();
    check_new(hand, &new)?;
    for card in new {
        let Some(unknown) = known.iter_mut().find(|card| card.is_none()) else {
            return Err(format!("{} has {}", player_name(player, hand), hole_text(known)));
        };
        *unknown = Some(card);
    }
    // Two unknown cards take the order in which they are shown.
    let is_new = hand.hole_cards(player) == [None; 2];
    hand.set_hole_cards(player, if is_new { shown } else { known });
    Ok(())
}

/// Makes an action of a player.
fn act(hand: &mut HoldemState, unit: ChipUnit, name: &str, action: &[&str]) -> Result<(), String> {
    let actor = hand.to_act().ok_or_else(|| match cards_to_deal(hand.stage()) {
        0 => "the hand is over".to_owned(),
        count => format!("{count} cards are dealt first"),
    })?;
    if player_named(name, hand) != Some(actor) {
        return Err(format!("it is the turn of {}", player_name(actor, hand)));
    }
    let action = match *action {
        ["f"] => HoldemAction::Fold,
        ["cc"] => HoldemAction::Call,
        ["cbr", amount] => {
            let chips = Amount::parse(amount).and_then(|amount| unit.whole(amount));
            HoldemAction::RaiseTo(chips.ok_or_else(|| format!("\"{amount}\" is no number of chips"))?)
        }
        _ => return Err("this is no action; known are f, cc, cbr and a number, sm, d dh and d db".to_owned()),
    };
    if let Some(reason) = hand.refusal(action) {
        return Err(match (action, hand.raise_interval()) {
            (HoldemAction::RaiseTo(_), Some(interval)) => {
                format!("the amount must be from {} to {}", unit.text(interval.min_to), unit.text(interval.max_to))
            }
            _ => reason,
        });
    }
    hand.act(action);
    Ok(())
}

/// The showdown of a hand as `PokerKit` writes it: the last player who bet or raised on the street shows first, otherwise the
/// big blind. The other player shows too, and mucks a weaker hand if no player is all-in. Cards are shown when no betting is
/// left: after an all-in that is called, before the rest of the board.
pub(super) fn usual_showings(hand: &HoldemState) -> Vec<Showing> {
    let is_all_in = [Player::FIRST, Player::FIRST.next(2)].into_iter().any(|player| hand.is_all_in(player))
        && matches!(hand.stage(), Stage::DealBoard(_) | Stage::Showdown);
    let street = match (is_all_in, hand.stage()) {
        (true, _) => hand.all_actions().last().map_or(Street::Preflop, |action| action.street),
        (false, Stage::Showdown) => Street::River,
        _ => return Vec::new(),
    };
    let aggressor = hand.actions(street).filter(|action| action.raised_by > 0).last().map(|action| action.player);
    let first = aggressor.unwrap_or(hand.big_blind_player());
    let showing = |player: Player| {
        let cards = hand.hole(player)?;
        let is_mucked = match hand.mucked() {
            Some(mucked) => mucked == player,
            None => player != first && !is_all_in && hand.is_beaten(player),
        };
        let shown = if is_mucked { Shown::Nothing } else { Shown::Cards(cards.map(Some)) };
        Some(Showing { player, street, shown })
    };
    [first, first.next(2)].into_iter().filter_map(showing).collect()
}
