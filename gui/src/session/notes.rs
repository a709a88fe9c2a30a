//! Comments, marks and variations of the game tree: editing with undo, and conversion from and to the annotations of a record.

use std::collections::HashMap;

use boardwright_game::record::{Annotations, Note, Variation, VariationMove};

use super::tree::NodeNote;
use super::{GameTree, NodeId, Session};

/// Marks of moves as people write them, with their numbers among the glyphs of PGN.
pub const MOVE_MARKS: [(&str, u32); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// Marks of positions that are common, with their numbers among the glyphs of PGN.
pub const POSITION_MARKS: [(&str, u32); 8] =
    [("=", 10), ("∞", 13), ("+=", 14), ("=+", 15), ("+/-", 16), ("-/+", 17), ("+-", 18), ("-+", 19)];

/// A mark as it is shown: the sign of a glyph of PGN, or else the mark itself. Properties of SGF have no sign.
pub fn mark_sign(mark: &str) -> Option<&str> {
    let number = mark.strip_prefix('$').and_then(|number| number.parse::<u32>().ok());
    let known = MOVE_MARKS.iter().chain(&POSITION_MARKS).find(|(_, known)| Some(*known) == number);
    match known {
        Some((sign, _)) => Some(sign),
        None if mark.ends_with(']') => None,
        None => Some(mark),
    }
}

/// `true` for a mark of the move, `false` for one of the position.
pub fn is_move_mark(mark: &str) -> bool {
    mark_sign(mark).is_some_and(|sign| MOVE_MARKS.iter().any(|(known, _)| *known == sign))
}

/// `true` for a common mark of the position.
fn is_position_mark(mark: &str) -> bool {
    mark_sign(mark).is_some_and(|sign| POSITION_MARKS.iter().any(|(known, _)| *known == sign))
}

/// Part of the tree as it was before a change.
#[derive(Clone, Debug)]
struct Before {
    node: NodeId,
    children: Vec<NodeId>,
    before: Vec<String>,
    notes: Vec<NodeNote>,
}

/// Changes of the notes and variations of a session that can be undone.
#[derive(Clone, Debug, Default)]
pub struct NoteEdits {
    done: Vec<Vec<Before>>,
    /// Number of changes, those undone included.
    count: usize,
    /// Number of changes at which the game was saved last.
    saved: usize,
}

/// Greatest number of changes that can be undone.
const MAX_UNDONE: usize = 200;

impl NoteEdits {
    /// Counts a change that cannot be undone.
    pub(super) fn count(&mut self) {
        self.count += 1;
    }
}

impl GameTree {
    /// Comment on a move, without those before it; several comments are lines of one text.
    pub fn comment(&self, node: NodeId) -> String {
        let comments = self.node(node).notes.iter().filter_map(|note| match note {
            NodeNote::Comment(text) => Some(text.trim()),
            _ => None,
        });
        comments.collect::<Vec<_>>().join("\n")
    }

    /// Marks of a move.
    pub fn marks(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.node(node).notes.iter().filter_map(|note| match note {
            NodeNote::Mark(mark) => Some(mark.as_str()),
            _ => None,
        })
    }

    /// `true` if the move is the first one in its position.
    pub fn is_first(&self, node: NodeId) -> bool {
        self.parent(node).is_none_or(|parent| self.children(parent).first() == Some(&node))
    }

    /// Number of variations in which a move stands, one inside the other.
    pub fn depth(&self, node: NodeId) -> usize {
        std::iter::successors(Some(node), |&at| self.parent(at)).filter(|&at| !self.is_first(at)).count()
    }

    /// First move of the innermost variation in which a move stands; `None` in the main line.
    pub fn variation_of(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |&at| self.parent(at)).find(|&at| !self.is_first(at))
    }
}

impl Session {
    /// Makes a change that can be undone; `touched` are the nodes whose notes or children change.
    fn edit(&mut self, touched: &[NodeId], change: impl FnOnce(&mut GameTree)) {
        let before = |&node: &NodeId| {
            let old = self.tree.node(node);
            let (before, notes) = (old.before.clone(), old.notes.clone());
            Before { node, children: self.tree.children(node).to_vec(), before, notes }
        };
        let before = touched.iter().map(before).collect();
        change(&mut self.tree);
        if self.edits.done.len() == MAX_UNDONE {
            self.edits.done.remove(0);
        }
        self.edits.done.push(before);
        self.edits.count();
    }

    /// `true` if a change of notes or variations can be undone.
    pub fn can_undo_edit(&self) -> bool {
        !self.edits.done.is_empty()
    }

    /// Undoes the last change of notes or variations.
    pub fn undo_edit(&mut self) {
        let Some(before) = self.edits.done.pop() else { return };
        for Before { node, children, before, notes } in before {
            // Moves that were added since then stay, behind the others.
            let later = self.tree.children(node).iter().copied().filter(|child| !children.contains(child));
            let children = children.iter().copied().chain(later).collect();
            self.tree.set_children(node, children);
            let node = self.tree.node_mut(node);
            (node.before, node.notes) = (before, notes);
        }
        self.edits.count();
    }

    /// `true` if notes or variations have been changed since the game was opened or saved.
    pub fn has_unsaved_edits(&self) -> bool {
        self.edits.count != self.edits.saved
    }

    /// Number of the present change, for [`Self::mark_saved`].
    pub fn edit_count(&self) -> usize {
        self.edits.count
    }

    /// Takes the game as saved up to a change.
    pub fn mark_saved(&mut self, count: usize) {
        self.edits.saved = count;
    }

    /// Replaces the comment on a move; an empty text removes it.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        let text = text.trim();
        if self.tree.comment(node) == text {
            return;
        }
        self.edit(&[node], |tree| {
            let notes = &mut tree.node_mut(node).notes;
            let is_comment = |note: &NodeNote| matches!(note, NodeNote::Comment(_));
            // The marks of a move stand before its comment.
            let is_mark = |note: &NodeNote| matches!(note, NodeNote::Mark(_));
            let behind_marks = notes.iter().rposition(is_mark).map_or(0, |last| last + 1);
            let place = notes.iter().position(is_comment).unwrap_or(behind_marks);
            notes.retain(|note| !is_comment(note));
            if !text.is_empty() {
                notes.insert(place.min(notes.len()), NodeNote::Comment(text.to_owned()));
            }
        });
    }

    /// Removes the comment before a move.
    pub fn remove_comment_before(&mut self, node: NodeId) {
        self.edit(&[node], |tree| tree.node_mut(node).before.clear());
    }

    /// Switches a mark: one of the same kind is replaced, the same one is removed.
    pub fn switch_mark(&mut self, node: NodeId, sign: &str) {
        if self.tree.parent(node).is_none() {
            return;
        }
        let is_kind: fn(&str) -> bool = if is_move_mark(sign) { is_move_mark } else { is_position_mark };
        let had_it = self.tree.marks(node).any(|mark| mark_sign(mark) == Some(sign));
        let number = POSITION_MARKS.iter().find(|(known, _)| *known == sign).map(|(_, number)| *number);
        let mark = number.map_or_else(|| sign.to_owned(), |number| format!("${number}"));
        self.edit(&[node], |tree| {
            let notes = &mut tree.node_mut(node).notes;
            notes.retain(|note| !matches!(note, NodeNote::Mark(mark) if is_kind(mark)));
            if !had_it {
                // A mark of the move stands before one of the position.
                let marks = notes.iter().take_while(|note| matches!(note, NodeNote::Mark(_))).count();
                notes.insert(if is_move_mark(sign) { 0 } else { marks }, NodeNote::Mark(mark));
            }
        });
    }

    /// Makes a variation the main line of its position.
    pub fn promote_variation(&mut self, node: NodeId) {
        let Some(first) = self.tree.variation_of(node) else { return };
        let Some(parent) = self.tree.parent(first) else { return };
        self.edit(&[parent, first], |tree| {
            let mut children = tree.children(parent).to_vec();
            children.retain(|&child| child != first);
            children.insert(0, first);
            tree.set_children(parent, children);
            end_variation(tree, first);
        });
    }

    /// Makes the line to a move the main line of the game.
    pub fn make_main_line(&mut self, node: NodeId) {
        let line = self.tree.line(node);
        let touched: Vec<NodeId> = [GameTree::ROOT].into_iter().chain(line.iter().copied()).collect();
        self.edit(&touched, |tree| {
            tree.promote(node);
            line.iter().for_each(|&node| end_variation(tree, node));
        });
    }

    /// `true` if a move can be deleted with those after it: a match is not running through it.
    pub fn can_delete(&self, node: NodeId) -> bool {
        let is_played = self.is_running() && self.tree.line(self.match_position).contains(&node);
        self.tree.parent(node).is_some() && !is_played
    }

    /// Deletes a move with all moves after it.
    pub fn delete_from(&mut self, node: NodeId) {
        let Some(parent) = self.tree.parent(node).filter(|_| self.can_delete(node)) else { return };
        if self.tree.line(self.visible).contains(&node) {
            self.visible = parent;
        }
        self.edit(&[parent], |tree| {
            let children = tree.children(parent).iter().copied().filter(|&child| child != node).collect();
            tree.set_children(parent, children);
        });
    }

    /// Deletes the variation in which a move stands.
    pub fn delete_variation(&mut self, node: NodeId) {
        if let Some(first) = self.tree.variation_of(node) {
            self.delete_from(first);
        }
    }

    /// The annotations of the main line.
    pub fn annotations(&self) -> Annotations {
        let tree = &self.tree;
        let line = tree.whole_line(GameTree::ROOT);
        let mut before = Vec::new();
        for note in &tree.node(GameTree::ROOT).notes {
            if let NodeNote::Comment(text) = note {
                before.push(text.clone());
            }
        }
        let notes = line_notes(tree, &line, 0);
        let moves = (1..).zip(notes).filter(|(_, notes)| !notes.is_empty()).collect();
        Annotations { before, moves }
    }

    /// Adds the annotations of a record to its moves, which the tree has as the line to `last`.
    pub(super) fn add_annotations(&mut self, annotations: &Annotations, last: NodeId) {
        let comments = annotations.before.iter().cloned().map(NodeNote::Comment);
        self.tree.node_mut(GameTree::ROOT).notes.extend(comments);
        let line = self.tree.line(last);
        for (&ply, notes) in &annotations.moves {
            if let Some(at) = ply.checked_sub(1).filter(|&at| at < line.len()) {
                self.add_notes(&line, at, notes);
            }
        }
    }

    /// Adds notes to the move at `at` of a line.
    fn add_notes(&mut self, line: &[NodeId], at: usize, notes: &[Note]) {
        for note in notes {
            let node = line[at];
            match note {
                Note::Comment(text) => self.tree.node_mut(node).notes.push(NodeNote::Comment(text.clone())),
                Note::Mark(mark) => self.tree.node_mut(node).notes.push(NodeNote::Mark(mark.clone())),
                Note::Variation(variation) => self.add_variation(line, at, variation),
            }
        }
    }

    /// Adds a variation that stands among the notes on the move at `at` of a line.
    fn add_variation(&mut self, line: &[NodeId], at: usize, variation: &Variation) {
        let Some(&replaced) = (at + 1).checked_sub(variation.back).and_then(|first| line.get(first)) else { return };
        let mut moves = Vec::new();
        // The first move that differs from those that are there already.
        let mut first = None;
        let mut after = self.tree.parent(replaced).unwrap_or_default();
        for played in &variation.moves {
            let state = self.tree.node(after).state.clone();
            let mv = self.loaded().game().parse_move(&state, &played.text).map_err(|error| error.to_string());
            let step = match mv.and_then(|mv| self.make_step(&state, &mv)) {
                Ok(step) => step,
                Err(reason) => {
                    self.notes.push(reason);
                    break;
                }
            };
            let is_known = self.tree.children(after).iter().any(|&child| self.tree.node(child).text == step.text);
            after = self.tree.add(after, step);
            first = first.or((!is_known).then_some(after));
            moves.push(after);
        }
        let before = variation.before.iter().cloned();
        match first {
            Some(first) => {
                self.tree.node_mut(first).before.extend(before);
                self.tree.node_mut(line[at]).notes.push(NodeNote::Variation(first));
            }
            None => self.tree.node_mut(line[at]).notes.extend(before.map(NodeNote::Comment)),
        }
        for (index, played) in variation.moves.iter().take(moves.len()).enumerate() {
            self.add_notes(&moves, index, &played.notes);
        }
    }
}

/// Takes a move that begins a variation no more: the comments before it follow the move before.
fn end_variation(tree: &mut GameTree, first: NodeId) {
    let before = std::mem::take(&mut tree.node_mut(first).before);
    if let Some(parent) = tree.parent(first) {
        tree.node_mut(parent).notes.extend(before.into_iter().map(NodeNote::Comment));
    }
}

/// Notes on the moves of a line from `begin` on, with the variations in place of them. Moves before `begin` belong to the line
/// that a variation leaves.
fn line_notes(tree: &GameTree, line: &[NodeId], begin: usize) -> Vec<Vec<Note>> {
    // By first move of a variation: the index of the move that it replaces.
    let mut variations: HashMap<NodeId, usize> = HashMap::new();
    for (at, &node) in line.iter().enumerate().skip(begin) {
        variations.extend(tree.alternatives(node).map(|other| (other, at)));
    }
    let is_placed = |other: NodeId, at: usize| {
        line[at..].iter().any(|&node| tree.node(node).notes.contains(&NodeNote::Variation(other)))
    };
    let mut all: Vec<Vec<Note>> = Vec::new();
    for (at, &node) in line.iter().enumerate() {
        let mut notes = Vec::new();
        for note in &tree.node(node).notes {
            match note {
                NodeNote::Comment(text) => notes.push(Note::Comment(text.clone())),
                NodeNote::Mark(mark) => notes.push(Note::Mark(mark.clone())),
                NodeNote::Variation(first) => {
                    let replaced = variations.get(first).filter(|&&replaced| replaced <= at);
                    notes.extend(replaced.map(|&replaced| Note::Variation(variation(tree, *first, at + 1 - replaced))));
                }
            }
        }
        if at >= begin {
            let others = tree.alternatives(node).filter(|&other| !is_placed(other, at));
            notes.extend(others.map(|other| Note::Variation(variation(tree, other, 1))));
        }
        all.push(notes);
    }
    all
}

/// The variation that begins with a move and replaces `back` moves.
fn variation(tree: &GameTree, first: NodeId, back: usize) -> Variation {
    let rest = std::iter::successors(Some(first), |&node| tree.children(node).first().copied());
    let line: Vec<NodeId> = rest.collect();
    let notes = line_notes(tree, &line, 1);
    let mv = |(&node, notes): (&NodeId, Vec<Note>)| {
        let node = tree.node(node);
        VariationMove { player: node.player, text: node.text.clone(), notes }
    };
    let moves = line.iter().zip(notes).map(mv).collect();
    Variation { back, before: tree.node(first).before.clone(), moves }
}
