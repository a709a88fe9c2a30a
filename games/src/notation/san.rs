//! Moves of chess in standard algebraic notation, both ways. Long forms are read too (`e2e4`, `Ng1-f3`), but never written.

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::state::State;

use super::chess::{Chess, Square, Step, file, name, named, rank, side_name};

/// How a legal move is written; `steps` are all that are legal.
pub(super) fn write(chess: &Chess<'_>, state: &State, steps: &[Step], step: Step) -> Result<String, String> {
    let mut text = bare(steps, step);
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

/// A move without a word on check and mate.
fn bare(steps: &[Step], step: Step) -> String {
    let Step { kind, from, to, takes, becomes, castles, .. } = step;
    if castles {
        return if to > from { "O-O" } else { "O-O-O" }.to_owned();
    }
    let mut text = String::new();
    if kind == 'P' {
        text.extend(takes.then(|| file(from)));
    } else {
        text.push(kind);
        let rivals = || steps.iter().filter(|other| other.kind == kind && other.to == to && other.from != from);
        let by_file = !rivals().any(|other| file(other.from) == file(from));
        let by_rank = !rivals().any(|other| rank(other.from) == rank(from));
        match rivals().count() {
            0 => {}
            _ if by_file => text.push(file(from)),
            _ if by_rank => text.push(rank(from)),
            _ => text.push_str(&name(from)),
        }
    }
    text.extend(takes.then_some('x'));
    text.push_str(&name(to));
    text.extend(becomes.into_iter().flat_map(|kind| ['=', kind]));
    text
}

/// What a written move says; what it leaves out is open.
struct Wanted {
    /// `None`: whatever stands there.
    kind: Option<char>,
    file: Option<char>,
    rank: Option<char>,
    to: Square,
    becomes: Option<char>,
}

/// The legal move that a word means.
///
/// # Errors
/// What the word can mean, or what would be legal.
pub(super) fn read(chess: &Chess<'_>, state: &State, steps: &[Step], word: &str) -> Result<Step, String> {
    let plain = word.trim_end_matches(['+', '#', '!', '?']);
    let side = match plain.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    };
    if let Some(short) = side {
        let found = steps.iter().find(|step| step.castles && (step.to > step.from) == short);
        return found.copied().ok_or_else(|| format!("{} cannot castle so now", mover(chess, state)));
    }
    let wanted = parse(plain).ok_or_else(|| {
        format!("\"{word}\" is no move of chess, which are written as Nf3, exd5, e8=Q or O-O{}", legal(steps, |_| true))
    })?;
    let fits = |step: &&Step| {
        step.to == wanted.to
            && wanted.kind.is_none_or(|kind| kind == step.kind && !step.castles)
            && wanted.file.is_none_or(|wanted| wanted == file(step.from))
            && wanted.rank.is_none_or(|wanted| wanted == rank(step.from))
            && wanted.becomes.is_none_or(|kind| step.becomes == Some(kind))
    };
    let found: Vec<Step> = steps.iter().filter(fits).copied().collect();
    match found.as_slice() {
        [step] => Ok(*step),
        [] => Err(none(chess, state, steps, word, &wanted)),
        several => {
            let texts: Vec<String> = several.iter().map(|&step| bare(steps, step)).collect();
            Err(format!("\"{word}\" can mean {}", texts.join(", ")))
        }
    }
}

fn parse(text: &str) -> Option<Wanted> {
    let (text, mut becomes) = match text.char_indices().next_back()? {
        (at, kind @ ('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n')) => (&text[..at], Some(kind.to_ascii_uppercase())),
        _ => (text, None),
    };
    let text = match text.strip_suffix('=') {
        Some(rest) => becomes.map(|_| rest)?,
        None => text,
    };
    let (kind, rest) = match text.chars().next()? {
        kind @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => (Some(kind), &text[1..]),
        _ => (None, text),
    };
    let rest: String = rest.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-')).collect();
    let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = named(to)?;
    let (mut file, mut rank) = (None, None);
    for letter in from.chars() {
        match letter {
            'a'..='h' if file.is_none() && rank.is_none() => file = Some(letter),
            '1'..='8' if rank.is_none() => rank = Some(letter),
            _ => return None,
        }
    }
    // With both squares told it may be any piece; `e4` and `exd5` are pawns.
    let kind = kind.or((file.is_none() || rank.is_none()).then_some('P'));
    if kind.is_some_and(|kind| kind != 'P') && becomes.take().is_some() {
        return None;
    }
    Some(Wanted { kind, file, rank, to, becomes })
}

fn mover(chess: &Chess<'_>, state: &State) -> &'static str {
    side_name(chess.side(state))
}

fn none(chess: &Chess<'_>, state: &State, steps: &[Step], word: &str, wanted: &Wanted) -> String {
    let what = match wanted.kind {
        Some('K') => "king",
        Some('Q') => "queen",
        Some('R') => "rook",
        Some('B') => "bishop",
        Some('N') => "knight",
        Some(_) => "pawn",
        None => "piece",
    };
    let of_kind = |step: &Step| wanted.kind.is_none_or(|kind| kind == step.kind);
    let some = steps.iter().any(of_kind);
    let check = if chess.in_check(state) { ", who is in check" } else { "" };
    let legal = if some { legal(steps, of_kind) } else { legal(steps, |_| true) };
    format!("\"{word}\" is not legal: no such move of a {what} of {}{check}{legal}", mover(chess, state))
}

/// The legal moves that are of some kind, or the first of them.
fn legal(steps: &[Step], wanted: impl Fn(&Step) -> bool) -> String {
    const MOST: usize = 12;
    let texts: Vec<String> = steps.iter().filter(|step| wanted(step)).map(|&step| bare(steps, step)).collect();
    let more = if texts.len() > MOST { format!(" and {} more", texts.len() - MOST) } else { String::new() };
    format!("; legal are {}{more}", texts[..texts.len().min(MOST)].join(", "))
}
