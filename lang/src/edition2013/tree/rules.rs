//! Rules, scorings and ends of the game: entries to the syntax tree.

use boardwright_engine::rules::Span;

use super::Builder;
use crate::diagnostic::Diagnostic;
use crate::edition2013::ast::{Award, End, Node, Pattern, Rule, Scoring, Tree};
use crate::edition2013::entries::{Entries, Entry};
use crate::edition2013::values;
use crate::edition2013::words::Section;
use crate::suggest::shorten;

impl<'a> Builder<'a, '_> {
    pub(super) fn rules(&mut self, entries: &Entries<'a>, tree: &mut Tree) {
        let rules = self.distinct(entries, Section::GameRules, "rule");
        tree.rules = rules.into_iter().filter_map(|entry| self.rule(entry)).collect();
        for (section, what) in [(Section::Scorings, "scoring"), (Section::EndOfGame, "end of game")] {
            self.limit(entries.of(section).count(), what, entries.of(section).last().map(|entry| entry.span));
        }
        tree.scorings = entries.of(Section::Scorings).filter_map(|entry| self.scoring(entry)).collect();
        tree.ends = entries.of(Section::EndOfGame).filter_map(|entry| self.end(entry)).collect();
    }

    fn rule(&mut self, entry: &Entry<'a>) -> Option<Rule> {
        let name = self.keep(values::plain_name(entry.starter));
        let (element, from, to) = (
            self.needed_pattern(entry, "element"),
            self.needed_pattern(entry, "from"),
            self.needed_pattern(entry, "to"),
        );
        let mut optional = |key: &str| match self.field(entry, key) {
            Some(field) => self.expression(field.value).map(Some),
            None => Some(None),
        };
        let (state, player) = (optional("state"), optional("player"));
        let (condition, followup) = (optional("condition"), optional("followup"));
        let awards = self.awards(entry, ["awardplayer", "withscore"]);
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
            span: whole(entry),
        })
    }

    fn needed_pattern(&mut self, entry: &Entry<'a>, key: &str) -> Option<Pattern> {
        let field = self.needed(entry, key, "rule")?;
        self.pattern(field.value)
    }

    /// The pairs of a player and an amount. In rules their numbers must agree; in scorings what has no partner is lost.
    fn awards(&mut self, entry: &Entry<'a>, keys: [&str; 2]) -> Option<Vec<Award>> {
        let mut all = |key: &str| -> Vec<(Span, Option<Node>)> {
            let fields = entry.fields.iter().filter(|field| field.key == key);
            fields.map(|field| (field.key_span, self.expression(field.value))).collect()
        };
        let (players, amounts) = (all(keys[0]), all(keys[1]));
        if players.len() != amounts.len() {
            let (few, many) = if players.len() < amounts.len() { (keys[0], &amounts) } else { (keys[1], &players) };
            let span = many.last().map_or(entry.span, |(span, _)| *span);
            let (a, b) = (players.len(), amounts.len());
            let message = format!("`{}` is given {}, `{}` {}", shown(keys[0]), times(a), shown(keys[1]), times(b));
            let label = format!("expected as many lines `{}=...`", shown(few));
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

    fn scoring(&mut self, entry: &Entry<'a>) -> Option<Scoring> {
        let situation = self.expression(entry.starter);
        let awards = self.awards(entry, ["player", "score"])?;
        if awards.is_empty() {
            self.findings.add(
                Diagnostic::warning("no-effect", entry.span, "this scoring gives no points")
                    .label("expected lines `player=...` and `score=...` below this one"),
            );
        }
        Some(Scoring { situation: situation?, awards, span: whole(entry) })
    }

    fn end(&mut self, entry: &Entry<'a>) -> Option<End> {
        let situation = self.expression(entry.starter);
        let Some(field) = self.field(entry, "winner") else {
            let text = shorten(entry.starter.text);
            self.findings.add(
                Diagnostic::warning("no-effect", entry.span, format!("the situation `{text}` never ends the game"))
                    .label("expected a line `winner=...` below this one"),
            );
            return None;
        };
        let winner = self.expression(field.value);
        Some(End { situation: situation?, winner: winner?, span: whole(entry) })
    }
}

/// From the first to the last line of an entry.
fn whole(entry: &Entry<'_>) -> Span {
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

/// Keys as people write them.
fn shown(key: &str) -> &str {
    match key {
        "awardplayer" => "awardPlayer",
        "withscore" => "withScore",
        _ => key,
    }
}
