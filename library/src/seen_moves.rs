//! Moves in texts for people as one player sees them: hidden pieces and places are described, not named. Records and programs write
//! moves in full instead; see [`move_seen`](boardwright_game::game::GameExt::move_seen).

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::GameExt as _;
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::hidden::SeenPlace;
use boardwright_interpreter::hidden::observation::SeenMove;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::place_names::{readable_name, readable_place_names};
use boardwright_interpreter::state::State;
use boardwright_rules::{ElementType, Figure};

use crate::load::LoadedGame;

/// Knowledge of a player about a move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveKnowledge {
    /// The player knows all of the move.
    Whole,
    /// Some of the move is hidden from the player.
    Part {
        /// The visible part in words.
        text: String,
        /// Visible places of the move.
        places: Vec<LocationId>,
    },
}

/// Returns what a player knows about a move from `before` to `after`.
pub fn move_knowledge(
    loaded: &LoadedGame,
    (before, after): (&AnyState, &AnyState),
    mv: &AnyMove,
    player: Player,
) -> MoveKnowledge {
    let seen = loaded.game().move_seen(before, mv, player);
    if seen == loaded.game().move_text(before, mv) {
        return MoveKnowledge::Whole;
    }
    let of_file = knowledge_of_file_move(loaded, (before, after), mv, player);
    of_file.unwrap_or(MoveKnowledge::Part { text: seen, places: Vec::new() })
}

/// Knowledge of a player about a move of a game file; `None` for other games, and for moves of which nothing is seen.
fn knowledge_of_file_move(
    loaded: &LoadedGame,
    (before, after): (&AnyState, &AnyState),
    mv: &AnyMove,
    player: Player,
) -> Option<MoveKnowledge> {
    let ((game, before), (_, after)) = (loaded.as_spec(before)?, loaded.as_spec(after)?);
    let mv = *mv.downcast_ref::<Move>()?;
    let rules = game.rules();
    let view = game.viewpoint(before, player);
    let observed = after.observation()?.seen.get(player.index())?.mv;
    let SeenMove::Shown { element, back, from, to } = observed else { return None };
    let is_known = |place| matches!(place, SeenPlace::Off | SeenPlace::Location(_));
    let label = rules.rules[mv.rule.index()].label;
    let is_label_known = label.is_none_or(|label| view.sees_value(label));
    if element.is_some() && is_known(from) && is_known(to) && is_label_known {
        return Some(MoveKnowledge::Whole);
    }
    let piece = match (element, back.flatten()) {
        (Some(element), _) => describe_piece(game, after, element),
        (None, Some(owner)) => format!("a hidden piece of {}", game.player_name(owner)),
        (None, None) => "a hidden piece".to_owned(),
    };
    let mut text = match (place_text(game, from), place_text(game, to)) {
        (Some(from), Some(to)) => format!("{piece} from {from} to {to}"),
        (None, Some(to)) => format!("{piece} to {to}"),
        (Some(from), None) => format!("{piece} from {from}"),
        (None, None) => piece,
    };
    if let Some(word) = mv.word(rules) {
        text.push(' ');
        text.push_str(word);
    }
    let places = [from, to].into_iter().filter_map(|place| match place {
        SeenPlace::Location(location) => Some(location),
        SeenPlace::Off | SeenPlace::Within { .. } | SeenPlace::Unseen => None,
    });
    Some(MoveKnowledge::Part { text, places: places.collect() })
}

/// Name of a place for people; `None` off the board, and if the place is not seen.
fn place_text(game: &CompiledGame, place: SeenPlace) -> Option<String> {
    let rules = game.rules();
    match place {
        SeenPlace::Off | SeenPlace::Unseen => None,
        SeenPlace::Location(location) => Some(readable_place_names(rules)[location.index()].concat()),
        SeenPlace::Within { kind, owner } => {
            let kind = readable_name(&rules.location_types[usize::from(kind)].name);
            Some(match owner {
                Some(owner) => format!("{kind} of {}", game.player_name(owner)),
                None => kind,
            })
        }
    }
}

/// Describes a piece by its owner and the name of its state, of the text on it, or of its type.
pub fn describe_piece(game: &CompiledGame, state: &State, element: ElementId) -> String {
    let rules = game.rules();
    let kind = &rules.element_types[rules.elements[element.index()].kind.index()];
    let owner = game.owner(state, element).map(|player| game.player_name(player));
    let shown = usize::try_from(game.element_state(state, element) - 1).unwrap_or_default();
    let name = written_name(kind, shown).or_else(|| kind.state_names.get(shown).cloned());
    let name = name.unwrap_or_else(|| readable_name(&kind.name));
    owner.map_or_else(|| name.clone(), |owner| format!("{owner} {name}"))
}

/// Text on pieces of a family of types, such as cards, with the name of the family before a number.
fn written_name(kind: &ElementType, state: usize) -> Option<String> {
    let (family, _) = kind.name.split_once('(')?;
    let marks = kind.drawings.get(state).or(kind.drawings.last())?;
    let text = marks.iter().find_map(|mark| match &mark.figure {
        Figure::Text(text) => Some(text),
        _ => None,
    })?;
    let is_number = text.chars().all(|letter| letter.is_ascii_digit());
    Some(if is_number { format!("{family} {text}") } else { text.clone() })
}
