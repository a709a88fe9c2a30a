//! The groups of a player with all that they ask for and do as forms: what the first two passes make.

use crate::fast::code::{Code, NodeId};
use crate::fast::tables::{Fast, NextCode, Tail};
use crate::fast::targets::{ALWAYS, Aim};
use crate::ids::Player;
use crate::layout::Layout;

use super::Beyond;
use super::form::{Form, Laned, Lanes, Part};
use super::groups::{Group, Source, Target, groups};
use super::lift::Lift;

/// What a rule offers a player.
pub(super) struct Offered {
    pub(super) priority: i32,
    /// What must hold for any of its moves.
    pub(super) gate: Option<Form>,
    pub(super) captures: bool,
    pub(super) groups: Vec<Ready>,
}

/// A group, ready to be written.
pub(super) struct Ready {
    pub(super) source: Source,
    pub(super) target: Target,
    pub(super) lanes: Lanes,
    /// What must hold for a lane.
    pub(super) condition: Option<Part>,
    pub(super) followup: Option<Part>,
    pub(super) next: Next,
    /// What follows when the turn has passed: one for all, or one for each player who has it then.
    pub(super) tails: Vec<Ending>,
}

/// Who is to move after a move.
pub(super) enum Next {
    /// Whoever it is then.
    Stays,
    Is(Player),
    /// The player of this number.
    Worked(Form),
}

/// Scorings and ends, which come last in every move.
pub(super) struct Ending {
    pub(super) scorings: Vec<Scoring>,
    pub(super) ends: Vec<End>,
}

/// A scoring.
pub(super) struct Scoring {
    pub(super) situation: Part,
    pub(super) followup: Option<Form>,
}

/// An end of the game.
pub(super) struct End {
    pub(super) situation: Part,
    /// `None`: the player with the highest score.
    pub(super) winner: Option<i32>,
}

/// What a player is offered, in the order of the rules.
pub(super) fn ready(layout: &Layout, fast: &Fast, player: Player) -> Result<Vec<Offered>, Beyond> {
    let words = layout.place.len().div_ceil(64).max(1);
    let many = Lift { layout, code: &fast.code, words, singly: false };
    let single = Lift { singly: true, ..many };
    let mut all: Vec<Offered> = Vec::new();
    let mut last = None;
    for group in groups(layout, fast, player)? {
        let table = &fast.rules[group.table];
        if table.after {
            return Err(Beyond("a rule that asks about the position it makes"));
        }
        if last != Some(group.table) {
            last = Some(group.table);
            let offer = table.by_player[player.index()].as_ref().expect("a group is of an offer");
            let gate = offer.targets.gate.map(|node| single.fixed(node)).transpose()?;
            all.push(Offered { priority: table.priority, gate, captures: table.captures, groups: Vec::new() });
        }
        let offered = all.last_mut().expect("just pushed");
        if group.source != Source::Bare && !table.late.is_empty() {
            return Err(Beyond("variables that are bound by patterns while a game is played"));
        }
        offered.groups.push(one(fast, (&many, &single), &group)?);
    }
    Ok(all)
}

fn one(fast: &Fast, (many, single): (&Lift<'_>, &Lift<'_>), group: &Group) -> Result<Ready, Beyond> {
    let all = || group.lanes.iter().map(|(&lane, &aim)| (lane, aim));
    let make = |aim: Aim| &fast.makes[aim.make as usize];
    let mut conditions: Vec<Laned> = Vec::new();
    for (lane, aim) in all().filter(|(_, aim)| aim.condition != ALWAYS) {
        let condition = &fast.conditions[aim.condition as usize];
        if condition.reads {
            return Err(Beyond("conditions that use variables of their own"));
        }
        conditions.push((lane, condition.node));
    }
    for (_, aim) in all() {
        let make = make(aim);
        if make.plainly || make.prologue.is_some() || make.after.is_some() || make.prefer.is_some() {
            return Err(Beyond("moves that are made by the plain form, or preferred"));
        }
        if !make.awards.is_empty() {
            return Err(Beyond("awards"));
        }
    }
    let count = group.lanes.len();
    let followups: Vec<Laned> = all().filter_map(|(lane, aim)| Some((lane, make(aim).followup?))).collect();
    let tails = make(group.lanes.values().next().copied().expect("a group has lanes")).tails.len();
    if all().any(|(_, aim)| make(aim).tails.len() != tails) {
        return Err(Beyond("moves that end differently from place to place"));
    }
    let ending = |index: usize| {
        let tails: Vec<(u16, &Tail)> =
            all().map(|(lane, aim)| (lane, &fast.tails[make(aim).tails[index] as usize])).collect();
        ending(&fast.code, single, &tails)
    };
    Ok(Ready {
        source: group.source,
        target: group.target,
        lanes: Lanes::of(many.words, group.lanes.keys().map(|&lane| usize::from(lane))),
        condition: part(many, &conditions, count)?,
        followup: part(single, &followups, count)?,
        next: next(single, all().map(|(lane, aim)| (lane, make(aim).next)))?,
        tails: (0..tails).map(ending).collect::<Result<_, _>>()?,
    })
}

/// The form of nodes that some of `count` lanes have.
fn part(lift: &Lift<'_>, nodes: &[Laned], count: usize) -> Result<Option<Part>, Beyond> {
    if nodes.is_empty() {
        return Ok(None);
    }
    let lanes = (nodes.len() < count).then(|| Lanes::of(lift.words, nodes.iter().map(|(lane, _)| usize::from(*lane))));
    Ok(Some(Part { lanes, form: lift.form(nodes)? }))
}

fn next(lift: &Lift<'_>, codes: impl Iterator<Item = (u16, NextCode)>) -> Result<Next, Beyond> {
    let codes: Vec<(u16, NextCode)> = codes.collect();
    let differ = Beyond("moves after which somebody else is to move from place to place");
    let mut nodes: Vec<(u16, NodeId)> = Vec::new();
    for (lane, code) in &codes {
        match (code, codes[0].1) {
            (NextCode::Stays, NextCode::Stays) => {}
            (NextCode::Is(player), NextCode::Is(first)) if *player == first => {}
            (NextCode::Worked(node, _), NextCode::Worked(..)) => nodes.push((*lane, *node)),
            _ => return Err(differ),
        }
    }
    Ok(match codes[0].1 {
        NextCode::Stays => Next::Stays,
        NextCode::Is(player) => Next::Is(player),
        NextCode::Worked(..) => Next::Worked(lift.form(&nodes)?),
    })
}

fn ending(code: &Code, lift: &Lift<'_>, tails: &[(u16, &Tail)]) -> Result<Ending, Beyond> {
    let mut scorings = Vec::new();
    for (index, first) in tails[0].1.scorings.iter().enumerate() {
        let mut nodes = Vec::new();
        let mut followups = Vec::new();
        for (lane, tail) in tails {
            let same = tail.scorings.get(index).filter(|scoring| scoring.index == first.index);
            let scoring = same.ok_or(Beyond("scorings that differ from place to place"))?;
            if !scoring.awards.is_empty() {
                return Err(Beyond("awards"));
            }
            nodes.push((*lane, scoring.situation));
            followups.extend(scoring.followup.map(|followup| (*lane, followup)));
        }
        let situation = part(lift, &nodes, tails.len())?.expect("every lane has one");
        let followup = match followups.len() {
            0 => None,
            count if count == tails.len() => Some(lift.form(&followups)?),
            _ => return Err(Beyond("scorings that differ from place to place")),
        };
        scorings.push(Scoring { situation, followup });
    }
    if tails.iter().any(|(_, tail)| tail.scorings.len() != scorings.len()) {
        return Err(Beyond("scorings that differ from place to place"));
    }
    let last = tails.iter().flat_map(|(_, tail)| tail.ends.iter().map(|end| end.index + 1)).max().unwrap_or(0);
    let mut ends = Vec::new();
    for index in 0..last {
        let mut nodes = Vec::new();
        let mut winner = None;
        for (lane, tail) in tails {
            let Some(end) = tail.ends.iter().find(|end| end.index == index) else { continue };
            let this = match end.winner {
                None => None,
                Some(node) => match code[node] {
                    crate::fast::code::Node::Const(crate::fast::value::Value::Int(number)) => Some(number),
                    _ => return Err(Beyond("winners that are worked out")),
                },
            };
            if *winner.get_or_insert(this) != this {
                return Err(Beyond("winners that differ from place to place"));
            }
            nodes.push((*lane, end.situation));
        }
        if let (Some(situation), Some(winner)) = (part(lift, &nodes, tails.len())?, winner) {
            ends.push(End { situation, winner });
        }
    }
    Ok(Ending { scorings, ends })
}
