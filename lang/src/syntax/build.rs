//! Puts the lossless tree together from tokens as they are read.
//! All text between two tokens goes into the tree too, so that nothing is ever lost.

use rowan::{Checkpoint, GreenNodeBuilder, Language};

use super::kinds::{Game, Kind, SyntaxNode};
use super::tokens::{is_blank, is_comment, is_newline};

/// A tree that is being built.
pub(super) struct Tree<'t> {
    text: &'t str,
    builder: GreenNodeBuilder<'static>,
    /// Up to where the text is in the tree.
    done: usize,
    /// How many nodes are open.
    depth: usize,
}

impl<'t> Tree<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut builder = GreenNodeBuilder::new();
        builder.start_node(Game::kind_to_raw(Kind::File));
        Self { text, builder, done: 0, depth: 1 }
    }

    /// A token; what stands before it and is not in the tree yet goes before it.
    pub(super) fn token(&mut self, kind: Kind, start: usize, end: usize) {
        self.gap(start);
        self.builder.token(Game::kind_to_raw(kind), &self.text[start..end]);
        self.done = end;
    }

    /// Begins a node whose first token is at `start`.
    pub(super) fn open(&mut self, kind: Kind, start: usize) {
        self.gap(start);
        self.builder.start_node(Game::kind_to_raw(kind));
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.builder.finish_node();
        self.depth -= 1;
    }

    /// How many nodes are open.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Closes nodes until so many are open.
    pub(super) fn close_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.close();
        }
    }

    /// A place before the token at `start`, where a node may turn out to begin.
    pub(super) fn mark(&mut self, start: usize) -> Checkpoint {
        self.gap(start);
        self.builder.checkpoint()
    }

    pub(super) fn open_at(&mut self, mark: Checkpoint, kind: Kind) {
        self.builder.start_node_at(mark, Game::kind_to_raw(kind));
        self.depth += 1;
    }

    pub(super) fn finish(mut self) -> SyntaxNode {
        self.gap(self.text.len());
        self.builder.finish_node();
        SyntaxNode::new_root(self.builder.finish())
    }

    /// Adds what stands between tokens.
    fn gap(&mut self, to: usize) {
        while self.done < to {
            let rest = &self.text[self.done..to];
            let length = |end: Option<usize>| end.unwrap_or(rest.len());
            let (kind, length) = match rest.chars().next() {
                _ if rest.starts_with("\r\n") => (Kind::Newline, 2),
                Some(first) if is_newline(first) => (Kind::Newline, 1),
                Some(first) if is_blank(first) => (Kind::Blank, length(rest.find(|c| !is_blank(c)))),
                _ if is_comment(self.text, self.done) => (Kind::Comment, length(rest.find(is_newline))),
                _ => (Kind::Stray, length(rest.find(is_newline))),
            };
            self.builder.token(Game::kind_to_raw(kind), &rest[..length]);
            self.done += length;
        }
    }
}
