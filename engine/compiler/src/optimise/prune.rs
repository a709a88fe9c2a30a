//! Dead store elimination: removes stores to variables that no code reads, and code that only these stores need.

use smallvec::SmallVec;

use boardwright_rules::TextPart;

use crate::optimise::simplify::NodeBuilder;
use crate::tables::code::{Code, Node, NodeId};

/// The variables that some code reads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct VariableReads {
    /// By variable.
    pub(crate) variables: Vec<bool>,
}

impl VariableReads {
    pub(crate) fn new(variables: usize) -> Self {
        Self { variables: vec![false; variables] }
    }

    /// Adds the variables that a node reads. A call may read any variable.
    pub(crate) fn add(&mut self, code: &Code, id: NodeId) {
        match code[id] {
            Node::Template { template, .. } => {
                for part in &code.templates[template as usize].parts {
                    if let TextPart::Var(variable) = part {
                        self.variables[variable.index()] = true;
                    }
                }
            }
            Node::Call { .. } => self.variables.fill(true),
            // A loop needs a slot for its variable, even if nothing reads it.
            Node::Var { variable, .. } | Node::Number(variable) | Node::Loop { variable, .. } => {
                self.variables[variable.index()] = true;
            }
            _ => {}
        }
        for part in code.parts(id) {
            self.add(code, part);
        }
    }

    pub(crate) fn reads_any(&self) -> bool {
        self.variables.contains(&true)
    }
}

/// Returns the code without stores to variables that `reads` does not contain.
pub(crate) fn eliminate_dead_stores(builder: &mut NodeBuilder<'_>, id: NodeId, reads: &VariableReads) -> NodeId {
    let node = builder.code[id];
    let parts: SmallVec<[NodeId; 8]> =
        builder.code.parts(id).into_iter().map(|part| eliminate_dead_stores(builder, part, reads)).collect();
    match node {
        Node::Store { variable, .. } if !reads.variables[variable.index()] => {
            let yes = builder.truth(true);
            builder.seq(parts.into_vec(), yes)
        }
        Node::Seq(_) => {
            let (&last, first) = parts.split_last().expect("a sequence has a last node");
            builder.seq(first.to_vec(), last)
        }
        Node::All(_) => builder.all(&parts),
        Node::Any(_) => builder.any(&parts),
        Node::Not(_) => builder.not(parts[0]),
        Node::If { .. } => builder.conditional(parts[0], parts[1], parts[2]),
        _ if parts.is_empty() => id,
        _ => Code::with_parts(node, &parts, &mut builder.code),
    }
}

/// `true` if code stores to a variable, directly or in a call.
pub(crate) fn has_stores(code: &Code, id: NodeId) -> bool {
    matches!(code[id], Node::Store { .. } | Node::Loop { .. } | Node::Call { .. })
        || code.parts(id).into_iter().any(|part| has_stores(code, part))
}
