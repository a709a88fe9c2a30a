//! Questions of the console tester, in the order of its configuration file.

use std::io::BufRead;

use crate::failure::{Failure, say};
use boardwright_library::carcassonne::config::{
    KINDS, Modifications, OWN_KIND, TestConfig, parse_games, parse_modifications, parse_out, parse_player_count,
    parse_records, parse_seed, participant,
};

/// Asks for the description of a test. An invalid answer is explained and asked again.
pub fn ask(answers: &mut impl BufRead) -> Result<TestConfig, Failure> {
    let count = ask_until(answers, "number of players (2 to 5): ", parse_player_count)?;
    let kinds = KINDS.iter().copied().chain([(OWN_KIND, "an external program")]);
    let menu: Vec<String> =
        kinds.zip(1..).map(|((czech, player), number)| format!("{number} {czech} ({player})")).collect();
    say(&format!("types: {}\n", menu.join(", ")));
    let mut players = Vec::new();
    for number in 1..=count {
        let kind = ask_until(answers, &format!("type of player {number} (1 to {}): ", menu.len()), |text| {
            let index = text.parse::<usize>().ok().filter(|index| (1..=menu.len()).contains(index));
            let kind = index.map(|index| KINDS.get(index - 1).map_or(OWN_KIND, |(czech, _)| czech));
            kind.ok_or_else(|| format!("\"{text}\" is no number of the list"))
        })?;
        let question = if kind == OWN_KIND { "program and name ($COMMAND$Name)" } else { "name" };
        players.push(ask_until(answers, &format!("{question} of player {number}: "), |text| participant(kind, text))?);
    }
    let games = ask_until(answers, "number of games: ", parse_games)?;
    // The answers of the file (ne, ano ...) are understood as well.
    let records = ask_until(answers, "folder for records, or empty for none: ", |text| {
        if text.is_empty() || is_yes_or_no(text) {
            parse_records(text)
        } else {
            Ok(Some(text.trim_matches('"').into()))
        }
    })?;
    let seed = ask_until(answers, "seed, or empty for a random one: ", |text| {
        if text.is_empty() || is_yes_or_no(text) { parse_seed(text) } else { parse_seed(&format!("ano {text}")) }
    })?;
    let out = ask_until(answers, "output file, or - for standard output: ", parse_out)?;
    let rules = ask_until(answers, "modifications (m2 ; spravedl ; figurky = X), or empty: ", |text| match text {
        "" => Ok(Modifications::default()),
        _ => parse_modifications(text),
    })?;
    Ok(TestConfig { players, games, records, seed, out, rules })
}

/// `true` for an answer that begins with ano or ne.
fn is_yes_or_no(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("ano" | "ne"))
}

fn ask_until<T>(
    answers: &mut impl BufRead,
    question: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    loop {
        say(question);
        let mut line = String::new();
        if answers.read_line(&mut line)? == 0 {
            return Err(Failure::Input("the answers end before the last question".to_owned()));
        }
        match parse(line.trim()) {
            Ok(value) => return Ok(value),
            Err(reason) => say(&format!("{reason}\n")),
        }
    }
}
