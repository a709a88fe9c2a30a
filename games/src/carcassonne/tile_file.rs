//! Tile files: a [`TileSet`] as TOML. Every tile is checked, so that a board can rely on its data.

use serde::Deserialize;
use thiserror::Error;

use super::tiles::{
    FeatureKind, MAX_CITIES, MAX_CLOISTERS, MAX_DIVIDED, MAX_FIELDS, MAX_SEGMENTS, MAX_SEGMENTS_OF_KIND, MAX_TILES,
    MAX_TYPES, Segment, Side, Terrain, TileSet, TileType,
};

/// Error of a tile file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TileFileError {
    /// The file is not valid TOML, or has missing or unknown keys.
    #[error("{0}")]
    Syntax(String),
    /// A tile is impossible.
    #[error("tile \"{id}\": {reason}")]
    #[allow(missing_docs)]
    Tile { id: String, reason: String },
    /// The set as a whole is impossible.
    #[error("{0}")]
    Set(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetText {
    name: String,
    start: String,
    tile: Vec<TileText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileText {
    id: String,
    name: String,
    count: u8,
    edges: String,
    #[serde(default)]
    cities: Vec<String>,
    #[serde(default)]
    roads: Vec<String>,
    #[serde(default)]
    fields: Vec<String>,
    #[serde(default)]
    cloister: bool,
    #[serde(default)]
    shield: bool,
    regions: Vec<String>,
}

/// Parses a tile file.
///
/// # Errors
/// A [`TileFileError`] that names the tile and the mistake.
pub fn parse(text: &str) -> Result<TileSet, TileFileError> {
    let set: SetText = toml::from_str(text).map_err(|error| TileFileError::Syntax(error.to_string()))?;
    let mut types = Vec::new();
    for tile in &set.tile {
        let kind = tile_type(tile).map_err(|reason| TileFileError::Tile { id: tile.id.clone(), reason })?;
        if types.iter().any(|other: &TileType| other.id == kind.id) {
            return Err(TileFileError::Set(format!(
                "the tile \"{}\" is described twice; give one another id",
                kind.id
            )));
        }
        types.push(kind);
    }
    check_size(&types).map_err(TileFileError::Set)?;
    let Some(start) = types.iter().position(|kind| kind.id == set.start && kind.count > 0) else {
        return Err(TileFileError::Set(format!("the tile \"{}\" of the start is not in the set", set.start)));
    };
    Ok(TileSet::new(set.name, types, start as u8))
}

/// Checks the numbers of tiles and segments.
fn check_size(types: &[TileType]) -> Result<(), String> {
    let count = |of: &dyn Fn(&TileType) -> usize| types.iter().map(|kind| usize::from(kind.count) * of(kind)).sum();
    let kinds = |wanted: FeatureKind| {
        move |kind: &TileType| kind.segments.iter().filter(|segment| segment.kind == wanted).count()
    };
    let limits: [(&str, usize, usize); 7] = [
        ("types", types.len(), MAX_TYPES),
        ("tiles", count(&|_| 1), MAX_TILES),
        ("segments", count(&|kind| kind.segments.len()), MAX_SEGMENTS),
        ("city segments", count(&kinds(FeatureKind::City)), MAX_CITIES),
        ("fields", count(&kinds(FeatureKind::Field)), MAX_FIELDS),
        ("tiles with several cities or roads", count(&|kind| usize::from(kind.is_divided())), MAX_DIVIDED),
        ("cloisters", count(&kinds(FeatureKind::Cloister)), MAX_CLOISTERS),
    ];
    match limits.into_iter().find(|&(_, found, most)| found > most) {
        Some((what, found, most)) => Err(format!("the set has {found} {what}, at most {most} are supported")),
        None => Ok(()),
    }
}

/// Checks a tile; the error is the reason.
fn tile_type(tile: &TileText) -> Result<TileType, String> {
    let edges = parse_edges(&tile.edges)?;
    let mut segments = Vec::new();
    for (kind, terrain, texts) in
        [(FeatureKind::City, Terrain::City, &tile.cities), (FeatureKind::Road, Terrain::Road, &tile.roads)]
    {
        let mut covered = 0;
        for (number, text) in texts.iter().enumerate() {
            let sides = parse_sides(text)?;
            if sides & covered != 0 {
                return Err(format!("\"{text}\" names an edge that another segment has"));
            }
            covered |= sides;
            segments.push(Segment { kind, number: number as u8, sides, halves: 0, cities: 0, squares: 0 });
        }
        for side in Side::ALL {
            let (is_covered, is_wanted) = (covered >> side.index() & 1 == 1, edges[side.index()] == terrain);
            if is_covered != is_wanted {
                let (kind, other) = if is_wanted { ("no", "the edge is one") } else { ("a", "the edge is none") };
                let what = if terrain == Terrain::City { "city" } else { "road" };
                return Err(format!("there is {kind} {what} at the edge {}, but by `edges` {other}", letter(side)));
            }
        }
    }
    let city_count = tile.cities.len();
    let mut covered = 0_u8;
    for (number, text) in tile.fields.iter().enumerate() {
        let (halves, cities) = parse_field(text, city_count)?;
        if halves & covered != 0 {
            return Err(format!("the field \"{text}\" names a half-edge that another field has"));
        }
        covered |= halves;
        segments.push(Segment { kind: FeatureKind::Field, number: number as u8, sides: 0, halves, cities, squares: 0 });
    }
    for side in Side::ALL {
        let expected = if edges[side.index()] == Terrain::City { 0 } else { 3 };
        let found = covered >> (2 * side.index()) & 3;
        if found != expected {
            let letter = letter(side);
            return Err(if expected == 0 {
                format!("a field has a half of the edge {letter}, which is a city edge")
            } else {
                format!("no field has the half-edge {letter}{}", if found & 1 == 0 { 'L' } else { 'R' })
            });
        }
    }
    if tile.cloister {
        segments.push(Segment { kind: FeatureKind::Cloister, number: 0, sides: 0, halves: 0, cities: 0, squares: 0 });
    }
    for kind in [FeatureKind::City, FeatureKind::Road, FeatureKind::Field] {
        if segments.iter().filter(|segment| segment.kind == kind).count() > MAX_SEGMENTS_OF_KIND {
            return Err(format!("there are more than {MAX_SEGMENTS_OF_KIND} segments of one kind"));
        }
    }
    if tile.shield && city_count == 0 {
        return Err("there is a shield, but no city".to_owned());
    }
    place_squares(&mut segments, &tile.regions)?;
    Ok(TileType {
        id: tile.id.clone(),
        name: tile.name.clone(),
        count: tile.count,
        edges,
        segments,
        has_shield: tile.shield,
        rotations: 4,
        first_tile: 0,
    })
}

fn letter(side: Side) -> char {
    ['N', 'E', 'S', 'W'][side.index()]
}

fn parse_edges(text: &str) -> Result<[Terrain; 4], String> {
    let terrain = |letter| match letter {
        'F' => Some(Terrain::Field),
        'R' => Some(Terrain::Road),
        'C' => Some(Terrain::City),
        _ => None,
    };
    let edges: Option<Vec<Terrain>> = text.chars().map(terrain).collect();
    edges
        .and_then(|edges| edges.try_into().ok())
        .ok_or_else(|| format!("`edges` is \"{text}\"; write four letters F, R or C for north, east, south and west"))
}

fn parse_side(text: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| text.len() == 1 && text.starts_with(letter(side)))
}

fn parse_sides(text: &str) -> Result<u8, String> {
    let mut sides = 0;
    for word in text.split_whitespace() {
        let side = parse_side(word).ok_or_else(|| format!("\"{word}\" is no edge; write N, E, S or W"))?;
        if sides >> side.index() & 1 == 1 {
            return Err(format!("\"{text}\" names the edge {word} twice"));
        }
        sides |= 1 << side.index();
    }
    if sides == 0 { Err("a city or road has no edges".to_owned()) } else { Ok(sides) }
}

/// Parses the half-edges of a field and the cities that it touches.
fn parse_field(text: &str, cities: usize) -> Result<(u8, u8), String> {
    let (halves_text, cities_text) = text.split_once('|').unwrap_or((text, ""));
    let mut halves = 0;
    for word in halves_text.split_whitespace() {
        let wrong = || format!("\"{word}\" is no half-edge; write an edge and L or R, like NL");
        let (side, half) = match word.as_bytes() {
            [_, b'L'] => (parse_side(&word[..1]).ok_or_else(wrong)?, 0),
            [_, b'R'] => (parse_side(&word[..1]).ok_or_else(wrong)?, 1),
            _ => return Err(wrong()),
        };
        halves |= 1 << (2 * side.index() + half);
    }
    let mut touched = 0;
    for word in cities_text.split_whitespace() {
        let index = word.parse::<usize>().ok().filter(|&index| index < cities);
        let index =
            index.ok_or_else(|| format!("the field touches the city \"{word}\", but there are {cities} cities"))?;
        touched |= 1 << index;
    }
    if halves == 0 { Err(format!("the field \"{text}\" has no half-edge")) } else { Ok((halves, touched)) }
}

/// Reads the 3 by 3 map and notes the squares of each segment.
fn place_squares(segments: &mut [Segment], rows: &[String]) -> Result<(), String> {
    let squares: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    if squares.len() != 3 || squares.iter().any(|row| row.len() != 3) {
        return Err("`regions` must be three rows of three squares".to_owned());
    }
    for (index, &word) in squares.iter().flatten().enumerate().filter(|&(_, &word)| word != "-") {
        let kind = match word.as_bytes()[0] {
            b'c' => Some(FeatureKind::City),
            b'r' => Some(FeatureKind::Road),
            b'f' => Some(FeatureKind::Field),
            b'k' => Some(FeatureKind::Cloister),
            _ => None,
        };
        let number = if word == "k" { Some(0) } else { word.get(1..).and_then(|number| number.parse::<u8>().ok()) };
        let found = segments.iter_mut().find(|segment| Some(segment.kind) == kind && Some(segment.number) == number);
        let segment = found.ok_or_else(|| format!("`regions` names \"{word}\", but there is no such segment"))?;
        segment.squares |= 1 << index;
    }
    match segments.iter().find(|segment| segment.squares == 0) {
        Some(segment) => {
            let letter = match segment.kind {
                FeatureKind::City => 'c',
                FeatureKind::Road => 'r',
                FeatureKind::Field => 'f',
                FeatureKind::Cloister => 'k',
            };
            Err(format!("`regions` has no square for the segment {letter}{}", segment.number))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: &str = "name = \"t\"\nstart = \"D\"\n[[tile]]\nid = \"D\"\nname = \"cap\"\ncount = 1\nedges = \"CRFR\"\n\
                         cities = [\"N\"]\nroads = [\"E W\"]\nfields = [\"EL WR | 0\", \"ER SL SR WL\"]\n\
                         regions = [\"f0 c0 f0\", \"r0 r0 r0\", \"f1 f1 f1\"]\n";

    #[test]
    fn an_impossible_tile_is_refused_with_its_mistake() {
        assert!(parse(VALID).is_ok());
        for (old, new, message) in [
            ("CRFR", "CRFX", "tile \"D\": `edges` is \"CRFX\"; write four letters F, R or C for north"),
            ("CRFR", "CRRR", "tile \"D\": there is no road at the edge S, but by `edges` the edge is one"),
            ("CRFR", "FRFR", "tile \"D\": there is a city at the edge N, but by `edges` the edge is none"),
            ("\"E W\"", "\"E W\", \"W\"", "tile \"D\": \"W\" names an edge that another segment has"),
            ("\"E W\"", "\"E Q\"", "tile \"D\": \"Q\" is no edge; write N, E, S or W"),
            ("EL WR |", "EL WR NL |", "tile \"D\": a field has a half of the edge N, which is a city edge"),
            ("ER SL SR WL", "ER SL SR", "tile \"D\": no field has the half-edge WL"),
            ("ER SL SR WL", "ER EL SL SR WL", "tile \"D\": the field \"ER EL SL SR WL\" names a half-edge that"),
            ("WR | 0", "WR | 1", "tile \"D\": the field touches the city \"1\", but there are 1 cities"),
            ("f1 f1 f1", "f1 f1 f2", "tile \"D\": `regions` names \"f2\", but there is no such segment"),
            ("f1 f1 f1", "f0 f0 f0", "tile \"D\": `regions` has no square for the segment f1"),
            ("f1 f1 f1", "f1 f1", "tile \"D\": `regions` must be three rows of three squares"),
            ("start = \"D\"", "start = \"Z\"", "the tile \"Z\" of the start is not in the set"),
            ("count = 1", "count = 73", "the set has 73 tiles, at most 72 are supported"),
            ("count = 1", "count = 1\nspeed = 3", "unknown field `speed`"),
        ] {
            let error = parse(&VALID.replacen(old, new, 1)).unwrap_err().to_string();
            assert!(error.contains(message), "{new}: {error}");
        }
    }
}
