//! Builds the lossless syntax tree (a `rowan` green tree) from the tokens that the parser consumes.
//! Trivia between two tokens is added as well, so that the text of the tree equals the input.

use rowan::{Checkpoint, GreenNodeBuilder, Language};

use super::kinds::{GameLanguage, SyntaxKind, SyntaxNode};
use super::tokens::{is_blank, is_comment, is_newline};

/// A syntax tree under construction.
pub(super) struct TreeBuilder<'t> {
    text: &'t str,
    builder: GreenNodeBuilder<'static>,
    /// Byte offset up to which the text is in the tree.
    done: usize,
    /// Number of open nodes.
    depth: usize,
}

impl<'t> TreeBuilder<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut builder = GreenNodeBuilder::new();
        builder.start_node(GameLanguage::kind_to_raw(SyntaxKind::File));
        Self { text, builder, done: 0, depth: 1 }
    }

    /// Adds a token, preceded by the trivia before it.
    pub(super) fn token(&mut self, kind: SyntaxKind, start: usize, end: usize) {
        self.add_trivia(start);
        self.builder.token(GameLanguage::kind_to_raw(kind), &self.text[start..end]);
        self.done = end;
    }

    /// Opens a node whose first token is at `start`.
    pub(super) fn open(&mut self, kind: SyntaxKind, start: usize) {
        self.add_trivia(start);
        self.builder.start_node(GameLanguage::kind_to_raw(kind));
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.builder.finish_node();
        self.depth -= 1;
    }

    /// Number of open nodes.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Closes nodes until `depth` nodes are open.
    pub(super) fn close_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.close();
        }
    }

    /// Returns a checkpoint before the token at `start`, at which a node can be opened later.
    pub(super) fn checkpoint(&mut self, start: usize) -> Checkpoint {
        self.add_trivia(start);
        self.builder.checkpoint()
    }

    pub(super) fn open_at(&mut self, mark: Checkpoint, kind: SyntaxKind) {
        self.builder.start_node_at(mark, GameLanguage::kind_to_raw(kind));
        self.depth += 1;
    }

    pub(super) fn finish(mut self) -> SyntaxNode {
        self.add_trivia(self.text.len());
        self.builder.finish_node();
        SyntaxNode::new_root(self.builder.finish())
    }

    /// Adds the trivia up to byte offset `to`.
    fn add_trivia(&mut self, to: usize) {
        while self.done < to {
            let rest = &self.text[self.done..to];
            let length = |end: Option<usize>| end.unwrap_or(rest.len());
            let (kind, length) = match rest.chars().next() {
                _ if rest.starts_with("\r\n") => (SyntaxKind::Newline, 2),
                Some(first) if is_newline(first) => (SyntaxKind::Newline, 1),
                Some(first) if is_blank(first) => (SyntaxKind::Blank, length(rest.find(|c| !is_blank(c)))),
                _ if is_comment(self.text, self.done) => (SyntaxKind::Comment, length(rest.find(is_newline))),
                _ => (SyntaxKind::Stray, length(rest.find(is_newline))),
            };
            self.builder.token(GameLanguage::kind_to_raw(kind), &rest[..length]);
            self.done += length;
        }
    }
}
