//! What notations tell of a game besides its moves, as in our records and back: who played, and how it ended. What has no place in a
//! notation gets a tag of its own, so that a record comes back as it was.

use std::collections::BTreeMap;

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;
use boardwright_engine::record::{self, End, FORMAT, Header, Played, Reason, Record, ReplayError, Seat};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;

/// Options of a game as they are chosen.
pub type Options = BTreeMap<String, String>;

/// Tags of our own, in order.
pub(super) const SEED: &str = "Seed";
pub(super) const OPENING: &str = "OpeningPlies";
pub(super) const REASON: &str = "EndReason";
pub(super) const BY: &str = "EndBy";
pub(super) const NOTE: &str = "EndNote";
const OWN: [&str; 5] = [SEED, OPENING, REASON, BY, NOTE];

/// A game that is put together move by move.
pub(super) struct Course<'g> {
    game: &'g SpecGame,
    pub(super) state: State,
    position: Option<String>,
    moves: Vec<Played>,
}

/// How a text says that a game ended.
#[derive(Default)]
pub(super) struct Ended<'a> {
    /// Who won, if it says so.
    pub(super) outcome: Option<Outcome>,
    /// How, in words of the notation.
    pub(super) how: &'a str,
}

impl<'g> Course<'g> {
    pub(super) fn new(game: &'g SpecGame, position: Option<State>) -> Self {
        let text = position.as_ref().map(|state| game.state_text(state));
        Self { game, state: position.unwrap_or_else(|| game.start()), position: text, moves: Vec::new() }
    }

    /// Makes a legal move.
    pub(super) fn push(&mut self, mv: Move) -> Result<(), String> {
        let played = Played {
            ply: self.moves.len() + 1,
            player: Some(self.game.mover(&self.state)),
            text: self.game.move_text(&self.state, mv),
            rule: Some(self.game.rules().rules[mv.rule.index()].name.clone()),
        };
        self.game.apply(&mut self.state, mv).map_err(|fault| fault.to_string())?;
        self.moves.push(played);
        Ok(())
    }

    /// The record of the game; `own` gives the values of our own tags. What they say must hold.
    pub(super) fn finish<'t>(
        self,
        options: Options,
        players: Vec<Seat>,
        ended: &Ended<'_>,
        own: impl Fn(&str) -> Option<&'t str>,
    ) -> Result<Record, String> {
        let over = self.game.outcome(&self.state).map_err(|fault| fault.to_string())?;
        let number = |name: &str| {
            let read = |text: &str| text.parse::<u64>().map_err(|_| format!("{name} is a number, not \"{text}\""));
            own(name).map(read).transpose()
        };
        let mut end = ending(over, ended)?;
        if let Some(text) = own(REASON) {
            end.0 = Some(reason(text).ok_or_else(|| format!("{REASON} \"{text}\" is none that records have"))?);
            end.1 = None;
        }
        if let Some(by) = number(BY)? {
            let player = Player::new(by as usize).filter(|player| player.index() < self.game.players());
            end.1 = Some(player.ok_or_else(|| format!("{BY} is a player's number, not {by}"))?);
        }
        let players_of = (1..=self.game.players()).filter_map(Player::new);
        let end = end.0.map(|reason| End {
            reason,
            outcome: over.or(ended.outcome),
            scores: players_of.map(|player| self.game.score(&self.state, player)).collect(),
            by: end.1,
            note: own(NOTE).map(str::to_owned),
            fault: None,
        });
        let rules = self.game.rules();
        let mut moves = self.moves;
        let opening = number(OPENING)?.unwrap_or(0) as usize;
        if opening > moves.len() {
            return Err(format!("{OPENING} is {opening}, but there are {} moves", moves.len()));
        }
        let opening = moves.drain(..opening).map(|played| played.text).collect();
        let header = Header {
            format: FORMAT,
            game: asked(&rules.name, &options),
            name: rules.name.clone(),
            hash: Some(rules.hash.clone()),
            options,
            players,
            seed: number(SEED)?.unwrap_or(0),
            position: self.position,
            opening,
        };
        let record = Record { header, moves, end };
        if OWN.iter().any(|name| own(name).is_some()) {
            let held: Result<_, ReplayError> = record::replay(self.game, &record, &mut |_| Ok(()));
            held.map_err(|error| error.to_string())?;
        }
        Ok(record)
    }
}

/// A game with its options, as the command line has it.
fn asked(name: &str, options: &Options) -> String {
    let options: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
}

/// Why a game ended and who brought it about, from what a text says of it.
fn ending(over: Option<Outcome>, ended: &Ended<'_>) -> Result<(Option<Reason>, Option<Player>), String> {
    let loser = match ended.outcome {
        Some(Outcome::Won(winner)) => Some(winner.next(2)),
        _ => None,
    };
    let how = ended.how.to_ascii_lowercase();
    Ok(match (over, ended.outcome) {
        (Some(over), Some(told)) if over != told => {
            return Err(format!("the result says {told}, but by the rules it is {over}"));
        }
        (Some(_), _) => (Some(Reason::Finished), None),
        (None, None) => (None, None),
        (None, Some(_)) if how.contains("adjudicat") => (Some(Reason::Adjudicated), None),
        (None, Some(Outcome::Draw)) => (Some(Reason::Agreement), None),
        (None, Some(_)) if how.contains("time") => (Some(Reason::Time), loser),
        (None, Some(_)) if how.contains("infraction") || how.contains("forfeit") => (Some(Reason::Illegal), loser),
        (None, Some(_)) => (Some(Reason::Resigned), loser),
    })
}

/// The reasons that a text can bring back, by their names in records.
const REASONS: [(&str, Reason); 12] = [
    ("adjudicated", Reason::Adjudicated),
    ("agreement", Reason::Agreement),
    ("crash", Reason::Crash),
    ("finished", Reason::Finished),
    ("illegal", Reason::Illegal),
    ("left", Reason::Left),
    ("limit", Reason::Limit),
    ("repetition", Reason::Repetition),
    ("resigned", Reason::Resigned),
    ("stall", Reason::Stall),
    ("stopped", Reason::Stopped),
    ("time", Reason::Time),
];

fn reason(name: &str) -> Option<Reason> {
    REASONS.iter().find(|(known, _)| *known == name).map(|&(_, reason)| reason)
}

/// A record played again, to be written.
pub(super) struct Replayed {
    /// The position in which the game began.
    pub(super) first: State,
    pub(super) moves: Vec<Move>,
    /// The end, or nothing where the record was cut off.
    pub(super) outcome: Option<Outcome>,
    /// Why the game ended.
    pub(super) reason: Option<Reason>,
    /// What a notation has no place for, by our own tags.
    pub(super) own: Vec<(&'static str, String)>,
}

/// Plays a record again; `words` is how the notation tells why a game ended.
///
/// # Errors
/// If it does not hold, or ends with a fault.
pub(super) fn replay(
    game: &SpecGame,
    record: &Record,
    words: impl Fn(Option<Reason>) -> &'static str,
) -> Result<Replayed, String> {
    let (mut first, mut moves) = (None, Vec::new());
    let visit = &mut |step: record::Step<'_, SpecGame>| {
        match step.last {
            None => first = Some(step.state.clone()),
            Some((_, mv, _)) => moves.push(mv),
        }
        Ok::<(), ReplayError>(())
    };
    let last = record::replay(game, record, visit).map_err(|error| format!("the record does not hold: {error}"))?;
    let end = record.end.as_ref();
    if end.is_some_and(|end| end.reason == Reason::Fault) {
        return Err("a game that a fault of the rules ended cannot be told in another notation".to_owned());
    }
    let outcome = end.and_then(|end| end.outcome);
    let reason = end.map(|end| end.reason);
    let mut own = Vec::new();
    if record.header.seed != 0 {
        own.push((SEED, record.header.seed.to_string()));
    }
    if !record.header.opening.is_empty() {
        own.push((OPENING, record.header.opening.len().to_string()));
    }
    if let Some(end) = end {
        let over = game.outcome(&last).map_err(|fault| fault.to_string())?;
        let (derived, by) = ending(over, &Ended { outcome, how: words(reason) })?;
        if derived != reason || by != end.by {
            let name = REASONS.iter().find(|(_, reason)| *reason == end.reason).map_or("", |(name, _)| name);
            own.push((REASON, name.to_owned()));
            own.extend(end.by.map(|by| (BY, by.to_string())));
        }
        own.extend(end.note.as_ref().map(|note| (NOTE, note.replace(['\n', '\r'], " "))));
    }
    let first = first.expect("a replay begins with its first position");
    Ok(Replayed { first, moves, outcome, reason, own })
}

/// Who plays, as a name; true for a program.
pub(super) fn name_of(seat: &Seat) -> (String, bool) {
    let mut parameters = seat.parameters.iter();
    match (seat.player.as_str(), parameters.len(), parameters.next()) {
        ("human", 0, _) => ("?".to_owned(), false),
        ("human", 1, Some((key, name))) if key == "name" => (name.clone(), false),
        _ => (asked(&seat.player, &seat.parameters), true),
    }
}

/// Who plays, by a name.
pub(super) fn seat_of(name: &str, program: bool) -> Seat {
    let human = |parameters: BTreeMap<_, _>| Seat { player: "human".into(), parameters };
    if !program {
        let known = !matches!(name.trim(), "" | "?");
        return human(known.then(|| ("name".to_owned(), name.to_owned())).into_iter().collect());
    }
    let (player, list) = name.split_once(':').unwrap_or((name, ""));
    let parameters = list.split(',').filter_map(|pair| pair.split_once('='));
    let parameters = parameters.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    Seat { player: player.to_owned(), parameters }
}

/// The word of a result: for the first player, a draw, for the second, or none.
pub(super) fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Won(Player::FIRST)) => "1-0",
        Some(Outcome::Won(_)) => "0-1",
    }
}

/// What the word of a result says.
pub(super) fn result_of(word: &str) -> Result<Option<Outcome>, String> {
    let won = |number| Player::new(number).map(Outcome::Won);
    match word.trim() {
        "1-0" | "2-0" => Ok(won(1)),
        "0-1" | "0-2" => Ok(won(2)),
        "1/2-1/2" | "1/2" | "1-1" => Ok(Some(Outcome::Draw)),
        "*" | "?" | "" => Ok(None),
        _ => Err(format!("\"{word}\" is no result: they are 1-0, 0-1, 1/2-1/2 and *")),
    }
}
