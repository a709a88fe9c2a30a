//! A position as programs read it, and the lines that tell people how it stands.
//! The drawing of the board is in [`board`](crate::board).

use std::collections::BTreeMap;

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{Outcome, Turn};
use boardwright_engine::ids::{ElementId, GlobalId, Player};
use boardwright_engine::plain::Value;
use boardwright_engine::record::Number;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_shelf::load::Loaded;
use serde::Serialize;

use crate::failure::Failure;

/// A position.
#[derive(Debug, Serialize)]
pub struct View {
    /// Who is to move; in a game file also when the game is over.
    pub player: Option<Player>,
    /// `player`, `chance` or `over`.
    pub turn: &'static str,
    pub outcome: Option<Outcome>,
    pub scores: Vec<Number>,
    /// Number of the move about to be made, where the game asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_number: Option<i32>,
    /// Variables that outlive a move.
    pub variables: BTreeMap<String, serde_json::Value>,
    pub elements: Vec<Element>,
    /// All of the position in words, for a game that has no elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A piece of a position.
#[derive(Debug, Serialize)]
pub struct Element {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    /// 0 for nobody.
    pub owner: usize,
    pub state: i32,
    /// None off the board.
    pub location: Option<String>,
    pub zindex: i32,
}

impl View {
    /// The view of a position.
    pub fn new(loaded: &Loaded, state: &AnyState) -> Result<Self, Failure> {
        let game = loaded.game();
        let (turn, _) = game.turn(state).map_err(|fault| loaded.fault(&fault))?;
        let spec = loaded.as_spec(state);
        Ok(Self {
            player: to_move(loaded, state, turn),
            turn: match turn {
                Turn::Player(_) => "player",
                Turn::Chance => "chance",
                Turn::Over(_) => "over",
            },
            outcome: turn.outcome(),
            scores: loaded.scores(state).into_iter().map(Number).collect(),
            turn_number: spec.map(|(game, state)| game.turn_number(state)).filter(|&number| number > 0),
            variables: spec.map_or_else(BTreeMap::new, |(game, state)| variables(game, state)),
            elements: spec.map_or_else(Vec::new, |(game, state)| elements(game, state)),
            state: spec.is_none().then(|| game.state_text(state)),
        })
    }
}

/// Who is to move by the position, as far as it says.
pub fn to_move(loaded: &Loaded, state: &AnyState, turn: Turn) -> Option<Player> {
    turn.player().or_else(|| loaded.as_spec(state).map(|(game, state)| game.mover(state)))
}

fn variables(game: &SpecGame, state: &State) -> BTreeMap<String, serde_json::Value> {
    let rules = game.rules();
    let globals = rules.globals.iter().enumerate();
    let value = |index| plain(&Value::from(game.held(state, GlobalId::new(index))), rules);
    globals.map(|(index, global)| (global.name.clone(), value(index))).collect()
}

/// A value as programs read it: things by their names, null for none of a kind.
pub fn plain(value: &Value, rules: &RuleSet) -> serde_json::Value {
    match value {
        Value::Int(number) => (*number).into(),
        Value::Bool(yes) => (*yes).into(),
        Value::Text(text) => text.clone().into(),
        Value::Set(members) => members.iter().map(|member| plain(member, rules)).collect(),
        Value::Thing(thing) if thing.is_none() => serde_json::Value::Null,
        Value::Thing(_) => value.text(rules).into(),
    }
}

fn elements(game: &SpecGame, state: &State) -> Vec<Element> {
    let rules = game.rules();
    let all = rules.elements.iter().enumerate();
    let element = |(index, element): (usize, &boardwright_engine::rules::Element)| {
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

/// How the game stands, for people: whose turn it is or how it ended, and the scores where there are any.
pub fn standing(loaded: &Loaded, state: &AnyState, turn: Turn) -> String {
    let mut text = match turn {
        Turn::Player(player) => format!("{} to move", loaded.person(player)),
        Turn::Chance => "chance to move".to_owned(),
        Turn::Over(outcome) => format!("the game is over: {}", loaded.result(outcome)),
    };
    if loaded.keeps_scores() {
        let scores = loaded.players().map(|player| {
            let score = loaded.game().score(state, player);
            format!("{} has {score}", loaded.person(player))
        });
        text.push_str("\nscores: ");
        text.push_str(&scores.collect::<Vec<_>>().join(", "));
    }
    text
}
