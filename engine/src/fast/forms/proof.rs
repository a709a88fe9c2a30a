//! The proof that a map is a symmetry: for each player, piece and place to come from, the moves and the moves of the
//! images are the same once the map is applied. Only what has been compared counts; what forms do not cover is refused.

use rustc_hash::FxHashMap;

use crate::fast::tables::{Fast, NO_GROUP, Offer};
use crate::ids::{ElementId, LocationId, Player};
use crate::layout::Layout;
use crate::rules::{Initial, Reset, Rivals, RuleSet};
use crate::symmetry::Map;

use super::read::Reader;
use super::rules::{Moves, Offered};
use super::{Beyond, FormId, Forms, Made};

/// By player, rule, word and way of a move: rule, word and way of its image.
pub(crate) type Ways = FxHashMap<(Player, u16, u16, u32), (u16, u16, u32)>;

/// A game whose moves are compared with their images under several maps.
pub(crate) struct Proof<'a> {
    pub(super) fast: &'a Fast,
    rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) forms: Forms,
    /// The game as it is.
    pub(super) plain: Moves<'a>,
}

/// One way to make a move: the table, the way, and the form.
#[derive(Clone, Copy, Debug)]
struct OneWay {
    table: usize,
    way: u32,
    entry: FormId,
}

/// Where a move goes, and by which of its words: off the board is no place.
type Aimed<'a> = (Option<LocationId>, Option<&'a str>);

/// The groups of a piece, or of a place, in each table; of one kind where all are equal.
type Profile = Vec<u32>;

impl<'a> Proof<'a> {
    /// A proof for a game, if its moves can be read at all.
    pub(crate) fn new(
        rules: &'a RuleSet,
        layout: &'a Layout,
        fast: &'a Fast,
        identity: &'a Map,
    ) -> Result<Self, Beyond> {
        if fast.listed_plainly {
            return Err(Beyond("rules that are listed by the plain form"));
        }
        if fast.rules.iter().any(|table| table.general || !table.late.is_empty() || table.tells_apart) {
            return Err(Beyond("patterns that are matched at play"));
        }
        let reserves = rules.element_types.iter().any(|kind| kind.reserve.is_some());
        let forms = Forms::new(layout.all_kinds().ok_or(Beyond("so many kinds of pieces"))?, reserves);
        let plain = Moves::new(fast, Reader::new(rules, layout, &fast.code, identity));
        Ok(Self { fast, rules, layout, forms, plain })
    }

    /// Reads all of the game as it is: what cannot be read cannot be compared with anything.
    pub(crate) fn read(&mut self, identity: &Map) -> Result<Ways, Beyond> {
        self.compare(identity, &mut None)
    }

    /// What shows that a map is a symmetry.
    pub(crate) fn check(&mut self, map: &Map) -> Result<Ways, Beyond> {
        self.check_lasting(map)?;
        self.compare(map, &mut Some(Moves::new(self.fast, Reader::new(self.rules, self.layout, &self.fast.code, map))))
    }

    /// Whether nothing more can be proven, because it has taken long already.
    pub(crate) fn is_spent(&mut self) -> bool {
        self.forms.spend(0).is_err()
    }

    /// Compares all moves, as they are or as their images, with those where they are to be found again.
    fn compare(&mut self, map: &Map, images: &mut Option<Moves<'_>>) -> Made<Ways> {
        let mut ways = Ways::default();
        for player in self.layout.players() {
            self.check_bare(map, images, player, &mut ways)?;
            self.check_player(map, images, player, &mut ways)?;
        }
        Ok(ways)
    }

    /// What stands in no code: first values that come back, places for what is removed, scores that stay.
    fn check_lasting(&self, map: &Map) -> Made<()> {
        let rules = self.rules;
        for global in rules.globals.iter().filter(|global| global.reset != Reset::Never) {
            let stays = match &global.initial {
                Initial::Int(_) | Initial::Bool(_) => true,
                Initial::Element(element) => element.is_none_or(|element| map.element(element) == element),
                Initial::Location(place) => place.is_none_or(|place| map.place(place) == place),
                Initial::Elements(members) => members.iter().all(|&member| members.contains(&map.element(member))),
                Initial::Locations(members) => members.iter().all(|&member| members.contains(&map.place(member))),
            };
            if !stays {
                return Err(Beyond("what a variable begins with"));
            }
        }
        for (kind, image) in rules.element_types.iter().zip(&map.types) {
            let image = &rules.element_types[image.index()];
            let room = |reserve| {
                let places = rules.locations.iter().enumerate();
                places.filter(move |(_, place)| Some(place.kind) == reserve).map(|(index, _)| LocationId::new(index))
            };
            let mapped = room(kind.reserve).map(|place| map.place(place));
            if kind.states != image.states || !mapped.eq(room(image.reserve)) {
                return Err(Beyond("where removed pieces go"));
            }
        }
        let scores = &self.layout.start_scores;
        let kept = |(player, score): (Player, &i32)| scores[map.player(player).index()] == *score;
        if self.layout.scores.is_none() && !self.layout.players().zip(scores).all(kept) {
            return Err(Beyond("scores"));
        }
        Ok(())
    }

    /// The moves without piece: each rule's own.
    fn check_bare(&mut self, map: &Map, images: &mut Option<Moves<'_>>, player: Player, ways: &mut Ways) -> Made<()> {
        for (index, table) in self.fast.rules.iter().enumerate() {
            let offers = [player, map.player(player)].map(|player| table.by_player[player.index()].as_ref());
            let bare = offers.map(|offer| offer.map_or(&[][..], |offer| &offer.bare));
            let mut lists = [Vec::new(), Vec::new()];
            for (side, (offer, aims)) in offers.into_iter().zip(bare).enumerate() {
                for &aim in aims {
                    let offered = offered(self.fast, index, offer.expect("it has moves"));
                    let entry = match images {
                        Some(images) if side == 0 => images.entry(&mut self.forms, offered, aim)?,
                        _ => self.plain.entry(&mut self.forms, offered, aim)?,
                    };
                    lists[side].push(OneWay { table: index, way: aim.way, entry });
                }
            }
            let [mine, theirs] = lists;
            self.pair(player, mine, theirs, ways)?;
        }
        Ok(())
    }

    /// The groups of each piece and of each place, off the board as the last, for a player.
    fn profiles(&self, player: Player) -> (Vec<Profile>, Vec<Profile>) {
        let mut pieces = vec![vec![NO_GROUP; self.fast.rules.len()]; self.layout.first_kind.len()];
        let mut places = vec![vec![NO_GROUP; self.fast.rules.len()]; self.layout.place.len() + 1];
        for (index, table) in self.fast.rules.iter().enumerate() {
            let Some(offer) = &table.by_player[player.index()] else { continue };
            for &(element, group) in &offer.elements {
                pieces[element.index()][index] = group;
            }
            for (place, &group) in places.iter_mut().zip(&table.from_group) {
                place[index] = group;
            }
        }
        (pieces, places)
    }

    fn check_player(&mut self, map: &Map, images: &mut Option<Moves<'_>>, player: Player, ways: &mut Ways) -> Made<()> {
        let (pieces, places) = self.profiles(player);
        let (image_pieces, image_places) = self.profiles(map.player(player));
        let off = self.layout.place.len();
        let of_places = (0..=off).map(|at| {
            let image = if at == off { off } else { map.places[at].index() };
            (&places[at], &image_places[image])
        });
        let of_pieces =
            (0..pieces.len()).map(|at| (&pieces[at], &image_pieces[map.element(ElementId::new(at)).index()]));
        let (of_pieces, of_places) = (distinct(of_pieces), distinct(of_places));
        for &(piece, image) in &of_pieces {
            for &(place, image_place) in &of_places {
                let mine = self.list(images, player, piece, place)?;
                let theirs = self.list(&mut None, map.player(player), image, image_place)?;
                let mut mine: Vec<_> =
                    mine.into_iter().map(|((to, word), way)| ((to.map(|to| map.place(to)), word), way)).collect();
                mine.sort_by_key(|(aimed, _)| *aimed);
                if !mine.iter().map(|(aimed, _)| aimed).eq(theirs.iter().map(|(aimed, _)| aimed)) {
                    return Err(Beyond("where pieces go"));
                }
                let mut theirs = &theirs[..];
                for same in mine.chunk_by(|one, other| one.0 == other.0) {
                    let (images, rest) = theirs.split_at(same.len());
                    theirs = rest;
                    let only = |list: &[(Aimed<'_>, OneWay)]| list.iter().map(|(_, way)| *way).collect();
                    self.pair(player, only(same), only(images), ways)?;
                }
            }
        }
        Ok(())
    }

    /// Every way in which pieces of some groups can go from places of some groups, sorted by where to; those to one place
    /// are in the order of the file. Read as they are, or by `images`.
    fn list(
        &mut self,
        images: &mut Option<Moves<'_>>,
        player: Player,
        piece: &Profile,
        place: &Profile,
    ) -> Made<Vec<(Aimed<'a>, OneWay)>> {
        let mut list = Vec::new();
        let fast = self.fast;
        for (index, table) in fast.rules.iter().enumerate() {
            let Some(offer) = &table.by_player[player.index()] else { continue };
            let (group, from) = (piece[index], place[index]);
            if group == NO_GROUP || from == NO_GROUP {
                continue;
            }
            let offered = offered(fast, index, offer);
            for (to, aim) in offer.targets.each(group, from, table.from_groups) {
                let entry = match images {
                    Some(images) => images.entry(&mut self.forms, offered, aim)?,
                    None => self.plain.entry(&mut self.forms, offered, aim)?,
                };
                list.push(((to, table.word.as_deref()), OneWay { table: index, way: aim.way, entry }));
            }
        }
        list.sort_by_key(|(aimed, _)| *aimed);
        Ok(list)
    }

    /// Compares the ways to make one move with those to make its image, and notes which is which's.
    fn pair(&self, player: Player, mine: Vec<OneWay>, mut theirs: Vec<OneWay>, ways: &mut Ways) -> Made<()> {
        if mine.len() != theirs.len() {
            return Err(Beyond("in how many ways a move can be made"));
        }
        let name = |way: &OneWay| {
            let table = &self.fast.rules[way.table];
            (table.rule.0, table.choice, way.way)
        };
        // The first one that is allowed is how a move is made, unless all do the same.
        let make = |way: &OneWay| self.forms.form(way.entry).parts[1];
        let all_alike = mine.windows(2).all(|two| make(&two[0]) == make(&two[1]));
        let free = all_alike && self.rules.rivals == Rivals::First && mine.len() > 1;
        for way in mine {
            let (rule, choice, number) = name(&way);
            let key = (player, rule, choice, number);
            let known = ways.get(&key);
            let fits = |other: &&OneWay| other.entry == way.entry && known.is_none_or(|known| *known == name(other));
            let at = match theirs.first() {
                Some(first) if !free => fits(&first).then_some(0),
                _ => theirs.iter().position(|other| fits(&other)),
            };
            let Some(at) = at else {
                return Err(Beyond("what a move asks for or does"));
            };
            ways.insert(key, name(&theirs.remove(at)));
        }
        Ok(())
    }
}

fn offered<'a>(fast: &'a Fast, table: usize, offer: &'a Offer) -> Offered<'a> {
    Offered { table: &fast.rules[table], kinds: &offer.kinds, gate: offer.targets.gate }
}

/// Each pair once, in order.
fn distinct<'a>(pairs: impl Iterator<Item = (&'a Profile, &'a Profile)>) -> Vec<(&'a Profile, &'a Profile)> {
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
