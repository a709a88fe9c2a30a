//! Conversion of game data other than moves between notations and records: players, result, and reason of the end. Data
//! without an equivalent in a notation gets additional tags, so that conversion to a notation and back preserves the
//! record.

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::record::{
    self, EndReason, FORMAT, GameEnd, GameMetadata, Record, RecordHeader, ReplayError, Seat,
};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::builder::RecordBuilder;

/// Options of a game, by name.
pub type Options = BTreeMap<String, String>;

/// Additional tags, in order.
pub(super) const SEED: &str = "Seed";
pub(super) const OPENING: &str = "OpeningPlies";
pub(super) const REASON: &str = "EndReason";
pub(super) const BY: &str = "EndBy";
pub(super) const NOTE: &str = "EndNote";
pub(super) const EXTRA_TAGS: [&str; 5] = [SEED, OPENING, REASON, BY, NOTE];

/// End of a game as given in a text.
#[derive(Default)]
pub(super) struct GivenEnd<'a> {
    /// Outcome, if given.
    pub(super) outcome: Option<Outcome>,
    /// Termination, in the words of the notation.
    pub(super) termination: &'a str,
}

impl RecordBuilder<'_> {
    /// Builds the record; `own` gives the values of the additional tags. The record is verified against them.
    pub(super) fn finish<'t>(
        self,
        options: Options,
        players: Vec<Seat>,
        ended: &GivenEnd<'_>,
        mut metadata: GameMetadata,
        extra_tags: impl Fn(&str) -> Option<&'t str>,
    ) -> Result<Record, String> {
        let over = self.game.outcome(&self.state).map_err(|fault| fault.to_string())?;
        let number = |name: &str| {
            let read = |text: &str| text.parse::<u64>().map_err(|_| format!("{name} is a number, not \"{text}\""));
            extra_tags(name).map(read).transpose()
        };
        let mut end = derive_end(over, ended)?;
        if let Some(text) = extra_tags(REASON) {
            end.0 = Some(parse_reason(text).ok_or_else(|| format!("{REASON} \"{text}\" is not a reason of records"))?);
            end.1 = None;
        }
        if let Some(by) = number(BY)? {
            let player = Player::new(by as usize).filter(|player| player.index() < self.game.players());
            end.1 = Some(player.ok_or_else(|| format!("{BY} is a player's number, not {by}"))?);
        }
        let players_of = (1..=self.game.players()).filter_map(Player::new);
        let scores = players_of.map(|player| self.game.score(&self.state, player)).collect();
        let end = end.0.map(|reason| GameEnd {
            by: end.1,
            note: extra_tags(NOTE).map(str::to_owned),
            ..GameEnd::new(reason, over.or(ended.outcome), scores)
        });
        let rules = self.game.rules();
        let (game, position) = (self.game, self.position.clone());
        let (mut moves, annotations) = self.take();
        metadata.annotations = annotations;
        let opening = number(OPENING)?.unwrap_or(0) as usize;
        if opening > moves.len() {
            return Err(format!("{OPENING} is {opening}, but there are {} moves", moves.len()));
        }
        let opening = moves.drain(..opening).map(|played| played.text).collect();
        let header = RecordHeader {
            format: FORMAT,
            game: game_argument(&rules.name, &options),
            name: rules.name.clone(),
            hash: Some(rules.hash.clone()),
            options,
            players,
            seed: number(SEED)?.unwrap_or(0),
            position,
            opening,
            metadata,
        };
        let record = Record { header, moves, end };
        if EXTRA_TAGS.iter().any(|name| extra_tags(name).is_some()) {
            let replayed: Result<_, ReplayError> = record::replay(game, &record, &mut |_| Ok(()));
            replayed.map_err(|error| error.to_string())?;
        }
        Ok(record)
    }
}

/// GAME argument of the command line for a game with options.
fn game_argument(name: &str, options: &Options) -> String {
    let options: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
}

/// Reason of the end and responsible player, derived from the outcome by the rules and the end given in a text.
fn derive_end(over: Option<Outcome>, ended: &GivenEnd<'_>) -> Result<(Option<EndReason>, Option<Player>), String> {
    let loser = match ended.outcome {
        Some(Outcome::Won(winner)) => Some(winner.next(2)),
        _ => None,
    };
    let how = ended.termination.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| how.contains(word));
    Ok(match (over, ended.outcome) {
        (Some(over), Some(stated)) if over != stated => {
            return Err(format!("the result says {stated}, but by the rules it is {over}"));
        }
        (Some(_), _) => (Some(EndReason::Finished), None),
        (None, _) if says(&["abandon", "death", "emergency"]) => (Some(EndReason::Left), loser),
        (None, None) => (None, None),
        // A result of a game that nobody ended.
        (None, Some(_)) if says(&["unterminated"]) => (Some(EndReason::Left), None),
        (None, Some(_)) if says(&["adjudicat"]) => (Some(EndReason::Adjudicated), None),
        (None, Some(_)) if says(&["time"]) => (Some(EndReason::Time), loser),
        (None, Some(Outcome::Draw)) if says(&["repetition"]) => (Some(EndReason::Repetition), None),
        (None, Some(Outcome::Draw)) => (Some(EndReason::Agreement), None),
        (None, Some(_)) if says(&["infraction", "forfeit"]) => (Some(EndReason::Illegal), loser),
        (None, Some(_)) => (Some(EndReason::Resigned), loser),
    })
}

/// `true` if the reader derives the end of a game from these words, or if they say nothing in particular.
pub(super) fn is_known_termination(words: &str) -> bool {
    const KNOWN: [&str; 14] = [
        "abandon",
        "adjudicat",
        "agree",
        "checkmate",
        "death",
        "emergency",
        "forfeit",
        "infraction",
        "normal",
        "repetition",
        "resign",
        "stalemate",
        "time",
        "unterminated",
    ];
    let words = words.trim().to_ascii_lowercase();
    matches!(words.as_str(), "" | "?") || KNOWN.iter().any(|known| words.contains(known))
}

/// Reasons that a text can give, by their names in records.
const REASONS: [(&str, EndReason); 12] = [
    ("adjudicated", EndReason::Adjudicated),
    ("agreement", EndReason::Agreement),
    ("crash", EndReason::Crash),
    ("finished", EndReason::Finished),
    ("illegal", EndReason::Illegal),
    ("left", EndReason::Left),
    ("limit", EndReason::Limit),
    ("repetition", EndReason::Repetition),
    ("resigned", EndReason::Resigned),
    ("stall", EndReason::Stall),
    ("stopped", EndReason::Stopped),
    ("time", EndReason::Time),
];

fn parse_reason(name: &str) -> Option<EndReason> {
    REASONS.iter().find(|(known, _)| *known == name).map(|&(_, reason)| reason)
}

/// Replayed record, to be written.
pub(super) struct ReplayedRecord {
    /// State in which the game began.
    pub(super) initial_state: State,
    pub(super) moves: Vec<Move>,
    /// Outcome; `None` if the record was cut off.
    pub(super) outcome: Option<Outcome>,
    /// Reason of the end.
    pub(super) reason: Option<EndReason>,
    /// Values of the additional tags.
    pub(super) extra_tags: Vec<(&'static str, String)>,
}

/// Replays a record; `words` gives the notation's text for the reason and the outcome of the end.
///
/// # Errors
/// If the record cannot be replayed, or ends with a fault.
pub(super) fn replay_record(
    game: &CompiledGame,
    record: &Record,
    words: impl Fn(Option<EndReason>, Option<Outcome>) -> String,
) -> Result<ReplayedRecord, String> {
    let (mut first, mut moves) = (None, Vec::new());
    let visit = &mut |step: record::ReplayStep<'_, CompiledGame>| {
        match step.last {
            None => first = Some(step.state.clone()),
            Some((_, mv, _)) => moves.push(mv),
        }
        Ok::<(), ReplayError>(())
    };
    let last = record::replay(game, record, visit).map_err(|error| format!("the record does not hold: {error}"))?;
    let end = record.end.as_ref();
    if end.is_some_and(|end| end.reason == EndReason::Fault) {
        return Err("a game that ended with an error of its rules cannot be written in another notation".to_owned());
    }
    let outcome = end.and_then(|end| end.outcome);
    let reason = end.map(|end| end.reason);
    let mut extra_tags = Vec::new();
    if record.header.seed != 0 {
        extra_tags.push((SEED, record.header.seed.to_string()));
    }
    if !record.header.opening.is_empty() {
        extra_tags.push((OPENING, record.header.opening.len().to_string()));
    }
    if let Some(end) = end {
        let over = game.outcome(&last).map_err(|fault| fault.to_string())?;
        let (derived, by) = derive_end(over, &GivenEnd { outcome, termination: &words(reason, outcome) })?;
        if derived != reason || by != end.by {
            let name = REASONS.iter().find(|(_, reason)| *reason == end.reason).map_or("", |(name, _)| name);
            extra_tags.push((REASON, name.to_owned()));
            extra_tags.extend(end.by.map(|by| (BY, by.to_string())));
        }
        extra_tags.extend(end.note.as_ref().map(|note| (NOTE, note.replace(['\n', '\r'], " "))));
    }
    let initial_state = first.expect("a replay begins with its first position");
    Ok(ReplayedRecord { initial_state, moves, outcome, reason, extra_tags })
}

/// A player in the words of a notation.
pub(super) struct PlayerText {
    /// Name: that of a person, the label in a tournament, or else the program with its parameters.
    pub(super) name: String,
    /// `true` for a program.
    pub(super) is_program: bool,
    /// The program with its parameters, if the name is another one.
    pub(super) program: Option<String>,
}

/// The players of a record.
pub(super) fn player_texts(header: &RecordHeader) -> impl Iterator<Item = PlayerText> + '_ {
    header.players.iter().enumerate().map(|(index, seat)| {
        let (own, is_program) = player_name(seat);
        match header.metadata.labels.get(index).filter(|label| **label != own) {
            Some(label) => PlayerText { name: label.clone(), is_program, program: is_program.then_some(own) },
            None => PlayerText { name: own, is_program, program: None },
        }
    })
}

/// Seats of players as a notation has them, and their labels in a tournament, if they have any.
pub(super) fn parse_players(texts: [PlayerText; 2]) -> ([Seat; 2], Vec<String>) {
    let is_labelled = texts.iter().any(|text| text.program.is_some());
    let labels = if is_labelled { texts.iter().map(|text| text.name.clone()).collect() } else { Vec::new() };
    let seats = texts.map(|text| parse_player(text.program.as_ref().unwrap_or(&text.name), text.is_program));
    (seats, labels)
}

/// Name of a player, and `true` for a program.
fn player_name(seat: &Seat) -> (String, bool) {
    let mut parameters = seat.parameters.iter();
    match (seat.player.as_str(), parameters.len(), parameters.next()) {
        ("human", 0, _) => ("?".to_owned(), false),
        ("human", 1, Some((key, name))) if key == "name" => (name.clone(), false),
        _ => (game_argument(&seat.player, &seat.parameters), true),
    }
}

/// Player of a name.
fn parse_player(name: &str, program: bool) -> Seat {
    let human = |parameters: BTreeMap<_, _>| Seat { player: "human".into(), parameters };
    if !program {
        let known = !matches!(name.trim(), "" | "?");
        return human(known.then(|| ("name".to_owned(), name.to_owned())).into_iter().collect());
    }
    let (player, list) = name.split_once(':').unwrap_or((name, ""));
    let mut parameters: Vec<(String, String)> = Vec::new();
    for part in list.split(',') {
        let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        match (part.split_once('=').filter(|(key, _)| is_key(key)), parameters.last_mut()) {
            (Some((key, value)), _) => parameters.push((key.to_owned(), value.to_owned())),
            // A comma inside a value, such as the command of a program.
            (None, Some((_, value))) => value.extend([",", part]),
            (None, None) => {}
        }
    }
    Seat { player: player.to_owned(), parameters: parameters.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::super::{Notation, load, read, write};
    use super::*;

    #[test]
    fn commas_inside_a_value_are_kept() {
        let seat = parse_player("program:program=python3 bot.py a,b, --c=1,seconds=2", true);
        let parameters: Vec<_> = seat.parameters.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(seat.player, "program");
        assert_eq!(parameters, [("program", "python3 bot.py a,b, --c=1"), ("seconds", "2")]);
        assert_eq!(parse_player("mcts:nodes=300,seed=4", true).parameters.len(), 2);
    }

    /// Games of all notations, with labels of a tournament.
    const GAMES: [(&str, Notation, &str, [&str; 2]); 3] = [
        (
            "chess",
            Notation::Pgn,
            "[Event \"x\"]\n\n1. e4 e5 *\n",
            ["[White \"strong\"]", "[Black \"weak, or \\\"b\\\"\"]"],
        ),
        (
            "draughts",
            Notation::Pdn,
            "[GameType \"21\"]\n\n1. 11-15 23-19 *\n",
            ["[Black \"strong\"]", "[White \"weak, or \\\"b\\\"\"]"],
        ),
        ("hex", Notation::Sgf, "(;FF[4]GM[11]SZ[11];B[a1];W[b2])", ["PB[strong]", "PW[weak, or \"b\"]"]),
    ];

    fn program(seed: &str) -> Seat {
        let parameters = [("nodes", "300"), ("seed", seed)];
        let parameters = parameters.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        Seat { player: "mcts".to_owned(), parameters }
    }

    #[test]
    fn labels_are_the_names_and_the_programs_are_kept() {
        for (name, notation, text, names) in GAMES {
            let game = load(name, &Options::new()).unwrap();
            let mut record = read(notation, &mut load, text).unwrap().remove(0);
            record.header.players = vec![program("1"), program("3976562693")];
            record.header.metadata.labels = ["strong", "weak, or \"b\""].map(str::to_owned).to_vec();
            let written = write(&game, &record).unwrap();
            for expected in names {
                assert!(written.contains(expected), "{written}");
            }
            assert_eq!(read(notation, &mut load, &written).unwrap()[0].header, record.header, "{written}");
            // Without labels the programs are the names.
            record.header.metadata.labels.clear();
            let written = write(&game, &record).unwrap();
            assert!(written.contains("mcts:nodes=300,seed=3976562693") && !written.contains("strong"), "{written}");
            assert_eq!(read(notation, &mut load, &written).unwrap()[0].header, record.header, "{written}");
        }
    }

    #[test]
    fn people_keep_their_names() {
        for (name, notation, text, _) in GAMES {
            let game = load(name, &Options::new()).unwrap();
            let mut record = read(notation, &mut load, text).unwrap().remove(0);
            let person = Seat { player: "human".into(), parameters: [("name".into(), "Anna".into())].into() };
            record.header.players = vec![person, program("1")];
            let written = write(&game, &record).unwrap();
            assert!(written.contains("Anna") && !written.to_ascii_uppercase().contains("PROGRAM \"ANNA"), "{written}");
            assert_eq!(read(notation, &mut load, &written).unwrap()[0].header, record.header, "{written}");
        }
    }
}
