//! Lowering of hidden information: `visible` of types, variables and rules, `owner` of places, `open` and
//! `backs`. The engine derives from it what each player knows.

use boardwright_game::ids::{ExprId, Player};
use boardwright_rules::{Audience, Effect, Expr as Out, FamilyKind, Guard, Query, Span, Thing};

use super::constant::{self, single_expr};
use super::entries::{Entries, Entry, SectionKind, value_exprs};
use super::expr::LoweringContext;
use super::roots::{self, ExprContext};
use super::told_choices;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{ExprKind, KeyValue};

/// Words of `visible` in types of elements and places.
const OF_TYPE: [(&str, Audience); 3] = [("all", Audience::All), ("owner", Audience::Owner), ("none", Audience::Nobody)];
/// Words of `visible` in rules.
const OF_RULE: [(&str, Audience); 3] = [("all", Audience::All), ("mover", Audience::Owner), ("none", Audience::Nobody)];

impl LoweringContext<'_> {
    /// Lowers `visible` of a type of elements or places.
    pub(super) fn type_audience(&mut self, entry: &Entry) -> Audience {
        entry.get("visible").map_or(Audience::All, |pair| self.audience_of_word(pair, &OF_TYPE))
    }

    /// Lowers `visible` of a rule.
    pub(super) fn rule_audience(&mut self, pair: Option<&KeyValue>) -> Audience {
        pair.map_or(Audience::All, |pair| self.audience_of_word(pair, &OF_RULE))
    }

    fn audience_of_word(&mut self, pair: &KeyValue, words: &[(&str, Audience)]) -> Audience {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        constant::parse_word(self, pair, &names).map_or(Audience::All, |found| words[found].1)
    }

    /// Lowers `visible` of a variable: `all`, `none`, or the number of a player.
    pub(super) fn variable_audience(&mut self, entry: &Entry) -> Audience {
        let Some(pair) = entry.get("visible") else { return Audience::All };
        let Some(expr) = single_expr(self, pair) else { return Audience::All };
        match &expr.kind {
            ExprKind::Name(word) if word == "all" => Audience::All,
            ExprKind::Name(word) if word == "none" => Audience::Nobody,
            ExprKind::Name(word) if word == "owner" => {
                self.report(
                    Diagnostic::error("bad-word", pair.value_span, "a variable has no owner")
                        .label("expected `all`, `none` or the number of a player")
                        .help("in a family, `visible = $P` gives each player a variable that only that player sees"),
                );
                Audience::All
            }
            _ => self.constant_player(pair, "sees the variable").map_or(Audience::All, Audience::Player),
        }
    }

    /// Lowers `owner` of a place.
    pub(super) fn location_owner(&mut self, entry: &Entry) -> Option<Player> {
        self.constant_player(entry.get("owner")?, "owns the place")
    }

    /// The player whose number is the value of a key; reports numbers that are no player's.
    fn constant_player(&mut self, pair: &KeyValue, does: &str) -> Option<Player> {
        let number = constant::int(self, pair)?;
        let players = self.rules.players.len();
        let player = usize::try_from(number).ok().filter(|number| *number <= players).and_then(Player::new);
        if player.is_none() {
            self.report(
                Diagnostic::error("no-such-player", pair.value_span, format!("no player {number} {does}"))
                    .label(format!("the players are 1 to {players}")),
            );
        }
        player
    }

    /// Lowers `open`: the states in which all players see the face of an element. `states` is the number of states,
    /// `names` are their names.
    pub(super) fn open_states(&mut self, entry: &Entry, states: u16, names: &[String]) -> Vec<u16> {
        let Some(pair) = entry.get("open") else { return Vec::new() };
        if entry.get("visible").is_none() {
            self.report(
                Diagnostic::error("odd-key", pair.key.span, "`open` in a type whose elements all players see")
                    .label("only hidden faces can be opened")
                    .help("`visible = owner` hides the faces of a type from the other players"),
            );
        }
        let mut open = Vec::new();
        for expr in value_exprs(pair) {
            let state = match &expr.kind {
                ExprKind::Name(word) => names.iter().position(|name| name == word).map(|at| at as i32 + 1),
                ExprKind::Int(number) => Some(*number).filter(|number| (1..=i32::from(states)).contains(number)),
                _ => None,
            };
            match state {
                Some(state) => open.push(state as u16),
                None => self.report(
                    Diagnostic::error("bad-state", expr.span, "this is not a state of the type").label(match names {
                        [] => format!("expected 1 to {states}"),
                        names => format!("expected {}", names.join(" or ")),
                    }),
                ),
            }
        }
        open
    }

    /// Lowers `backs` of a type of places; returns `true` for `no`.
    pub(super) fn hides_backs(&mut self, entry: &Entry) -> bool {
        let Some(pair) = entry.get("backs") else { return false };
        if entry.get("visible").is_none() {
            self.report(
                Diagnostic::error("odd-key", pair.key.span, "`backs` in a type whose places all players see")
                    .label("no element is face down here")
                    .help("`visible = owner` or `visible = none` hides what lies on the places"),
            );
        }
        !constant::parse_yes_no(self, pair)
    }

    /// Reports secrets without an owner who knows them, and rules whose legality depends on secrets.
    pub(super) fn check_visibility(&mut self, entries: &Entries) {
        if !self.rules.has_hidden_information() {
            return;
        }
        self.check_owned_places(entries);
        self.check_owned_elements(entries);
        self.check_rules_for_secrets();
        self.check_told_choices();
    }

    /// Warns of rules whose moves all players see although they store the choice where not all of them see it.
    fn check_told_choices(&mut self) {
        let mut found = Vec::new();
        for rule in self.rules.rules.iter().filter(|rule| rule.audience == Audience::All && rule.choices.len() > 1) {
            let stored = told_choices::stored_choices(&self.rules, rule);
            let word = if rule.chance.is_some() { "none" } else { "mover" };
            found.extend(stored.into_iter().map(|(span, variable)| (span, variable, rule.name.clone(), word)));
        }
        for (span, variable, rule, word) in found {
            let message = format!("the move of rule \"{}\" tells the value of `{variable}`", shorten(&rule));
            self.report(
                Diagnostic::warning("tells-secret", span, message)
                    .label("all players see the choice that is stored here")
                    .help(format!("`visible = {word}` in the rule hides its choice from the others")),
            );
        }
    }

    fn check_owned_places(&mut self, entries: &Entries) {
        let rules = &self.rules;
        let has_no_owner = |location: &&boardwright_rules::Location| {
            location.owner.is_none() && rules.location_types[location.kind.index()].audience == Audience::Owner
        };
        // A place whose `owner` is wrong has been reported.
        let has_owner_key = |location: &&boardwright_rules::Location| {
            let mut of_family = entries.of(SectionKind::Locations).iter();
            of_family
                .any(|entry| family_name(&entry.name) == family_name(&location.name) && entry.get("owner").is_some())
        };
        let unowned = rules.locations.iter().filter(has_no_owner).find(|location| !has_owner_key(location));
        let Some(location) = unowned else { return };
        let (name, kind) = (location.name.clone(), rules.location_types[location.kind.index()].name.clone());
        let message = format!("only its owner sees what lies on \"{}\", and it has none", shorten(&name));
        let place = visible_span(entries, SectionKind::LocationTypes, &kind);
        self.report(
            Diagnostic::error("no-owner", place, message)
                .label("seen by the owner of the place")
                .help("`owner = $P` in [LOCATIONS] gives a place to a player; `visible = none` hides it from all"),
        );
    }

    fn check_owned_elements(&mut self, entries: &Entries) {
        let rules = &self.rules;
        let has_no_owner = |element: &&boardwright_rules::Element| {
            element.owner.is_none() && rules.element_types[element.kind.index()].audience == Audience::Owner
        };
        let sets_owners = rules.exprs.iter().any(|(_, expr)| matches!(expr, Out::Effect(Effect::SetOwner, _)));
        let Some(element) = rules.elements.iter().find(has_no_owner).filter(|_| !sets_owners) else { return };
        let (name, kind) = (element.name.clone(), rules.element_types[element.kind.index()].name.clone());
        let message = format!("only its owner sees the face of \"{}\", and it has none", shorten(&name));
        let place = visible_span(entries, SectionKind::ElementTypes, &kind);
        self.report(
            Diagnostic::error("no-owner", place, message)
                .label("seen by the owner of the element")
                .help("`owner = 1` in [ELEMENTS] gives an element to a player; `visible = none` hides it from all"),
        );
    }

    /// Warns of rules of players whose legality depends on something that the player does not see: the list of legal
    /// moves would tell it.
    fn check_rules_for_secrets(&mut self) {
        let mut found = Vec::new();
        for (at, rule) in self.rules.rules.iter().enumerate().filter(|(_, rule)| rule.chance.is_none()) {
            let is_of_legality = |(context, _): &(ExprContext, ExprId)| {
                !matches!(
                    context,
                    ExprContext::Followup
                        | ExprContext::Next
                        | ExprContext::Award
                        | ExprContext::Label
                        | ExprContext::Weight
                )
            };
            let roots = roots::rule_roots(&self.rules, at).into_iter().filter(is_of_legality).map(|(_, id)| id);
            let player = match rule.player {
                Guard::Is(number) => usize::try_from(number).ok().and_then(Player::new),
                _ => None,
            };
            let mut secrets = Vec::new();
            roots::for_each_reachable(&self.rules, roots, |id, expr| {
                if let Some(secret) = self.secret(expr, player) {
                    secrets.push((self.rules.exprs.span(id), secret));
                }
            });
            found.extend(secrets.into_iter().map(|(span, secret)| (span, secret, rule.name.clone())));
        }
        self.rules.moves_tell_secrets = !found.is_empty();
        found.sort_by_key(|(span, ..)| *span);
        found.dedup_by_key(|(span, ..)| *span);
        for (span, secret, rule) in found {
            let message = format!("the legal moves of rule \"{}\" would tell {secret}", shorten(&rule));
            self.report(
                Diagnostic::warning("tells-secret", span, message)
                    .label("the player to move does not see it")
                    .help("what the moves tell becomes known to that player; a `followup` may use it without telling"),
            );
        }
    }

    /// Description of a secret that an expression reads, unless `player` sees it; `None` for a player means any.
    fn secret(&self, expr: &Out, player: Option<Player>) -> Option<String> {
        let rules = &self.rules;
        let is_hidden = |audience: Audience, owner: Option<Player>| match (audience, player) {
            (Audience::All, _) => false,
            (audience, Some(player)) => !audience.includes(player, owner),
            (_, None) => true,
        };
        // An index `PLAYER` selects what belongs to the player to move.
        let is_own =
            |arguments: &[ExprId]| arguments.iter().any(|id| matches!(rules.exprs[*id], Out::Query(Query::Player, _)));
        match expr {
            Out::Global(id) => {
                let global = &rules.globals[id.index()];
                is_hidden(global.audience, None).then(|| format!("the value of `{}`", shorten(&global.name)))
            }
            Out::Member(family, arguments) if rules.families[*family].kind == FamilyKind::Global => {
                let family = &rules.families[*family];
                let hidden =
                    family.members.iter().any(|(_, id)| is_hidden(rules.globals[usize::from(*id)].audience, None));
                (hidden && !is_own(arguments)).then(|| format!("the values of `{}`", shorten(&family.name)))
            }
            Out::Query(Query::Content, arguments) => match &rules.exprs[arguments[0]] {
                Out::Thing(Thing::Location(Some(id))) => {
                    let location = &rules.locations[id.index()];
                    let audience = rules.location_types[location.kind.index()].audience;
                    is_hidden(audience, location.owner)
                        .then(|| format!("the element on \"{}\"", shorten(&location.name)))
                }
                Out::Member(family, indices) if !is_own(indices) => {
                    let family = &rules.families[*family];
                    let hidden = family.members.iter().any(|(_, id)| {
                        rules.locations.get(usize::from(*id)).is_some_and(|location| {
                            is_hidden(rules.location_types[location.kind.index()].audience, location.owner)
                        })
                    });
                    (family.kind == FamilyKind::Location && hidden)
                        .then(|| format!("the elements on `{}`", shorten(&family.name)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Span of the key `visible` of the entry of a type.
fn visible_span(entries: &Entries, section: SectionKind, name: &str) -> Span {
    let entry = entries.of(section).iter().find(|entry| family_name(&entry.name) == family_name(name));
    entry.map_or(constant::NO_SPAN, |entry| entry.get("visible").map_or(entry.span, |pair| pair.value_span))
}

/// Name of a thing without its indices.
fn family_name(name: &str) -> &str {
    name.split('(').next().unwrap_or(name).trim()
}
