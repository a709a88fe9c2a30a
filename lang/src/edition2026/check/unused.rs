//! What is declared and never used: types without a thing, expressions that nothing calls, variables that nothing
//! reads. Things of the board are never unused: they are seen.

use std::collections::HashSet;

use boardwright_engine::ids::GlobalId;
use boardwright_engine::rules::{Deed, Expr, FamilyKind};

use crate::Diagnostic;
use crate::edition2026::entries::{Entries, Entry, Part};
use crate::edition2026::expr::Lower;
use crate::edition2026::roots;
use crate::suggest::shorten;

impl Lower<'_> {
    pub(super) fn check_unused(&mut self, entries: &Entries, uncalled: &[usize]) {
        self.unused_types(entries);
        for at in uncalled {
            let name = self.names.functions[*at].name.clone();
            let message = format!("the expression \"{}\" is never used", shorten(&name.text));
            self.tell(Diagnostic::warning("unused-expression", name.span, message).label("nothing calls it"));
        }
        self.unused_variables(entries);
        self.unread_lines();
    }

    /// Lines `$V = value` whose variable nothing reads.
    fn unread_lines(&mut self) {
        let unread = self.lets.iter().filter(|(_, (_, read))| !read).map(|(span, (name, _))| (*span, name.clone()));
        let mut unread: Vec<_> = unread.collect();
        unread.sort_unstable();
        for (span, name) in unread {
            let message = format!("nothing reads `{name}`");
            self.tell(Diagnostic::warning("unused-variable", span, message).label("this line has no effect"));
        }
    }

    fn unused_types(&mut self, entries: &Entries) {
        let elements: HashSet<_> = self.rules.elements.iter().map(|element| element.kind.index()).collect();
        let locations: HashSet<_> = self.rules.locations.iter().map(|location| location.kind.index()).collect();
        let kinds = self.rules.element_types.iter().enumerate().filter(|(at, _)| elements.contains(at));
        let placed: HashSet<String> = kinds.map(|(_, row)| family(&row.name).to_owned()).collect();
        self.unplaced(entries.of(Part::ElementTypes), &placed, "element");
        let kinds = self.rules.location_types.iter().enumerate().filter(|(at, _)| locations.contains(at));
        let placed: HashSet<String> = kinds.map(|(_, row)| family(&row.name).to_owned()).collect();
        self.unplaced(entries.of(Part::LocationTypes), &placed, "location");
    }

    fn unplaced(&mut self, list: &[Entry], placed: &HashSet<String>, what: &str) {
        for entry in list.iter().filter(|entry| !placed.contains(&entry.name)) {
            let message = format!("no {what} is of type \"{}\"", shorten(&entry.name));
            self.tell(Diagnostic::warning("unplaced-type", entry.name_at(), message).label("never used"));
        }
    }

    fn unused_variables(&mut self, entries: &Entries) {
        let (mut read, mut set): (HashSet<String>, HashSet<String>) = (HashSet::new(), HashSet::new());
        let rules = &self.rules;
        let name = |id: GlobalId| family(&rules.globals[id.index()].name).to_owned();
        let kind_of = |family: &boardwright_engine::ids::FamilyId| rules.families[*family].kind;
        roots::reached(rules, roots::all(rules).into_iter().map(|(_, id)| id), |_, expr| match expr {
            Expr::Global(id) => {
                read.insert(name(*id));
            }
            Expr::Member(family, _) if kind_of(family) == FamilyKind::Global => {
                read.insert(rules.families[*family].name.clone());
            }
            Expr::Do(Deed::Set(id), _) => {
                set.insert(name(*id));
            }
            Expr::Do(Deed::SetMember(family), _) => {
                set.insert(rules.families[*family].name.clone());
            }
            _ => {}
        });
        for entry in entries.of(Part::Variables) {
            let shown = shorten(&entry.name);
            let diagnostic = if !read.contains(&entry.name) {
                Diagnostic::warning("unused-variable", entry.name_at(), format!("variable \"{shown}\" is never read"))
                    .label("it has no effect but to tell positions apart")
            } else if !set.contains(&entry.name) {
                Diagnostic::warning("unused-variable", entry.name_at(), format!("variable \"{shown}\" never changes"))
                    .label("nothing gives it a value")
                    .help("`followup = variable = value` changes it; what never changes can be an expression")
            } else {
                continue;
            };
            self.tell(diagnostic);
        }
    }
}

/// A name without its indices.
fn family(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}
