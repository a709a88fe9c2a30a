//! Interactive player at the terminal: shows the position, asks for a move, and handles the other commands.
//! [`pick`](boardwright_library::pick) resolves the text of a move, or explains why it matches none.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use boardwright_arena::{Decision, DrawOffer, GameHistory, MoveRequest};
use boardwright_game::any::AnyMove;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Turn, normalize_spaces};
use boardwright_games::notation::Notation;
use boardwright_library::load::LoadedGame;
use boardwright_library::{Error, explain as reasons, files, store};

use super::seats::HintPlayer;
use crate::arm::{Keys, lock};
use crate::board::{Board, BoardText, format_list};
use crate::commands::convert::notation_text;
use crate::commands::why;
use crate::failure::Failure;
use crate::keyboard::LineInput;
use crate::line_editor::Completions;
use crate::output::reflow;
use crate::symbols::INFALLIBLE_WRITE;
use crate::view::{board_of, board_text, status_text};
use boardwright_library::pick::{MoveRefusal, resolve_moves};

const HELP: &str = "\
You can type
  a move as it is listed, its number, or just where the piece goes (or from where to where) if that is clear;
              a capture of several jumps also as a whole: 23x14x5
  moves       list the legal moves
  board       show the position again
  legend      explain the symbols of the board
  names       show the board with the names of its places
  about       describe the game
  why MOVE    explain why a move is legal and what it does, or why it is not legal
  hint        show the move that a player would make
  undo        take back the last move of a person and what followed
  draw        offer a draw to all others
  save FILE   write the game so far: as PGN, PDN or SGF if FILE ends so, else as a record
  resign      resign; with one opponent, the opponent wins
  quit        leave the game unfinished";

/// Commands, as completions of a line.
const COMMANDS: [&str; 14] = [
    "help", "moves", "board", "legend", "names", "about", "why", "hint", "undo", "draw", "save", "resign", "quit",
    "exit",
];

/// Longer move lists are only printed on request.
const MAX_LISTED: usize = 40;

/// Line width of the move list.
const LINE: usize = 78;

/// Reason why no decision can be obtained from the person.
#[derive(Debug)]
pub enum DecisionError {
    /// The rules failed while a move was resolved.
    Fault(Fault),
    /// The terminal is no longer usable.
    Failure(Failure),
}

impl From<Failure> for DecisionError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Fault> for DecisionError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for DecisionError {
    fn from(error: io::Error) -> Self {
        Self::Failure(error.into())
    }
}

/// Terminal interface of the players that are people.
#[derive(Debug)]
pub struct Human<'a> {
    loaded: &'a LoadedGame,
    board: Option<Board>,
    /// Lines of the legend that have been shown.
    explained: HashSet<String>,
    /// `true` until the board is shown for the first time.
    is_first: bool,
    keyboard: Keys,
    /// Player that gives hints.
    hints: HintPlayer<'a>,
    /// Rest of a turn that was typed as a whole: the number of moves made before each move, and the move.
    rest_of_turn: VecDeque<(usize, AnyMove)>,
}

impl<'a> Human<'a> {
    pub fn new(loaded: &'a LoadedGame, hints: HintPlayer<'a>, keyboard: Keys) -> Self {
        Self {
            loaded,
            board: board_of(loaded),
            explained: HashSet::new(),
            is_first: true,
            keyboard,
            hints,
            rest_of_turn: VecDeque::new(),
        }
    }

    /// The keyboard.
    pub fn keyboard(&self) -> &Keys {
        &self.keyboard
    }

    /// Asks until there is a decision. The end of the input counts as leaving the game.
    pub fn decide(&mut self, request: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<Decision, DecisionError> {
        if let Some((plies, mv)) = self.rest_of_turn.pop_front() {
            if plies == request.history.plies() && self.loaded.game().is_legal(request.history.state(), &mv)? {
                return Ok(Decision::Move(mv));
            }
            self.rest_of_turn.clear();
        }
        let until = request.lost_after.and_then(|time| Instant::now().checked_add(time));
        let (loaded, game, moves) = (self.loaded, self.loaded.game(), request.moves);
        self.show(request, ui)?;
        if moves.len() <= MAX_LISTED {
            write!(ui, "{}", move_list(loaded, request))?;
        } else {
            writeln!(ui, "{} moves; `moves` lists them", moves.len())?;
        }
        loop {
            let prompt = format!("{}: ", game.player_name(request.me));
            let completions = || completions(loaded, request);
            let line = match lock(&self.keyboard).ask(&prompt, completions, ui, (request.stop, until))? {
                LineInput::Line(line) => line,
                LineInput::End | LineInput::Interrupted => {
                    writeln!(ui)?;
                    return Ok(Decision::Leave);
                }
            };
            if let Some(decision) = self.answer(&line, request, ui)? {
                return Ok(decision);
            }
        }
    }

    /// Answers a typed line: the decision of a move or of a command; `None` if the person has to be asked again.
    pub fn answer(
        &mut self,
        line: &str,
        request: &MoveRequest<'_>,
        ui: &mut dyn Write,
    ) -> Result<Option<Decision>, DecisionError> {
        let (loaded, game, state, moves) = (self.loaded, self.loaded.game(), request.history.state(), request.moves);
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        // A text that is both a move and a command is treated as a move.
        let texts = || moves.iter().map(|mv| normalize_spaces(&game.move_text(state, mv)));
        let is_move = texts().any(|text| text == line);
        let in_move = || texts().any(|text| text.split(' ').any(|word| word == first));
        match (first, rest) {
            ("", _) => {}
            _ if is_move => {
                let moves = pick(loaded, request, line, ui)?;
                return Ok(self.make_turn(request, moves));
            }
            ("help" | "?", "") => writeln!(ui, "{HELP}")?,
            ("moves", "") => write!(ui, "{}", move_list(loaded, request))?,
            ("board", "") => self.show(request, ui)?,
            ("legend", "") => self.legend(request, ui)?,
            ("names", "") => self.names(ui)?,
            ("about", "") => {
                let about = loaded.about().unwrap_or("the game has no description");
                writeln!(ui, "{}", reflow(about))?;
            }
            ("why", question) if !in_move() => explain_move(loaded, request, question, ui)?,
            ("hint", "") => self.hint(request, ui)?,
            ("undo", "") => return Ok(Some(Decision::TakeBack)),
            ("draw", "") if game.players() == 1 => writeln!(ui, "there is no opponent to agree with")?,
            ("draw", "") => return Ok(Some(Decision::OfferDraw)),
            ("save", _) if game.has_hidden_information() && game.players() > 1 => {
                writeln!(
                    ui,
                    "a file would show what is hidden from you; --record FILE writes the game when it is over"
                )?;
            }
            ("save", file) => save(loaded, request.history, file, ui)?,
            ("resign", "") => return Ok(Some(Decision::Resign)),
            ("quit" | "exit", "") => return Ok(Some(Decision::Leave)),
            (
                command @ ("help" | "moves" | "board" | "legend" | "names" | "about" | "hint" | "undo" | "draw"
                | "resign" | "quit" | "exit"),
                _,
            ) if !in_move() => {
                writeln!(ui, "type {command} alone, without anything after it")?;
            }
            _ => {
                let moves = pick(loaded, request, line, ui)?;
                return Ok(self.make_turn(request, moves));
            }
        }
        Ok(None)
    }

    /// Decides on the first of the moves of a turn and keeps the rest; `None` without moves.
    fn make_turn(&mut self, request: &MoveRequest<'_>, moves: Vec<AnyMove>) -> Option<Decision> {
        let mut moves = (request.history.plies()..).zip(moves);
        let (_, first) = moves.next()?;
        self.rest_of_turn = moves.collect();
        Some(Decision::Move(first))
    }

    /// Asks whether the person accepts a draw offer. Anything but a yes declines.
    pub fn accepts_draw(&mut self, offer: &DrawOffer<'_>, ui: &mut dyn Write) -> Result<bool, Failure> {
        let name = self.loaded.game().player_name(offer.me);
        loop {
            let prompt = format!("{name}, do you accept the draw, yes or no? ");
            let completions = || Completions { commands: &["yes", "no"], ..Completions::default() };
            match lock(&self.keyboard).ask(&prompt, completions, ui, (offer.stop, None))? {
                LineInput::Line(line) => match line.to_lowercase().as_str() {
                    "yes" | "y" => return Ok(true),
                    "no" | "n" => return Ok(false),
                    _ => {}
                },
                LineInput::End | LineInput::Interrupted => {
                    writeln!(ui)?;
                    return Ok(false);
                }
            }
        }
    }

    fn show(&mut self, request: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<(), Failure> {
        let (loaded, state) = (self.loaded, request.history.state());
        let BoardText { text, legend } = board_text(loaded, self.board.as_ref(), state, Some(request.me));
        // The legend explains each symbol once.
        let new: Vec<String> = legend.into_iter().filter(|line| self.explained.insert(line.clone())).collect();
        let legend = format_list("", new);
        if let (true, Some(board), Some(game)) = (std::mem::take(&mut self.is_first), &self.board, loaded.spec())
            && let Some(guide) = board.guide(game.rules())
        {
            writeln!(ui, "\nthe names of the places:\n{guide}")?;
        }
        writeln!(ui, "\n{text}{legend}\n{}", status_text(loaded, state, Turn::Player(request.me)))?;
        if let Some(time) = request.time {
            writeln!(ui, "time: {:.1} s are left", time.left().as_secs_f64())?;
        }
        Ok(())
    }

    fn legend(&self, request: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<(), Failure> {
        let shown = board_text(self.loaded, self.board.as_ref(), request.history.state(), Some(request.me));
        if shown.legend.is_empty() {
            return Ok(writeln!(ui, "there are no symbols to be explained")?);
        }
        Ok(write!(ui, "{}", format_list("", shown.legend))?)
    }

    fn names(&self, ui: &mut dyn Write) -> Result<(), Failure> {
        match (&self.board, self.loaded.spec()) {
            (Some(board), Some(game)) => write!(ui, "{}", board.names(game.rules()))?,
            _ => writeln!(ui, "this game has no board")?,
        }
        Ok(())
    }

    /// Prints the move that the hint player would choose. The person's clock keeps running.
    fn hint(&mut self, request: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<(), DecisionError> {
        ui.flush()?;
        let (mv, analysis) = match self.hints.player() {
            Ok(player) => player.search(request)?,
            Err(error) => return Ok(writeln!(ui, "there is no hint: {error}")?),
        };
        let text = self.loaded.move_description(request.history.state(), &mv);
        let value = analysis.value.map_or_else(String::new, |value| format!(", worth {value:+.2} to you"));
        Ok(writeln!(ui, "hint: {text}{value}")?)
    }
}

/// Completions of a line: the commands and the legal moves, in full and as people write them.
fn completions(loaded: &LoadedGame, request: &MoveRequest<'_>) -> Completions {
    let (game, state) = (loaded.game(), request.history.state());
    let full = request.moves.iter().map(|mv| normalize_spaces(&game.move_text(state, mv)));
    let moves = loaded.move_descriptions(state, request.moves).into_iter().chain(full).collect();
    Completions { commands: &COMMANDS, before_move: &["why"], moves }
}

/// Most digits of the number of a move in a list. More of them are moves of draughts that are written together.
const MAX_DIGITS: usize = 4;

/// Resolves a typed move, or a typed turn of several moves; if there is none, prints the reason.
fn pick(
    loaded: &LoadedGame,
    request: &MoveRequest<'_>,
    line: &str,
    ui: &mut dyn Write,
) -> Result<Vec<AnyMove>, DecisionError> {
    let (game, state, moves) = (loaded.game(), request.history.state(), request.moves);
    // A number can also be a move: a column of Connect Four. Then no move is meant by its number in the list, so that a full
    // column is not taken for another one.
    let has_numbers = || loaded.move_descriptions(state, moves).iter().any(|text| text.parse::<usize>().is_ok());
    let is_move = || {
        game.parse_move(state, line).is_ok() || has_numbers() || !loaded.moves_written(state, moves, line).is_empty()
    };
    let reason = match line.parse::<usize>() {
        Ok(number) if line.len() <= MAX_DIGITS && !is_move() => match move_by_number(moves, number) {
            Some(mv) => return Ok(vec![mv.clone()]),
            None => format!("the moves are numbered from 1 to {}", moves.len()),
        },
        _ => match resolve_moves(loaded, state, line) {
            Ok(moves) => return Ok(moves),
            Err(MoveRefusal::Fault(fault)) => return Err(fault.into()),
            Err(MoveRefusal::Reason(reason)) => reason,
        },
    };
    writeln!(ui, "{reason}")?;
    Ok(Vec::new())
}

/// The move with this number in the list.
fn move_by_number(moves: &[AnyMove], number: usize) -> Option<&AnyMove> {
    number.checked_sub(1).and_then(|index| moves.get(index))
}

/// Explains why a move is legal or not. Hidden information must not leak this way.
fn explain_move(
    loaded: &LoadedGame,
    request: &MoveRequest<'_>,
    question: &str,
    ui: &mut dyn Write,
) -> Result<(), Failure> {
    let state = request.history.state();
    if loaded.spec().is_none() {
        return Ok(writeln!(ui, "moves can only be explained for games from game files")?);
    }
    if question.is_empty() {
        return Ok(writeln!(ui, "why needs a move or a part of one: why MOVE")?);
    }
    let by_number = question.parse().ok().and_then(|number| move_by_number(request.moves, number));
    let question = by_number.map_or_else(|| question.to_owned(), |mv| loaded.game().move_text(state, mv));
    match reasons::explain_move(loaded, state, &question) {
        Ok(explanation) => why::write(&explanation, why::ShownRules::Likely(""), ui),
        Err(Error::Input(reason)) => Ok(writeln!(ui, "{reason}")?),
        Err(other) => Err(other.into()),
    }
}

/// The numbered list of moves, in columns.
fn move_list(loaded: &LoadedGame, request: &MoveRequest<'_>) -> String {
    use std::fmt::Write as _;

    let texts = loaded.move_descriptions(request.history.state(), request.moves);
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let per_line = (LINE / (longest + 7)).max(1);
    let mut list = String::new();
    for (index, text) in texts.iter().enumerate() {
        let number = index + 1;
        let ends = number.is_multiple_of(per_line) || number == texts.len();
        let (width, after) = if ends { (0, "\n") } else { (longest, "  ") };
        write!(list, "{number:>3}) {text:width$}{after}").expect(INFALLIBLE_WRITE);
    }
    list
}

/// Writes the game so far to a file: as PGN, PDN or SGF if the file has this extension, otherwise as a record.
fn save(loaded: &LoadedGame, history: &GameHistory<'_>, file: &str, ui: &mut dyn Write) -> Result<(), Failure> {
    let file = without_quotes(file);
    if file.is_empty() {
        return Ok(writeln!(ui, "save needs a file name: save FILE")?);
    }
    let (path, record) = (Path::new(file), history.snapshot());
    let saved = match Notation::of_file(file, "") {
        Some(notation) => notation_text(loaded, &record, notation)
            .map_err(|reason| Error::Input(format!("{reason}; `save NAME.jsonl` writes a record of any game")))
            .and_then(|text| files::write(path, text.as_bytes())),
        None => store::write(path, &record, None),
    };
    match saved {
        Ok(()) => writeln!(ui, "saved; `boardwright replay {}` shows it", quoted(file))?,
        // An invalid file name must not end the game.
        Err(Error::Input(reason)) => writeln!(ui, "{reason}")?,
        Err(other) => return Err(other.into()),
    }
    Ok(())
}

/// Removes the quotes around a file name.
fn without_quotes(file: &str) -> &str {
    let inside = |quote| file.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(file)
}

/// File name as an argument of a shell command: in quotes if it has blanks or other special characters.
fn quoted(file: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '\\' | '.' | '-' | '_' | ':' | '~');
    if file.chars().all(is_plain) { file.to_owned() } else { format!("\"{file}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_with_blanks_are_quoted() {
        assert_eq!([quoted("games/a-1.pgn"), quoted("my game.pgn")], ["games/a-1.pgn", "\"my game.pgn\""]);
        assert_eq!(
            ["\"my game.pgn\"", "'a b'", "a\"b", "\""].map(without_quotes),
            ["my game.pgn", "a b", "a\"b", "\""]
        );
    }
}
