//! Lints for unused declarations: types without members, expressions that nothing calls, variables that nothing reads.
//! Elements and locations are never unused: they are visible on the board.

use std::collections::HashSet;

use boardwright_game::ids::{ExprId, GlobalId};
use boardwright_rules::{Effect, Expr, FamilyKind};

use crate::Diagnostic;
use crate::edition2026::entries::{Entries, Entry, SectionKind};
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::roots;
use crate::suggest::shorten;

impl LoweringContext<'_> {
    pub(super) fn check_unused(&mut self, entries: &Entries, uncalled: &[usize]) {
        self.check_unused_types(entries);
        for at in uncalled.iter().filter(|at| !self.names.called_by_constants.contains(at)).copied().collect::<Vec<_>>()
        {
            let name = self.names.functions[at].name.clone();
            let message = format!("the expression \"{}\" is never used", shorten(&name.text));
            self.report(Diagnostic::warning("unused-expression", name.span, message).label("nothing calls it"));
        }
        self.check_unused_variables(entries);
        self.check_unread_bindings();
    }

    /// Warns of lines `$V = value` whose variable nothing reads.
    fn check_unread_bindings(&mut self) {
        let unread =
            self.let_bindings.iter().filter(|(_, (_, read))| !read).map(|(span, (name, _))| (*span, name.clone()));
        let mut unread: Vec<_> = unread.collect();
        unread.sort_unstable();
        for (span, name) in unread {
            let message = format!("nothing reads `{name}`");
            self.report(Diagnostic::warning("unused-variable", span, message).label("this line has no effect"));
        }
    }

    fn check_unused_types(&mut self, entries: &Entries) {
        let elements: HashSet<_> = self.rules.elements.iter().map(|element| element.kind.index()).collect();
        let locations: HashSet<_> = self.rules.locations.iter().map(|location| location.kind.index()).collect();
        let kinds = self.rules.element_types.iter().enumerate().filter(|(at, _)| elements.contains(at));
        let placed: HashSet<String> = kinds.map(|(_, row)| family_name(&row.name).to_owned()).collect();
        self.check_unplaced_types(entries.of(SectionKind::ElementTypes), &placed, "element");
        let kinds = self.rules.location_types.iter().enumerate().filter(|(at, _)| locations.contains(at));
        let placed: HashSet<String> = kinds.map(|(_, row)| family_name(&row.name).to_owned()).collect();
        self.check_unplaced_types(entries.of(SectionKind::LocationTypes), &placed, "location");
    }

    fn check_unplaced_types(&mut self, list: &[Entry], placed: &HashSet<String>, what: &str) {
        for entry in list.iter().filter(|entry| !placed.contains(&entry.name)) {
            let message = format!("no {what} is of type \"{}\"", shorten(&entry.name));
            self.report(Diagnostic::warning("unplaced-type", entry.name_span(), message).label("never used"));
        }
    }

    fn check_unused_variables(&mut self, entries: &Entries) {
        let (mut read, mut set): (HashSet<String>, HashSet<String>) = (HashSet::new(), HashSet::new());
        let rules = &self.rules;
        let name = |id: GlobalId| family_name(&rules.globals[id.index()].name).to_owned();
        let kind_of = |family: &boardwright_game::ids::FamilyId| rules.families[*family].kind;
        // The key `while` of a variable changes it back only, and a read there concerns the other variables.
        let lifetimes: Vec<_> = rules.scorings.iter().filter_map(|one| Some((one.resets?, one))).collect();
        for (id, lifetime) in &lifetimes {
            roots::for_each_reachable(rules, [lifetime.situation], |_, expr| match expr {
                Expr::Global(other) if other != id => {
                    read.insert(name(*other));
                }
                Expr::Member(family, _) if kind_of(family) == FamilyKind::Global => {
                    read.insert(rules.families[*family].name.clone());
                }
                _ => {}
            });
        }
        let is_of_lifetime =
            |id: &ExprId| lifetimes.iter().any(|(_, one)| one.situation == *id || one.followup == Some(*id));
        let roots = roots::all_roots(rules).into_iter().map(|(_, id)| id).filter(|id| !is_of_lifetime(id));
        roots::for_each_reachable(rules, roots, |_, expr| match expr {
            Expr::Global(id) => {
                read.insert(name(*id));
            }
            Expr::Member(family, _) if kind_of(family) == FamilyKind::Global => {
                read.insert(rules.families[*family].name.clone());
            }
            Expr::Effect(Effect::Set(id), _) => {
                set.insert(name(*id));
            }
            Expr::Effect(Effect::SetMember(family), _) => {
                set.insert(rules.families[*family].name.clone());
            }
            _ => {}
        });
        for entry in entries.of(SectionKind::Variables) {
            let shown = shorten(&entry.name);
            let diagnostic = if !read.contains(&entry.name) {
                Diagnostic::warning("unused-variable", entry.name_span(), format!("variable \"{shown}\" is never read"))
                    .label("its only effect is to distinguish positions")
            } else if !set.contains(&entry.name) {
                Diagnostic::warning("unused-variable", entry.name_span(), format!("variable \"{shown}\" never changes"))
                    .label("nothing assigns to it")
                    .help("`followup = variable = value` changes it; a constant can be an expression")
            } else {
                continue;
            };
            self.report(diagnostic);
        }
    }
}

/// Name without its indices.
fn family_name(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}
