//! A rule file at the table: follows the events of a deal of the game `taroky` and answers its questions. The knowledge
//! base depends on nothing that the player has not seen.

use std::sync::Arc;

use boardwright_game::ids::Player;
use boardwright_games::tarok::cards::{Card, CardSet};
use boardwright_games::tarok::four::events::{
    AGREE, DealAnswer, DealEvent, DealQuestion, QuestionKind, card_code, card_of_code, events, move_of_answer, question,
};
use boardwright_games::tarok::four::{FourMove, FourOptions, FourState};

use super::RuleFile;
use super::session::{Answer, AnswerSource, RuleCard, Session, SessionSettings};

/// A deal as one player follows it, with the state of its knowledge base.
#[derive(Debug)]
pub struct DealFollower {
    session: Session,
    player: Player,
    /// Events that the session has processed.
    known: Vec<DealEvent>,
    /// Number of cards that the session has laid aside.
    laid: usize,
    /// Last question with its answer, for a question that is asked again.
    last: Option<(FourState, Decision)>,
}

/// A decision of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub mv: FourMove,
    /// Kind of the question.
    pub kind: QuestionKind,
    /// Origin of the answer.
    pub source: AnswerSource,
    /// All answers of the rules as text.
    pub given: Vec<String>,
}

fn rule_card(card: Card) -> RuleCard {
    let [suit, value] = card_code(card);
    RuleCard::new(suit, value)
}

fn rule_cards(cards: CardSet) -> Vec<RuleCard> {
    cards.iter().map(rule_card).collect()
}

/// Number of cards that a player has received at the deal.
const DEALT: usize = 12;

impl DealFollower {
    /// Begins to follow a deal for a player.
    pub fn new(file: Arc<RuleFile>, player: Player, settings: SessionSettings) -> Self {
        Self { session: Session::new(file, settings), player, known: Vec::new(), laid: 0, last: None }
    }

    /// The player.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The session, for its trace, warnings and knowledge base.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// `true` if the state continues the deal that is followed.
    pub fn continues(&self, state: &FourState, options: FourOptions) -> bool {
        if self.last.as_ref().is_some_and(|(last, _)| last == state) {
            return true;
        }
        let seen = events(state, self.player, options);
        seen.starts_with(&self.known)
            && !self.known.is_empty()
            && state.laid_by(self.player).len() as usize == self.laid
    }

    /// Processes the events that are new in a state.
    pub fn follow(&mut self, state: &FourState, options: FourOptions) {
        let seen = events(state, self.player, options);
        let is_received = |event: &DealEvent| matches!(event, DealEvent::CardReceived { .. });
        let last_received = seen.iter().rposition(is_received).filter(|&at| at >= DEALT);
        for (at, event) in seen.iter().enumerate().skip(self.known.len()) {
            self.process(*event);
            // A player who joins later has laid these cards aside before the events that follow.
            let laid = rule_cards(state.laid_by(self.player));
            if Some(at) == last_received && self.laid < laid.len() {
                for card in laid {
                    self.session.get_turn(&[card]);
                    self.laid += 1;
                }
            }
        }
        self.known = seen;
    }

    fn process(&mut self, event: DealEvent) {
        match event {
            DealEvent::CardReceived { card } => self.session.set_card(rule_card(card)),
            DealEvent::GameCalled { player, code, talon } => {
                let cards: Vec<RuleCard> = talon.into_iter().flatten().map(rule_card).collect();
                self.session.set_bit(player, i64::from(code), &cards);
            }
            DealEvent::Announced { player, bonus } => self.session.set_bonus(player, i64::from(bonus)),
            DealEvent::CardPlayed { player, card } => self.session.set_turn(rule_card(card), player),
            DealEvent::TarokLaidAside { player, card } => self.session.set_tarok_discard(player, rule_card(card)),
            DealEvent::FlekGiven { player, target, level } => {
                self.session.set_flek(player, i64::from(target), i64::from(level));
            }
        }
    }

    /// Decision of the player in a state; `None` if it is not to act. A question that is asked again gets the same answer.
    pub fn decide(&mut self, state: &FourState, options: FourOptions) -> Option<Decision> {
        if let Some((last, decision)) = &self.last
            && last == state
        {
            return Some(decision.clone());
        }
        let asked = question(state, options).filter(|asked| asked.player == self.player)?;
        self.follow(state, options);
        let (answer, source, given) = self.ask(&asked);
        let least = || move_of_answer(state, &asked.least_answer(), options).ok();
        let mv = move_of_answer(state, &answer, options).ok().or_else(least)?;
        if asked.kind == QuestionKind::LayAside {
            self.laid += 1;
        }
        let decision = Decision { mv, kind: asked.kind, source, given };
        self.last = Some((*state, decision.clone()));
        Some(decision)
    }

    fn ask(&mut self, asked: &DealQuestion) -> (DealAnswer, AnswerSource, Vec<String>) {
        match asked.kind {
            QuestionKind::Bid | QuestionKind::Varsava | QuestionKind::Call | QuestionKind::Look => {
                let legal: Vec<i64> = asked.games.iter().map(|&code| i64::from(code)).collect();
                let Answer { value, source, given } = self.session.get_bit(&legal);
                (DealAnswer::Game(i8::try_from(value).unwrap_or(AGREE)), source, given)
            }
            QuestionKind::LayAside | QuestionKind::Play => {
                let Answer { value, source, given } = self.session.get_turn(&rule_cards(asked.cards));
                let card = card_of_code([value.suit, value.value]);
                (card.map_or_else(|| asked.least_answer(), DealAnswer::Card), source, given)
            }
            QuestionKind::Announce => {
                let legal: Vec<i64> = asked.bonuses.iter().map(|&code| i64::from(code)).collect();
                let Answer { value, source, given } = self.session.get_bonus(&legal);
                (DealAnswer::Bonuses(value.into_iter().map(|code| code as u8).collect()), source, given)
            }
            QuestionKind::Flek => {
                let legal: Vec<i64> = asked.targets.iter().map(|&code| i64::from(code)).collect();
                let Answer { value, source, given } = self.session.get_flek(&legal);
                (DealAnswer::Flek(value.map(|code| code as u8)), source, given)
            }
        }
    }
}
