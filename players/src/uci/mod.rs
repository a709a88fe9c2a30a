//! Play by an external engine over the Universal Chess Interface (UCI; Meyer-Kahlen and Huber 2000). The notation of
//! positions and moves comes with the game, by [`UciNotation`].

mod engine;
mod info;

use std::any::Any;
use std::fmt::{Debug, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;

use crate::options::{OptionKind, OptionSpec, OptionValues};
use crate::player::{Choice, ClockTime, Player, Question};
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{DEPTH, NODES, SECONDS};
use crate::registry::{PlayerArtifacts, PlayerEntry, PlayerSpecError};
use engine::{Engine, SearchEnd};
use info::Info;

/// Name of the player.
pub const PLAYER: &str = "uci";

/// Option for the engine.
pub const PATH: OptionSpec = OptionSpec {
    key: "path",
    kind: OptionKind::Name { default: "stockfish", known: &[] },
    about: "file of the engine, its name in the search path, or a command with arguments",
};
const ELO: OptionSpec = OptionSpec {
    key: "elo",
    kind: OptionKind::Whole { least: 1, most: 10_000, default: None },
    about: "rating to which the engine limits its strength: UCI_LimitStrength and UCI_Elo",
};
const SKILL: OptionSpec = OptionSpec {
    key: "skill",
    kind: OptionKind::Whole { least: 0, most: 1000, default: None },
    about: "strength by the engine's option Skill Level",
};
const THREADS: OptionSpec = OptionSpec {
    key: "threads",
    kind: OptionKind::Whole { least: 1, most: 1024, default: None },
    about: "number of search threads, the engine's option Threads",
};
const HASH: OptionSpec = OptionSpec {
    key: "hash",
    kind: OptionKind::Whole { least: 1, most: 1 << 20, default: None },
    about: "size of the transposition table in MiB, the engine's option Hash",
};
const LINES: OptionSpec = OptionSpec {
    key: "multipv",
    kind: OptionKind::Whole { least: 1, most: 500, default: None },
    about: "number of lines that the engine computes at least, its option MultiPV",
};
const TIMEOUT: OptionSpec = OptionSpec {
    key: "timeout",
    kind: OptionKind::Real { least: 0.05, most: 3600.0, default: Some(10.0) },
    about: "seconds after which an engine that does not answer has failed",
};
/// Options that the engine declares.
pub const OWN: OptionSpec = OptionSpec {
    key: "option.",
    kind: OptionKind::Family,
    about: "any option that the engine declares, as option.Move Overhead=50",
};

/// Reason why the player does not support a game, as the end of a sentence "... games ...".
const NO_NOTATION: &str = "whose moves have no UCI notation";

/// Notation of a game in UCI.
pub trait UciNotation: Debug + Send + Sync {
    /// Name of the game for the option `UCI_Variant`.
    fn variant(&self) -> &str;

    /// FEN of a state.
    ///
    /// # Errors
    /// The reason if a FEN cannot express it.
    fn position(&self, state: &dyn Any) -> Result<String, String>;

    /// Texts of legal moves of a state, as `e2e4`; `None` for a move without one, and an empty list for another game.
    fn move_texts(&self, state: &dyn Any, moves: &[&dyn Any]) -> Vec<Option<String>>;
}

/// Texts of legal moves of a state.
fn move_texts<G: PlayableGame>(notation: &dyn UciNotation, state: &G::State, moves: &[G::Move]) -> Vec<Option<String>> {
    let moves: Vec<&dyn Any> = moves.iter().map(|mv| mv as &dyn Any).collect();
    notation.move_texts(state, &moves)
}

/// The legal move with a text.
fn move_with_text<G: PlayableGame>(
    notation: &dyn UciNotation,
    state: &G::State,
    moves: &[G::Move],
    text: &str,
) -> Option<G::Move> {
    let texts = move_texts::<G>(notation, state, moves);
    moves.iter().zip(texts).find(|(_, known)| known.as_deref() == Some(text)).map(|(&mv, _)| mv)
}

/// Game that the engine follows: it began at a position, and all moves since.
struct FollowedGame<G: Game> {
    fen: String,
    moves: Vec<String>,
    /// State before the last own move, and that move.
    last: (G::State, G::Move),
}

/// A player that asks an engine. The engine runs as long as the player lives.
pub struct UciPlayer<G: Game> {
    notation: Arc<dyn UciNotation>,
    path: String,
    values: OptionValues,
    /// `None` after a failure; then the next question starts it again.
    engine: Option<Engine>,
    followed: Option<FollowedGame<G>>,
}

impl<G: PlayableGame> UciPlayer<G> {
    /// Starts the engine with its options.
    ///
    /// # Errors
    /// The reason if it cannot be used.
    fn start(notation: Arc<dyn UciNotation>, values: &OptionValues) -> Result<Self, String> {
        let path = values.name(&PATH);
        let engine = Some(start_engine(&*notation, values)?);
        Ok(Self { notation, path, values: values.clone(), engine, followed: None })
    }

    /// FEN where the game began, and the moves since. The game goes on if one move leads from the last own move to the
    /// position of the question; otherwise it begins there.
    fn position(&mut self, question: &Question<'_, G>) -> Result<Option<(String, Vec<String>)>, Fault> {
        let Some(FollowedGame { fen, mut moves, last: (before, own) }) = self.followed.take() else { return Ok(None) };
        let Question { game, state, .. } = *question;
        let key = game.key(state);
        if game.key(&before) == key {
            return Ok(Some((fen, moves)));
        }
        let text = |state: &G::State, mv: G::Move| move_texts::<G>(&*self.notation, state, &[mv]).pop().flatten();
        let (mut after, mut replies) = (before.clone(), Vec::new());
        game.apply(&mut after, own)?;
        game.legal_moves(&after, &mut replies)?;
        let mut next = after.clone();
        for reply in replies {
            next.clone_from(&after);
            game.apply(&mut next, reply)?;
            if game.key(&next) == key {
                let played = text(&before, own).zip(text(&after, reply));
                return Ok(played.map(|(own, reply)| {
                    moves.extend([own, reply]);
                    (fen, moves)
                }));
            }
        }
        Ok(None)
    }

    /// Asks the engine; the error is the reason of its failure.
    fn ask(&mut self, question: &Question<'_, G>) -> Result<Result<Choice<G::Move>, Fault>, String> {
        let Question { game, state, moves, ref limits, .. } = *question;
        let followed = match self.position(question) {
            Ok(followed) => followed,
            Err(fault) => return Ok(Err(fault)),
        };
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(start_engine(&*self.notation, &self.values)?),
        };
        let (fen, played) = match followed {
            Some(followed) => followed,
            None => {
                engine.begin_game()?;
                (self.notation.position(state)?, Vec::new())
            }
        };
        let lines = question.lines().max(self.values.whole(&LINES).unwrap_or(1) as usize);
        engine.set_lines(lines)?;
        let mut position = format!("position fen {fen}");
        if !played.is_empty() {
            let _ = write!(position, " moves {}", played.join(" "));
        }
        let clock = self.clock(question);
        let go = go_command(question, clock);
        let at = match clock {
            Some(clock) => Instant::now().checked_add(clock.left),
            None => limits.end(),
        };
        let mut found: Vec<Info> = Vec::new();
        let mut reported = Instant::now();
        let notation = &*self.notation;
        let mut on_info = |info: Info| {
            let (rank, is_last) = (info.rank, info.rank >= lines);
            match found.iter_mut().find(|known| known.rank == rank) {
                Some(known) => *known = info,
                None => found.push(info),
            }
            let is_due = is_last || reported.elapsed() >= REPORT_INTERVAL;
            if question.listener.is_some() && is_due {
                reported = Instant::now();
                question.report(&choices(notation, question, &found));
            }
        };
        let end = SearchEnd { at, stop: limits.stop };
        let engine = self.engine.as_mut().ok_or_else(|| "the engine has not been started".to_owned())?;
        let best = engine.search(&position, &go, &end, &mut on_info)?;
        let Some(mv) = move_with_text::<G>(notation, state, moves, &best) else {
            return Ok(Err(Fault::invalid_move(best)));
        };
        // The deadline of this thread may have passed; that of a new thread has not.
        let converted = std::thread::scope(|scope| scope.spawn(|| choices(notation, question, &found)).join());
        let converted = converted.unwrap_or_default();
        if question.listener.is_some() && !converted.is_empty() {
            question.report(&converted);
        }
        let choice = converted.into_iter().find(|choice| choice.mv == mv);
        self.followed = Some(FollowedGame { fen, moves: played, last: (state.clone(), mv) });
        debug_assert!(game.players() == 2, "UCI has two sides");
        Ok(Ok(choice.unwrap_or_else(|| Choice::without_search(mv))))
    }

    /// The own clock, if the engine is to divide its time itself.
    fn clock(&self, question: &Question<'_, G>) -> Option<ClockTime> {
        let own = question.clocks.get(question.me.index()).copied().flatten();
        own.filter(|_| self.values.number(SECONDS.key).is_none())
    }
}

/// Shortest time between two reports of an unfinished list of lines.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// Starts an engine and sets its options.
fn start_engine(notation: &dyn UciNotation, values: &OptionValues) -> Result<Engine, String> {
    let timeout = values.real(&TIMEOUT).unwrap_or(10.0);
    let mut engine = Engine::start(&values.name(&PATH), Duration::from_secs_f64(timeout))?;
    engine.set_variant(notation.variant())?;
    if let Some(elo) = values.whole(&ELO) {
        engine.set_option("UCI_LimitStrength", "true")?;
        engine.set_option("UCI_Elo", &elo.to_string())?;
    }
    for (option, name) in [(&SKILL, "Skill Level"), (&THREADS, "Threads"), (&HASH, "Hash")] {
        if let Some(value) = values.whole(option) {
            engine.set_option(name, &value.to_string())?;
        }
    }
    for (name, value) in values.family(&OWN) {
        engine.set_option(name, value)?;
    }
    engine.wait_until_ready()?;
    Ok(engine)
}

/// The command that starts a search.
fn go_command<G: Game>(question: &Question<'_, G>, clock: Option<ClockTime>) -> String {
    let (mut go, limits) = ("go".to_owned(), &question.limits);
    let mut add = |word: &str, number: u128| {
        let _ = write!(go, " {word} {number}");
    };
    if clock.is_some() {
        for (clock, [time, increment]) in question.clocks.iter().zip([["wtime", "winc"], ["btime", "binc"]]) {
            if let Some(ClockTime { left, increment: more }) = clock {
                add(time, left.as_millis().max(1));
                add(increment, more.as_millis());
            }
        }
    } else if let Some(left) = limits.time_left() {
        add("movetime", left.as_millis().max(1));
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", u128::from(nodes.max(1)));
    }
    if let Some(depth) = limits.depth {
        add("depth", u128::from(depth.max(1)));
    }
    if go == "go" { "go infinite".to_owned() } else { go }
}

/// The lines of an engine as moves of the game, the best first.
fn choices<G: PlayableGame>(
    notation: &dyn UciNotation,
    question: &Question<'_, G>,
    found: &[Info],
) -> Vec<Choice<G::Move>> {
    let mut found: Vec<&Info> = found.iter().collect();
    found.sort_by_key(|info| info.rank);
    let choice = |info: &Info| {
        let line = line_of_moves(notation, question, &info.line);
        let mv = *line.first()?;
        let (value, score) = (Some(info::value(info.score)), Some(info.score));
        Some(Choice { value, score, depth: info.depth, nodes: info.nodes, line, ..Choice::without_search(mv) })
    };
    found.into_iter().filter_map(choice).collect()
}

/// A line of play up to the first text that is no legal move.
fn line_of_moves<G: PlayableGame>(
    notation: &dyn UciNotation,
    question: &Question<'_, G>,
    line: &[String],
) -> Vec<G::Move> {
    let (game, mut state, mut moves) = (question.game, question.state.clone(), question.moves.to_vec());
    let mut found = Vec::new();
    for text in line {
        let Some(mv) = move_with_text::<G>(notation, &state, &moves, text) else { break };
        found.push(mv);
        if game.apply(&mut state, mv).and_then(|()| game.legal_moves(&state, &mut moves)).is_err() {
            break;
        }
    }
    found
}

impl<G: PlayableGame> Player<G> for UciPlayer<G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        match self.ask(question) {
            Ok(answer) => answer,
            Err(reason) => {
                // The process ends with the value; the next question starts a new one.
                self.engine = None;
                self.followed = None;
                Err(Fault::player_failed(reason))
            }
        }
    }

    fn description(&self) -> Option<String> {
        Some(self.engine.as_ref().map_or(self.path.as_str(), Engine::name).to_owned())
    }
}

/// The player `uci`.
pub(crate) struct UciEntry;

impl RegisteredPlayer for UciEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: PLAYER,
        about: "asks an external engine that speaks UCI, such as Stockfish, for chess and the variants that the engine declares",
        options: &[PATH, SECONDS, NODES, DEPTH, ELO, SKILL, THREADS, HASH, LINES, TIMEOUT, OWN],
        supports_chance: false,
        supports_hidden_information: false,
    };
    const NEEDS_PREPARATION: bool = false;

    fn unsupported_reason<G: Game>(_: &G, artifacts: &PlayerArtifacts) -> Option<&'static str> {
        artifacts.uci_notation.is_none().then_some(NO_NOTATION)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let Some(notation) = &request.artifacts.uci_notation else { return Err(request.unsupported(NO_NOTATION)) };
        let player = UciPlayer::<G>::start(Arc::clone(notation), request.values());
        Ok(Box::new(player.map_err(|why| PlayerSpecError::Engine { player: PLAYER, why })?))
    }
}
