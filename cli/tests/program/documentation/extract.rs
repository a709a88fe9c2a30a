//! Command lines of a page: those of its code blocks, and those that its text mentions. Other modules run them.

use std::collections::BTreeSet;
use std::path::Path;

/// Line of a code block.
#[derive(Clone, Copy, Debug)]
struct CodeLine<'a> {
    /// Number of the line in the page, from 1.
    number: usize,
    /// Number of the code block.
    block: usize,
    /// Word after the fence of the block; empty for an indented block.
    kind: &'a str,
    text: &'a str,
}

/// Command line of a page.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// Number of the line in the page, from 1.
    pub number: usize,
    /// Word after the fence of the code block; empty for an indented block.
    pub kind: String,
    /// Arguments of the command, without a comment.
    pub arguments: String,
    /// Output below the command, which only commands after a prompt have.
    pub shown: Vec<String>,
}

/// Parsed command of a shell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShellCommand {
    /// Words before a redirection.
    pub words: Vec<String>,
    /// File to which the output goes, instead of the terminal.
    pub output: Option<String>,
}

/// `true` if a file has this extension.
pub fn has_extension(file: &str, extension: &str) -> bool {
    Path::new(file).extension().is_some_and(|other| other == extension)
}

/// Characters that a shell interprets and [`split_words`] does not.
const UNSUPPORTED: &str = "|&;<`$*?\\(){}~";

/// Lines of the code blocks of a page: fenced ones, and those that are indented by four blanks.
fn code_lines(page: &str) -> Vec<CodeLine<'_>> {
    let (mut lines, mut fence, mut block) = (Vec::new(), None, 0);
    let (mut is_after_blank, mut is_indented) = (true, false);
    for (number, line) in (1..).zip(page.lines()) {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(kind.split(' ').next().unwrap_or_default()) };
            block += 1;
        } else if let Some(kind) = fence {
            lines.push(CodeLine { number, block, kind, text: line });
        } else {
            is_indented = line.starts_with("    ") && (is_indented || is_after_blank);
            block += usize::from(!is_indented);
            if is_indented {
                lines.push(CodeLine { number, block, kind: "", text: line });
            }
        }
        is_after_blank = line.trim().is_empty();
    }
    lines
}

/// Command lines of a program in the code blocks of a page.
pub fn command_lines(page: &str, program: &str) -> Vec<CommandLine> {
    let lines = code_lines(page);
    let is_prompt = |line: &&CodeLine<'_>| line.text.trim_start().starts_with("$ ");
    let command = |(index, line): (usize, &CodeLine<'_>)| {
        let text = line.text.trim();
        let arguments = arguments_of(without_comment(text.strip_prefix("$ ").unwrap_or(text)), program)?;
        let below = lines[index + 1..].iter().take_while(|below| below.block == line.block && !is_prompt(below));
        let shown = if is_prompt(&line) { below.map(|below| below.text.to_owned()).collect() } else { Vec::new() };
        Some(CommandLine { number: line.number, kind: line.kind.to_owned(), arguments: arguments.to_owned(), shown })
    };
    lines.iter().enumerate().filter_map(command).collect()
}

/// Text of the last code block of a kind.
pub fn last_block(page: &str, kind: &str) -> Option<String> {
    let lines = code_lines(page);
    let last = lines.iter().rfind(|line| line.kind == kind)?.block;
    Some(lines.iter().filter(|line| line.block == last).flat_map(|line| [line.text, "\n"]).collect())
}

/// Commands of a program that the text of a page mentions between backquotes: the number of the line and the arguments.
pub fn mentions(page: &str, program: &str) -> Vec<(usize, String)> {
    let code: BTreeSet<usize> = code_lines(page).iter().map(|line| line.number).collect();
    let is_code = |number: usize, line: &str| code.contains(&number) || line.trim_start().starts_with("```");
    let lines = (1..).zip(page.lines()).map(|(number, line)| if is_code(number, line) { "" } else { line });
    let text = lines.collect::<Vec<_>>().join("\n");
    let mention = |(at, _): (usize, &str)| {
        let (span, _) = text[at + 1..].split_once('`')?;
        let span = (!span.contains("\n\n")).then(|| span.split_whitespace().collect::<Vec<_>>().join(" "))?;
        let arguments = arguments_of(&span, program)?.to_owned();
        Some((text[..at].matches('\n').count() + 1, arguments))
    };
    text.match_indices('`').filter_map(mention).collect()
}

/// Arguments of a command of the program; `None` for another command.
fn arguments_of<'a>(command: &'a str, program: &str) -> Option<&'a str> {
    let arguments = without_variables(command).strip_prefix(program)?.strip_prefix(' ')?.trim();
    (!arguments.is_empty()).then_some(arguments)
}

/// The command after settings of variables such as `BLESS=1`.
fn without_variables(command: &str) -> &str {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
    let mut rest = command;
    while let Some((name, value)) = rest.split_once('=')
        && is_name(name)
    {
        let end = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\" "),
            None => value.split_once(' '),
        };
        let Some((_, after)) = end else { break };
        rest = after.trim_start();
    }
    rest
}

/// The command before its comment.
fn without_comment(command: &str) -> &str {
    let (mut quote, mut previous) = (None, ' ');
    for (at, letter) in command.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == '#' && previous.is_whitespace() => return command[..at].trim_end(),
            _ => {}
        }
        previous = letter;
    }
    command
}

/// Splits a command into its words as a shell does. Of the constructs of a shell only quotes and `> FILE` are
/// supported.
///
/// # Errors
/// The construct that is not supported.
pub fn split_words(command: &str) -> Result<ShellCommand, String> {
    let (mut words, mut redirected) = (Vec::new(), None);
    let (mut word, mut quote) = (None::<String>, None);
    for letter in command.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None if letter == '>' => {
                words.extend(word.take());
                redirected = Some(words.len());
            }
            None if UNSUPPORTED.contains(letter) => return Err(format!("`{letter}` of the shell is not supported")),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    let files = redirected.map(|at| words.split_off(at)).unwrap_or_default();
    match (quote, redirected, &files[..]) {
        (Some(open), ..) => Err(format!("{open} is not closed")),
        (None, Some(_), [file]) => Ok(ShellCommand { words, output: Some(file.clone()) }),
        (None, Some(_), _) => Err("one file is needed after `>`".to_owned()),
        (None, None, _) => Ok(ShellCommand { words, output: None }),
    }
}

#[test]
fn commands_are_found_in_all_kinds_of_blocks() {
    let page = "Text `boardwright doc\nfrom` and ``a `b` c``.\n\n```sh\nboardwright new a  # `b`\n```\n\n\
                \x20   X=1 Y=\"2 3\" boardwright new b\n\n\
                ```text\n$ boardwright new \"c # d\"\n  shown\n\n$ ls\n```\n    boardwright new e\n";
    let found: Vec<_> = command_lines(page, "boardwright")
        .into_iter()
        .map(|line| (line.number, line.kind, line.arguments, line.shown))
        .collect();
    let expected = |number: usize, kind: &str, arguments: &str, shown: &[&str]| {
        (number, kind.to_owned(), arguments.to_owned(), shown.iter().map(|&line| line.to_owned()).collect::<Vec<_>>())
    };
    // The last line continues the text above it.
    assert_eq!(
        found,
        [
            expected(5, "sh", "new a", &[]),
            expected(8, "", "new b", &[]),
            expected(11, "text", "new \"c # d\"", &["  shown", ""]),
        ]
    );
    assert_eq!(mentions(page, "boardwright"), [(1, "doc from".to_owned())]);
    assert_eq!(last_block(page, "sh").as_deref(), Some("boardwright new a  # `b`\n"));
}

#[test]
fn commands_are_split_as_by_a_shell() {
    let split = |command: &str| split_words(command).expect("it is supported");
    let command = split("show chess --line 'a > b; c' \"\" > out.txt");
    assert_eq!(command.words, ["show", "chess", "--line", "a > b; c", ""]);
    assert_eq!(command.output.as_deref(), Some("out.txt"));
    assert_eq!(split("a b").output, None);
    for refused in ["a | b", "a 'b", "a >", "a > b c"] {
        assert!(split_words(refused).is_err(), "{refused}");
    }
}
