//! Configuration files of the thesis's console tester: one item per line. The games are played by [`tester`](super::tester).

use std::fmt::Write as _;
use std::path::PathBuf;

use boardwright_arena::split_command;
use boardwright_games::carcassonne::scoring::ScoringRules;
use boardwright_games::carcassonne::{Carcassonne, CarcassonneOptions};

/// Largest number of games of a test.
const MAX_GAMES: u32 = 1_000_000;

/// Description of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestConfig {
    /// Participants, in the order of their seats in the first game.
    pub players: Vec<Participant>,
    /// Number of games.
    pub games: u32,
    /// Folder for records, if games are recorded.
    pub records: Option<PathBuf>,
    /// Seed of the first game; each further game uses the next number.
    pub seed: Option<u64>,
    /// File for the table; standard output if there is none.
    pub out: Option<PathBuf>,
    /// Modified rules.
    pub rules: Modifications,
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Type as the file names it.
    pub kind: String,
    /// Name in the table.
    pub name: String,
    /// Player.
    pub player: PlayerChoice,
}

/// Player of a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerChoice {
    /// A player of this program, as on the command line.
    Player(String),
    /// An external program with its arguments.
    Program(Vec<String>),
}

/// Modified rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifications {
    /// `true` if a city of two tiles gives 2 points.
    pub has_small_cities: bool,
    /// `true` for the fair game.
    pub is_fair: bool,
    /// Number of meeples of each player.
    pub meeples: Option<u8>,
}

impl Modifications {
    /// The game with these rules.
    pub(super) fn carcassonne(self, players: usize) -> Carcassonne {
        let defaults = CarcassonneOptions::default();
        Carcassonne::new(CarcassonneOptions {
            players,
            meeples: self.meeples.unwrap_or(defaults.meeples),
            scoring: ScoringRules { has_small_cities: self.has_small_cities, ..defaults.scoring },
            is_fair: self.is_fair,
        })
    }

    /// The game with its options, as on the command line.
    pub(super) fn game(self, players: usize) -> String {
        let mut text = format!("carcassonne:players={players}");
        if self.has_small_cities {
            text.push_str(",small-city-2=1");
        }
        if self.is_fair {
            text.push_str(",fair=1");
        }
        if let Some(meeples) = self.meeples {
            let _ = write!(text, ",meeples={meeples}");
        }
        text
    }
}

/// Types of computer players in the order of the thesis's menu: Czech name, and player of this program.
pub const KINDS: [(&str, &str); 7] = [
    ("Náhodná UI", "random"),
    ("Hladová UI", "greedy"),
    ("Optimalizační UI", "two-parameter"),
    ("Vážená UI", "weighted"),
    ("UI 19/3", "19/3"),
    ("UI 19/5 pr", "19/5-pr"),
    ("UI 19/3 pr", "19/3-pr"),
];
/// Type of external programs.
pub const OWN_KIND: &str = "Vlastní UI";

/// Parses a configuration file.
///
/// # Errors
/// The line with a description of what it should be.
pub fn parse(text: &str) -> Result<TestConfig, String> {
    let mut lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let mut next = |what: &str| {
        let missing = || format!("the file ends before {what}");
        lines.next().map(|(index, line)| (index + 1, line)).ok_or_else(missing)
    };
    let at = |line: usize| move |reason: String| format!("line {line}: {reason}");
    let (line, text) = next("the number of players")?;
    let count = parse_player_count(text).map_err(at(line))?;
    let mut players = Vec::new();
    for _ in 0..count {
        let (line, text) = next("all players are named")?;
        players.push(parse_participant(text).map_err(at(line))?);
    }
    let (line, text) = next("the number of games")?;
    let games = parse_games(text).map_err(at(line))?;
    let (line, text) = next("the line about records")?;
    let records = parse_records(text).map_err(at(line))?;
    let (line, text) = next("the line about the seed")?;
    let seed = parse_seed(text).map_err(at(line))?;
    let (line, text) = next("the output file")?;
    let out = parse_out(text).map_err(at(line))?;
    let rules = match next("") {
        Ok((line, text)) => parse_modifications(text).map_err(at(line))?,
        Err(_) => Modifications::default(),
    };
    if let Ok((line, text)) = next("") {
        return Err(format!("line {line}: \"{text}\" is too much; nothing follows the modifications"));
    }
    Ok(TestConfig { players, games, records, seed, out, rules })
}

/// Parses a number of players.
///
/// # Errors
/// The text with a description of what it should be.
pub fn parse_player_count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (2..=5).contains(count));
    count.ok_or_else(|| format!("\"{text}\" should be the number of players, 2 to 5"))
}

/// Parses the type and name of a participant.
fn parse_participant(text: &str) -> Result<Participant, String> {
    const FORM: &str = "a player is written as a type and a name in quotes, like \"Hladova UI\" \"Anna\"";
    // The command of a program may have quotes of its own.
    let parts = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).and_then(|rest| rest.split_once('"'));
    let parts = parts.and_then(|(kind, rest)| Some((kind, rest.trim_start().strip_prefix('"')?)));
    match parts {
        Some((kind, name)) if !name.contains('"') || name.starts_with('$') => participant(kind.trim(), name.trim()),
        _ => Err(format!("{FORM}; this is: {text}")),
    }
}

/// The participant of a type and a name.
///
/// # Errors
/// If the type is unknown, or the name is not of the form that the type requires.
pub fn participant(kind: &str, name: &str) -> Result<Participant, String> {
    let plain = without_diacritics(kind);
    let entry = |name: &str, player| Participant { kind: kind.to_owned(), name: name.to_owned(), player };
    if plain == without_diacritics(OWN_KIND) {
        let parts = name.strip_prefix('$').and_then(|rest| rest.rsplit_once('$'));
        let (command, shown) =
            parts.ok_or_else(|| format!("\"{name}\" should be a program and a name, like \"$./my-player$Anna\""))?;
        let command = split_command(command).map_err(|error| error.to_string())?;
        if command.is_empty() {
            return Err("there is no program between the two $".to_owned());
        }
        return Ok(entry(shown, PlayerChoice::Program(command)));
    }
    let (base, forced) = match plain.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((base, players)) => (base.trim(), Some(players)),
        None => (plain.as_str(), None),
    };
    let known = KINDS.iter().find(|(czech, player)| without_diacritics(czech) == base || *player == base);
    let Some((czech, player)) = known else {
        let known: Vec<&str> = KINDS.iter().map(|(czech, _)| *czech).chain([OWN_KIND]).collect();
        return Err(format!("unknown type \"{kind}\"; the types are {}", known.join(", ")));
    };
    let has_weights_for_two_only = matches!(*player, "19/3" | "19/5-pr");
    let player = match forced {
        None | Some("2") if has_weights_for_two_only => format!("{player}:players=2"),
        None => (*player).to_owned(),
        Some(players) if *player == "19/3-pr" => {
            let players = parse_player_count(players)?;
            format!("{player}:players={players}")
        }
        Some(_) => return Err(format!("only UI 19/3 pr has weights for several numbers of players, not {czech}")),
    };
    Ok(entry(name, PlayerChoice::Player(player)))
}

/// Parses a number of games.
///
/// # Errors
/// The text with a description of what it should be.
pub fn parse_games(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games| (1..=MAX_GAMES).contains(games));
    games.ok_or_else(|| format!("\"{text}\" should be the number of games, 1 to {MAX_GAMES}"))
}

/// The rest of a line that begins with `ano`; everything else means no.
fn after_yes(text: &str) -> Option<&str> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word == "ano").then(|| rest.trim())
}

/// Parses the line about records: the folder, if games are recorded.
///
/// # Errors
/// The text with a description of what it should be.
pub fn parse_records(text: &str) -> Result<Option<PathBuf>, String> {
    let Some(folder) = after_yes(text) else { return Ok(None) };
    let folder = folder.trim_matches('"');
    if folder.is_empty() {
        return Err("there is no folder; write ne, or ano \"folder\"".to_owned());
    }
    Ok(Some(PathBuf::from(folder)))
}

/// Parses the line about the seed: the seed of the first game, if it is given.
///
/// # Errors
/// The text with a description of what it should be.
pub fn parse_seed(text: &str) -> Result<Option<u64>, String> {
    let Some(number) = after_yes(text) else { return Ok(None) };
    let seed = number.parse().map_err(|_| format!("\"{number}\" is no seed; write ne, or ano and a whole number"))?;
    Ok(Some(seed))
}

/// Parses the output file; `None` is standard output.
///
/// # Errors
/// The text with a description of what it should be.
pub fn parse_out(text: &str) -> Result<Option<PathBuf>, String> {
    let file = text.trim_matches('"');
    match file {
        "" => Err("there is no output file; write \"file\", or - for standard output".to_owned()),
        "-" => Ok(None),
        _ => Ok(Some(PathBuf::from(file))),
    }
}

/// Parses the modifications of the rules, separated by semicolons.
///
/// # Errors
/// The text with a description of what it should be.
pub fn parse_modifications(text: &str) -> Result<Modifications, String> {
    let mut rules = Modifications::default();
    for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        let (key, value) = item.split_once('=').map_or((item, None), |(key, value)| (key.trim(), Some(value.trim())));
        match (key, value) {
            ("m2", None) => rules.has_small_cities = true,
            ("spravedl", None) => rules.is_fair = true,
            ("figurky", Some(number)) => {
                let meeples = number.parse().ok().filter(|meeples| (3..=11).contains(meeples));
                let wrong = || format!("figurky is \"{number}\"; it is a number of meeples, 3 to 11");
                rules.meeples = Some(meeples.ok_or_else(wrong)?);
            }
            _ => return Err(format!("unknown modification \"{item}\"; they are m2, spravedl and figurky = 3 to 11")),
        }
    }
    Ok(rules)
}

/// Lower-case text without the Czech diacritics of the names.
fn without_diacritics(text: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'Á' => 'a',
        'č' | 'Č' => 'c',
        'í' | 'Í' => 'i',
        'ž' | 'Ž' => 'z',
        other => other.to_ascii_lowercase(),
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: &str = "2\n\"Nahodna UI\" \"Anna\"\n\"UI 19/3 pr(3)\" \"Bob\"\n100\nne\nano 7\n-\nm2 ; figurky = 5\n";

    #[test]
    fn a_file_of_the_thesis_is_read() {
        let config = parse(VALID).unwrap();
        let players: Vec<_> = config.players.iter().map(|player| player.player.clone()).collect();
        let expected = ["random", "19/3-pr:players=3"].map(|text| PlayerChoice::Player(text.to_owned()));
        assert_eq!(players, expected);
        assert_eq!((config.games, config.seed, config.records, config.out), (100, Some(7), None, None));
        assert_eq!(config.rules.game(2), "carcassonne:players=2,small-city-2=1,meeples=5");
        let own = parse(&VALID.replace("\"Nahodna UI\" \"Anna\"", "\"Vlastni UI\" \"$./me -x$Eva\"")).unwrap();
        assert_eq!(own.players[0].player, PlayerChoice::Program(vec!["./me".to_owned(), "-x".to_owned()]));
        assert_eq!(own.players[0].name, "Eva");
        for line in [
            r#""Vlastni UI" "$python3 'my bots/one.py' x$Eva""#,
            r#""Vlastni UI" "$python3 "my bots/one.py" x$Eva""#,
            r#""Vlastni UI"   "$python3 my\ bots/one.py x$Eva""#,
        ] {
            let quoted = parse(&VALID.replace("\"Nahodna UI\" \"Anna\"", line)).unwrap();
            let words = ["python3", "my bots/one.py", "x"].map(str::to_owned).to_vec();
            assert_eq!(quoted.players[0].player, PlayerChoice::Program(words), "{line}");
            assert_eq!(quoted.players[0].name, "Eva", "{line}");
        }
        assert_eq!(
            parse(&VALID.replace("Nahodna", "Vážená")).unwrap().players[0].player,
            PlayerChoice::Player("weighted".to_owned())
        );
    }

    /// The players of tables 7.8 and 9.5: sets of weights that exist for two players only play with more as well.
    #[test]
    fn the_lines_of_the_thesis_are_read_for_all_numbers_of_players() {
        let file = |lines: &[&str]| {
            let players: Vec<String> = lines.iter().map(|kind| format!("\"{kind}\" \"{kind}\"")).collect();
            parse(&format!("{}\n{}\n500\nne\nano 1\n-\n", lines.len(), players.join("\n"))).unwrap()
        };
        let players = |lines: &[&str]| -> Vec<String> {
            let player = |participant: Participant| match participant.player {
                PlayerChoice::Player(text) => text,
                PlayerChoice::Program(_) => unreachable!("no program is named"),
            };
            file(lines).players.into_iter().map(player).collect()
        };
        assert_eq!(
            players(&["Hladova UI", "UI 19/3", "UI 19/5 pr", "UI 19/3 pr(2)", "UI 19/3 pr"]),
            ["greedy", "19/3:players=2", "19/5-pr:players=2", "19/3-pr:players=2", "19/3-pr"]
        );
        assert_eq!(
            players(&["Hladova UI", "Optimalizacni UI", "UI 19/3", "UI 19/3 pr"]),
            ["greedy", "two-parameter", "19/3:players=2", "19/3-pr"]
        );
        assert_eq!(
            players(&["UI 19/3(2)", "UI 19/5 pr", "19/3"]),
            ["19/3:players=2", "19/5-pr:players=2", "19/3:players=2"]
        );
    }

    #[test]
    fn each_mistake_is_named_with_its_line() {
        for (old, new, message) in [
            ("2\n\"N", "6\n\"N", "line 1: \"6\" should be the number of players, 2 to 5"),
            (
                "\"Nahodna UI\" \"Anna\"",
                "Nahodna UI Anna",
                "line 2: a player is written as a type and a name in quotes",
            ),
            ("Nahodna", "Chytra", "line 2: unknown type \"Chytra UI\"; the types are Náhodná UI"),
            ("Nahodna UI", "Nahodna UI(3)", "line 2: only UI 19/3 pr has weights for several numbers of players"),
            (
                "Nahodna UI",
                "UI 19/3(3)",
                "line 2: only UI 19/3 pr has weights for several numbers of players, not UI 19/3",
            ),
            (
                "\"Nahodna UI\" \"Anna\"",
                "\"Vlastni UI\" \"$python3 'a b.py$Anna\"",
                "line 2: the quote ' at character 9 of the command is not closed",
            ),
            ("pr(3)", "pr(9)", "line 3: \"9\" should be the number of players"),
            ("\"Nahodna UI\" \"Anna\"", "\"Vlastni UI\" \"Anna\"", "line 2: \"Anna\" should be a program and a name"),
            ("100", "many", "line 4: \"many\" should be the number of games"),
            ("ne", "ano", "line 5: there is no folder"),
            ("ano 7", "ano x", "line 6: \"x\" is no seed"),
            ("-\n", "\"\"\n", "line 7: there is no output file"),
            ("m2", "m3", "line 8: unknown modification \"m3\""),
            ("figurky = 5", "figurky = 12", "line 8: figurky is \"12\""),
            ("figurky = 5\n", "figurky = 5\nmore\n", "line 9: \"more\" is too much"),
            ("100\nne\nano 7\n-\nm2 ; figurky = 5\n", "", "the file ends before the number of games"),
        ] {
            let error = parse(&VALID.replacen(old, new, 1)).unwrap_err();
            assert!(error.starts_with(message), "{new}: {error}");
        }
    }
}
