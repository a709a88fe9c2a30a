//! Rules, scorings and ends of the game: builds their syntax trees from entries.

use boardwright_rules::Span;

use super::TreeBuilder;
use crate::diagnostic::Diagnostic;
use crate::edition2013::ast::{Award, End, Node, Pattern, Rule, Scoring, SyntaxTree};
use crate::edition2013::entries::{FileEntries, SectionEntry};
use crate::edition2013::values;
use crate::edition2013::words::Section;
use crate::suggest::shorten;

impl<'a> TreeBuilder<'a, '_> {
    pub(super) fn add_rules(&mut self, entries: &FileEntries<'a>, tree: &mut SyntaxTree) {
        let rules = self.distinct_entries(entries, Section::GameRules, "rule");
        tree.rules = rules.into_iter().filter_map(|entry| self.parse_rule(entry)).collect();
        for (section, what) in [(Section::Scorings, "scoring"), (Section::EndOfGame, "end of game")] {
            self.check_count(
                entries.in_section(section).count(),
                what,
                entries.in_section(section).last().map(|entry| entry.span),
            );
        }
        tree.scorings = entries.in_section(Section::Scorings).filter_map(|entry| self.parse_scoring(entry)).collect();
        tree.ends = entries.in_section(Section::EndOfGame).filter_map(|entry| self.parse_end(entry)).collect();
    }

    fn parse_rule(&mut self, entry: &SectionEntry<'a>) -> Option<Rule> {
        let name = self.ok_or_report(values::parse_name(entry.starter));
        let (element, from, to) = (
            self.required_pattern(entry, "element"),
            self.required_pattern(entry, "from"),
            self.required_pattern(entry, "to"),
        );
        let mut optional = |key: &str| match self.find_field(entry, key) {
            Some(field) => self.parse_expression(field.value).map(Some),
            None => Some(None),
        };
        let (state, player) = (optional("state"), optional("player"));
        let (condition, followup) = (optional("condition"), optional("followup"));
        let awards = self.parse_awards(entry, ["awardplayer", "withscore"]);
        Some(Rule {
            name: name?,
            element: element?,
            state: state?,
            player: player?,
            from: from?,
            to: to?,
            condition: condition?,
            awards: awards?,
            followup: followup?,
            span: entry_span(entry),
        })
    }

    fn required_pattern(&mut self, entry: &SectionEntry<'a>, key: &str) -> Option<Pattern> {
        let field = self.required_field(entry, key, "rule")?;
        self.parse_pattern(field.value)
    }

    /// Returns the pairs of player and amount. Unequal numbers of them are an error in rules; in scorings, those
    /// without a partner are ignored with a warning.
    fn parse_awards(&mut self, entry: &SectionEntry<'a>, keys: [&str; 2]) -> Option<Vec<Award>> {
        let mut all = |key: &str| -> Vec<(Span, Option<Node>)> {
            let fields = entry.fields.iter().filter(|field| field.key == key);
            fields.map(|field| (field.key_span, self.parse_expression(field.value))).collect()
        };
        let (players, amounts) = (all(keys[0]), all(keys[1]));
        if players.len() != amounts.len() {
            let (few, many) = if players.len() < amounts.len() { (keys[0], &amounts) } else { (keys[1], &players) };
            let span = many.last().map_or(entry.span, |(span, _)| *span);
            let (a, b) = (players.len(), amounts.len());
            let message =
                format!("`{}` is given {}, `{}` {}", display_key(keys[0]), times(a), display_key(keys[1]), times(b));
            let label = format!("expected as many lines `{}=...`", display_key(few));
            if entry.section == Section::GameRules {
                self.findings.add(Diagnostic::error("unequal-awards", span, message).label(label));
                return None;
            }
            let help = "lines without a partner have no effect";
            self.findings.add(Diagnostic::warning("unequal-awards", span, message).label(label).help(help));
        }
        let pairs = players.into_iter().zip(amounts);
        pairs.map(|((_, player), (_, amount))| Some(Award { player: player?, amount: amount? })).collect()
    }

    fn parse_scoring(&mut self, entry: &SectionEntry<'a>) -> Option<Scoring> {
        let situation = self.parse_expression(entry.starter);
        let awards = self.parse_awards(entry, ["player", "score"])?;
        if awards.is_empty() {
            self.findings.add(
                Diagnostic::warning("no-effect", entry.span, "this scoring gives no points")
                    .label("expected lines `player=...` and `score=...` below this one"),
            );
        }
        Some(Scoring { situation: situation?, awards, span: entry_span(entry) })
    }

    fn parse_end(&mut self, entry: &SectionEntry<'a>) -> Option<End> {
        let situation = self.parse_expression(entry.starter);
        let Some(field) = self.find_field(entry, "winner") else {
            let text = shorten(entry.starter.text);
            self.findings.add(
                Diagnostic::warning("no-effect", entry.span, format!("the situation `{text}` never ends the game"))
                    .label("expected a line `winner=...` below this one"),
            );
            return None;
        };
        let winner = self.parse_expression(field.value);
        Some(End { situation: situation?, winner: winner?, span: entry_span(entry) })
    }
}

/// Span from the first to the last line of an entry.
fn entry_span(entry: &SectionEntry<'_>) -> Span {
    entry.fields.iter().fold(entry.span, |span, field| span.to(field.value.span()))
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// Returns a key in its usual spelling.
fn display_key(key: &str) -> &str {
    match key {
        "awardplayer" => "awardPlayer",
        "withscore" => "withScore",
        _ => key,
    }
}
