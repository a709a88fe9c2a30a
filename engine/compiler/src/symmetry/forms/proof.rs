//! Proofs that a map is a symmetry: for each player, piece and source location, the moves and the moves of the images
//! are equal after the map is applied. Only compared code counts as proven; unsupported code makes the proof fail.

use rustc_hash::FxHashMap;

use crate::symmetry::SymmetryMap;
use crate::tables::{CompiledRules, NO_GROUP, Offer};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{GlobalValue, Reset, RivalPolicy, RuleSet};

use super::move_forms::{MoveReader, OfferContext};
use super::reader::Reader;
use super::{FormId, FormResult, FormTable, Unsupported};

/// Mapping of moves: (player, rule, choice of word, way) of a move to (rule, choice of word, way) of its image.
pub(crate) type MoveMapping = FxHashMap<(Player, u16, u16, u32), (u16, u16, u32)>;

/// State of the comparison of the moves of a game with their images under several maps.
pub(crate) struct Proof<'a> {
    pub(super) fast: &'a CompiledRules,
    rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) forms: FormTable,
    /// The moves of the game, unmapped.
    pub(super) unmapped: MoveReader<'a>,
}

/// A form of a move: rule table, index of the `for` combination, and normal form.
#[derive(Clone, Copy, Debug)]
struct MoveVariant {
    table: usize,
    for_index: u32,
    form: FormId,
}

/// Target of a move (`None`: off the board) and the word chosen for it.
type VariantTarget<'a> = (Option<LocationId>, Option<&'a str>);

/// Groups of a piece, or of a location, in each rule table; equal profiles are interchangeable.
type GroupProfile = Vec<u32>;

impl<'a> Proof<'a> {
    /// Starts a proof; fails if the moves of the game have no normal forms.
    pub(crate) fn new(
        rules: &'a RuleSet,
        layout: &'a Layout,
        fast: &'a CompiledRules,
        identity: &'a SymmetryMap,
    ) -> Result<Self, Unsupported> {
        if fast.has_interpreted_movegen {
            return Err(Unsupported("rules that only the interpreter supports"));
        }
        if fast
            .rules
            .iter()
            .any(|table| table.is_general || !table.late_variables.is_empty() || table.distinguishes_members)
        {
            return Err(Unsupported("patterns that are matched at run time"));
        }
        let reserves = rules.element_types.iter().any(|kind| kind.reserve.is_some());
        let forms = FormTable::new(layout.all_kinds_mask().ok_or(Unsupported("too many kinds of pieces"))?, reserves);
        let plain = MoveReader::new(fast, Reader::new(rules, layout, &fast.code, identity));
        Ok(Self { fast, rules, layout, forms, unmapped: plain })
    }

    /// Reads all moves without a map: code that has no normal form cannot be compared.
    pub(crate) fn read_unmapped(&mut self, identity: &SymmetryMap) -> Result<MoveMapping, Unsupported> {
        self.compare(identity, &mut None)
    }

    /// Proves that a map is a symmetry and returns its mapping of moves.
    pub(crate) fn prove(&mut self, map: &SymmetryMap) -> Result<MoveMapping, Unsupported> {
        self.check_constant_data(map)?;
        self.compare(
            map,
            &mut Some(MoveReader::new(self.fast, Reader::new(self.rules, self.layout, &self.fast.code, map))),
        )
    }

    /// `true` if the work budget is exhausted, so that no further proof can succeed.
    pub(crate) fn is_exhausted(&mut self) -> bool {
        self.forms.spend(0).is_err()
    }

    /// Compares all moves, or all images of moves, with the moves of the image players and groups.
    fn compare(&mut self, map: &SymmetryMap, images: &mut Option<MoveReader<'_>>) -> FormResult<MoveMapping> {
        let mut mapping = MoveMapping::default();
        for player in self.layout.players() {
            self.check_moves_without_piece(map, images, player, &mut mapping)?;
            self.check_moves_with_piece(map, images, player, &mut mapping)?;
        }
        Ok(mapping)
    }

    /// Checks the data that is in no code: initial values of reset variables, reserves of removed pieces, constant
    /// scores.
    fn check_constant_data(&self, map: &SymmetryMap) -> FormResult<()> {
        let rules = self.rules;
        for global in rules.globals.iter().filter(|global| global.reset != Reset::Never) {
            let stays = match &global.initial {
                GlobalValue::Int(_) | GlobalValue::Bool(_) => true,
                GlobalValue::Element(element) => element.is_none_or(|element| map.element(element) == element),
                GlobalValue::Location(place) => place.is_none_or(|place| map.place(place) == place),
                GlobalValue::Elements(members) => members.iter().all(|&member| members.contains(&map.element(member))),
                GlobalValue::Locations(members) => members.iter().all(|&member| members.contains(&map.place(member))),
            };
            if !stays {
                return Err(Unsupported("different initial values of a variable"));
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
                return Err(Unsupported("different destinations of removed pieces"));
            }
        }
        let scores = &self.layout.initial_scores;
        let is_preserved = |(player, score): (Player, &i32)| scores[map.player(player).index()] == *score;
        if self.layout.scores.is_none() && !self.layout.players().zip(scores).all(is_preserved) {
            return Err(Unsupported("scores"));
        }
        Ok(())
    }

    /// Compares the moves without a piece, rule by rule.
    fn check_moves_without_piece(
        &mut self,
        map: &SymmetryMap,
        images: &mut Option<MoveReader<'_>>,
        player: Player,
        mapping: &mut MoveMapping,
    ) -> FormResult<()> {
        for (index, table) in self.fast.rules.iter().enumerate() {
            let offers = [player, map.player(player)].map(|player| table.by_player[player.index()].as_ref());
            let bare = offers.map(|offer| offer.map_or(&[][..], |offer| &offer.elementless_moves));
            let mut lists = [Vec::new(), Vec::new()];
            for (side, (offer, aims)) in offers.into_iter().zip(bare).enumerate() {
                for &aim in aims {
                    let offered = offer_context(self.fast, index, offer.expect("an offer with moves"));
                    let entry = match images {
                        Some(images) if side == 0 => images.move_form(&mut self.forms, offered, aim)?,
                        _ => self.unmapped.move_form(&mut self.forms, offered, aim)?,
                    };
                    lists[side].push(MoveVariant { table: index, for_index: aim.for_index, form: entry });
                }
            }
            let [mine, theirs] = lists;
            self.match_variants(player, mine, theirs, mapping)?;
        }
        Ok(())
    }

    /// Groups of each piece and of each location (off the board last) for a player.
    fn profiles(&self, player: Player) -> (Vec<GroupProfile>, Vec<GroupProfile>) {
        let mut pieces = vec![vec![NO_GROUP; self.fast.rules.len()]; self.layout.initial_kind.len()];
        let mut places = vec![vec![NO_GROUP; self.fast.rules.len()]; self.layout.key_place.len() + 1];
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

    fn check_moves_with_piece(
        &mut self,
        map: &SymmetryMap,
        images: &mut Option<MoveReader<'_>>,
        player: Player,
        mapping: &mut MoveMapping,
    ) -> FormResult<()> {
        let (pieces, places) = self.profiles(player);
        let (image_pieces, image_places) = self.profiles(map.player(player));
        let off = self.layout.key_place.len();
        let of_places = (0..=off).map(|at| {
            let image = if at == off { off } else { map.places[at].index() };
            (&places[at], &image_places[image])
        });
        let of_pieces =
            (0..pieces.len()).map(|at| (&pieces[at], &image_pieces[map.element(ElementId::new(at)).index()]));
        let (of_pieces, of_places) = (distinct_pairs(of_pieces), distinct_pairs(of_places));
        for &(piece, image) in &of_pieces {
            for &(place, image_place) in &of_places {
                let mine = self.variants(images, player, piece, place)?;
                let theirs = self.variants(&mut None, map.player(player), image, image_place)?;
                let mut mine: Vec<_> = mine
                    .into_iter()
                    .map(|((to, word), variant)| ((to.map(|to| map.place(to)), word), variant))
                    .collect();
                mine.sort_by_key(|(aimed, _)| *aimed);
                if !mine.iter().map(|(aimed, _)| aimed).eq(theirs.iter().map(|(aimed, _)| aimed)) {
                    return Err(Unsupported("different targets of pieces"));
                }
                let mut theirs = &theirs[..];
                for same in mine.chunk_by(|one, other| one.0 == other.0) {
                    let (images, rest) = theirs.split_at(same.len());
                    theirs = rest;
                    let only =
                        |list: &[(VariantTarget<'_>, MoveVariant)]| list.iter().map(|(_, variant)| *variant).collect();
                    self.match_variants(player, only(same), only(images), mapping)?;
                }
            }
        }
        Ok(())
    }

    /// All ways in which pieces of some groups can move from locations of some groups, sorted by target; ways to one
    /// target keep the order of the file. Read without a map, or by `images`.
    fn variants(
        &mut self,
        images: &mut Option<MoveReader<'_>>,
        player: Player,
        piece: &GroupProfile,
        place: &GroupProfile,
    ) -> FormResult<Vec<(VariantTarget<'a>, MoveVariant)>> {
        let mut list = Vec::new();
        let fast = self.fast;
        for (index, table) in fast.rules.iter().enumerate() {
            let Some(offer) = &table.by_player[player.index()] else { continue };
            let (group, from) = (piece[index], place[index]);
            if group == NO_GROUP || from == NO_GROUP {
                continue;
            }
            let offered = offer_context(fast, index, offer);
            for (to, aim) in offer.targets.moves_from(group, from, table.from_groups) {
                let entry = match images {
                    Some(images) => images.move_form(&mut self.forms, offered, aim)?,
                    None => self.unmapped.move_form(&mut self.forms, offered, aim)?,
                };
                list.push((
                    (to, table.word.as_deref()),
                    MoveVariant { table: index, for_index: aim.for_index, form: entry },
                ));
            }
        }
        list.sort_by_key(|(aimed, _)| *aimed);
        Ok(list)
    }

    /// Pairs the ways to make one move with the ways to make its image and records the mapping.
    fn match_variants(
        &self,
        player: Player,
        mine: Vec<MoveVariant>,
        mut theirs: Vec<MoveVariant>,
        mapping: &mut MoveMapping,
    ) -> FormResult<()> {
        if mine.len() != theirs.len() {
            return Err(Unsupported("different numbers of ways to make a move"));
        }
        let name = |variant: &MoveVariant| {
            let table = &self.fast.rules[variant.table];
            (table.rule.0, table.choice, variant.for_index)
        };
        // The first allowed way is used to make a move, so the order matters unless all ways have the same effect.
        let make = |variant: &MoveVariant| self.forms.form(variant.form).parts[1];
        let all_alike = mine.windows(2).all(|two| make(&two[0]) == make(&two[1]));
        let free = all_alike && self.rules.rival_policy == RivalPolicy::First && mine.len() > 1;
        for variant in mine {
            let (rule, choice, number) = name(&variant);
            let key = (player, rule, choice, number);
            let known = mapping.get(&key);
            let fits =
                |other: &&MoveVariant| other.form == variant.form && known.is_none_or(|known| *known == name(other));
            let at = match theirs.first() {
                Some(first) if !free => fits(&first).then_some(0),
                _ => theirs.iter().position(|other| fits(&other)),
            };
            let Some(at) = at else {
                return Err(Unsupported("different conditions or effects of a move"));
            };
            mapping.insert(key, name(&theirs.remove(at)));
        }
        Ok(())
    }
}

fn offer_context<'a>(fast: &'a CompiledRules, table: usize, offer: &'a Offer) -> OfferContext<'a> {
    OfferContext { table: &fast.rules[table], kinds: &offer.accepted_kinds, gate: offer.targets.gate }
}

/// Distinct pairs, sorted.
fn distinct_pairs<'a>(
    pairs: impl Iterator<Item = (&'a GroupProfile, &'a GroupProfile)>,
) -> Vec<(&'a GroupProfile, &'a GroupProfile)> {
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
