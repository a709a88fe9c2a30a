//! The groups of a player with all that they ask for and do as forms: what the first two passes make.

use std::collections::BTreeMap;

use crate::fast::code::{Code, NodeId};
use crate::fast::tables::{Fast, NextCode, Tail};
use crate::fast::targets::ALWAYS;
use crate::ids::Player;
use crate::layout::Layout;

use super::Beyond;
use super::form::{Form, Laned, Lanes, Part};
use super::groups::{Group, Source, Target, groups};
use super::lift::Lift;

/// What a player can ever do.
#[derive(Default)]
pub(super) struct Offers {
    /// In the order of the rules.
    pub(super) offered: Vec<Offered>,
    pub(super) makings: Vec<Making>,
}

/// What a rule offers a player, or a part of it.
pub(super) struct Offered {
    pub(super) priority: i32,
    /// What must hold for any of its moves.
    pub(super) gates: Vec<Form>,
    pub(super) captures: bool,
    pub(super) groups: Vec<Ready>,
}

/// A group, ready to be written.
pub(super) struct Ready {
    /// Which of the tables, and which combination of what its rule says `for` each.
    pub(super) table: usize,
    pub(super) way: u32,
    pub(super) source: Source,
    pub(super) target: Target,
    pub(super) lanes: Lanes,
    /// What must hold for a lane.
    pub(super) condition: Option<Part>,
    /// Which of the makings makes its moves.
    pub(super) making: usize,
}

/// What making a move does, for one group or several. Its lanes are where the moves go to, or, for those that go off the
/// board, where they come from.
pub(super) struct Making {
    pub(super) source: Source,
    pub(super) goes_off: bool,
    pub(super) captures: bool,
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

/// Most groups of a player.
const MOST: usize = 500;

/// What a player is offered, if off the board wait only pieces of kinds that are bits of the mask `waiting`.
pub(super) fn ready(layout: &Layout, fast: &Fast, waiting: u64, player: Player) -> Result<Offers, Beyond> {
    let words = layout.place.len().div_ceil(64).max(1);
    let many = Lift { layout, code: &fast.code, words, singly: false };
    let single = Lift { singly: true, ..many };
    let mut offers = Offers::default();
    let mut made: Vec<Made> = Vec::new();
    let mut last = None;
    let groups = groups(layout, fast, waiting, player)?;
    if groups.len() > MOST {
        return Err(Beyond("too many rules"));
    }
    for group in groups {
        let table = &fast.rules[group.table];
        if table.after {
            return Err(Beyond("a rule that asks about the position it makes"));
        }
        if group.source != Source::Bare && !table.late.is_empty() {
            return Err(Beyond("variables that are bound by patterns while a game is played"));
        }
        // What comes in is a part of its own: mostly only pieces of one kind can.
        let comes_in = matches!(group.source, Source::Reserve(..) | Source::Waiting(_)).then_some(group.source);
        if last != Some((group.table, group.gate, comes_in)) {
            last = Some((group.table, group.gate, comes_in));
            let offer = table.by_player[player.index()].as_ref().expect("a group is of an offer");
            let shared = group.gate.map(|condition| fast.conditions[condition as usize].node);
            let gates = offer.targets.gate.into_iter().chain(shared);
            let gates = gates.map(|node| single.fixed(node)).collect::<Result<_, _>>()?;
            let (priority, captures) = (table.priority, table.captures);
            offers.offered.push(Offered { priority, gates, captures, groups: Vec::new() });
        }
        let offered = offers.offered.last_mut().expect("just pushed");
        let way = group.lanes.values().next().map_or(0, |aim| aim.way);
        offered.groups.push(Ready {
            table: group.table,
            way,
            source: group.source,
            target: group.target,
            lanes: Lanes::of(words, group.lanes.keys().map(|&lane| usize::from(lane))),
            condition: condition(fast, &many, &group)?,
            making: making(fast, &mut made, &group),
        });
    }
    let makings = made.into_iter().map(|made| made.written(fast, &single));
    offers.makings = makings.collect::<Result<_, _>>()?;
    Ok(offers)
}

fn condition(fast: &Fast, lift: &Lift<'_>, group: &Group) -> Result<Option<Part>, Beyond> {
    let mut nodes: Vec<Laned> = Vec::new();
    for (&lane, aim) in group.lanes.iter().filter(|(_, aim)| aim.condition != ALWAYS) {
        let condition = &fast.conditions[aim.condition as usize];
        if condition.reads {
            return Err(Beyond("conditions that use variables of their own"));
        }
        nodes.push((lane, condition.node));
    }
    part(lift, &nodes, group.lanes.len())
}

/// A making on its way: by lane, the number of what the fast form makes.
struct Made {
    source: Source,
    goes_off: bool,
    captures: bool,
    makes: BTreeMap<u16, u32>,
}

/// Which making makes the moves of a group: one that other groups have already if those do the same where both go.
fn making(fast: &Fast, made: &mut Vec<Made>, group: &Group) -> usize {
    let (goes_off, by) = match group.target {
        Target::Lane(by) => (false, by),
        Target::Off => (true, 0),
    };
    let makes = group.lanes.iter().map(|(&lane, aim)| ((i32::from(lane) + by) as u16, aim.make));
    let makes: BTreeMap<u16, u32> = makes.collect();
    let captures = fast.rules[group.table].captures;
    let fits = |known: &Made| {
        let agree = |(lane, &make): (&u16, &u32)| known.makes.get(lane).is_none_or(|&its| fast.makes_same(its, make));
        let sources = match (known.source, group.source) {
            (Source::Board(_), Source::Board(_)) | (Source::Waiting(_), Source::Waiting(_)) => true,
            (one, other) => one == other,
        };
        (known.goes_off, known.captures) == (goes_off, captures) && sources && makes.iter().all(agree)
    };
    if let Some(index) = made.iter().position(fits) {
        let known = &mut made[index];
        match (&mut known.source, group.source) {
            (Source::Board(kinds), Source::Board(more)) | (Source::Waiting(kinds), Source::Waiting(more)) => {
                *kinds |= more;
            }
            _ => {}
        }
        for (lane, make) in makes {
            known.makes.entry(lane).or_insert(make);
        }
        return index;
    }
    made.push(Made { source: group.source, goes_off, captures, makes });
    made.len() - 1
}

impl Made {
    fn written(self, fast: &Fast, lift: &Lift<'_>) -> Result<Making, Beyond> {
        let all = || self.makes.iter().map(|(&lane, &make)| (lane, &fast.makes[make as usize]));
        for (_, make) in all() {
            if make.plainly || make.prologue.is_some() || make.after.is_some() || make.prefer.is_some() {
                return Err(Beyond("moves that are made by the plain form, or preferred"));
            }
            if !make.awards.is_empty() {
                return Err(Beyond("awards"));
            }
        }
        let followups: Vec<Laned> = all().filter_map(|(lane, make)| Some((lane, make.followup?))).collect();
        let tails = all().next().expect("a making has lanes").1.tails.len();
        if all().any(|(_, make)| make.tails.len() != tails) {
            return Err(Beyond("moves that end differently from place to place"));
        }
        let ending = |index: usize| {
            let tails: Vec<(u16, &Tail)> =
                all().map(|(lane, make)| (lane, &fast.tails[make.tails[index] as usize])).collect();
            ending(&fast.code, lift, &tails)
        };
        Ok(Making {
            source: self.source,
            goes_off: self.goes_off,
            captures: self.captures,
            followup: part(lift, &followups, self.makes.len())?,
            next: next(lift, all().map(|(lane, make)| (lane, make.next)))?,
            tails: (0..tails).map(ending).collect::<Result<_, _>>()?,
        })
    }
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
