//! The GAME of the command line: a game file, or a game that ships with the program.
//! It reads and checks; positions and moves are made elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use boardwright_engine::any::{AnyGame, AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;
use boardwright_engine::rules::{Deed, Expr};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_games::kuhn::Kuhn;
use boardwright_games::pig::Pig;
use boardwright_games::{Shipped, ShippedFiles};
use boardwright_lang::{Diagnostic, Request, Scope, Severity, Source};

use crate::error::Error;
use crate::pictures::NearFile;

/// A game that is ready to be played.
#[derive(Debug)]
pub struct Loaded {
    /// As it was asked for.
    pub asked: String,
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What was asked for behind the name.
    pub options: BTreeMap<String, String>,
    /// Its file and those that it is based on, if it is one.
    pub sources: Vec<Source>,
    /// What the words of its file stand for.
    pub scope: Scope,
    /// What somebody should know who did not write its file.
    pub note: Option<String>,
    code: Code,
}

/// The kinds of games; each is known when the program is built, so that counting and sampling are fast.
#[derive(Debug)]
enum Code {
    Spec(SpecGame),
    Pig(Pig),
    Kuhn(Kuhn),
}

/// A game whose kind is known when the program is built: all that whoever counts, samples or plays asks of it.
pub trait Known:
    Game<State: Send + Sync + 'static, Move: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
}

impl<G> Known for G where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
}

/// Something done with a game whose kind is known.
pub trait Job {
    /// What comes of it.
    type Output;

    /// Does it; `state` is a position of this game.
    fn run<G: Known>(self, game: &G) -> Self::Output;
}

/// A game written in Rust.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How many players it has.
    pub players: usize,
    /// What kind of game it is.
    pub kind: &'static str,
}

/// The games written in Rust, by name.
pub const WRITTEN: [Written; 2] = [
    Written { name: "kuhn", title: "Kuhn poker", players: 2, kind: "cards" },
    Written { name: "pig", title: "Pig", players: 2, kind: "dice" },
];

impl Loaded {
    /// The game, of whatever kind.
    pub fn game(&self) -> &dyn AnyGame {
        match &self.code {
            Code::Spec(game) => game,
            Code::Pig(game) => game,
            Code::Kuhn(game) => game,
        }
    }

    /// The game, if it is a game file.
    pub fn spec(&self) -> Option<&SpecGame> {
        match &self.code {
            Code::Spec(game) => Some(game),
            Code::Pig(_) | Code::Kuhn(_) => None,
        }
    }

    /// Does something with the game as what it is.
    pub fn with<J: Job>(&self, job: J) -> J::Output {
        match &self.code {
            Code::Spec(game) => job.run(game),
            Code::Pig(game) => job.run(game),
            Code::Kuhn(game) => job.run(game),
        }
    }

    /// What its file says of it, if it says anything.
    pub fn about(&self) -> Option<&str> {
        self.spec().map(|game| game.rules().about.about.as_str()).filter(|about| !about.is_empty())
    }

    /// The hash of its file.
    pub fn hash(&self) -> Option<String> {
        self.spec().map(|game| game.rules().hash.clone())
    }

    /// All players.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (1..=self.game().players()).filter_map(Player::new)
    }

    /// What each player has.
    pub fn scores(&self, state: &AnyState) -> Vec<f64> {
        self.players().map(|player| self.game().score(state, player)).collect()
    }

    /// Whether scores mean anything.
    pub fn keeps_scores(&self) -> bool {
        self.spec().is_none_or(|game| {
            let rules = game.rules();
            let set = |action: &Expr| matches!(action, Expr::Do(Deed::SetScore, _));
            !rules.scorings.is_empty()
                || rules.rules.iter().any(|rule| !rule.awards.is_empty())
                || rules.exprs.iter().any(|(_, expr)| set(expr))
        })
    }

    /// A player for people: the number, and the name where it says more.
    pub fn person(&self, player: Player) -> String {
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
    pub fn as_spec<'a>(&'a self, state: &'a AnyState) -> Option<(&'a SpecGame, &'a State)> {
        Some((self.spec()?, state.downcast_ref()?))
    }

    /// What people call a move, where its rule has a label.
    pub fn label(&self, state: &AnyState, mv: &AnyMove) -> Result<Option<String>, Fault> {
        let Some(((game, state), mv)) = self.as_spec(state).zip(mv.downcast_ref::<Move>()) else { return Ok(None) };
        game.label(state, *mv)
    }

    /// A move for people: its label where its rule has one, else where it goes, and from where if that makes a difference.
    pub fn told(&self, state: &AnyState, mv: &AnyMove) -> String {
        if let Ok(Some(label)) = self.label(state, mv) {
            return label;
        }
        let text = || self.game().move_text(state, mv);
        let Some((game, told)) = self.spec().zip(mv.downcast_ref::<Move>()) else { return text() };
        let locations = &game.rules().locations;
        match (told.from.map(|from| &locations[from.index()]), told.to.map(|to| &locations[to.index()])) {
            (Some(from), Some(to)) if from.relevant => format!("{} {}", from.name, to.name),
            (_, Some(to)) => to.name.clone(),
            (Some(from), None) => from.name.clone(),
            (None, None) => text(),
        }
    }

    /// A result, for people.
    pub fn result(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Draw if self.game().players() == 1 => "not won".to_owned(),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Won(player) => format!("{} wins", self.person(player)),
        }
    }

    /// A mistake of the game file that showed while it was played.
    pub fn fault(&self, fault: &Fault) -> Error {
        if self.sources.is_empty() {
            return Error::Input(fault.to_string());
        }
        Error::Diagnostics { list: vec![boardwright_lang::fault_diagnostic(fault)], sources: self.sources.clone() }
    }
}

/// Options of a game as they are asked for.
pub type Options = BTreeMap<String, String>;

/// Loads the game that `asked` means.
pub fn load(asked: &str) -> Result<Loaded, Error> {
    load_again(asked, &Options::new())
}

/// Loads the game that `asked` means, with other options if it has none behind its name: those of a record.
pub fn load_again(asked: &str, otherwise: &Options) -> Result<Loaded, Error> {
    let (name, mut options) = split_game(asked)?;
    if options.is_empty() {
        options.clone_from(otherwise);
    }
    match find(name)? {
        Found::Shipped(game) => {
            let (loaded, _) =
                read(asked, &game.source(), &Request { files: &ShippedFiles, ..Request::default() }, options)?;
            Ok(loaded)
        }
        Found::Written(game) => written(asked, game, options),
        Found::File(path) => {
            let near = NearFile::new(path);
            let request = Request { files: &near, pictures: &near, ..Request::default() };
            let (mut loaded, warnings) = read(asked, &read_source(path)?, &request, options)?;
            if warnings > 0 {
                let (plural, file) = (if warnings == 1 { "" } else { "s" }, path.display());
                let warnings = format!("{warnings} warning{plural}");
                loaded.note = Some(format!("{file} has {warnings}; `boardwright check {file}` shows them"));
            }
            Ok(loaded)
        }
    }
}

/// What a name on the command line means.
pub enum Found<'a> {
    /// A game file that ships.
    Shipped(&'static Shipped),
    /// A game written in Rust.
    Written(&'static Written),
    /// A file.
    File(&'a Path),
}

/// Finds the game of this name: a file before a game that ships.
pub fn find(name: &str) -> Result<Found<'_>, Error> {
    let path = Path::new(name);
    if path.exists() {
        return Ok(Found::File(path));
    }
    if let Some(game) = boardwright_games::named(name) {
        return Ok(Found::Shipped(game));
    }
    WRITTEN.iter().find(|game| game.name == name).map(Found::Written).ok_or_else(|| unknown(name))
}

/// A game and its options taken apart; a file may have a colon in its name.
pub fn split_game(asked: &str) -> Result<(&str, Options), Error> {
    if Path::new(asked).exists() { Ok((asked, Options::new())) } else { split_options(asked) }
}

/// The text of the game file at `path`.
pub fn read_source(path: &Path) -> Result<Source, Error> {
    if path.is_dir() {
        return Err(Error::Input(format!("{} is a folder; a game file is needed", path.display())));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
    Ok(Source::new(path.display().to_string(), &bytes))
}

/// The game, and how many warnings there are.
pub fn read(asked: &str, source: &Source, request: &Request<'_>, options: Options) -> Result<(Loaded, usize), Error> {
    let chosen: Vec<(String, String)> = options.clone().into_iter().collect();
    let loaded = boardwright_lang::load_with(source, &Request { options: &chosen, ..*request });
    refuse_choices(asked, &loaded, &chosen)?;
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let errors: Vec<Diagnostic> = loaded.diagnostics.iter().filter(is_error).cloned().collect();
    let Some(rules) = loaded.rules else {
        return Err(Error::Diagnostics { list: errors, sources: loaded.sources });
    };
    let warnings = loaded.diagnostics.len() - errors.len();
    let (name, title) = (rules.name.clone(), rules.title.clone());
    let game = SpecGame::new(rules).map_err(|error| Error::Input(format!("{}: {error}", source.name())))?;
    let (sources, scope, code) = (loaded.sources, loaded.scope, Code::Spec(game));
    Ok((Loaded { asked: asked.to_owned(), name, title, options, sources, scope, note: None, code }, warnings))
}

/// An error if a choice of the command line is none that the game has.
pub fn refuse_choices(
    asked: &str,
    loaded: &boardwright_lang::Loaded,
    chosen: &[(String, String)],
) -> Result<(), Error> {
    let unknown = loaded.diagnostics.iter().find(|diagnostic| diagnostic.code == "unknown-option");
    let impossible = loaded.options.iter().find_map(|option| {
        let (_, wanted) = chosen.iter().find(|(name, wanted)| *name == option.name && *wanted != option.chosen)?;
        Some(format!("the option \"{}\" cannot be \"{wanted}\", it can be {}", option.name, option.values))
    });
    match unknown.map(|diagnostic| diagnostic.message.clone()).or(impossible) {
        Some(wrong) => Err(Error::Usage(format!("{asked}: {wrong}"))),
        None => Ok(()),
    }
}

fn written(asked: &str, game: &Written, options: BTreeMap<String, String>) -> Result<Loaded, Error> {
    let code = if game.name == "pig" {
        refuse_options(game.name, &options, &["target"])?;
        Code::Pig(match options.get("target") {
            None => Pig::default(),
            Some(text) => {
                Pig::new(text.parse().ok().filter(|target| (1..=1_000_000).contains(target)).ok_or_else(|| {
                    Error::Usage(format!("pig: target must be a whole number from 1 to 1000000, not \"{text}\""))
                })?)
            }
        })
    } else {
        refuse_options(game.name, &options, &[])?;
        Code::Kuhn(Kuhn)
    };
    let (name, title) = (game.name.to_owned(), game.title.to_owned());
    Ok(Loaded {
        asked: asked.to_owned(),
        name,
        title,
        options,
        sources: Vec::new(),
        scope: Scope::default(),
        note: None,
        code,
    })
}

/// `name:key=value,key=value` taken apart; also how players are written.
pub fn split_options(text: &str) -> Result<(&str, BTreeMap<String, String>), Error> {
    let Some((name, list)) = text.split_once(':') else { return Ok((text, BTreeMap::new())) };
    let mut options = BTreeMap::new();
    for option in list.split(',').filter(|option| !option.is_empty()) {
        let Some((key, value)) = option.split_once('=') else {
            return Err(Error::Usage(format!("{name}: \"{option}\" is no option, key=value is needed")));
        };
        if options.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(Error::Usage(format!("{name}: the option \"{key}\" is given twice")));
        }
    }
    Ok((name, options))
}

/// An error if an option is none of those known.
pub fn refuse_options(name: &str, options: &BTreeMap<String, String>, known: &[&str]) -> Result<(), Error> {
    let Some(key) = options.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(()) };
    let which = match known {
        [] => "it has no options".to_owned(),
        known => format!("its options are {}", known.join(", ")),
    };
    Err(Error::Usage(format!("{name}: there is no option \"{key}\", {which}")))
}

/// Neither a file nor a name.
fn unknown(name: &str) -> Error {
    let names = boardwright_games::shipped().iter().map(|game| game.name).chain(WRITTEN.iter().map(|game| game.name));
    let looks_like_file = name.contains(['/', '\\']) || Path::new(name).extension().is_some();
    Error::Input(if looks_like_file {
        format!("cannot read {name}: it does not exist")
    } else if let Some(near) = nearest(name, names) {
        format!("unknown game \"{name}\", did you mean \"{near}\"?")
    } else {
        format!("unknown game \"{name}\": it is no file, and `boardwright games` lists the games that ship")
    })
}

/// The word that is nearest to `wanted`, if one is near.
pub fn nearest<'a>(wanted: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let near = words.into_iter().map(|word| (strsim::jaro_winkler(&wanted, &word.to_lowercase()), word));
    near.filter(|&(score, _)| score > 0.8).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(asked: &str) -> String {
        match load(asked) {
            Err(Error::Input(message) | Error::Usage(message)) => message,
            other => panic!("{asked}: {other:?}"),
        }
    }

    #[test]
    fn every_game_that_ships_loads() {
        let names = boardwright_games::shipped().iter().map(|game| game.name).chain(WRITTEN.map(|game| game.name));
        for name in names {
            let loaded = load(name).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
            assert_eq!(loaded.name, name);
        }
    }

    #[test]
    fn moves_without_a_label_are_told_by_their_places() {
        for (name, told) in [("connect-four", "c(1,1)"), ("draughts", ""), ("pig", "roll")] {
            let loaded = load(name).unwrap();
            let state = loaded.game().start();
            let (_, moves) = loaded.game().turn(&state).unwrap();
            let first = loaded.told(&state, &moves[0]);
            assert!(first.starts_with(told) && !first.is_empty(), "{name}: {first}");
        }
    }

    #[test]
    fn says_what_is_wrong_with_the_name() {
        assert_eq!(message("tictactoe"), "unknown game \"tictactoe\", did you mean \"tic-tac-toe\"?");
        assert!(message("quoits").contains("`boardwright games` lists"));
        assert_eq!(message("no/such.game"), "cannot read no/such.game: it does not exist");
        assert!(message(".").contains("is a folder"));
    }

    #[test]
    fn says_what_is_wrong_with_options() {
        assert_eq!(message("nim:heap=1"), "nim:heap=1: the game has no option \"heap\", did you mean \"heaps\"?");
        assert_eq!(
            message("nim:misere=maybe"),
            "nim:misere=maybe: the option \"misere\" cannot be \"maybe\", it can be no, yes"
        );
        assert!(message("gomoku:size=5").ends_with("the option \"size\" cannot be \"5\", it can be 6 to 26"));
        assert_eq!(message("chess:size=9"), "chess:size=9: the game has no option \"size\", it has none");
        assert_eq!(message("pig:goal=3"), "pig: there is no option \"goal\", its options are target");
        assert!(message("pig:target=many").contains("must be a whole number"));
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
