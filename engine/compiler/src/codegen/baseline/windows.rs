//! Windows: the locations of a type that is known at run time only, as the few words of bits in which they lie.
//!
//! A game whose piles have a location for each piece has hundreds of locations. A question about one pile reads the words of
//! this pile instead of those of all locations.

use boardwright_game::ids::{ExprId, VarId};
use boardwright_interpreter::kinds::PieceKind;
use boardwright_jit::{Arg, Binary, Width};
use boardwright_rules::{Aggregate, BinaryOp, Expr, Query, UnaryOp};

use super::generator::{Generated, Generator};
use super::values::{Number, ThingKind, Value};

/// The locations of a type.
struct Window {
    /// Offset of their first word in a set of locations, in bytes.
    base: Arg,
    members: Vec<Arg>,
    /// Greatest number of members.
    most: usize,
}

impl Generator<'_> {
    /// Evaluates an aggregate over the locations of a type, if its members lie in few words and its condition fits.
    pub(super) fn window_aggregate(
        &mut self,
        function: Aggregate,
        var: VarId,
        set: ExprId,
        body: ExprId,
    ) -> Generated<Option<Value>> {
        if !matches!(function, Aggregate::Count | Aggregate::First | Aggregate::Some | Aggregate::All) {
            return Ok(None);
        }
        let Expr::Query(Query::LocationsOfType, arguments) = &self.rules.exprs[set] else { return Ok(None) };
        let [of_type] = arguments[..] else { return Ok(None) };
        if self.words_of(ThingKind::Location) < 4 || self.depends_on_lane(set) || self.depends_on_lane(body) {
            return Ok(None);
        }
        let (env, faults) = (self.env.clone(), self.faults);
        let written = self.nested(|g| {
            let Value::Thing(ThingKind::LocationType, of_type @ Arg::Var(_)) = g.value(of_type)? else {
                return Ok(None);
            };
            let Some(window) = g.window_of(of_type) else { return Ok(None) };
            let Some(found) = g.window_bits(var, body, &window)? else { return Ok(None) };
            Ok(Some(match function {
                Aggregate::Count => {
                    let arg = g.count_bits(&found);
                    Value::Number(Number { arg, least: 0, most: window.most as i64 })
                }
                Aggregate::First => {
                    let (index, some) = g.lowest(&found);
                    let first = g.op(Binary::ShiftLeft, window.base, 3);
                    let counted = g.op(Binary::Add, first, 1);
                    let counted = g.op(Binary::Add, counted, index);
                    Value::Thing(ThingKind::Location, g.board.w.select(some, counted, 0))
                }
                Aggregate::Some => Value::Bool(g.any_bit(&found)),
                _ => {
                    let rest = g.combine(Binary::AndNot, &window.members, &found);
                    let any = g.any_bit(&rest);
                    Value::Bool(g.negate(any))
                }
            }))
        });
        self.env = env;
        match written {
            Ok((code, Some(value))) => {
                self.board.w.append(code);
                Ok(Some(value))
            }
            _ => {
                self.faults = faults;
                Ok(None)
            }
        }
    }

    /// The locations of a type, plus 1, if those of every type lie in few words.
    fn window_of(&mut self, of_type: Arg) -> Option<Window> {
        let rows = self.type_rows(ThingKind::Location);
        let words = self.words_of(ThingKind::Location);
        let first = |row: &Vec<u64>| row.iter().position(|word| *word != 0).unwrap_or(0);
        let span = |row: &Vec<u64>| row.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1 - first(row));
        let width = rows.iter().map(span).max()?;
        if 2 * width > words {
            return None;
        }
        let starts: Vec<usize> = rows.iter().map(|row| first(row).min(words - width)).collect();
        let bytes: Vec<u16> = starts.iter().map(|start| 8 * *start as u16).collect();
        let parts: Vec<Vec<u64>> =
            rows.iter().zip(&starts).map(|(row, start)| row[*start..*start + width].to_vec()).collect();
        let most = rows.iter().map(|row| row.iter().map(|word| word.count_ones() as usize).sum()).max()?;
        let base = self.lookup(&bytes, of_type);
        let members = self.lookup_set(&parts, of_type);
        Some(Window { base, members, most })
    }

    /// The members of a window that fulfil a condition; `None` if it does not fit.
    fn window_bits(&mut self, var: VarId, body: ExprId, window: &Window) -> Generated<Option<Vec<Arg>>> {
        let mut read = Vec::new();
        self.collect_variables(body, &mut read);
        if !read.contains(&var) {
            let flag = self.truth(body)?;
            return Ok(Some(window.members.iter().map(|word| self.board.w.select(flag, *word, 0)).collect()));
        }
        let is_member = |g: &Self, id: ExprId| matches!(g.rules.exprs[id], Expr::Var(known) if known == var);
        match &self.rules.exprs[body] {
            Expr::Unary(UnaryOp::Not, inner) => {
                let Some(bits) = self.window_bits(var, *inner, window)? else { return Ok(None) };
                Ok(Some(self.combine(Binary::AndNot, &window.members, &bits)))
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let Some(left) = self.window_bits(var, *left, window)? else { return Ok(None) };
                let Some(right) = self.window_bits(var, *right, window)? else { return Ok(None) };
                let op = if *op == BinaryOp::And { Binary::And } else { Binary::Or };
                Ok(Some(self.combine(op, &left, &right)))
            }
            Expr::Query(query @ (Query::Full | Query::Empty), arguments) if is_member(self, arguments[0]) => {
                let op = if *query == Query::Full { Binary::And } else { Binary::AndNot };
                let occupied = self.window_words(self.layout.occupancy, window);
                Ok(Some(self.combine(op, &window.members, &occupied)))
            }
            Expr::Binary(BinaryOp::Equal, left, right) => {
                let Expr::Query(property, of) = &self.rules.exprs[*left] else { return Ok(None) };
                let of_content = of.first().is_some_and(
                    |of| matches!(&self.rules.exprs[*of], Expr::Query(Query::Content, at) if is_member(self, at[0])),
                );
                if !of_content {
                    return Ok(None);
                }
                let value = self.value(*right)?;
                let (Query::Owner | Query::State | Query::ElementType, true) = (property, value.is_constant()) else {
                    return Ok(None);
                };
                let Some(Arg::Word(wanted)) = value.word() else { return Ok(None) };
                let number_of = |kind: PieceKind| match property {
                    Query::Owner => kind.owner.map_or(0, |owner| owner.number() as u64),
                    Query::State => u64::from(kind.state),
                    _ => kind.element_type.index() as u64 + 1,
                };
                // No content has no owner and no state (-1), and no type (0).
                if (wanted as i64) < i64::from(*property == Query::ElementType) {
                    return Ok(None);
                }
                let kinds: Vec<_> =
                    self.layout.kinds.iter().filter(|(_, kind)| number_of(*kind) == wanted).map(|(id, _)| id).collect();
                let mut found = vec![Arg::Word(0); window.members.len()];
                for kind in kinds {
                    let pieces = self.window_words(self.board.boards.at(kind), window);
                    found = self.combine(Binary::Or, &found, &pieces);
                }
                Ok(Some(self.combine(Binary::And, &found, &window.members)))
            }
            _ => Ok(None),
        }
    }

    /// The words of a set of locations in the state, at an offset, in which a window lies.
    fn window_words(&mut self, offset: usize, window: &Window) -> Vec<Arg> {
        (0..window.members.len())
            .map(|word| self.board.w.load(self.board.state, Width::Eight, window.base, offset + 8 * word))
            .collect()
    }
}
