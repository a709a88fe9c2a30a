//! Standard algebraic notation (SAN) of chess moves: parser and writer. Long forms (`e2e4`, `Ng1-f3`) are accepted by
//! the parser, but never written.

use boardwright_game::game::{Game, Outcome};
use boardwright_interpreter::state::State;

use super::chess::{Chess, ChessMove, Square, file_letter, parse_square, rank_letter, side_name, square_name};
use super::marks::strip_marks;

/// Formats a legal move; `steps` are all legal moves.
pub(super) fn write(chess: &Chess<'_>, state: &State, steps: &[ChessMove], step: ChessMove) -> Result<String, String> {
    let mut text = base_text(steps, step);
    let mut after = state.clone();
    chess.game.apply(&mut after, step.mv).map_err(|fault| fault.to_string())?;
    let won = chess.game.outcome(&after).map_err(|fault| fault.to_string())?;
    if matches!(won, Some(Outcome::Won(_))) {
        text.push('#');
    } else if chess.in_check(&after) {
        text.push('+');
    }
    Ok(text)
}

/// Text of a move without the marks of check and mate.
fn base_text(steps: &[ChessMove], step: ChessMove) -> String {
    let ChessMove { kind, from, to, is_capture, promotion, is_castling, .. } = step;
    if is_castling {
        return if to > from { "O-O" } else { "O-O-O" }.to_owned();
    }
    let mut text = String::new();
    if kind == 'P' {
        text.extend(is_capture.then(|| file_letter(from)));
    } else {
        text.push(kind);
        let rivals = || steps.iter().filter(|other| other.kind == kind && other.to == to && other.from != from);
        let by_file = !rivals().any(|other| file_letter(other.from) == file_letter(from));
        let by_rank = !rivals().any(|other| rank_letter(other.from) == rank_letter(from));
        match rivals().count() {
            0 => {}
            _ if by_file => text.push(file_letter(from)),
            _ if by_rank => text.push(rank_letter(from)),
            _ => text.push_str(&square_name(from)),
        }
    }
    text.extend(is_capture.then_some('x'));
    text.push_str(&square_name(to));
    text.extend(promotion.into_iter().flat_map(|kind| ['=', kind]));
    text
}

/// Forms of a move that passes, as other programs write it in analyses.
const NULL_MOVES: [&str; 7] = ["--", "Z0", "null", "(null)", "0000", "@@@@", "pass"];

/// Parsed move text; omitted parts are `None`.
struct ParsedMove {
    /// Kind of the piece; `None` matches any piece.
    kind: Option<char>,
    file: Option<char>,
    rank: Option<char>,
    to: Square,
    promotion: Option<char>,
}

/// Reason why a word is no move of chess in any position, if other games or analyses write such moves.
fn foreign_move(word: &str) -> Option<String> {
    let plain = strip_marks(word);
    if NULL_MOVES.contains(&plain) {
        return Some(format!("\"{word}\" is a null move: it passes, which chess does not allow"));
    }
    let is_drop = plain.contains('@');
    is_drop.then(|| format!("\"{word}\" drops a piece, as in Crazyhouse and Bughouse, which are not read"))
}

/// The side of castling that a word without marks denotes: `true` for the short one.
fn parse_castling(plain: &str) -> Option<bool> {
    match plain.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    }
}

/// The move of the king, `Kg1`, by which a player castles, if a word means castling.
pub(super) fn castling_king_move(side: usize, word: &str) -> Option<String> {
    let file = if parse_castling(strip_marks(word))? { 'g' } else { 'c' };
    Some(format!("K{file}{}", [1, 8][side]))
}

/// Reason why a typed word is not legal, if it castles or is a move of another game.
pub(super) fn refusal(chess: &Chess<'_>, state: &State, steps: &[ChessMove], word: &str) -> Option<String> {
    let is_castling = parse_castling(strip_marks(word)).is_some();
    foreign_move(word).or_else(|| is_castling.then(|| read(chess, state, steps, word).err()).flatten())
}

/// Legal move denoted by a word.
///
/// # Errors
/// If no legal move or several ones fit; the message names candidates.
pub(super) fn read(chess: &Chess<'_>, state: &State, steps: &[ChessMove], word: &str) -> Result<ChessMove, String> {
    if let Some(reason) = foreign_move(word) {
        return Err(reason);
    }
    let plain = strip_marks(word);
    if let Some(short) = parse_castling(plain) {
        let found = steps.iter().find(|step| step.is_castling && (step.to > step.from) == short);
        return found.copied().ok_or_else(|| {
            format!("{} cannot castle so now: {}", mover_name(chess, state), chess.castling_obstacle(state, short))
        });
    }
    let wanted = parse_move(plain).ok_or_else(|| {
        format!(
            "\"{word}\" is no move of chess, which are written as Nf3, exd5, e8=Q or O-O{}",
            list_legal_moves(steps, |_| true)
        )
    })?;
    let fits = |step: &&ChessMove| {
        step.to == wanted.to
            && wanted.kind.is_none_or(|kind| kind == step.kind && !step.is_castling)
            && wanted.file.is_none_or(|wanted| wanted == file_letter(step.from))
            && wanted.rank.is_none_or(|wanted| wanted == rank_letter(step.from))
            && wanted.promotion.is_none_or(|kind| step.promotion == Some(kind))
    };
    let found: Vec<ChessMove> = steps.iter().filter(fits).copied().collect();
    match found.as_slice() {
        [step] => Ok(*step),
        [] => Err(no_move_error(chess, state, steps, word, &wanted)),
        several => {
            let texts: Vec<String> = several.iter().map(|&step| base_text(steps, step)).collect();
            Err(format!("\"{word}\" can mean {}", texts.join(", ")))
        }
    }
}

fn parse_move(text: &str) -> Option<ParsedMove> {
    let (text, mut promotion) = match text.char_indices().next_back()? {
        (at, kind @ ('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n')) => (&text[..at], Some(kind.to_ascii_uppercase())),
        _ => (text, None),
    };
    let text = match text.strip_suffix('=') {
        Some(rest) => promotion.map(|_| rest)?,
        None => text,
    };
    let (kind, rest) = match text.chars().next()? {
        kind @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => (Some(kind), &text[1..]),
        _ => (None, text),
    };
    let rest: String = rest.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-')).collect();
    let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = parse_square(to)?;
    let (mut file, mut rank) = (None, None);
    for letter in from.chars() {
        match letter {
            'a'..='h' if file.is_none() && rank.is_none() => file = Some(letter),
            '1'..='8' if rank.is_none() => rank = Some(letter),
            _ => return None,
        }
    }
    // With both squares given it may be any piece; `e4` and `exd5` are pawn moves.
    let kind = kind.or((file.is_none() || rank.is_none()).then_some('P'));
    if kind.is_some_and(|kind| kind != 'P') && promotion.take().is_some() {
        return None;
    }
    Some(ParsedMove { kind, file, rank, to, promotion })
}

fn mover_name(chess: &Chess<'_>, state: &State) -> &'static str {
    side_name(chess.side(state))
}

fn no_move_error(chess: &Chess<'_>, state: &State, steps: &[ChessMove], word: &str, wanted: &ParsedMove) -> String {
    let what = match wanted.kind {
        Some('K') => "king",
        Some('Q') => "queen",
        Some('R') => "rook",
        Some('B') => "bishop",
        Some('N') => "knight",
        Some(_) => "pawn",
        None => "piece",
    };
    let of_kind = |step: &ChessMove| wanted.kind.is_none_or(|kind| kind == step.kind);
    let some = steps.iter().any(of_kind);
    let check = if chess.in_check(state) { ", who is in check" } else { "" };
    let legal = if some { list_legal_moves(steps, of_kind) } else { list_legal_moves(steps, |_| true) };
    format!("\"{word}\" is not legal: no such move of a {what} of {}{check}{legal}", mover_name(chess, state))
}

/// List of legal moves that fulfil a condition, for error messages; shortened to 12.
fn list_legal_moves(steps: &[ChessMove], wanted: impl Fn(&ChessMove) -> bool) -> String {
    const MOST: usize = 12;
    let texts: Vec<String> = steps.iter().filter(|step| wanted(step)).map(|&step| base_text(steps, step)).collect();
    let more = if texts.len() > MOST { format!(" and {} more", texts.len() - MOST) } else { String::new() };
    format!("; legal are {}{more}", texts[..texts.len().min(MOST)].join(", "))
}
