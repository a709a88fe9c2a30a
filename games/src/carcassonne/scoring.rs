//! Points of features: when they are completed, and at the end of the game.

use super::board::{Board, Feature, MAX_PLAYERS, SegmentSet};
use super::state::Points;
use super::tiles::{FeatureKind, TileSet};

/// Historical rule for the scores of farms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarmRule {
    /// Each completed city gives 4 points to the players with most farmers on all farms that touch it.
    First,
    /// Each farm is won by majority, and each completed city beside a won farm gives a player 3 points, once.
    Second,
    /// Each farm is won by majority, and gives 3 points for each completed city beside it.
    Third,
}

/// Options that change scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoringRules {
    /// Rule for farms.
    pub farms: FarmRule,
    /// `true` if a city of two tiles gives 2 points instead of 4.
    pub has_small_cities: bool,
}

/// Points for a city, road or cloister that is completed.
pub fn completed_points(kind: FeatureKind, feature: &Feature, rules: ScoringRules) -> u16 {
    let (tiles, shields) = (u16::from(feature.tiles), u16::from(feature.shields));
    match kind {
        FeatureKind::City if tiles == 2 && rules.has_small_cities => 2,
        FeatureKind::City => 2 * (tiles + shields),
        FeatureKind::Road | FeatureKind::Cloister => tiles,
        FeatureKind::Field => 0,
    }
}

/// Points for a city, road or cloister that is open at the end.
pub fn open_points(kind: FeatureKind, feature: &Feature) -> u16 {
    match kind {
        FeatureKind::City => u16::from(feature.tiles) + u16::from(feature.shields),
        FeatureKind::Road | FeatureKind::Cloister => u16::from(feature.tiles),
        FeatureKind::Field => 0,
    }
}

/// Points that the features on the board would give if the game ended now, by player: open features and farms.
pub fn end_points(board: &Board, set: &TileSet, rules: ScoringRules) -> [Points; MAX_PLAYERS] {
    let mut points = [Points::default(); MAX_PLAYERS];
    let mut seen = SegmentSet::default();
    let mut farms = Farms::default();
    for meeple in board.meeples() {
        let root = board.root_of(meeple.tile, meeple.segment);
        if !seen.insert(root) {
            continue;
        }
        let kind = set.kind(board.tiles()[usize::from(meeple.tile)].kind).segments[usize::from(meeple.segment)].kind;
        let feature = board.feature(root);
        if kind == FeatureKind::Field {
            farms.add(board, root, rules.farms, &mut points);
        } else {
            award(&mut points, feature.majority(), feature.meeples_of, kind, open_points(kind, feature));
        }
    }
    farms.award_cities(rules.farms, &mut points);
    points
}

/// Awards points to all players with as many meeples as `majority`.
fn award(points: &mut [Points; MAX_PLAYERS], majority: u8, meeples: [u8; MAX_PLAYERS], kind: FeatureKind, value: u16) {
    for (points, _) in points.iter_mut().zip(meeples).filter(|&(_, own)| own > 0 && own == majority) {
        points.add(kind, value);
    }
}

/// Points of a city for the farmers beside it, under the first rule.
const CITY_POINTS: u16 = 4;
/// Points of a farm for each city beside it, under the later rules.
const FARM_CITY_POINTS: u16 = 3;

/// Farms with farmers, for the rules that count each city once.
#[derive(Default)]
struct Farms {
    /// Completed cities beside farms with the farmers on these farms (first rule), or with the winners of these farms as 1
    /// (second rule).
    cities: Vec<(u8, [u8; MAX_PLAYERS])>,
}

impl Farms {
    /// Adds a farm, or awards its points if the rule allows it at once.
    fn add(&mut self, board: &Board, root: u8, rule: FarmRule, points: &mut [Points; MAX_PLAYERS]) {
        let feature = board.feature(root);
        let cities = board.cities_of_farm(root).filter(|&city| board.feature(city).open == 0);
        let claims = match rule {
            FarmRule::Third => {
                let value = FARM_CITY_POINTS * cities.count() as u16;
                award(points, feature.majority(), feature.meeples_of, FeatureKind::Field, value);
                return;
            }
            FarmRule::First => feature.meeples_of,
            FarmRule::Second => {
                let majority = feature.majority();
                feature.meeples_of.map(|own| u8::from(own > 0 && own == majority))
            }
        };
        for city in cities {
            match self.cities.iter_mut().find(|(known, _)| *known == city) {
                Some((_, sums)) => sums.iter_mut().zip(claims).for_each(|(sum, claim)| match rule {
                    FarmRule::First => *sum += claim,
                    _ => *sum |= claim,
                }),
                None => self.cities.push((city, claims)),
            }
        }
    }

    /// Awards the points of the cities.
    fn award_cities(&self, rule: FarmRule, points: &mut [Points; MAX_PLAYERS]) {
        for (_, claims) in &self.cities {
            let majority = claims.iter().copied().max().unwrap_or(0);
            let value = if rule == FarmRule::First { CITY_POINTS } else { FARM_CITY_POINTS };
            award(points, majority, *claims, FeatureKind::Field, value);
        }
    }
}
