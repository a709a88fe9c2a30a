//! The tree of a file as lines with the right blanks within them.
//! How lines are indented and parted on the page is not decided here.

use rowan::{NodeOrToken, WalkEvent};

use super::spaces::{Shape, apart, shape};
use crate::keys;
use crate::syntax::kinds::{Kind, SyntaxNode};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing.
    Empty,
    /// A comment alone.
    Comment,
    /// The head of a section.
    Head,
    /// A key, or what goes on with its value.
    Other,
}

/// A comment with the column in which its author wrote it, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    pub(super) text: String,
    pub(super) column: usize,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) what: What,
    /// How many blanks stand before it.
    pub(super) indent: usize,
    /// What it says.
    pub(super) code: String,
    pub(super) comment: Option<Comment>,
}

/// Blanks of one step.
const STEP: usize = 2;

impl Line {
    fn new() -> Self {
        Self { what: What::Empty, indent: 0, code: String::new(), comment: None }
    }
}

/// A node that is open.
struct Open {
    kind: Kind,
    /// Whether dots in it stand apart from their operands.
    loose: bool,
}

/// Walks through the tokens of a file.
struct Walker {
    done: Vec<Line>,
    line: Line,
    /// What the line at hand ends with.
    last: Option<Shape>,
    /// In which column of the text the next token stands.
    column: usize,
    open: Vec<Open>,
    /// How many brackets are open.
    brackets: usize,
    /// Whether the value at hand has several lines of its own.
    several: bool,
    /// Whether the line at hand of such a value has begun.
    begun: bool,
    /// The section and the key at hand.
    section: String,
    key: String,
}

/// The lines of a file.
pub(super) fn lines(tree: &SyntaxNode) -> Vec<Line> {
    let mut walker = Walker {
        done: Vec::new(),
        line: Line::new(),
        last: None,
        column: 0,
        open: Vec::new(),
        brackets: 0,
        several: false,
        begun: false,
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
    walker.done
}

impl Walker {
    fn enter(&mut self, node: &SyntaxNode) {
        let kind = node.kind();
        let loose = kind == Kind::Chain && node.children().any(|operand| operand.kind() == Kind::Chain);
        match kind {
            Kind::Pair => self.brackets = 0,
            Kind::Value => self.several = node.children().filter(|line| line.kind() == Kind::LineOf).nth(1).is_some(),
            Kind::LineOf => self.begun = false,
            _ => {}
        }
        self.open.push(Open { kind, loose });
    }

    fn token(&mut self, kind: Kind, text: &str) {
        let column = self.column;
        self.column += text.chars().count();
        match kind {
            Kind::Newline => self.end_line(),
            Kind::Blank | Kind::CloseHead => {}
            Kind::Comment => {
                if self.line.what == What::Empty {
                    self.line.what = What::Comment;
                    self.line.indent = if column > 0 { STEP } else { 0 };
                }
                self.line.comment = Some(Comment { text: text.trim_end().to_owned(), column });
            }
            Kind::OpenHead => self.line.what = What::Head,
            Kind::HeadName => {
                keys::section(text).map_or(text, |section| section.name).clone_into(&mut self.section);
                self.line.code = format!("[{}]", self.section);
            }
            _ => self.word(kind, text),
        }
    }

    fn word(&mut self, kind: Kind, text: &str) {
        let parent = self.open.last().map_or(Kind::File, |open| open.kind);
        if parent == Kind::Key && kind == Kind::Word {
            text.clone_into(&mut self.key);
        }
        if kind == Kind::Row && self.line.what == What::Other {
            let column = self.column;
            self.end_line();
            self.column = column;
        }
        let shape = shape(kind, parent, self.is_loose(kind));
        if shape == Shape::Close {
            self.brackets = self.brackets.saturating_sub(1);
        }
        if self.line.what == What::Empty {
            self.line.what = What::Other;
            self.line.indent = self.indent(parent);
        } else if self.last.is_some_and(|last| apart(last, shape)) {
            self.line.code.push(' ');
        }
        if matches!(shape, Shape::Open { .. }) {
            self.brackets += 1;
        }
        self.line.code.push_str(text);
        self.last = Some(shape);
        self.begun = true;
    }

    /// Whether an operator stands apart from its operands.
    ///
    /// Dots do where an operand is an operation itself. A list that is an option's default is written like the list that
    /// somebody chooses.
    fn is_loose(&self, kind: Kind) -> bool {
        match kind {
            Kind::Dots => self.open.last().is_some_and(|open| open.loose),
            Kind::Minus => !(self.section == "OPTIONS" && self.key == "default"),
            _ => true,
        }
    }

    /// The indent of a line that begins with a token in such a node.
    fn indent(&self, parent: Kind) -> usize {
        if parent == Kind::Key {
            return 0;
        }
        let goes_on = self.several && self.begun;
        STEP * (1 + self.brackets + usize::from(goes_on))
    }

    fn end_line(&mut self) {
        self.done.push(std::mem::replace(&mut self.line, Line::new()));
        self.last = None;
        self.column = 0;
    }
}
