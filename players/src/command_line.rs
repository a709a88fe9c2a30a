//! Commands of external programs as one text: words with the quotes of a POSIX shell. No shell runs them, so that variables,
//! patterns and redirections are plain text.

use thiserror::Error;

/// Error of [`split_command`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CommandLineError {
    /// A quote is not closed.
    #[error(
        "the quote {quote} at character {at} of the command is not closed; add another {quote}, or write \\{quote}"
    )]
    #[allow(missing_docs)]
    OpenQuote { quote: char, at: usize },
    /// A backslash is the last character.
    #[error("the command ends with a backslash; write \\\\ for the character itself")]
    Backslash,
}

/// Splits a command into its words. White space separates words, except in single or double quotes; a backslash takes the next
/// character literally, in double quotes only before `"`, `\`, `$` and `` ` ``.
///
/// # Errors
/// If a quote is not closed, or nothing follows a backslash.
pub fn split_command(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars().zip(1..);
    while let Some((letter, at)) = letters.next() {
        match letter {
            _ if letter.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        None => return Err(CommandLineError::OpenQuote { quote: letter, at }),
                        Some((end, _)) if end == letter => break,
                        Some(('\\', _)) if letter == '"' => match letters.next() {
                            None => return Err(CommandLineError::OpenQuote { quote: letter, at }),
                            Some((special @ ('"' | '\\' | '$' | '`'), _)) => word.push(special),
                            Some((other, _)) => word.extend(['\\', other]),
                        },
                        Some((inner, _)) => word.push(inner),
                    }
                }
            }
            '\\' => {
                let (next, _) = letters.next().ok_or(CommandLineError::Backslash)?;
                word.get_or_insert_default().push(next);
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Joins words to a command that [`split_command`] splits into the same words.
pub fn join_command(words: &[String]) -> String {
    let quoted = |word: &String| {
        let is_plain = |letter: char| !letter.is_whitespace() && !matches!(letter, '\'' | '"' | '\\');
        if !word.is_empty() && word.chars().all(is_plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        for (text, words) in [
            ("", &[][..]),
            ("  ./bot   -x\t3 ", &["./bot", "-x", "3"]),
            ("python3 'a folder/bot.py' x", &["python3", "a folder/bot.py", "x"]),
            ("python3 \"a folder/bot.py\" x", &["python3", "a folder/bot.py", "x"]),
            (r"python3 a\ folder/bot.py x", &["python3", "a folder/bot.py", "x"]),
            (r#"sh -c "echo \"$HOME\" \n""#, &["sh", "-c", r#"echo "$HOME" \n"#]),
            (r"'it'\''s' a'b'c", &["it's", "abc"]),
            ("bot '' \"\"", &["bot", "", ""]),
            (r"'C:\bots\x.exe'", &[r"C:\bots\x.exe"]),
            ("bot #1 'ä ö'", &["bot", "#1", "ä ö"]),
        ] {
            let found = split_command(text).unwrap();
            assert_eq!(found, words, "{text}");
            assert_eq!(split_command(&join_command(&found)), Ok(found), "{text}");
        }
        assert_eq!(join_command(&["python3".to_owned(), "a b.py".to_owned()]), "python3 'a b.py'");
    }

    #[test]
    fn what_is_not_closed_is_named() {
        let error = |text| split_command(text).unwrap_err();
        assert_eq!(error("bot 'a b"), CommandLineError::OpenQuote { quote: '\'', at: 5 });
        assert_eq!(error("\"a 'b"), CommandLineError::OpenQuote { quote: '"', at: 1 });
        assert_eq!(error("\"a\\"), CommandLineError::OpenQuote { quote: '"', at: 1 });
        assert_eq!(error("bot \\"), CommandLineError::Backslash);
        assert!(error("it's").to_string().starts_with("the quote ' at character 3 of the command is not closed"));
    }
}
