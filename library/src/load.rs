//! Loading of games: the GAME argument of the command line, which is a game file or the name of a shipped game.
//! Positions and moves are not handled here.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::{AnyGame, AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::game::Outcome;
use boardwright_game::ids::{ElementId, Player};
use boardwright_game::operation::GameOperation;
use boardwright_games::notation;
use boardwright_games::rust_games::{LoadedRustGame, RUST_GAMES, RustGameEntry, rust_game};
use boardwright_games::{ShippedFiles, ShippedGame, present_name};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::{Diagnostic, ExpressionScope, LoadRequest, Severity, Source};
use boardwright_rules::{Effect, Expr};

use crate::error::Error;
use crate::nearby_files::NearbyFiles;
use crate::notation::Notation;

/// A loaded game.
#[derive(Debug)]
pub struct LoadedGame {
    /// GAME argument as requested, with options.
    pub argument: String,
    /// Name of the game.
    pub name: String,
    /// Title of the game, for people.
    pub title: String,
    /// Options behind the name.
    pub options: BTreeMap<String, String>,
    /// Game file and the files that it is based on; empty for games written in Rust.
    pub sources: Vec<Source>,
    /// Definitions of the names in the game file.
    pub scope: ExpressionScope,
    /// Warning for users of the game file, if any: a clause to which the program adds where it shows details.
    pub warning: Option<String>,
    code: GameImpl,
}

/// The implementation of a game.
#[derive(Debug)]
enum GameImpl {
    Spec(CompiledGame),
    Rust(LoadedRustGame),
}

impl LoadedGame {
    /// The game with its types erased.
    pub fn game(&self) -> &dyn AnyGame {
        match &self.code {
            GameImpl::Spec(game) => game,
            GameImpl::Rust(game) => game.game(),
        }
    }

    /// The game as a specification, if it comes from a game file.
    pub fn spec(&self) -> Option<&CompiledGame> {
        match &self.code {
            GameImpl::Spec(game) => Some(game),
            GameImpl::Rust(_) => None,
        }
    }

    /// Runs a generic operation on the concrete game. The operation is compiled for every type of game in the crate that
    /// calls this function, so what uses players has a function of this crate instead.
    pub fn run<O: GameOperation>(&self, operation: O) -> O::Output {
        match &self.code {
            GameImpl::Spec(game) => operation.run(game),
            GameImpl::Rust(game) => game.run(operation),
        }
    }

    /// Description in the game file, if any.
    pub fn about(&self) -> Option<&str> {
        match &self.code {
            GameImpl::Spec(game) => Some(game.rules().description.about.as_str()).filter(|about| !about.is_empty()),
            GameImpl::Rust(_) => rust_game(&self.name).map(|entry| entry.info.about),
        }
    }

    /// Hash of the game file.
    pub fn hash(&self) -> Option<String> {
        self.spec().map(|game| game.rules().hash.clone())
    }

    /// Iterates over the players.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (1..=self.game().players()).filter_map(Player::new)
    }

    /// Scores by player.
    pub fn scores(&self, state: &AnyState) -> Vec<f64> {
        self.players().map(|player| self.game().score(state, player)).collect()
    }

    /// `true` if scores can differ from zero.
    pub fn has_scores(&self) -> bool {
        self.spec().is_none_or(|game| {
            let rules = game.rules();
            let set = |action: &Expr| matches!(action, Expr::Effect(Effect::SetScore, _));
            rules.scorings.iter().any(|scoring| !scoring.awards.is_empty())
                || rules.rules.iter().any(|rule| !rule.awards.is_empty())
                || rules.exprs.iter().any(|(_, expr)| set(expr))
        })
    }

    /// Player for messages: the number, and the name where it says more.
    pub fn player_label(&self, player: Player) -> String {
        let name = self.game().player_name(player);
        let number = format!("player {player}");
        if name.is_empty() || name.eq_ignore_ascii_case(&number) {
            number
        } else if self.game().players() == 1 {
            name
        } else {
            format!("{name} ({number})")
        }
    }

    /// The game and the state as those of a game file, if it is one.
    pub fn as_spec<'a>(&'a self, state: &'a AnyState) -> Option<(&'a CompiledGame, &'a State)> {
        Some((self.spec()?, state.downcast_ref()?))
    }

    /// Label of a move for people, if its rule has one.
    pub fn label(&self, state: &AnyState, mv: &AnyMove) -> Result<Option<String>, Fault> {
        let Some(((game, state), mv)) = self.as_spec(state).zip(mv.downcast_ref::<Move>()) else { return Ok(None) };
        game.label(state, *mv)
    }

    /// Texts of legal moves in the notation of the game, in their order; their full texts for a game without a file, or
    /// if the rules fail. `moves` are all legal moves.
    pub fn move_descriptions(&self, state: &AnyState, moves: &[AnyMove]) -> Vec<String> {
        let full = || moves.iter().map(|mv| self.game().move_text(state, mv)).collect();
        let Some((game, state)) = self.as_spec(state) else { return full() };
        let plain: Option<Vec<Move>> = moves.iter().map(|mv| mv.downcast_ref().copied()).collect();
        let written = plain.and_then(|moves| Notation::new(game).write(state, &moves).ok());
        written.unwrap_or_else(full)
    }

    /// Moves without those that people cannot tell apart from an earlier one: moves of an equal piece from the same place, or
    /// from the supply off the board, by the same rule with the same choice and label.
    pub fn distinct_moves(&self, state: &AnyState, moves: Vec<AnyMove>) -> Vec<AnyMove> {
        let Some((game, at)) = self.as_spec(state) else { return moves };
        let rules = game.rules();
        let kind = |element: ElementId| {
            let kind = rules.elements[element.index()].kind;
            (kind, game.owner(at, element), game.element_state(at, element), game.location(at, element))
        };
        let label = |mv: &AnyMove| self.label(state, mv).ok().flatten();
        let mut known: HashMap<_, Vec<AnyMove>> = HashMap::new();
        moves
            .into_iter()
            .filter(|any| {
                let Some((mv, element)) = any.downcast_ref::<Move>().and_then(|mv| Some((mv, mv.element?))) else {
                    return true;
                };
                let key = (mv.rule, mv.choice, mv.for_index, mv.from, mv.to, kind(element));
                let equal = known.entry(key).or_default();
                let is_new = equal.is_empty() || equal.iter().all(|other| label(other) != label(any));
                if is_new {
                    equal.push(any.clone());
                }
                is_new
            })
            .collect()
    }

    /// Text of one legal move in the notation of the game.
    pub fn move_description(&self, state: &AnyState, mv: &AnyMove) -> String {
        let full = || self.game().move_text(state, mv);
        let Ok((_, mut moves)) = self.game().legal_moves(state) else { return full() };
        let text = full();
        let at = moves.iter().position(|other| self.game().move_text(state, other) == text);
        match at {
            Some(at) => {
                moves.swap(0, at);
                self.move_descriptions(state, &self.distinct_moves(state, moves)).swap_remove(0)
            }
            // One of several equal pieces that is not listed.
            None => self.move_descriptions(state, std::slice::from_ref(mv)).pop().unwrap_or(text),
        }
    }

    /// The legal moves that a text denotes in the notation of the game; none if the rules fail for one of them.
    pub fn moves_written(&self, state: &AnyState, moves: &[AnyMove], typed: &str) -> Vec<AnyMove> {
        let Some((game, state)) = self.as_spec(state) else { return Vec::new() };
        let plain: Vec<Move> = moves.iter().filter_map(|mv| mv.downcast_ref().copied()).collect();
        let found = Notation::new(game).find(state, &plain, typed).unwrap_or_default();
        found.into_iter().map(AnyMove::new).collect()
    }

    /// Full text of an illegal move that a text means in the notation of the game, for explanations.
    pub fn illegal_move_written(&self, state: &AnyState, typed: &str) -> Option<String> {
        let (game, state) = self.as_spec(state)?;
        let castling = notation::castling_king_move(game, state, typed);
        Notation::new(game).find_illegal(state, castling.as_deref().unwrap_or(typed))
    }

    /// Description of an outcome for people.
    pub fn outcome_text(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Draw if self.game().players() == 1 => "not won".to_owned(),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Won(player) => format!("{} wins", self.player_label(player)),
        }
    }

    /// Error for a run-time fault of the game file, or of a player.
    pub fn fault_error(&self, fault: &Fault) -> Error {
        if self.sources.is_empty() || fault.is_of_player() {
            return Error::Input(fault.to_string());
        }
        Error::Diagnostics { list: vec![boardwright_lang::fault_diagnostic(fault)], sources: self.sources.clone() }
    }
}

/// Options of a game, by name.
pub type Options = BTreeMap<String, String>;

/// Loads the game requested by `argument`.
pub fn load(argument: &str) -> Result<LoadedGame, Error> {
    load_with_options(argument, &Options::new())
}

/// Loads the game requested by `argument`; the options `otherwise`, such as those of a record, apply if it has none of
/// its own.
pub fn load_with_options(argument: &str, otherwise: &Options) -> Result<LoadedGame, Error> {
    let (name, mut options) = split_game(argument)?;
    if options.is_empty() {
        options.clone_from(otherwise);
    }
    match find_game(name)? {
        GameSource::Shipped(game) => {
            let (loaded, _) = compile_game(
                argument,
                &game.source(),
                &LoadRequest { files: &ShippedFiles, ..LoadRequest::default() },
                options,
            )?;
            Ok(loaded)
        }
        GameSource::RustGame(game) => load_rust_game(argument, game, options),
        GameSource::File(path) => {
            let near = NearbyFiles::new(path);
            let request = LoadRequest { files: &near, pictures: &near, ..LoadRequest::default() };
            let (mut loaded, warnings) = compile_game(argument, &read_source(path)?, &request, options)?;
            if warnings > 0 {
                let plural = if warnings == 1 { "" } else { "s" };
                loaded.warning = Some(format!("{} has {warnings} warning{plural}", path.display()));
            }
            Ok(loaded)
        }
    }
}

/// Kind of game that a name refers to.
pub enum GameSource<'a> {
    /// A shipped game file.
    Shipped(&'static ShippedGame),
    /// A game written in Rust.
    RustGame(&'static RustGameEntry),
    /// A file on disk.
    File(&'a Path),
}

/// Finds the game of this name, or of this earlier name. A file takes precedence over a shipped game, and a shipped game over
/// a folder.
pub fn find_game(name: &str) -> Result<GameSource<'_>, Error> {
    let path = Path::new(name);
    let shipped = || {
        let name = present_name(name);
        let in_rust = || rust_game(name).map(GameSource::RustGame);
        boardwright_games::shipped_game(name).map(GameSource::Shipped).or_else(in_rust)
    };
    match shipped() {
        Some(game) if !path.exists() || path.is_dir() => Ok(game),
        _ if path.exists() => Ok(GameSource::File(path)),
        _ => Err(unknown_game_error(name)),
    }
}

/// Splits a request into game and options; the name of an existing file may contain a colon.
pub fn split_game(argument: &str) -> Result<(&str, Options), Error> {
    if Path::new(argument).exists() { Ok((argument, Options::new())) } else { split_options(argument) }
}

/// Reads the game file at `path`.
pub fn read_source(path: &Path) -> Result<Source, Error> {
    if path.is_dir() {
        return Err(Error::Input(format!("{} is a folder; a game file is needed", path.display())));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    Ok(Source::new(path.display().to_string(), &bytes))
}

/// Compiles a game; returns it with the number of warnings.
pub fn compile_game(
    argument: &str,
    source: &Source,
    request: &LoadRequest<'_>,
    options: Options,
) -> Result<(LoadedGame, usize), Error> {
    let chosen: Vec<(String, String)> = options.clone().into_iter().collect();
    let loaded = boardwright_lang::load_with(source, &LoadRequest { options: &chosen, ..*request });
    check_options(argument, &loaded, &chosen)?;
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let errors: Vec<Diagnostic> = loaded.diagnostics.iter().filter(is_error).cloned().collect();
    let Some(rules) = loaded.rules else {
        return Err(Error::Diagnostics { list: errors, sources: loaded.sources });
    };
    let warnings = loaded.diagnostics.len() - errors.len();
    let (name, title) = (rules.name.clone(), rules.title.clone());
    let game = CompiledGame::new(rules).map_err(|error| Error::Input(format!("{}: {error}", source.name())))?;
    let (sources, scope, code) = (loaded.sources, loaded.scope, GameImpl::Spec(game));
    Ok((
        LoadedGame { argument: argument.to_owned(), name, title, options, sources, scope, warning: None, code },
        warnings,
    ))
}

/// Returns an error if the game does not have a requested option, or not with this value.
pub fn check_options(
    argument: &str,
    loaded: &boardwright_lang::LoadedGame,
    chosen: &[(String, String)],
) -> Result<(), Error> {
    let unknown = loaded.diagnostics.iter().find(|diagnostic| diagnostic.code == "unknown-option");
    let impossible = loaded.options.iter().find_map(|option| {
        let (_, wanted) = chosen.iter().find(|(name, wanted)| *name == option.name && *wanted != option.chosen)?;
        Some(format!("the option \"{}\" cannot be \"{wanted}\", it can be {}", option.name, option.values))
    });
    match unknown.map(|diagnostic| diagnostic.message.clone()).or(impossible) {
        Some(wrong) => Err(Error::Usage(format!("{argument}: {wrong}"))),
        None => Ok(()),
    }
}

fn load_rust_game(
    argument: &str,
    entry: &RustGameEntry,
    options: BTreeMap<String, String>,
) -> Result<LoadedGame, Error> {
    let code = entry.load(&options).map_err(|error| Error::Usage(format!("{argument}: {error}")))?;
    let code = GameImpl::Rust(code);
    let (name, title) = (entry.info.name.to_owned(), entry.info.title.to_owned());
    Ok(LoadedGame {
        argument: argument.to_owned(),
        name,
        title,
        options,
        sources: Vec::new(),
        scope: ExpressionScope::default(),
        warning: None,
        code,
    })
}

/// Splits `name:key=value,key=value`, the syntax of games and players, into name and options.
pub fn split_options(text: &str) -> Result<(&str, BTreeMap<String, String>), Error> {
    let Some((name, list)) = text.split_once(':') else { return Ok((text, BTreeMap::new())) };
    let mut options = BTreeMap::new();
    for option in list.split(',').filter(|option| !option.is_empty()) {
        let Some((key, value)) = option.split_once('=') else {
            return Err(Error::Usage(format!("{name}: \"{option}\" is not an option; key=value is needed")));
        };
        if options.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(Error::Usage(format!("{name}: the option \"{key}\" is given twice")));
        }
    }
    Ok((name, options))
}

/// Returns an error if an option is not one of `known`.
pub fn check_option_names(name: &str, options: &BTreeMap<String, String>, known: &[&str]) -> Result<(), Error> {
    let Some(key) = options.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(()) };
    let which = match known {
        [] => "it has no options".to_owned(),
        known => format!("its options are {}", known.join(", ")),
    };
    Err(Error::Usage(format!("{name}: there is no option \"{key}\", {which}")))
}

/// Error for an argument that is neither a file nor the name of a game.
fn unknown_game_error(name: &str) -> Error {
    let names = boardwright_games::shipped_games()
        .iter()
        .map(|game| game.name)
        .chain(RUST_GAMES.iter().map(|game| game.info.name));
    let looks_like_file = name.contains(['/', '\\']) || Path::new(name).extension().is_some();
    Error::Input(if looks_like_file {
        format!("cannot read {name}: it does not exist")
    } else if let Some(near) = nearest_word(name, names) {
        format!("unknown game \"{name}\", did you mean \"{near}\"?")
    } else {
        format!("unknown game \"{name}\": it is not a file; `boardwright games` lists the games that ship")
    })
}

/// Word with the greatest Jaro-Winkler similarity to `wanted`, if that exceeds 0.8.
pub fn nearest_word<'a>(wanted: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let near = words.into_iter().map(|word| (strsim::jaro_winkler(&wanted, &word.to_lowercase()), word));
    near.filter(|&(score, _)| score > 0.8).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(argument: &str) -> String {
        match load(argument) {
            Err(Error::Input(message) | Error::Usage(message)) => message,
            other => panic!("{argument}: {other:?}"),
        }
    }

    #[test]
    fn every_shipped_game_loads() {
        let names = boardwright_games::shipped_games()
            .iter()
            .map(|game| game.name)
            .chain(RUST_GAMES.iter().map(|game| game.info.name));
        for name in names {
            let loaded = load(name).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
            assert_eq!(loaded.name, name);
        }
    }

    #[test]
    fn moves_without_a_label_are_described_by_their_locations() {
        for (name, start) in [("connect-four", "1"), ("draughts", "12-16"), ("pig", "roll")] {
            let loaded = load(name).unwrap();
            let state = loaded.game().initial_state();
            let (_, moves) = loaded.game().legal_moves(&state).unwrap();
            let first = loaded.move_description(&state, &moves[0]);
            assert!(first.starts_with(start) && !first.is_empty(), "{name}: {first}");
        }
    }

    #[test]
    fn invalid_names_are_explained() {
        assert_eq!(message("tictactoe"), "unknown game \"tictactoe\", did you mean \"tic-tac-toe\"?");
        assert!(message("monopoly").contains("`boardwright games` lists"));
        assert_eq!(message("no/such.game"), "cannot read no/such.game: it does not exist");
        assert!(message(".").contains("is a folder"));
    }

    #[test]
    fn invalid_options_are_explained() {
        assert_eq!(message("nim:heap=1"), "nim:heap=1: the game has no option \"heap\", did you mean \"heaps\"?");
        assert_eq!(
            message("nim:misere=maybe"),
            "nim:misere=maybe: the option \"misere\" cannot be \"maybe\", it can be no, yes"
        );
        assert!(message("gomoku:size=5").ends_with("the option \"size\" cannot be \"5\", it can be 6 to 26"));
        assert_eq!(message("chess:size=9"), "chess:size=9: the game has no option \"size\", it has none");
        assert!(message("leduc:goal=3").starts_with("leduc:goal=3: the game has no option \"goal\", it has "));
        assert!(message("leduc:deals=0").ends_with("the option \"deals\" cannot be \"0\", it can be 1 to 1000000"));
        assert!(message("pig:target").contains("key=value is needed"));
        assert!(message("pig:target=1,target=2").contains("given twice"));
        assert_eq!(load("pig:target=20").unwrap().options["target"], "20");
        let nim = load("nim:heaps=1-2,misere=yes").unwrap();
        assert_eq!(
            (nim.name.as_str(), nim.options["heaps"].as_str(), nim.options["misere"].as_str()),
            ("nim", "1-2", "yes")
        );
        assert_eq!(nim.spec().unwrap().rules().elements.len(), 3);
    }
}
