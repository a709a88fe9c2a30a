//! Notation of moves for people: `Nf3`, `exd5`, `12x19`, `e4`. A game file gives names of places, letters of pieces and
//! a condition for the mark of a check; without them, short names follow from the indices of the places. Programs and
//! records write moves in full instead; see [`move_text`](boardwright_game::game::Game::move_text).

use std::collections::HashSet;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, Outcome};
use boardwright_game::ids::{ElementId, LocationId, Player, RuleId};
use boardwright_games::notation::strip_marks;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::place_names::{readable_place_names, with_readable_names};
use boardwright_interpreter::state::State;

/// Separators between origin and target that a person may type.
const SEPARATORS: [&str; 5] = ["", "-", "x", ":", " "];

/// Notation of the moves of a game.
#[derive(Debug)]
pub struct Notation<'g> {
    game: &'g CompiledGame,
    /// By location: the parts of its name.
    places: Vec<Vec<String>>,
    /// `true` if pieces have letters, so that origins are only written where they are needed.
    has_letters: bool,
}

/// A legal move, taken apart.
struct Parts<'n> {
    mv: Move,
    /// Letter of the piece; empty if it has none.
    letter: &'n str,
    /// Parts of the name of the origin, if it matters.
    from: Option<&'n [String]>,
    to: Option<&'n [String]>,
    is_capture: bool,
    /// Letter or word of the choice.
    choice: Option<String>,
    /// Text that the game file gives to the move.
    label: Option<String>,
    /// `+`, `#` or nothing.
    mark: &'static str,
}

impl<'g> Notation<'g> {
    /// Notation of a game.
    pub fn new(game: &'g CompiledGame) -> Self {
        let rules = game.rules();
        let has_letters = rules.element_types.iter().any(|kind| !kind.letters.is_empty());
        Self { game, places: readable_place_names(rules), has_letters }
    }

    /// Short name of a place.
    pub fn place(&self, location: LocationId) -> String {
        self.places[location.index()].concat()
    }

    /// Texts of legal moves, in their order; all of them different. `moves` are all legal moves of the position.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn write(&self, state: &State, moves: &[Move]) -> Result<Vec<String>, Fault> {
        let parts = moves.iter().map(|&mv| self.parts(state, mv)).collect::<Result<Vec<_>, Fault>>()?;
        let mut texts: Vec<String> = parts.iter().map(|part| self.text(part, &parts)).collect();
        self.distinguish(&parts, &mut texts);
        Ok(texts)
    }

    /// The legal moves that a typed text can mean.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn find(&self, state: &State, moves: &[Move], typed: &str) -> Result<Vec<Move>, Fault> {
        let typed = typed.trim();
        let parts = moves.iter().map(|&mv| self.parts(state, mv)).collect::<Result<Vec<_>, Fault>>()?;
        let mut texts: Vec<String> = parts.iter().map(|part| self.text(part, &parts)).collect();
        self.distinguish(&parts, &mut texts);
        let typed_plain = strip_marks(typed);
        let castling = typed_plain.starts_with("0-0").then(|| typed_plain.replace('0', "O"));
        let typed_plain = castling.as_deref().unwrap_or(typed_plain);
        let alike = |fits: &dyn Fn(&str) -> bool| -> Vec<Move> {
            texts.iter().zip(&parts).filter(|(text, _)| fits(text)).map(|(_, part)| part.mv).collect()
        };
        let exact = alike(&|text| text == typed);
        if !exact.is_empty() || typed_plain.is_empty() {
            return Ok(exact);
        }
        let without_marks = alike(&|text| strip_marks(text) == typed_plain);
        if !without_marks.is_empty() {
            return Ok(without_marks);
        }
        let typed = typed_plain;
        let lower = typed.to_lowercase();
        // Without the choice, a text can mean the moves with all choices.
        for forms_of in [forms, |part: &Parts<'_>| forms_with(part, &[String::new()])] {
            let forms: Vec<Vec<String>> = parts.iter().map(forms_of).collect();
            let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<Move> {
                let found = parts.iter().zip(&forms).filter(|(_, forms)| forms.iter().any(|form| fits(form)));
                found.map(|(part, _)| part.mv).collect()
            };
            for found in [fitting(&|form| form == typed), fitting(&|form| form.to_lowercase() == lower)] {
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        Ok(Vec::new())
    }

    /// Full text of a move that a typed text means although it is not legal: that of the first piece of the player to move,
    /// or of the first one that waits off the board, for which the text fits.
    pub fn find_illegal(&self, state: &State, typed: &str) -> Option<String> {
        let (game, rules) = (self.game, self.game.rules());
        let typed = strip_marks(typed.trim());
        let lower = typed.to_lowercase();
        let places = (0..rules.locations.len()).map(LocationId::new);
        let is_relevant = |place: LocationId| rules.locations[place.index()].is_relevant;
        let targets: Vec<LocationId> =
            places.filter(|&place| is_relevant(place) && lower.ends_with(&self.place(place).to_lowercase())).collect();
        let moves = (0..rules.elements.len()).map(ElementId::new).flat_map(|element| {
            let is_own = game.owner(state, element).is_none_or(|owner| owner == state.mover());
            let from = game.location(state, element);
            let to = targets.iter().filter(move |&&to| is_own && Some(to) != from);
            to.map(move |&to| Move {
                element: Some(element),
                from,
                to: Some(to),
                rule: RuleId::new(0),
                choice: 0,
                for_index: 0,
            })
        });
        let fits = |mv: &Move, typed: &str, fold: fn(&str) -> String| {
            let part = Parts {
                mv: *mv,
                letter: self.letter(state, *mv),
                from: mv.from.filter(|from| is_relevant(*from)).map(|from| self.places[from.index()].as_slice()),
                to: mv.to.map(|to| self.places[to.index()].as_slice()),
                is_capture: false,
                choice: None,
                label: None,
                mark: "",
            };
            forms(&part).iter().any(|form| fold(form) == typed)
        };
        let mut moves: Vec<Move> = moves.collect();
        // A pawn that is named by its target alone is probably that of the same file.
        let file = |place: Option<LocationId>| place.and_then(|place| self.places[place.index()].first());
        // A game that only places pieces does not mean one that stands on the board already.
        let starts_on_board = |mv: &Move| mv.from.is_some_and(is_relevant);
        let mut legal = Vec::new();
        let is_listed = game.legal_moves(state, &mut legal).is_ok();
        let is_usual = |mv: &Move| {
            !is_listed || legal.is_empty() || legal.iter().any(|other| starts_on_board(other) == starts_on_board(mv))
        };
        moves.sort_by_key(|mv| (!is_usual(mv), file(mv.from) != file(mv.to)));
        let exact = moves.iter().find(|mv| fits(mv, typed, str::to_owned));
        let found = exact.or_else(|| moves.iter().find(|mv| fits(mv, &lower, str::to_lowercase)));
        found.map(|mv| boardwright_interpreter::text::move_text(rules, *mv))
    }

    /// Letter of the moving piece; empty if it has none.
    fn letter(&self, state: &State, mv: Move) -> &str {
        let rules = self.game.rules();
        let letter = mv.element.and_then(|element| {
            let kind = &rules.element_types[rules.elements[element.index()].kind.index()];
            let index = usize::try_from(self.game.element_state(state, element) - 1).ok()?;
            kind.letters.get(index).map(String::as_str)
        });
        letter.unwrap_or_default()
    }

    fn parts(&self, state: &State, mv: Move) -> Result<Parts<'_>, Fault> {
        let (game, rules) = (self.game, self.game.rules());
        let name = |place: LocationId| self.places[place.index()].as_slice();
        let is_relevant = |place: &LocationId| rules.locations[place.index()].is_relevant;
        let kind = mv.element.map(|element| &rules.element_types[rules.elements[element.index()].kind.index()]);
        let choice = mv.word(rules).map(|word| {
            let index = kind.and_then(|kind| kind.state_names.iter().position(|name| name == word));
            let letter = index.zip(kind).and_then(|(index, kind)| kind.letters.get(index));
            letter.filter(|letter| !letter.is_empty()).cloned().unwrap_or_else(|| word.to_owned())
        });
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        Ok(Parts {
            mv,
            letter: self.letter(state, mv),
            from: mv.from.filter(is_relevant).map(name),
            to: mv.to.map(name),
            is_capture: self.is_capture(state, &after),
            choice,
            label: game.label(state, mv)?.map(|label| with_readable_names(rules, &self.places, &label)),
            mark: self.mark(&after)?,
        })
    }

    /// `true` if an element that does not belong to the mover is no longer on the board.
    fn is_capture(&self, before: &State, after: &State) -> bool {
        let (game, rules) = (self.game, self.game.rules());
        let mover = before.mover();
        let on_board = |state: &State, element| {
            game.location(state, element).is_some_and(|place| rules.locations[place.index()].is_relevant)
        };
        (0..rules.elements.len()).map(ElementId::new).any(|element| {
            game.owner(before, element).is_some_and(|owner: Player| owner != mover)
                && on_board(before, element)
                && !on_board(after, element)
        })
    }

    /// Mark of a check or a won game.
    fn mark(&self, after: &State) -> Result<&'static str, Fault> {
        let Some(check) = self.game.rules().check else { return Ok("") };
        if matches!(self.game.outcome(after)?, Some(Outcome::Won(_))) {
            return Ok("#");
        }
        Ok(if self.game.holds(after, check)? { "+" } else { "" })
    }

    /// Text of a move among all legal ones.
    fn text(&self, part: &Parts<'_>, all: &[Parts<'_>]) -> String {
        if let Some(label) = &part.label {
            return format!("{label}{}", part.mark);
        }
        let target = part.to.map(<[String]>::concat).unwrap_or_default();
        let choice = part.choice.as_ref().map_or_else(String::new, |choice| format!("={choice}"));
        let mark = part.mark;
        match part.from {
            _ if part.mv.element.is_none() => {
                let rule = &self.game.rules().rules[part.mv.rule.index()].name;
                format!("{}{mark}", part.choice.as_ref().map_or_else(|| rule.clone(), |word| format!("{rule} {word}")))
            }
            Some(from) if part.to.is_none() => format!("x{}{choice}{mark}", from.concat()),
            None if self.has_letters && !part.letter.is_empty() => format!("{}*{target}{choice}{mark}", part.letter),
            None => format!("{target}{choice}{mark}"),
            Some(from) if self.has_letters => {
                let captures = if part.is_capture { "x" } else { "" };
                format!("{}{}{captures}{target}{choice}{mark}", part.letter, origin(part, from, all))
            }
            Some(from) => {
                let separator = if part.is_capture { "x" } else { "-" };
                format!("{}{separator}{target}{choice}{mark}", from.concat())
            }
        }
    }

    /// Makes equal texts different: by the name of the rule, else by the full text of the move.
    fn distinguish(&self, parts: &[Parts<'_>], texts: &mut [String]) {
        let rules = self.game.rules();
        let rule = |part: &Parts<'_>| rules.rules[part.mv.rule.index()].name.clone();
        let full = |part: &Parts<'_>| boardwright_interpreter::text::move_text(rules, part.mv);
        for addition in [&rule as &dyn Fn(&Parts<'_>) -> String, &full] {
            let mut seen: HashSet<&str> = HashSet::new();
            let twice: HashSet<String> = texts.iter().filter(|text| !seen.insert(text)).cloned().collect();
            for (text, part) in texts.iter_mut().zip(parts) {
                if twice.contains(text) {
                    *text = format!("{text} ({})", addition(part));
                }
            }
        }
    }
}

/// Texts by which a person may denote a move, beside its own.
fn forms(part: &Parts<'_>) -> Vec<String> {
    match &part.choice {
        None => forms_with(part, &[String::new()]),
        Some(choice) => forms_with(part, &["=", "", " ", "/"].map(|separator| format!("{separator}{choice}"))),
    }
}

/// [`forms`] with these texts of the choice.
fn forms_with(part: &Parts<'_>, choices: &[String]) -> Vec<String> {
    let target = part.to.map(<[String]>::concat).unwrap_or_default();
    let mut heads = Vec::new();
    match part.from {
        Some(from) if part.to.is_none() => {
            heads.extend(["", "x", "-"].map(|sign| format!("{sign}{}", from.concat())));
        }
        None => heads.extend(["", "*", "@"].map(|drop| format!("{}{drop}", part.letter))),
        Some(from) => {
            for letter in HashSet::from([part.letter, ""]) {
                heads.extend(SEPARATORS.map(|separator| format!("{letter}{}{separator}", from.concat())));
            }
            let short = from.iter().map(String::as_str).chain([""]);
            heads.extend(short.flat_map(|some| ["", "x", ":"].map(|sign| format!("{}{some}{sign}", part.letter))));
        }
    }
    let target = &target;
    let mut forms: Vec<String> =
        heads.iter().flat_map(|head| choices.iter().map(move |choice| format!("{head}{target}{choice}"))).collect();
    forms.extend(part.label.clone());
    forms
}

/// Part of the origin that distinguishes a move from others of equal pieces to the same target.
fn origin(part: &Parts<'_>, from: &[String], all: &[Parts<'_>]) -> String {
    let (first, second) = (from.first(), from.get(1));
    let rivals: Vec<&[String]> = all
        .iter()
        .filter(|other| other.label.is_none() && other.letter == part.letter && other.to == part.to)
        .filter_map(|other| other.from)
        .filter(|other| *other != from)
        .collect();
    let is_only = |at: usize| rivals.iter().all(|rival| rival.get(at) != from.get(at));
    match (first, second) {
        // A capture by a piece without a letter begins with its file: exd5.
        (Some(first), _) if part.letter.is_empty() && part.is_capture && is_only(0) => first.clone(),
        _ if rivals.is_empty() => String::new(),
        (Some(first), _) if is_only(0) => first.clone(),
        (_, Some(second)) if is_only(1) => second.clone(),
        _ => from.concat(),
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::any::AnyMove;
    use boardwright_game::game::Game as _;

    use crate::load::{LoadedGame, load};
    use crate::pick::{PickError, pick_move};

    /// Plays typed moves and returns how the program writes each of them.
    fn written(loaded: &LoadedGame, typed: &[&str]) -> Vec<String> {
        let game = loaded.game();
        let mut state = game.initial_state();
        let play = |text: &&str| {
            let mv: AnyMove = match pick_move(loaded, &state, text) {
                Ok(mv) => mv,
                Err(PickError::Ambiguous(reason)) => panic!("{text}: {reason}"),
                Err(PickError::NoMatch(error)) => panic!("{text}: {error}"),
                Err(PickError::Fault(fault)) => panic!("{text}: {fault}"),
            };
            let text = loaded.move_description(&state, &mv);
            game.apply(&mut state, &mv).expect("the move is legal");
            text
        };
        typed.iter().map(play).collect()
    }

    #[test]
    fn chess_is_written_in_san() {
        let loaded = load("chess").expect("it ships");
        let mate = ["e4", "e5", "Qh5", "Ke7", "Qxe5#"];
        assert_eq!(written(&loaded, &mate), mate);
        let castled = ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O", "Nxe4"];
        assert_eq!(written(&loaded, &castled), castled);
        let passed = ["e4", "a6", "e5", "d5", "exd6", "Qxd6", "Nc3", "Nf6", "Nge2", "Qe6"];
        assert_eq!(written(&loaded, &passed), passed);
        let promoted = ["h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "a5", "hxg8=N", "a4"];
        assert_eq!(written(&loaded, &promoted), promoted);
    }

    #[test]
    fn other_ways_to_write_a_move_are_understood() {
        let loaded = load("chess").expect("it ships");
        let typed = ["e2e4", "d7-d5", "e4:d5", "Qxd5!?", "Nb1-c3", "qd5-a5", "g1f3", "bg4", "f1e2", "Nc6", "0-0", "e5"];
        let meant = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "Nf3", "Bg4", "Be2", "Nc6", "O-O", "e5"];
        assert_eq!(written(&loaded, &typed), meant);
        let typed = ["h2h4", "g7g5", "h4xg5", "h6", "gh6", "a6", "h7", "a5", "h7g8q", "a4"];
        assert_eq!(written(&loaded, &typed)[8], "hxg8=Q");
    }

    #[test]
    fn games_without_letters_are_written_by_places() {
        let game = |name: &str| load(name).expect("it ships");
        let typed = ["11-15", "22-17", "15-19", "24x15", "10x19"];
        assert_eq!(written(&game("draughts"), &typed), typed);
        assert_eq!(written(&game("connect-four"), &["4", "4", "7"]), ["4", "4", "7"]);
        assert_eq!(written(&game("gomoku"), &["h8", "i9"]), ["h8", "i9"]);
        assert_eq!(written(&game("hex"), &["a1", "k11"]), ["a1", "k11"]);
        assert_eq!(
            written(&game("mill"), &["a1", "d2", "a4", "g7", "a7", "xd2"]),
            ["a1", "d2", "a4", "g7", "a7", "xd2"]
        );
    }

    #[test]
    fn all_legal_moves_have_different_texts_that_mean_them() {
        for shipped in boardwright_games::shipped_games() {
            let loaded = load(shipped.name).expect("it ships");
            let Some(game) = loaded.spec() else { continue };
            let mut state = game.initial_state();
            let notation = super::Notation::new(game);
            for ply in 0..12_usize {
                let mut moves = Vec::new();
                game.legal_moves(&state, &mut moves).expect("its rules hold");
                if moves.is_empty() {
                    break;
                }
                let texts = notation.write(&state, &moves).expect("its rules hold");
                let mut sorted = texts.clone();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted.len(), texts.len(), "{} at ply {ply}: {texts:?}", shipped.name);
                let at = (7 * ply + 3) % moves.len();
                let found = notation.find(&state, &moves, &texts[at]).expect("its rules hold");
                assert_eq!(found, [moves[at]], "{} at ply {ply}: {}", shipped.name, texts[at]);
                game.apply(&mut state, moves[at]).expect("its rules hold");
            }
        }
    }
}
