//! Normal forms of effects (actions), independent of the order in which commuting actions are written. Part of
//! [`Reader`].

use boardwright_game::ids::VarId;
use boardwright_rules::Effect;

use super::reader::{Reader, Role};
use super::{FormId, FormResult, FormTable, Tag, Unsupported};
use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;

impl Reader<'_> {
    /// Appends the forms of the actions of a sequence, in order, and returns its last node, which gives the value.
    pub(super) fn flatten_actions(
        &mut self,
        forms: &mut FormTable,
        id: NodeId,
        items: &mut Vec<FormId>,
    ) -> FormResult<NodeId> {
        let Node::Seq(list) = self.code[id] else { return Ok(id) };
        let code = self.code;
        let (&last, first) = code.operands(list).split_last().expect("a sequence has a last node");
        for &node in first {
            self.push_actions(forms, node, items)?;
        }
        self.flatten_actions(forms, last, items)
    }

    fn push_actions(&mut self, forms: &mut FormTable, id: NodeId, items: &mut Vec<FormId>) -> FormResult<()> {
        let last = self.flatten_actions(forms, id, items)?;
        if !matches!(self.code[last], Node::Const(_)) {
            items.push(self.action(forms, last)?);
        }
        Ok(())
    }

    /// Form of actions whose value is unused.
    pub(super) fn actions(&mut self, forms: &mut FormTable, id: NodeId) -> FormResult {
        let mut items = Vec::new();
        self.push_actions(forms, id, &mut items)?;
        let items = forms.canonical_order(items)?;
        forms.intern(Tag::Seq, &[], &items)
    }

    pub(super) fn action(&mut self, forms: &mut FormTable, id: NodeId) -> FormResult {
        let code = self.code;
        match code[id] {
            Node::If { condition, yes, no } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let before = self.names.clone();
                let yes = self.actions(forms, yes)?;
                let after = std::mem::replace(&mut self.names, before.clone());
                let no = self.actions(forms, no)?;
                // A variable that is stored in one branch only has no known value afterwards.
                let same = |variable: &VarId, name: &FormId| {
                    before.get(variable) == Some(name) && after.get(variable) == Some(name)
                };
                self.names.retain(|variable, name| same(variable, name));
                forms.conditional(condition, yes, no)
            }
            Node::Store { variable, value } => {
                self.depends_on_variables = true;
                let value = self.value(forms, value, Role::Plain)?;
                let times = self.store_counts.entry(value).or_default();
                *times += 1;
                let name = forms.intern(Tag::Name, &[*times], &[value])?;
                self.names.insert(variable, name);
                forms.intern(Tag::Store, &[], &[name])
            }
            Node::SetMover(player) => forms.intern(Tag::SetMover, &[self.map.player(player).number() as u64], &[]),
            Node::Effect { effect: deed, operands, .. } => {
                let (tag, data, roles) = match deed {
                    Effect::Remove => (Tag::Remove, None, [Some(Role::Plain), None]),
                    Effect::Move => (Tag::Move, None, [Some(Role::Plain), Some(Role::Plain)]),
                    Effect::SetState => (Tag::SetState, None, [Some(Role::Plain), Some(Role::Plain)]),
                    Effect::SetOwner => (Tag::SetOwner, None, [Some(Role::Plain), Some(Role::Player)]),
                    Effect::SetScore => (Tag::SetScore, None, [Some(Role::Player), Some(Role::Plain)]),
                    Effect::Set(global) => (Tag::SetGlobal, Some(global.index() as u64), [Some(Role::Plain), None]),
                    Effect::SetMember(_) => return Err(Unsupported("a variable that is selected at run time")),
                    Effect::Permute => return Err(Unsupported("permutations of locations")),
                };
                let operands = code.operands(operands).iter().zip(roles.into_iter().flatten());
                let parts =
                    operands.map(|(&part, role)| self.value(forms, part, role)).collect::<FormResult<Vec<_>>>()?;
                forms.intern(tag, data.as_slice(), &parts)
            }
            Node::AssignSet { global, operands, keeps_members: more } => {
                let mut pairs = Vec::new();
                for pair in code.operands(operands).chunks_exact(2) {
                    let Node::Const(Value::Int(index)) = code[pair[1]] else {
                        return Err(Unsupported("a set member that is computed at run time"));
                    };
                    let member =
                        forms.intern(Tag::Const, &[7, self.member_image(global.index(), index as u32)], &[])?;
                    pairs.push([self.test(forms, pair[0], true)?, member]);
                }
                if pairs.as_flattened().iter().all(|&part| forms.is_pure(part)) {
                    pairs.sort_unstable();
                }
                forms.intern(Tag::Hold, &[global.index() as u64, u64::from(more)], pairs.as_flattened())
            }
            Node::Shared { id: shared, .. } => self.action(forms, code.shared[shared as usize]),
            _ => self.value(forms, id, Role::Plain),
        }
    }
}
