//! A reader of texts whose lines begin with a name, such as the texts of states.

use boardwright_game::game::StateError;

/// A reader of lines that begin with a name.
pub struct NamedLines<'t> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'t>>>,
    /// Number of the last line that was read, from 1.
    number: usize,
}

impl<'t> NamedLines<'t> {
    /// A reader of the lines of a text.
    pub fn new(text: &'t str) -> Self {
        Self { lines: text.lines().enumerate().peekable(), number: 0 }
    }

    /// The error that the last line has for this reason.
    pub fn error(&self, reason: impl Into<String>) -> StateError {
        StateError { line: self.number.max(1), reason: reason.into() }
    }

    /// The rest of the next line, if it begins with `name`.
    pub fn optional(&mut self, name: &str) -> Option<&'t str> {
        let (index, line) = self.lines.next_if(|(_, line)| {
            line.trim().strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })?;
        self.number = index + 1;
        line.trim().strip_prefix(name).map(str::trim)
    }

    /// The rest of the next line, which must begin with `name`; `form` describes the rest.
    ///
    /// # Errors
    /// If the line begins with something else.
    pub fn required(&mut self, name: &str, form: &str) -> Result<&'t str, StateError> {
        self.optional(name).ok_or_else(|| {
            let line = self.lines.peek().map_or(self.number + 1, |(index, _)| index + 1);
            StateError { line, reason: format!("this should be: {name}, and {form}") }
        })
    }

    /// Checks that nothing but empty lines follows.
    ///
    /// # Errors
    /// If another line follows.
    pub fn end(&mut self) -> Result<(), StateError> {
        match self.lines.find(|(_, line)| !line.trim().is_empty()) {
            None => Ok(()),
            Some((index, line)) => {
                let reason = format!("the line \"{}\" is not expected here", line.trim());
                Err(StateError { line: index + 1, reason })
            }
        }
    }
}
