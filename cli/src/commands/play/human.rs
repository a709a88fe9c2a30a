//! A person at the terminal: shown the position, asked for a move, and helped with what else can be typed.
//! What a typed move means is worked out in [`pick`](crate::pick), and what is said of none in
//! [`refusal`](super::refusal).

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use boardwright_arena::{Ask, Course, Decision, Offer};
use boardwright_engine::any::AnyMove;
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Turn, words};
use boardwright_shelf::load::Loaded;
use boardwright_shelf::store;
use boardwright_shelf::{Error, why as reasons};

use super::refusal;
use super::seats::Hints;
use crate::arm::{Keys, lock};
use crate::board::Board;
use crate::commands::why;
use crate::failure::Failure;
use crate::keyboard::Typed;
use crate::output::reflowed;
use crate::symbols::WRITES;
use crate::view::standing;
use boardwright_shelf::pick::{Refused, meant};

const HELP: &str = "\
You can type
  a move as it is listed, its number, or just where the piece goes (or from where to where) if that is clear
  moves       list the legal moves
  board       show the position again
  names       show the board with the names of its places
  about       tell what the game is about
  why MOVE    tell why a move is legal and what it does, or why it is not
  hint        have a player say what it would do
  undo        take back the last move of a person and what followed
  draw        offer a draw to all others
  save FILE   write the record of the game so far
  resign      give the game up; one other player has won then, several have not
  quit        leave the game as it stands";

/// More moves than this are only listed when asked for.
const MOST_LISTED: usize = 40;

/// Columns of a list of moves fill lines of this length.
const LINE: usize = 78;

/// Why a person cannot be asked.
#[derive(Debug)]
pub enum Stuck {
    /// The rules failed while a move was looked up.
    Fault(Fault),
    /// The terminal cannot be used any more.
    Failure(Failure),
}

impl From<Failure> for Stuck {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Fault> for Stuck {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for Stuck {
    fn from(error: io::Error) -> Self {
        Self::Failure(error.into())
    }
}

/// The terminal, and how boards are drawn on it.
#[derive(Debug)]
pub struct Human<'a> {
    loaded: &'a Loaded,
    board: Option<Board>,
    keyboard: Keys,
    /// Who is asked for a hint.
    hints: Hints<'a>,
}

impl<'a> Human<'a> {
    pub fn new(loaded: &'a Loaded, hints: Hints<'a>, keyboard: Keys) -> Self {
        let board = loaded.spec().map(|game| Board::new(game.rules()));
        Self { loaded, board, keyboard, hints }
    }

    /// Asks until there is a decision. The end of the input means that the person left.
    pub fn decide(&mut self, ask: &Ask<'_>, ui: &mut dyn Write) -> Result<Decision, Stuck> {
        let until = ask.lost_after.and_then(|time| Instant::now().checked_add(time));
        let (loaded, game, state, moves) = (self.loaded, self.loaded.game(), ask.course.state(), ask.moves);
        self.show(ask, ui)?;
        if moves.len() <= MOST_LISTED {
            write!(ui, "{}", listed(loaded, ask))?;
        } else {
            writeln!(ui, "{} moves; `moves` lists them", moves.len())?;
        }
        loop {
            write!(ui, "{}: ", game.player_name(ask.me))?;
            ui.flush()?;
            let typed = match lock(&self.keyboard).line(ask.stop, until)? {
                Typed::Line(typed) => typed,
                Typed::End | Typed::Nothing => {
                    writeln!(ui)?;
                    return Ok(Decision::Leave);
                }
            };
            let (first, rest) = typed.split_once(' ').unwrap_or((&typed, ""));
            // A move that is called like a command is a move.
            let texts = || moves.iter().map(|mv| words(&game.move_text(state, mv)));
            let is_move = texts().any(|text| text == typed);
            let in_move = || texts().any(|text| text.split(' ').any(|word| word == first));
            match (first, rest) {
                ("", _) => {}
                _ if is_move => return Ok(pick(loaded, ask, &typed, ui)?.expect("a legal move is understood")),
                ("help" | "?", "") => writeln!(ui, "{HELP}")?,
                ("moves", "") => write!(ui, "{}", listed(loaded, ask))?,
                ("board", "") => self.show(ask, ui)?,
                ("names", "") => self.names(ui)?,
                ("about", "") => {
                    let about = loaded.about().unwrap_or("the game says nothing of itself");
                    writeln!(ui, "{}", reflowed(about))?;
                }
                ("why", asked) if !in_move() => why(loaded, ask, asked, ui)?,
                ("hint", "") => self.hint(ask, ui)?,
                ("undo", "") => return Ok(Decision::TakeBack),
                ("draw", "") if game.players() == 1 => writeln!(ui, "there is nobody to agree with")?,
                ("draw", "") => return Ok(Decision::OfferDraw),
                ("save", file) => save(ask.course, file, ui)?,
                ("resign", "") => return Ok(Decision::Resign),
                ("quit" | "exit", "") => return Ok(Decision::Leave),
                (
                    command @ ("help" | "moves" | "board" | "names" | "about" | "hint" | "undo" | "draw" | "resign"
                    | "quit" | "exit"),
                    _,
                ) if !in_move() => {
                    writeln!(ui, "type {command} alone, nothing goes after it")?;
                }
                _ => {
                    if let Some(decision) = pick(loaded, ask, &typed, ui)? {
                        return Ok(decision);
                    }
                }
            }
        }
    }

    /// Asks whether the person takes a draw. Who does not say so does not.
    pub fn accepts(&mut self, offer: &Offer<'_>, ui: &mut dyn Write) -> Result<bool, Failure> {
        let name = self.loaded.game().player_name(offer.me);
        loop {
            write!(ui, "{name}, do you accept the draw, yes or no? ")?;
            ui.flush()?;
            match lock(&self.keyboard).line(offer.stop, None)? {
                Typed::Line(typed) => match typed.to_lowercase().as_str() {
                    "yes" | "y" => return Ok(true),
                    "no" | "n" => return Ok(false),
                    _ => {}
                },
                Typed::End | Typed::Nothing => {
                    writeln!(ui)?;
                    return Ok(false);
                }
            }
        }
    }

    fn show(&self, ask: &Ask<'_>, ui: &mut dyn Write) -> Result<(), Failure> {
        let (loaded, state) = (self.loaded, ask.course.state());
        let drawn = match (&self.board, loaded.as_spec(state)) {
            (Some(board), Some((game, state))) => board.draw(game, state),
            _ => loaded.game().view_text(state, ask.me),
        };
        writeln!(ui, "\n{drawn}\n{}", standing(loaded, state, Turn::Player(ask.me)))?;
        if let Some(time) = ask.time {
            writeln!(ui, "time: {:.1} s are left", time.left().as_secs_f64())?;
        }
        Ok(())
    }

    fn names(&self, ui: &mut dyn Write) -> Result<(), Failure> {
        match (&self.board, self.loaded.spec()) {
            (Some(board), Some(game)) => write!(ui, "{}", board.names(game.rules()))?,
            _ => writeln!(ui, "this game has no board")?,
        }
        Ok(())
    }

    /// What the player that is asked for hints would do. The person's clock runs on.
    fn hint(&mut self, ask: &Ask<'_>, ui: &mut dyn Write) -> Result<(), Stuck> {
        ui.flush()?;
        let (mv, thought) = match self.hints.player() {
            Ok(player) => player.think(ask)?,
            Err(error) => return Ok(writeln!(ui, "there is no hint: {error}")?),
        };
        let text = told(self.loaded, ask.course, &mv);
        let value = thought.value.map_or_else(String::new, |value| format!(", worth {value:+.2} to you"));
        Ok(writeln!(ui, "hint: {text}{value}")?)
    }
}

/// A move, with its label if it has one.
fn told(loaded: &Loaded, course: &Course<'_>, mv: &AnyMove) -> String {
    let text = loaded.game().move_text(course.state(), mv);
    match loaded.label(course.state(), mv) {
        Ok(Some(label)) => format!("{text} ({label})"),
        _ => text,
    }
}

/// The move that was typed; without one, the person is told why.
fn pick(loaded: &Loaded, ask: &Ask<'_>, typed: &str, ui: &mut dyn Write) -> Result<Option<Decision>, Stuck> {
    let (game, state, moves) = (loaded.game(), ask.course.state(), ask.moves);
    let is_move = || game.parse_move(state, typed).is_ok();
    let reason = match typed.parse::<usize>() {
        Ok(number) if !is_move() => match numbered(moves, number) {
            Some(mv) => return Ok(Some(Decision::Move(mv.clone()))),
            None => format!("the moves are numbered from 1 to {}", moves.len()),
        },
        _ => match meant(game, state, typed) {
            Ok(mv) => return Ok(Some(Decision::Move(mv))),
            Err(Refused::Fault(fault)) => return Err(fault.into()),
            Err(Refused::Unclear(reason)) => reason,
            Err(Refused::NoMove(error)) => refusal::told(loaded, state, moves, typed, &error),
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
fn why(loaded: &Loaded, ask: &Ask<'_>, asked: &str, ui: &mut dyn Write) -> Result<(), Failure> {
    let state = ask.course.state();
    if loaded.spec().is_none() {
        return Ok(writeln!(ui, "only games of game files tell why")?);
    }
    if asked.is_empty() {
        return Ok(writeln!(ui, "why what? Type why and a move, or a part of one")?);
    }
    let by_number = asked.parse().ok().and_then(|number| numbered(ask.moves, number));
    let asked = by_number.map_or_else(|| asked.to_owned(), |mv| loaded.game().move_text(state, mv));
    match reasons::told(loaded, state, &asked) {
        Ok(told) => why::write(&told, ui),
        Err(Error::Input(reason)) => Ok(writeln!(ui, "{reason}")?),
        Err(other) => Err(other.into()),
    }
}

/// The moves with their numbers, in columns.
fn listed(loaded: &Loaded, ask: &Ask<'_>) -> String {
    use std::fmt::Write as _;

    let texts: Vec<String> = ask.moves.iter().map(|mv| told(loaded, ask.course, mv)).collect();
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

fn save(course: &Course<'_>, file: &str, ui: &mut dyn Write) -> Result<(), Failure> {
    if file.is_empty() {
        return Ok(writeln!(ui, "save where? Type save and the name of a file")?);
    }
    match store::write(Path::new(file), &course.snapshot(), None) {
        Ok(()) => writeln!(ui, "saved; `boardwright replay {file}` shows it")?,
        // A wrong name must not end the game.
        Err(Error::Input(reason)) => writeln!(ui, "{reason}")?,
        Err(other) => return Err(other.into()),
    }
    Ok(())
}
