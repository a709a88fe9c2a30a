//! Taking out of code what nobody needs: stores to variables that nothing reads, and what only they held up.

use smallvec::SmallVec;

use crate::rules::Part;

use super::code::{Code, Node, NodeId};
use super::simplify::Maker;

/// Which variables some code reads.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reads {
    /// By variable.
    pub(super) variables: Vec<bool>,
}

impl Reads {
    pub(super) fn new(variables: usize) -> Self {
        Self { variables: vec![false; variables] }
    }

    /// Adds what a node reads. Code that calls may read anything.
    pub(super) fn add(&mut self, code: &Code, id: NodeId) {
        match code[id] {
            Node::Template { template, .. } => {
                for part in &code.templates[template as usize].parts {
                    if let Part::Var(variable) = part {
                        self.variables[variable.index()] = true;
                    }
                }
            }
            Node::Call { .. } => self.variables.fill(true),
            // A loop needs room for its variable, read or not.
            Node::Var { variable, .. } | Node::Number(variable) | Node::Loop { variable, .. } => {
                self.variables[variable.index()] = true;
            }
            _ => {}
        }
        for part in code.parts(id) {
            self.add(code, part);
        }
    }

    pub(super) fn any(&self) -> bool {
        self.variables.contains(&true)
    }
}

/// The same code without stores that nothing in `reads` reads.
pub(super) fn prune(maker: &mut Maker<'_>, id: NodeId, reads: &Reads) -> NodeId {
    let node = maker.code[id];
    let parts: SmallVec<[NodeId; 8]> = maker.code.parts(id).into_iter().map(|part| prune(maker, part, reads)).collect();
    match node {
        Node::Store { variable, .. } if !reads.variables[variable.index()] => {
            let yes = maker.truth(true);
            maker.seq(parts.into_vec(), yes)
        }
        Node::Seq(_) => {
            let (&last, first) = parts.split_last().expect("a sequence has a last node");
            maker.seq(first.to_vec(), last)
        }
        Node::All(_) => maker.all(&parts),
        Node::Any(_) => maker.any(&parts),
        Node::Not(_) => maker.not(parts[0]),
        Node::If { .. } => maker.choose(parts[0], parts[1], parts[2]),
        _ if parts.is_empty() => id,
        _ => Code::with_parts(node, &parts, &mut maker.code),
    }
}

/// Whether code stores anything, itself or by a call.
pub(super) fn stores(code: &Code, id: NodeId) -> bool {
    matches!(code[id], Node::Store { .. } | Node::Loop { .. } | Node::Call { .. })
        || code.parts(id).into_iter().any(|part| stores(code, part))
}
