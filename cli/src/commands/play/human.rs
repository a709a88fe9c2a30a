//! A person at the terminal: shown the position, asked for a move, and helped with what else can be typed.
//! What a typed move means is worked out in [`pick`](crate::pick), and what is said of none in
//! [`refusal`](super::refusal).

use std::io::{self, BufRead as _, Write};
use std::path::Path;

use boardwright_engine::any::AnyMove;
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Turn, words};
use boardwright_engine::ids::Player;

use super::refusal;
use super::session::Session;
use crate::board::Board;
use crate::commands::why;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::reflowed;
use crate::pick::{Refused, meant};
use crate::store;
use crate::symbols::WRITES;
use crate::view::{label, spec_state, standing};

const HELP: &str = "\
You can type
  a move as it is listed, its number, or just where the piece goes (or from where to where) if that is clear
  moves       list the legal moves
  board       show the position again
  names       show the board with the names of its places
  about       tell what the game is about
  why MOVE    tell why a move is legal and what it does, or why it is not
  undo        take back the last move of a person and what followed
  save FILE   write the record of the game so far
  resign      give the game up
  quit        leave the game as it stands";

/// More moves than this are only listed when asked for.
const MOST_LISTED: usize = 40;

/// Columns of a list of moves fill lines of this length.
const LINE: usize = 78;

/// What a person wants.
#[derive(Debug)]
pub enum Decision {
    Move(AnyMove),
    Undo,
    Resign(Player),
    Leave(Player),
    /// The rules failed while the move was looked up.
    Fault(Fault),
}

/// The terminal, and how boards are drawn on it.
#[derive(Debug)]
pub struct Human {
    board: Option<Board>,
}

impl Human {
    pub fn new(loaded: &Loaded) -> Self {
        Self { board: loaded.spec().map(|game| Board::new(game.rules())) }
    }

    /// Asks until there is a decision. The end of the input means that the person left.
    pub fn decide(
        &self,
        session: &Session<'_>,
        player: Player,
        moves: &[AnyMove],
        ui: &mut dyn Write,
    ) -> Result<Decision, Failure> {
        self.show(session, player, ui)?;
        if moves.len() <= MOST_LISTED {
            write!(ui, "{}", listed(session, moves))?;
        } else {
            writeln!(ui, "{} moves; `moves` lists them", moves.len())?;
        }
        loop {
            write!(ui, "{}: ", session.loaded().game().player_name(player))?;
            ui.flush()?;
            let Some(typed) = read_line(ui)? else {
                return Ok(Decision::Leave(player));
            };
            let (first, rest) = typed.split_once(' ').unwrap_or((&typed, ""));
            // A move that is called like a command is a move.
            let texts = || moves.iter().map(|mv| words(&session.loaded().game().move_text(session.state(), mv)));
            let is_move = texts().any(|text| text == typed);
            let in_move = || texts().any(|text| text.split(' ').any(|word| word == first));
            match (first, rest) {
                ("", _) => {}
                _ if is_move => return Ok(pick(session, moves, &typed, ui)?.expect("a legal move is understood")),
                ("help" | "?", "") => writeln!(ui, "{HELP}")?,
                ("moves", "") => write!(ui, "{}", listed(session, moves))?,
                ("board", "") => self.show(session, player, ui)?,
                ("names", "") => self.names(session, ui)?,
                ("about", "") => {
                    let about = session.loaded().about().unwrap_or("the game says nothing of itself");
                    writeln!(ui, "{}", reflowed(about))?;
                }
                ("why", asked) if !in_move() => why(session, moves, asked, ui)?,
                ("undo", "") => return Ok(Decision::Undo),
                ("save", file) => save(session, file, ui)?,
                ("resign", "") => return Ok(Decision::Resign(player)),
                ("quit" | "exit", "") => return Ok(Decision::Leave(player)),
                (
                    command @ ("help" | "moves" | "board" | "names" | "about" | "undo" | "resign" | "quit" | "exit"),
                    _,
                ) if !in_move() => {
                    writeln!(ui, "type {command} alone, nothing goes after it")?;
                }
                _ => {
                    if let Some(decision) = pick(session, moves, &typed, ui)? {
                        return Ok(decision);
                    }
                }
            }
        }
    }

    fn show(&self, session: &Session<'_>, player: Player, ui: &mut dyn Write) -> Result<(), Failure> {
        let (loaded, state) = (session.loaded(), session.state());
        let drawn = match (&self.board, spec_state(loaded, state)) {
            (Some(board), Some((game, state))) => board.draw(game, state),
            _ => loaded.game().view_text(state, player),
        };
        Ok(writeln!(ui, "\n{drawn}\n{}", standing(loaded, state, Turn::Player(player)))?)
    }

    fn names(&self, session: &Session<'_>, ui: &mut dyn Write) -> Result<(), Failure> {
        match (&self.board, session.loaded().spec()) {
            (Some(board), Some(game)) => write!(ui, "{}", board.names(game.rules()))?,
            _ => writeln!(ui, "this game has no board")?,
        }
        Ok(())
    }
}

/// The move that was typed; without one, the person is told why.
fn pick(
    session: &Session<'_>,
    moves: &[AnyMove],
    typed: &str,
    ui: &mut dyn Write,
) -> Result<Option<Decision>, Failure> {
    let game = session.loaded().game();
    let is_move = || game.parse_move(session.state(), typed).is_ok();
    let reason = match typed.parse::<usize>() {
        Ok(number) if !is_move() => match numbered(moves, number) {
            Some(mv) => return Ok(Some(Decision::Move(mv.clone()))),
            None => format!("the moves are numbered from 1 to {}", moves.len()),
        },
        _ => match meant(game, session.state(), typed) {
            Ok(mv) => return Ok(Some(Decision::Move(mv))),
            Err(Refused::Fault(fault)) => return Ok(Some(Decision::Fault(fault))),
            Err(Refused::Unclear(reason)) => reason,
            Err(Refused::NoMove(error)) => refusal::told(session, moves, typed, &error),
        },
    };
    writeln!(ui, "{reason}")?;
    Ok(None)
}

/// The move of this number in the list.
fn numbered(moves: &[AnyMove], number: usize) -> Option<&AnyMove> {
    number.checked_sub(1).and_then(|index| moves.get(index))
}

/// Tells why a move is legal or not. What a game keeps hidden must not show this way.
fn why(session: &Session<'_>, moves: &[AnyMove], asked: &str, ui: &mut dyn Write) -> Result<(), Failure> {
    let (loaded, state) = (session.loaded(), session.state());
    if loaded.spec().is_none() {
        return Ok(writeln!(ui, "only games of game files tell why")?);
    }
    if asked.is_empty() {
        return Ok(writeln!(ui, "why what? Type why and a move, or a part of one")?);
    }
    let by_number = asked.parse().ok().and_then(|number| numbered(moves, number));
    let asked = by_number.map_or_else(|| asked.to_owned(), |mv| loaded.game().move_text(state, mv));
    match why::told(loaded, state, &asked) {
        Ok(told) => why::write(&told, ui),
        Err(Failure::Input(reason)) => Ok(writeln!(ui, "{reason}")?),
        Err(other) => Err(other),
    }
}

/// The next line with single blanks between its words; `None` at the end of the input.
fn read_line(ui: &mut dyn Write) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) => {
            writeln!(ui)?;
            Ok(None)
        }
        Ok(_) => Ok(Some(words(&String::from_utf8_lossy(&line)))),
        Err(error) => Err(Failure::Input(format!("cannot read what is typed: {error}"))),
    }
}

/// The moves with their numbers, in columns.
fn listed(session: &Session<'_>, moves: &[AnyMove]) -> String {
    use std::fmt::Write as _;

    let game = session.loaded().game();
    let text = |mv: &AnyMove| {
        let text = game.move_text(session.state(), mv);
        match label(session.loaded(), session.state(), mv) {
            Ok(Some(label)) => format!("{text} ({label})"),
            _ => text,
        }
    };
    let texts: Vec<String> = moves.iter().map(text).collect();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let per_line = (LINE / (longest + 7)).max(1);
    let mut list = String::new();
    for (index, text) in texts.iter().enumerate() {
        let number = index + 1;
        let ends = number.is_multiple_of(per_line) || number == texts.len();
        let (width, after) = if ends { (0, "\n") } else { (longest, "  ") };
        write!(list, "{number:>3}) {text:width$}{after}").expect(WRITES);
    }
    list
}

fn save(session: &Session<'_>, file: &str, ui: &mut dyn Write) -> Result<(), Failure> {
    if file.is_empty() {
        return Ok(writeln!(ui, "save where? Type save and the name of a file")?);
    }
    match store::write(Path::new(file), &session.snapshot(), None) {
        Ok(()) => writeln!(ui, "saved; `boardwright replay {file}` shows it")?,
        // A wrong name must not end the game.
        Err(Failure::Input(reason)) => writeln!(ui, "{reason}")?,
        Err(other) => return Err(other),
    }
    Ok(())
}
