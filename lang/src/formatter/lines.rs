//! Converts the syntax tree of a file to lines with normalised blanks within them.
//! Empty lines and the assembly of the text are the task of `assembly`.

use rowan::{NodeOrToken, WalkEvent};

use super::spacing::{SpacingClass, needs_blank, spacing_class};
use crate::syntax::kinds::{SyntaxKind, SyntaxNode};
use crate::vocabulary;

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// An empty line.
    Empty,
    /// A comment alone.
    Comment,
    /// The header of a section.
    Header,
    /// A key, or the continuation of its value.
    Other,
}

/// A comment and the column at which its author wrote it, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    pub(super) text: String,
    pub(super) column: usize,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) kind: LineKind,
    /// Number of blanks before the line.
    pub(super) indent: usize,
    /// Text of the line without its comment.
    pub(super) code: String,
    pub(super) comment: Option<Comment>,
}

/// Number of blanks of one indentation level.
const INDENT_WIDTH: usize = 2;

impl Line {
    fn new() -> Self {
        Self { kind: LineKind::Empty, indent: 0, code: String::new(), comment: None }
    }
}

/// An open node of the syntax tree.
struct OpenNode {
    kind: SyntaxKind,
    /// `true` if the `..` in the node is separated from its operands by blanks.
    loose: bool,
}

/// Traversal of the tokens of a file.
struct Walker {
    lines: Vec<Line>,
    line: Line,
    /// Spacing class of the last token of the current line.
    last: Option<SpacingClass>,
    /// Column of the next token in the source text.
    column: usize,
    open: Vec<OpenNode>,
    /// Number of open brackets.
    brackets: usize,
    /// `true` if the current value has several logical lines.
    has_several_lines: bool,
    /// `true` if the current logical line of such a value has begun.
    has_line_begun: bool,
    /// Current section and key.
    section: String,
    key: String,
}

/// Returns the lines of a file.
pub(super) fn lines(tree: &SyntaxNode) -> Vec<Line> {
    let mut walker = Walker {
        lines: Vec::new(),
        line: Line::new(),
        last: None,
        column: 0,
        open: Vec::new(),
        brackets: 0,
        has_several_lines: false,
        has_line_begun: false,
        section: String::new(),
        key: String::new(),
    };
    for event in tree.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(NodeOrToken::Node(node)) => walker.enter(&node),
            WalkEvent::Enter(NodeOrToken::Token(token)) => walker.token(token.kind(), token.text()),
            WalkEvent::Leave(NodeOrToken::Node(_)) => {
                walker.open.pop();
            }
            WalkEvent::Leave(NodeOrToken::Token(_)) => {}
        }
    }
    walker.end_line();
    walker.lines
}

impl Walker {
    fn enter(&mut self, node: &SyntaxNode) {
        let kind = node.kind();
        let loose = kind == SyntaxKind::Chain && node.children().any(|operand| operand.kind() == SyntaxKind::Chain);
        match kind {
            SyntaxKind::Pair => self.brackets = 0,
            SyntaxKind::Value => {
                self.has_several_lines =
                    node.children().filter(|line| line.kind() == SyntaxKind::ExprLine).nth(1).is_some();
            }
            SyntaxKind::ExprLine => self.has_line_begun = false,
            _ => {}
        }
        self.open.push(OpenNode { kind, loose });
    }

    fn token(&mut self, kind: SyntaxKind, text: &str) {
        let column = self.column;
        self.column += text.chars().count();
        match kind {
            SyntaxKind::Newline => self.end_line(),
            SyntaxKind::Blank | SyntaxKind::HeaderClose => {}
            SyntaxKind::Comment => {
                if self.line.kind == LineKind::Empty {
                    self.line.kind = LineKind::Comment;
                    self.line.indent = if column > 0 { INDENT_WIDTH } else { 0 };
                }
                self.line.comment = Some(Comment { text: text.trim_end().to_owned(), column });
            }
            SyntaxKind::HeaderOpen => self.line.kind = LineKind::Header,
            SyntaxKind::HeaderName => {
                vocabulary::section(text).map_or(text, |section| section.name).clone_into(&mut self.section);
                self.line.code = format!("[{}]", self.section);
            }
            _ => self.word(kind, text),
        }
    }

    fn word(&mut self, kind: SyntaxKind, text: &str) {
        let parent = self.open.last().map_or(SyntaxKind::File, |open| open.kind);
        if parent == SyntaxKind::Key && kind == SyntaxKind::Word {
            text.clone_into(&mut self.key);
        }
        if kind == SyntaxKind::Row && self.line.kind == LineKind::Other {
            let column = self.column;
            self.end_line();
            self.column = column;
        }
        let shape = spacing_class(kind, parent, self.is_spaced(kind));
        if shape == SpacingClass::Close {
            self.brackets = self.brackets.saturating_sub(1);
        }
        if self.line.kind == LineKind::Empty {
            self.line.kind = LineKind::Other;
            self.line.indent = self.indent(parent);
        } else if self.last.is_some_and(|last| needs_blank(last, shape)) {
            self.line.code.push(' ');
        }
        if matches!(shape, SpacingClass::Open { .. }) {
            self.brackets += 1;
        }
        self.line.code.push_str(text);
        self.last = Some(shape);
        self.has_line_begun = true;
    }

    /// `true` if the operator is separated from its operands by blanks.
    ///
    /// This holds for `..` with an operand that is itself an operation. The default of a list option is written like
    /// its value on the command line, `3-4-5`.
    fn is_spaced(&self, kind: SyntaxKind) -> bool {
        match kind {
            SyntaxKind::Dots => self.open.last().is_some_and(|open| open.loose),
            SyntaxKind::Minus => !(self.section == "OPTIONS" && self.key == "default"),
            _ => true,
        }
    }

    /// Indentation of a line that begins with a token whose parent is of kind `parent`.
    fn indent(&self, parent: SyntaxKind) -> usize {
        if parent == SyntaxKind::Key {
            return 0;
        }
        let goes_on = self.has_several_lines && self.has_line_begun;
        INDENT_WIDTH * (1 + self.brackets + usize::from(goes_on))
    }

    fn end_line(&mut self) {
        self.lines.push(std::mem::replace(&mut self.line, Line::new()));
        self.last = None;
        self.column = 0;
    }
}
