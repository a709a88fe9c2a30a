//! The values of the best moves by weights of features, and the contribution of each feature (`boardwright analyse --terms`).

use std::io::Write as _;

use boardwright_game::any::AnyState;
use boardwright_library::load::LoadedGame;
use boardwright_library::weights::MoveValue;
use boardwright_players::PlayerSpec;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::load_game;
use crate::output::Output;

/// Contributions below this are not printed: they show as zero.
const LEAST_TERM: f32 = 0.005;

/// JSON answer for a move.
#[derive(Serialize)]
struct MoveReport<'a> {
    #[serde(rename = "move")]
    mv: String,
    value: f32,
    /// Phase, from 1.
    phase: usize,
    terms: Vec<TermReport<'a>>,
}

#[derive(Serialize)]
struct TermReport<'a> {
    feature: &'a str,
    term: f32,
}

/// Prints the `count` best moves of a position by the weights of a player.
pub fn run(
    (loaded, state): (&LoadedGame, &AnyState),
    player: &PlayerSpec,
    count: usize,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let artifacts = load_game::load_artifacts(loaded)?;
    let Some(weights) = loaded.player_weights(player, &artifacts)? else {
        let name = player.entry.name;
        return Err(Failure::Usage(format!(
            "{name} does not evaluate {} by weights of features; `boardwright weights {}` lists weights for the player weighted",
            loaded.name, loaded.name
        )));
    };
    let mut values = loaded.move_values(state, &weights)?;
    if values.is_empty() {
        return Err(Failure::Input("no player is to move here: there is no move to evaluate".to_owned()));
    }
    values.sort_by(|one, other| other.value.total_cmp(&one.value));
    for MoveValue { mv, value, phase, terms } in values.into_iter().take(count) {
        let mv = loaded.game().move_text(state, &mv);
        if out.is_json() {
            let terms = terms.iter().map(|(feature, term)| TermReport { feature, term: *term }).collect();
            out.json(&MoveReport { mv, value, phase: phase + 1, terms })?;
            continue;
        }
        writeln!(out, "{value:>9.2}  {mv}")?;
        let mut terms: Vec<_> = terms.into_iter().filter(|(_, term)| term.abs() >= LEAST_TERM).collect();
        terms.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        for (feature, term) in terms {
            writeln!(out, "{term:>+15.2}  {feature}")?;
        }
    }
    Ok(Answer::Yes)
}
