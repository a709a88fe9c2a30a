//! Rules that adapt the command lines of the pages to a test: small numbers, values for placeholders, devices and
//! servers that do not exist, and the expected result. No rule leaves an option out, so the program parses all of them.

use super::extract::{ShellCommand, has_extension, split_words};

/// Largest values of numbers by their names: options of the program (`--games 200`), of players and games (`nodes=50`),
/// and keys of TOML files (`games = 100`). Larger numbers are replaced.
const LIMITS: &[(&str, &str)] = &[
    ("deals", "2"),
    ("depth", "3"),
    ("environment-games", "2"),
    ("every", "1"),
    ("games", "2"),
    ("games-per-pairing", "2"),
    ("generations", "2"),
    ("hands", "2"),
    ("iterations", "1000"),
    ("max-moves", "20"),
    ("memory", "16"),
    ("nodes", "20"),
    ("parental-games", "2"),
    ("playouts", "20"),
    ("population", "4"),
    ("rounds", "1"),
    ("seconds", "0.01"),
    ("table", "4"),
];

/// Options with a default value that takes long: beginning of the command, option, and value.
const ADDED_OPTIONS: &[(&str, &str, &str)] = &[
    ("analyse", "--player", "portfolio:nodes=20"),
    ("carcassonne grid", "--games", "1"),
    ("carcassonne grid", "--max-k", "1"),
    ("carcassonne meeples", "--games", "1"),
    ("carcassonne tables", "--games", "1"),
    ("holdem serve", "--start-timeout", "0.01"),
    ("holdem train", "--buckets", "1"),
    ("holdem train", "--deals", "0"),
    ("table play", "--camera", "0"),
    ("table play", "--max-moves", "2"),
    ("tarok duel", "--deals", "1"),
    ("tarok tables", "--hands", "1"),
    ("tarok tables", "--samples", "1"),
    ("tournament run gomoku", "--max-moves", "2"),
    ("tournament run", "--max-moves", "12"),
    ("tune", "--games", "2"),
    ("tune", "--rounds", "1"),
    ("weights", "--games", "1"),
];

/// Players that search for a second if they have no limit.
const SEARCHING_PLAYERS: &[&str] =
    &["alphabeta", "expectimax", "mcts", "minimax", "minimax-stochastic", "monte-carlo", "portfolio", "tarokist"];

/// Values of placeholders: a part of the commands to which the value applies, the placeholder, and the value.
const PLACEHOLDERS: &[(&str, &str, &str)] = &[
    ("--with METHOD", "GAME", "puzzle8"),
    ("", "GAME", "tic-tac-toe"),
    ("", "H", "manhattan"),
    ("", "METHOD", "astar"),
    ("", "N", "3"),
    ("", "NAME", "greedy"),
];

/// Words that are replaced: the word before, the word, and the replacement. Devices must not be used even if the
/// machine has them, and a puzzle begins shortly before its solution.
const STAND_INS: &[(&str, &str, &str)] = &[
    ("--arm", "/dev/ttyUSB0", NO_PORT),
    ("--camera", "0", NO_CAMERA),
    ("find", "0", NO_CAMERA),
    ("solve", "puzzle15", "puzzle15:tiles=1-2-3-4-5-6-7-8-9-10-11-12-13-0-14-15"),
];
const NO_PORT: &str = "/dev/no-such-port";
const NO_CAMERA: &str = "99";

/// Engine that does not exist, in place of those that a machine may have, and the text before its path.
const NO_ENGINE: &str = "/no/such/engine";
const ENGINE: &str = "uci:path=";

/// Servers that do not exist. Nothing listens on the first port of a machine.
const NO_QUEUE: &str = "nats://127.0.0.1:1";
const NO_DEALER: &str = "localhost:1";

/// Expected result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedResult {
    /// Exit status 0.
    Success,
    /// An exit status, and a part of the message that names what is missing.
    Failure(i32, &'static str),
}

/// Command that a test can run.
#[derive(Clone, Debug)]
pub struct AdaptedCommand {
    /// Arguments of the program, and the file for its output.
    pub command: ShellCommand,
    /// Expected result.
    pub expected: ExpectedResult,
}

impl AdaptedCommand {
    /// A command that must succeed as it is.
    pub fn unchanged(arguments: &str) -> Self {
        let command = split_words(arguments).unwrap_or_else(|error| panic!("{arguments}: {error}"));
        Self { command, expected: ExpectedResult::Success }
    }
}

/// Adapts a command line of a page; one with optional parts becomes two commands. `earlier` are the lines above it.
///
/// # Errors
/// The reason why the line cannot be run.
pub fn adapt(arguments: &str, earlier: &[String]) -> Result<Vec<AdaptedCommand>, String> {
    let arguments = with_repeated_part(arguments, earlier)?;
    let mut variants = vec![with_optional_parts(&arguments, false), with_optional_parts(&arguments, true)];
    variants.dedup();
    variants.iter().map(|variant| adapt_words(split_words(&with_values(variant))?)).collect()
}

fn adapt_words(mut command: ShellCommand) -> Result<AdaptedCommand, String> {
    let words = &mut command.words;
    if words.is_empty() {
        return Err("there is no sub-command".to_owned());
    }
    describe_evolution_by_file(words);
    let beginning = words.join(" ");
    for (_, option, value) in ADDED_OPTIONS.iter().filter(|(start, ..)| begins_with(&beginning, start)) {
        if !words.iter().any(|word| word == option) {
            words.extend([(*option).to_owned(), (*value).to_owned()]);
        }
    }
    limit_numbers(words);
    replace_words(words);
    let expected = expected_result(words);
    Ok(AdaptedCommand { command, expected })
}

/// `true` if a command begins with these words.
fn begins_with(command: &str, words: &str) -> bool {
    command.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Replaces `...` by what an earlier line has in its place.
fn with_repeated_part(arguments: &str, earlier: &[String]) -> Result<String, String> {
    let Some((before, after)) = arguments.split_once(" ... ") else { return Ok(arguments.to_owned()) };
    let is_same = |line: &&String| line.starts_with(before) && line.ends_with(after);
    earlier.iter().rev().find(is_same).cloned().ok_or_else(|| "no earlier line says what `...` stands for".to_owned())
}

/// The command with its parts in square brackets, or without them.
fn with_optional_parts(arguments: &str, are_used: bool) -> String {
    let parts = arguments.split(['[', ']']).zip([true, false].into_iter().cycle());
    parts.filter(|(_, is_required)| are_used || *is_required).map(|(part, _)| part).collect()
}

/// Replaces placeholders outside double quotes. A capital letter between quotes is a part of a position or a move.
fn with_values(arguments: &str) -> String {
    let is_in_name = |letter: char| letter.is_alphanumeric() || "-_/.".contains(letter);
    let value = |name: &str| {
        let fits = |entry: &&(&str, &str, &str)| entry.1 == name && arguments.contains(entry.0);
        PLACEHOLDERS.iter().find(fits).map_or_else(|| name.to_owned(), |(.., value)| (*value).to_owned())
    };
    let without_placeholders = |text: &str| -> String {
        let pieces = text.split_inclusive(|letter: char| !is_in_name(letter));
        let replaced = pieces.flat_map(|piece| {
            let name = piece.trim_end_matches(|letter: char| !is_in_name(letter));
            [value(name), piece[name.len()..].to_owned()]
        });
        replaced.collect()
    };
    let parts = arguments.split_inclusive('"').zip([false, true].into_iter().cycle());
    parts.map(|(part, is_quoted)| if is_quoted { part.to_owned() } else { without_placeholders(part) }).collect()
}

/// Replaces the name of a shipped evolution by a description, whose numbers can be reduced. Its folder has the file.
fn describe_evolution_by_file(words: &mut [String]) {
    if let [command, description, options @ ..] = words
        && command.as_str() == "evolve"
        && !options.iter().any(|option| option == "--show")
        && !description.starts_with('-')
        && !has_extension(description, "toml")
    {
        description.push_str(".toml");
    }
}

/// Limit of a number that is larger.
fn limit(name: &str, value: &str) -> Option<&'static str> {
    let &(_, most) = LIMITS.iter().find(|(limited, _)| *limited == name)?;
    let [value, largest] = [value, most].map(|number| number.parse::<f64>().ok());
    (value? > largest?).then_some(most)
}

/// Limits the numbers of options and of players, and gives limits to players that have none.
fn limit_numbers(words: &mut [String]) {
    let has_program = words.iter().any(|word| word == "--program");
    for at in 1..words.len() {
        let option = words[at - 1].strip_prefix("--").unwrap_or_default().to_owned();
        if option == "players" || option == "player" {
            words[at] = with_limited_players(&words[at]);
        }
        words[at] = with_limited_assignments(&words[at]);
        // An external program has to start within its time.
        if let Some(most) = limit(&option, &words[at]).filter(|_| option != "seconds" || !has_program) {
            most.clone_into(&mut words[at]);
        }
    }
}

fn with_limited_players(list: &str) -> String {
    let limited = |player: &str| {
        if SEARCHING_PLAYERS.contains(&player) { format!("{player}:nodes=20") } else { player.to_owned() }
    };
    list.split(',').map(limited).collect::<Vec<_>>().join(",")
}

fn with_limited_assignments(word: &str) -> String {
    let limited = |part: &str| {
        let bare = part.trim_end_matches([',', ':']);
        let (key, value) = bare.split_once('=')?;
        Some(format!("{key}={}{}", limit(key, value)?, &part[bare.len()..]))
    };
    word.split_inclusive([',', ':']).map(|part| limited(part).unwrap_or_else(|| part.to_owned())).collect()
}

/// The text of a TOML file with limited numbers, and with the first element of each list of games.
pub fn with_limited_keys(text: &str) -> String {
    let line = |line: &str| {
        let Some((key, rest)) = line.split_once(" = ") else { return format!("{line}\n") };
        let value = rest.split_once(" #").map_or(rest, |(value, _)| value).trim();
        match (key, value.split_once("\", ")) {
            ("games", Some((first, _))) => format!("{key} = {first}\"]\n"),
            _ => format!("{key} = {}\n", limit(key, value).unwrap_or(rest)),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().concat()
}

fn replace_words(words: &mut [String]) {
    for at in 1..words.len() {
        let (before, word) = (&words[at - 1], &words[at]);
        let stand_in = STAND_INS.iter().find(|entry| entry.0 == before && entry.1 == word).map(|entry| entry.2);
        let server = [("nats://", NO_QUEUE), ("localhost:", NO_DEALER)];
        let server = server.iter().find(|(start, _)| word.starts_with(*start)).map(|(_, server)| *server);
        if let Some(replacement) = stand_in.or(server) {
            replacement.clone_into(&mut words[at]);
        }
        if let Some((before, after)) = words[at].split_once(ENGINE) {
            let options = after.split_once(',').map_or_else(String::new, |(_, options)| format!(",{options}"));
            words[at] = format!("{before}{ENGINE}{NO_ENGINE}{options}");
        }
    }
}

/// Expected result of an adapted command: a failure where a device, a server or a feature of the program is missing.
fn expected_result(words: &[String]) -> ExpectedResult {
    let command = words.join(" ");
    let has = |word: &str| words.iter().any(|other| other == word);
    let needs_engine = command.contains(NO_ENGINE);
    let needs_opencv = has(NO_CAMERA) || begins_with(&command, "camera calibrate");
    let failures = [
        (!cfg!(feature = "window") && words[0] == "gui", 1, "built without the window"),
        (!cfg!(feature = "queue") && words[0] == "worker", 2, "unrecognized subcommand 'worker'"),
        (!cfg!(feature = "queue") && has("--queue"), 2, "unexpected argument '--queue'"),
        (words[0] == "gui", 1, "there is no screen"),
        (has(NO_QUEUE), 1, "no server answers at 127.0.0.1:1"),
        (has(NO_DEALER), 1, "cannot connect to the dealer at localhost:1"),
        (begins_with(&command, "holdem serve"), 1, "no client connected within"),
        (needs_engine, if words[0] == "tournament" { 1 } else { 2 }, "cannot start /no/such/engine"),
        // The camera is opened before the arm, since the markers tell how the board is laid out.
        (!cfg!(feature = "camera") && needs_opencv, 1, "built without OpenCV"),
        (has(NO_CAMERA), 1, "there is no camera"),
        (has(NO_PORT), 1, "there is no port `/dev/no-such-port`"),
    ];
    let failure = failures.into_iter().find(|(is_expected, ..)| *is_expected);
    failure.map_or(ExpectedResult::Success, |(_, status, message)| ExpectedResult::Failure(status, message))
}

#[test]
fn numbers_become_small() {
    let adapted = |arguments: &str| {
        let commands = adapt(arguments, &[]).unwrap_or_else(|error| panic!("{arguments}: {error}"));
        commands.into_iter().map(|adapted| adapted.command.words.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(
        adapted("bench go --seconds 10 --seed 10 --playouts 7"),
        ["bench go --seconds 0.01 --seed 10 --playouts 7"]
    );
    assert_eq!(
        adapted("play leduc:deals=50,x=5 --players human,portfolio,a=mcts:nodes=2000,portfolio:level=5"),
        ["play leduc:deals=2,x=5 --players human,portfolio:nodes=20,a=mcts:nodes=20,portfolio:level=5"]
    );
    assert_eq!(
        adapted("perft GAME --depth N [--table 64]"),
        ["perft tic-tac-toe --depth 3", "perft tic-tac-toe --depth 3 --table 4"]
    );
    assert_eq!(adapted("solve GAME --with METHOD"), ["solve puzzle8 --with astar"]);
    assert_eq!(adapted("why chess --line \"sq(1,N) N\""), ["why chess --line sq(1,N) N"]);
    assert_eq!(
        with_limited_keys("a = 5\ngames = 100  # of each\ngames = [\"a\", \"b\"]\n"),
        "a = 5\ngames = 2\ngames = [\"a\"]\n"
    );
}

#[test]
fn repeated_parts_come_from_earlier_lines() {
    let earlier = ["run a --games 1 --out b", "run a --games 3 --out b", "watch b"].map(str::to_owned);
    let adapted = adapt("run a ... --out b", &earlier).expect("there is an earlier line");
    assert_eq!(adapted[0].command.words, ["run", "a", "--games", "2", "--out", "b"]);
    assert!(adapt("run c ... --out b", &earlier).is_err());
}

#[test]
fn devices_and_servers_do_not_exist() {
    let expected = |arguments: &str| adapt(arguments, &[]).map(|commands| commands[0].expected);
    let missing = |message| Ok::<_, String>(ExpectedResult::Failure(1, message));
    assert_eq!(expected("robot teach mill --arm /dev/ttyUSB0"), missing("there is no port `/dev/no-such-port`"));
    assert_eq!(expected("holdem connect localhost:39119"), missing("cannot connect to the dealer at localhost:1"));
    assert_eq!(expected("play mill --arm sim"), Ok(ExpectedResult::Success));
    let engine = adapt("play chess --players uci:path=stockfish,elo=1500,human", &[]).unwrap().remove(0);
    assert_eq!(engine.command.words[3], "uci:path=/no/such/engine,elo=1500,human");
    assert_eq!(engine.expected, ExpectedResult::Failure(2, "cannot start /no/such/engine"));
}
