//! Position as data for programs, and the status lines for people.
//! [`board`](crate::board) renders the board.

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyState;
use boardwright_game::game::{Outcome, Turn};
use boardwright_game::ids::{ElementId, GlobalId, Player};
use boardwright_game::record::PlainNumber;
use boardwright_interpreter::evaluate::Value;
use boardwright_interpreter::state::State;
use boardwright_library::load::LoadedGame;
use boardwright_rules::RuleSet;
use serde::Serialize;

use crate::board::{Board, BoardText};
use crate::failure::Failure;
use crate::tile_text::tile_board_text;

/// A position.
#[derive(Debug, Serialize)]
pub struct PositionView {
    /// Player to move; for a game file also after the end of the game.
    pub player: Option<Player>,
    /// `player`, `chance` or `over`.
    pub turn: &'static str,
    pub outcome: Option<Outcome>,
    pub scores: Vec<PlainNumber>,
    /// Number of the next move, if the game tracks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_number: Option<i32>,
    /// Global variables of the game.
    pub variables: BTreeMap<String, serde_json::Value>,
    pub elements: Vec<Element>,
    /// State text of a game without elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A piece of a position.
#[derive(Debug, Serialize)]
pub struct Element {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    /// 0 if no player owns it.
    pub owner: usize,
    pub state: i32,
    /// `None` off the board.
    pub location: Option<String>,
    pub zindex: i32,
}

impl PositionView {
    /// Creates the view of a position.
    pub fn new(loaded: &LoadedGame, state: &AnyState) -> Result<Self, Failure> {
        let game = loaded.game();
        let (turn, _) = game.legal_moves(state).map_err(|fault| loaded.fault_error(&fault))?;
        let spec = loaded.as_spec(state);
        Ok(Self {
            player: to_move(loaded, state, turn),
            turn: match turn {
                Turn::Player(_) => "player",
                Turn::Chance => "chance",
                Turn::Over(_) => "over",
            },
            outcome: turn.outcome(),
            scores: loaded.scores(state).into_iter().map(PlainNumber).collect(),
            turn_number: spec.map(|(game, state)| game.turn_number(state)).filter(|&number| number > 0),
            variables: spec.map_or_else(BTreeMap::new, |(game, state)| variables(game, state)),
            elements: spec.map_or_else(Vec::new, |(game, state)| elements(game, state)),
            state: spec.is_none().then(|| game.state_text(state)),
        })
    }
}

/// Player to move, as far as the state defines one.
pub fn to_move(loaded: &LoadedGame, state: &AnyState, turn: Turn) -> Option<Player> {
    turn.player().or_else(|| loaded.as_spec(state).map(|(game, state)| game.mover(state)))
}

fn variables(game: &CompiledGame, state: &State) -> BTreeMap<String, serde_json::Value> {
    let rules = game.rules();
    let globals = rules.globals.iter().enumerate();
    let value = |index| value_to_json(&Value::from(game.global_value(state, GlobalId::new(index))), rules);
    globals.map(|(index, global)| (global.name.clone(), value(index))).collect()
}

/// Converts a value to JSON: things by their names, null for the absence of a thing.
pub fn value_to_json(value: &Value, rules: &RuleSet) -> serde_json::Value {
    match value {
        Value::Int(number) => (*number).into(),
        Value::Bool(yes) => (*yes).into(),
        Value::Text(text) => text.clone().into(),
        Value::Set(members) => members.iter().map(|member| value_to_json(member, rules)).collect(),
        Value::Thing(thing) if thing.is_none() => serde_json::Value::Null,
        Value::Thing(_) => value.text(rules).into(),
    }
}

fn elements(game: &CompiledGame, state: &State) -> Vec<Element> {
    let rules = game.rules();
    let all = rules.elements.iter().enumerate();
    let element = |(index, element): (usize, &boardwright_rules::Element)| {
        let id = ElementId::new(index);
        Element {
            name: element.name.clone(),
            kind: rules.element_types[element.kind.index()].name.clone(),
            owner: game.owner(state, id).map_or(0, Player::number),
            state: game.element_state(state, id),
            location: game.location(state, id).map(|location| rules.locations[location.index()].name.clone()),
            zindex: game.zindex(state, id),
        }
    };
    all.map(element).collect()
}

/// Status line for people: the player to move or the result, and the scores if the game has any.
pub fn status_text(loaded: &LoadedGame, state: &AnyState, turn: Turn) -> String {
    let mut text = match turn {
        Turn::Player(player) => format!("{} to move", loaded.player_label(player)),
        Turn::Chance => "chance to move".to_owned(),
        Turn::Over(outcome) => format!("the game is over: {}", loaded.outcome_text(outcome)),
    };
    if loaded.has_scores() {
        let scores = loaded.players().map(|player| {
            let score = loaded.game().score(state, player);
            format!("{} has {score}", loaded.player_label(player))
        });
        text.push_str("\nscores: ");
        text.push_str(&scores.collect::<Vec<_>>().join(", "));
    }
    text
}

/// Text of a position as a player sees it, with the legend apart; everything is shown for `None`. `board` is the board of a
/// game from a game file.
pub fn board_text(loaded: &LoadedGame, board: Option<&Board>, state: &AnyState, viewer: Option<Player>) -> BoardText {
    let game = loaded.game();
    let viewer = viewer.filter(|_| game.has_hidden_information() || loaded.spec().is_none());
    if let (Some(board), Some((game, state))) = (board, loaded.as_spec(state)) {
        return board.draw(game, state, viewer);
    }
    if let Some(tiles) = game.tile_board(state) {
        let names: Vec<String> = loaded.players().map(|player| loaded.player_label(player)).collect();
        let active = game.legal_moves(state).ok().and_then(|(turn, _)| turn.player()).map(Player::index);
        return tile_board_text(&tiles, &names, active);
    }
    let text = viewer.map_or_else(|| game.state_text(state), |viewer| game.view_text(state, viewer));
    BoardText { text, legend: Vec::new() }
}

/// The board of a game from a game file.
pub fn board_of(loaded: &LoadedGame) -> Option<Board> {
    loaded.spec().map(|game| Board::new(game.rules()))
}

/// Text of a position with its legend, including hidden information.
pub fn position_text(loaded: &LoadedGame, state: &AnyState) -> String {
    board_text(loaded, board_of(loaded).as_ref(), state, None).with_legend()
}

/// Text of a position with its legend, as a player sees it.
pub fn seen_position_text(loaded: &LoadedGame, state: &AnyState, viewer: Player) -> String {
    board_text(loaded, board_of(loaded).as_ref(), state, Some(viewer)).with_legend()
}

/// The player of a seat, by its number.
///
/// # Errors
/// If the game has no such player.
pub fn player_of_seat(loaded: &LoadedGame, seat: u8) -> Result<Player, Failure> {
    let players = loaded.game().players();
    let player = Player::new(usize::from(seat)).filter(|player| player.number() <= players);
    player.ok_or_else(|| Failure::Usage(format!("`--seat` must be a player of {}, from 1 to {players}", loaded.title)))
}
