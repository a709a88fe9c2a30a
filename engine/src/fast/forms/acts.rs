//! Forms of what code does, in an order that does not depend on how it was written. A third part of [`Reader`].

use crate::ids::VarId;
use crate::rules::Deed;

use super::read::{Reader, Role};
use super::{Beyond, FormId, Forms, Made, Tag};
use crate::fast::code::{Node, NodeId};
use crate::fast::value::Value;

impl Reader<'_> {
    /// What is done, in order; the last node of a sequence, whose value it has, is given back.
    pub(super) fn items(&mut self, forms: &mut Forms, id: NodeId, items: &mut Vec<FormId>) -> Made<NodeId> {
        let Node::Seq(list) = self.code[id] else { return Ok(id) };
        let code = self.code;
        let (&last, first) = code.operands(list).split_last().expect("a sequence has a last node");
        for &node in first {
            self.done(forms, node, items)?;
        }
        self.items(forms, last, items)
    }

    fn done(&mut self, forms: &mut Forms, id: NodeId, items: &mut Vec<FormId>) -> Made<()> {
        let last = self.items(forms, id, items)?;
        if !matches!(self.code[last], Node::Const(_)) {
            items.push(self.act(forms, last)?);
        }
        Ok(())
    }

    /// Actions whose value nobody reads.
    pub(super) fn actions(&mut self, forms: &mut Forms, id: NodeId) -> Made {
        let mut items = Vec::new();
        self.done(forms, id, &mut items)?;
        let items = forms.in_order(items)?;
        forms.add(Tag::Seq, &[], &items)
    }

    pub(super) fn act(&mut self, forms: &mut Forms, id: NodeId) -> Made {
        let code = self.code;
        match code[id] {
            Node::If { condition, yes, no } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let before = self.names.clone();
                let yes = self.actions(forms, yes)?;
                let after = std::mem::replace(&mut self.names, before.clone());
                let no = self.actions(forms, no)?;
                // What one of the ways has stored is not known any more.
                let same = |variable: &VarId, name: &FormId| {
                    before.get(variable) == Some(name) && after.get(variable) == Some(name)
                };
                self.names.retain(|variable, name| same(variable, name));
                forms.either(condition, yes, no)
            }
            Node::Store { variable, value } => {
                self.bound = true;
                let value = self.value(forms, value, Role::Plain)?;
                let times = self.stored.entry(value).or_default();
                *times += 1;
                let name = forms.add(Tag::Name, &[*times], &[value])?;
                self.names.insert(variable, name);
                forms.add(Tag::Store, &[], &[name])
            }
            Node::SetMover(player) => forms.add(Tag::SetMover, &[self.map.player(player).number() as u64], &[]),
            Node::Do { deed, operands, .. } => {
                let (tag, data, roles) = match deed {
                    Deed::Remove => (Tag::Remove, None, [Some(Role::Plain), None]),
                    Deed::Move => (Tag::Move, None, [Some(Role::Plain), Some(Role::Plain)]),
                    Deed::SetState => (Tag::SetState, None, [Some(Role::Plain), Some(Role::Plain)]),
                    Deed::SetOwner => (Tag::SetOwner, None, [Some(Role::Plain), Some(Role::Player)]),
                    Deed::SetScore => (Tag::SetScore, None, [Some(Role::Player), Some(Role::Plain)]),
                    Deed::Set(global) => (Tag::SetGlobal, Some(global.index() as u64), [Some(Role::Plain), None]),
                    Deed::SetMember(_) => return Err(Beyond("a variable that is only known at play")),
                };
                let operands = code.operands(operands).iter().zip(roles.into_iter().flatten());
                let parts = operands.map(|(&part, role)| self.value(forms, part, role)).collect::<Made<Vec<_>>>()?;
                forms.add(tag, data.as_slice(), &parts)
            }
            Node::Hold { global, operands, more } => {
                let mut pairs = Vec::new();
                for pair in code.operands(operands).chunks_exact(2) {
                    let Node::Const(Value::Int(index)) = code[pair[1]] else {
                        return Err(Beyond("a member that is only known at play"));
                    };
                    let member = forms.add(Tag::Const, &[7, self.member(global.index(), index as u32)], &[])?;
                    pairs.push([self.test(forms, pair[0], true)?, member]);
                }
                if pairs.as_flattened().iter().all(|&part| forms.is_silent(part)) {
                    pairs.sort_unstable();
                }
                forms.add(Tag::Hold, &[global.index() as u64, u64::from(more)], pairs.as_flattened())
            }
            Node::Shared { id: shared, .. } => self.act(forms, code.shared[shared as usize]),
            _ => self.value(forms, id, Role::Plain),
        }
    }
}
