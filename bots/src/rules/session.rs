//! A deal as one player follows it with a rule file: events run the SET blocks, questions run the GET blocks and turn
//! their answers into legal ones. The rules of the game are the caller's.

use std::sync::Arc;

use boardwright_game::playout::random_below;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::RuleFile;
use super::blocks::{AnswerKind, Block};
use super::execution::{Executor, RuleTrace, RunWarning};
use super::terms::MacroTable;
use crate::prolog::{FlatTerm, KnowledgeBase, Limits, term_text};

/// A card as rule files write it: suit (0 hearts, 1 diamonds, 2 spades, 3 clubs, 4 taroks) and rank within the suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleCard {
    /// Suit.
    pub suit: u8,
    /// Rank within the suit, the lowest is 0.
    pub value: u8,
}

impl RuleCard {
    /// A card.
    pub const fn new(suit: u8, value: u8) -> Self {
        Self { suit, value }
    }

    fn term(self) -> FlatTerm {
        FlatTerm::int_list(&[i64::from(self.suit), i64::from(self.value)])
    }

    fn from_term(term: &FlatTerm) -> Option<Self> {
        match term.as_ints()?[..] {
            [suit, value] => Some(Self { suit: u8::try_from(suit).ok()?, value: u8::try_from(value).ok()? }),
            _ => None,
        }
    }
}

/// Choice where the rules leave one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Among several answers, and without an answer, the choice is random.
    #[default]
    Play,
    /// The first answer; without one the first legal card in hand order, no announcement, and the lowest legal bid.
    Evaluation,
}

/// Settings of a session.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    /// Choice where the rules leave one.
    pub mode: Mode,
    /// Seed of all random choices.
    pub seed: u64,
    /// Limits of each query.
    pub limits: Limits,
    /// `true` to record all rules that are executed.
    pub has_trace: bool,
}

impl Default for SessionSettings {
    fn default() -> Self {
        let limits = Limits { steps: 200_000, cells: 1_000_000, output_bytes: 64 << 10 };
        Self { mode: Mode::Play, seed: 0, limits, has_trace: false }
    }
}

/// Origin of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerSource {
    /// The rules gave it.
    Rules,
    /// The rules gave no legal answer.
    Fallback,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// The legal answer.
    pub value: T,
    /// Its origin.
    pub source: AnswerSource,
    /// All answers of the rules as text.
    pub given: Vec<String>,
}

/// A deal as one player follows it.
#[derive(Debug)]
pub struct Session {
    file: Arc<RuleFile>,
    base: KnowledgeBase,
    random: Pcg64Mcg,
    settings: SessionSettings,
    /// Rules executed since the last call of [`Session::take_trace`], if they are recorded.
    trace: Vec<RuleTrace>,
    warnings: Vec<RunWarning>,
}

impl Session {
    /// Begins a deal: the knowledge base is that of the block PROLOG.
    pub fn new(file: Arc<RuleFile>, settings: SessionSettings) -> Self {
        let mut base = file.base.fork(settings.seed);
        base.set_limits(settings.limits);
        let random = Pcg64Mcg::seed_from_u64(settings.seed ^ 0x7a_10c4);
        Self { file, base, random, settings, trace: Vec::new(), warnings: Vec::new() }
    }

    /// The knowledge base.
    pub fn base(&self) -> &KnowledgeBase {
        &self.base
    }

    /// The knowledge base, for queries of users.
    pub fn base_mut(&mut self) -> &mut KnowledgeBase {
        &mut self.base
    }

    /// The knowledge base alone.
    pub fn into_base(self) -> KnowledgeBase {
        self.base
    }

    /// The rule file.
    pub fn file(&self) -> &RuleFile {
        &self.file
    }

    /// Takes the record of executed rules.
    pub fn take_trace(&mut self) -> Vec<RuleTrace> {
        std::mem::take(&mut self.trace)
    }

    /// Takes the problems of rules that ran.
    pub fn take_warnings(&mut self) -> Vec<RunWarning> {
        std::mem::take(&mut self.warnings)
    }

    /// Takes the text that rules have written.
    pub fn take_output(&mut self) -> String {
        self.base.take_output()
    }

    /// Executes a block with its preset macros.
    pub fn run(&mut self, block: Block, presets: &MacroTable) {
        let file = Arc::clone(&self.file);
        let trace = self.settings.has_trace.then_some(&mut self.trace);
        let mut executor = Executor::new(&mut self.base, file.options.is_compatible, &mut self.warnings, trace);
        executor.run(block, file.program.rules(block), presets);
    }

    fn run_with(&mut self, block: Block, presets: &[(&str, FlatTerm)]) {
        if self.file.program.rules(block).is_empty() {
            return;
        }
        let presets = presets.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        self.run(block, &MacroTable::new(presets));
    }

    /// The player receives a card.
    pub fn set_card(&mut self, card: RuleCard) {
        self.run_with(Block::SetCard, &[("CARD", card.term())]);
    }

    /// A player bids, calls, agrees or chooses talon cards, of which the player saw `cards`.
    pub fn set_bit(&mut self, player: u8, bit: i64, cards: &[RuleCard]) {
        let mut presets = vec![("PLAYER", FlatTerm::int(i64::from(player))), ("BIT", FlatTerm::int(bit))];
        presets.extend(["CARD1", "CARD2", "CARD3"].into_iter().zip(cards).map(|(name, card)| (name, card.term())));
        self.run_with(Block::SetBit, &presets);
    }

    /// A player makes an announcement.
    pub fn set_bonus(&mut self, player: u8, bonus: i64) {
        let presets = [("PLAYER", FlatTerm::int(i64::from(player))), ("BONUS", FlatTerm::int(bonus))];
        self.run_with(Block::SetBonus, &presets);
    }

    /// A player plays a card; player 4 is the talon in Varsava.
    pub fn set_turn(&mut self, card: RuleCard, player: u8) {
        self.run_with(Block::SetTurn, &[("CARD", card.term()), ("PLAYER", FlatTerm::int(i64::from(player)))]);
    }

    /// A player lays a tarok aside face up.
    pub fn set_tarok_discard(&mut self, player: u8, card: RuleCard) {
        let presets = [("PLAYER", FlatTerm::int(i64::from(player))), ("CARD", card.term())];
        self.run_with(Block::SetTarokDiscart, &presets);
    }

    /// A player gives a flek: 1 on Pagat, 2 on Valat, 3 on the game; `count` is its level.
    pub fn set_flek(&mut self, player: u8, flek: i64, count: i64) {
        let presets = [
            ("PLAYER", FlatTerm::int(i64::from(player))),
            ("FLEK", FlatTerm::int(flek)),
            ("FLEKCOUNT", FlatTerm::int(count)),
        ];
        self.run_with(Block::SetFlek, &presets);
    }

    /// Runs a question and takes its answers.
    fn ask(&mut self, block: Block, presets: &[(&str, FlatTerm)]) -> Vec<FlatTerm> {
        self.run_with(block, presets);
        self.take_answers()
    }

    /// Takes the facts `return(X)`.
    fn take_answers(&mut self) -> Vec<FlatTerm> {
        let facts = self.base.clauses("return", 1);
        self.base.clear("return", 1);
        let symbols = self.base.symbols();
        let argument =
            |fact: &FlatTerm| fact.arguments(fact.root, symbols).first().map(|&cell| fact.part(cell, symbols));
        facts.iter().filter_map(argument).collect()
    }

    /// Index of one of several choices.
    fn pick(&mut self, count: usize) -> usize {
        match self.settings.mode {
            Mode::Play if count > 1 => random_below(count, &mut self.random),
            Mode::Play | Mode::Evaluation => 0,
        }
    }

    fn texts(&self, answers: &[FlatTerm]) -> Vec<String> {
        answers.iter().map(|answer| term_text(answer, self.base.symbols())).collect()
    }

    /// `true` if the file has rules for a question.
    fn has_rules(&self, block: Block) -> bool {
        !self.file.program.rules(block).is_empty()
    }

    /// The card that the player plays or lays aside, one of `legal`, which must not be empty.
    pub fn get_turn(&mut self, legal: &[RuleCard]) -> Answer<RuleCard> {
        let answers = self.ask(Block::GetTurn, &[]);
        let given = self.texts(&answers);
        if !answers.is_empty() {
            let chosen = self.pick(answers.len());
            if let Some(value) = RuleCard::from_term(&answers[chosen]).filter(|card| legal.contains(card)) {
                return Answer { value, source: AnswerSource::Rules, given };
            }
        }
        let mut legal = legal.to_vec();
        legal.sort_unstable();
        let at = self.pick(legal.len());
        let value = legal.get(at).copied().unwrap_or(RuleCard::new(0, 0));
        Answer { value, source: AnswerSource::Fallback, given }
    }

    /// The code that the player bids, one of `legal`; -1 is legal where the player may agree.
    pub fn get_bit(&mut self, legal: &[i64]) -> Answer<i64> {
        let answers = self.ask(Block::GetBit, &[]);
        let given = self.texts(&answers);
        if !answers.is_empty() {
            let chosen = self.pick(answers.len());
            if let Some(value) = answers[chosen].as_int().filter(|code| legal.contains(code)) {
                return Answer { value, source: AnswerSource::Rules, given };
            }
        }
        let lowest = legal.iter().copied().min().unwrap_or(-1);
        // Without any rule the player is a beginner who bids at random.
        let is_random = self.settings.mode == Mode::Play && !self.has_rules(Block::GetBit) && !legal.is_empty();
        let value = if is_random { legal[self.pick(legal.len())] } else { lowest };
        Answer { value, source: AnswerSource::Fallback, given }
    }

    /// The announcements that the player makes, a subset of `legal`: 1 Pagat, 2 Valat.
    pub fn get_bonus(&mut self, legal: &[i64]) -> Answer<Vec<i64>> {
        let answers = self.ask(Block::GetBonus, &[]);
        let given = self.texts(&answers);
        let wanted: Vec<i64> = answers.iter().filter_map(FlatTerm::as_int).collect();
        if answers.is_empty() && !self.has_rules(Block::GetBonus) && self.settings.mode == Mode::Play {
            let value = legal.iter().copied().filter(|_| self.pick(2) == 1).collect();
            return Answer { value, source: AnswerSource::Fallback, given };
        }
        let value: Vec<i64> = legal.iter().copied().filter(|code| wanted.contains(code)).collect();
        let source = if answers.is_empty() { AnswerSource::Fallback } else { AnswerSource::Rules };
        Answer { value, source, given }
    }

    /// The flek that the player gives next, one of `legal` (1 Pagat, 2 Valat, 3 the game); `None` for none.
    pub fn get_flek(&mut self, legal: &[i64]) -> Answer<Option<i64>> {
        let possible = |code: i64| FlatTerm::int(i64::from(legal.contains(&code)));
        let presets = [("PAGAT", possible(1)), ("VALAT", possible(2)), ("GAME", possible(3))];
        let answers = self.ask(Block::GetFlek, &presets);
        let given = self.texts(&answers);
        if !answers.is_empty() {
            let chosen = self.pick(answers.len());
            let value = answers[chosen].as_int().filter(|code| legal.contains(code));
            let source = if value.is_some() { AnswerSource::Rules } else { AnswerSource::Fallback };
            return Answer { value, source, given };
        }
        if self.has_rules(Block::GetFlek) || self.settings.mode == Mode::Evaluation {
            return Answer { value: None, source: AnswerSource::Fallback, given };
        }
        let at = self.pick(legal.len() + 1);
        Answer { value: legal.get(at).copied(), source: AnswerSource::Fallback, given }
    }

    /// Answers of a block as text, for tests and traces of single situations.
    pub fn answers_of(&mut self, block: Block, presets: &MacroTable) -> Vec<String> {
        self.run(block, presets);
        if block.answer() == AnswerKind::None {
            return Vec::new();
        }
        let answers = self.take_answers();
        self.texts(&answers)
    }
}
