//! `boardwright camera tune`: looks at the table before a game, and says which pieces and places the camera will confuse, and
//! what to change.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

use boardwright_game::game::Game as _;
use boardwright_rules::RuleSet;
use boardwright_table::perception::{Class, PieceClasses};
use boardwright_table::{BoardContents, Layout};
use boardwright_vision::read::{BoardGeometry, ClassPair, LearnError, PlacePair, Reader, Similarities};
use serde_json::json;

use crate::answer::Answer;
use crate::arm::{ArmArgs, CameraArgs, LayoutUser, board_game, lock, planned_table, printed_pitch};
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};
use crate::load_game::load;
use crate::output::Output;
use crate::page::Paper;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    #[command(flatten)]
    camera: CameraArgs,
    /// Distance of neighbouring places, in mm. Default: as the markers say, or as planned.
    #[arg(long, value_name = "MM")]
    pitch: Option<f64>,
    /// Table file. Default: NAME.table.toml if it exists in the current folder.
    #[arg(long, value_name = "FILE", conflicts_with = "pitch")]
    table: Option<std::path::PathBuf>,
}

/// The names of the pieces and places of a table.
struct Names<'a> {
    rules: &'a RuleSet,
    classes: &'a PieceClasses,
    places: Vec<String>,
}

impl Names<'_> {
    fn piece(&self, class: Class) -> String {
        self.classes.describe(self.rules, class)
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let game = board_game(&loaded)?;
    let rules = game.rules();
    let user = LayoutUser::People(Paper::A3);
    let arm_args = ArmArgs { table: args.table.clone(), pitch: args.pitch, ..ArmArgs::default() };
    let Some(mut source) = args.camera.open_source()? else {
        return Err(Failure::Usage("a simulated camera confuses nothing: name a real one, or a picture".to_owned()));
    };
    let (mut file, _) = arm_args.table_file(&loaded, user)?;
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    if arm_args.has_planned_pitch(&loaded) {
        let planned = file.layout(rules).map_err(|error| wrong(&error))?;
        if let Some(pitch) = printed_pitch(&source.peek()?.image, &loaded, &planned)? {
            file = planned_table(&loaded, Some(pitch), user)?.0;
        }
    }
    let layout = file.layout(rules).map_err(|error| wrong(&error))?;
    let start = game.initial_state();
    let contents = BoardContents::set_up(game, &start, &start, layout.slots()).map_err(|error| wrong(&error))?;
    let classes = PieceClasses::for_game(game);
    let names = Names { rules, classes: &classes, places: layout.place_labels(rules) };
    let keys = Arc::new(Mutex::new(Keyboard::default()));
    source.peek()?;
    if !source.is_recorded() {
        say("set the table up for the beginning of the game, keep your hands away, then press Enter\n");
        if !matches!(lock(&keys).line(interrupt::stop_flag(), None)?, LineInput::Line(_)) {
            return Err(Failure::Input("nobody has set the table up".to_owned()));
        }
    }
    let picture = source.peek()?.image.clone();
    let mut finder = args.camera.find_board(&mut source, rules, &layout, (&keys, &mut io::stderr()))?;
    let view = finder.find(&picture).map_err(Failure::Input)?;
    let mut reader =
        Reader::new(geometry(&layout, &classes), view, picture.dimensions()).map_err(|error| wrong(&error))?;
    let known: Vec<Option<Class>> =
        contents.all().map(|(_, piece)| piece.and_then(|piece| classes.class(piece))).collect();
    let learnt = match reader.learn(&picture, &known) {
        Err(LearnError::Inseparable(one, other)) => Some((one, other)),
        learnt => {
            learnt.map_err(|error| wrong(&error))?;
            None
        }
    };
    if let Some((one, other)) = learnt {
        writeln!(out, "{} and {} look alike in colour and shape", names.piece(one), names.piece(other))?;
        writeln!(out, "  change: use pieces of another colour or shape for one of them, or more light")?;
        return Ok(Answer::No);
    }
    report(&reader.similarities(), &names, &layout, out)
}

fn geometry(layout: &Layout, classes: &PieceClasses) -> BoardGeometry {
    BoardGeometry {
        places: layout.spots.iter().map(|spot| [spot.u, spot.v]).collect(),
        width: layout.sizes.width,
        height: layout.sizes.height,
        classes: classes.count(),
    }
}

/// Number of places that are listed, the most similar first.
const MAX_LISTED: usize = 12;

/// Reports the pairs that are confused, or nearly so, and what to change.
fn report(found: &Similarities, names: &Names<'_>, layout: &Layout, out: &mut Output) -> Result<Answer, Failure> {
    let mut pairs = found.pairs.clone();
    pairs.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    let mut places: Vec<PlacePair> =
        found.places.iter().filter(|pair| pair.place < layout.board_places).copied().collect();
    places.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    if out.is_json() {
        for pair in &pairs {
            let (one, other) = (names.piece(pair.one), names.piece(pair.other));
            out.json(&json!({ "pieces": [one, other], "distance": pair.distance, "by-shape": pair.by_shape }))?;
        }
        for pair in &places {
            out.json(
                &json!({ "piece": names.piece(pair.class), "place": names.places[pair.place], "distance": pair.distance }),
            )?;
        }
    } else {
        writeln!(
            out,
            "distances of colours, in standard deviations: below {:.0} they are confused, from {:.0} on they are safe",
            Similarities::CONFUSED,
            Similarities::CLOSE
        )?;
        for ClassPair { one, other, distance, by_shape } in &pairs {
            let shape = if *by_shape { ", told apart by their shapes" } else { "" };
            writeln!(out, "  {distance:5.1}  {} and {}{shape}", names.piece(*one), names.piece(*other))?;
        }
    }
    let confused_pairs = pairs.iter().filter(|pair| pair.distance < Similarities::CONFUSED && !pair.by_shape).count();
    let mut is_safe = confused_pairs == 0;
    let mut advice = Vec::new();
    if confused_pairs > 0 {
        advice.push("use pieces of other colours, or more and whiter light".to_owned());
    }
    let mut seen: Vec<Class> = places.iter().map(|pair| pair.class).collect();
    seen.sort_unstable();
    seen.dedup();
    for class in seen {
        let close: Vec<&PlacePair> =
            places.iter().filter(|pair| pair.class == class && pair.distance < Similarities::CLOSE).collect();
        let Some(nearest) = close.first() else { continue };
        is_safe &= nearest.distance >= Similarities::CONFUSED;
        let listed: Vec<&str> = close.iter().take(MAX_LISTED).map(|pair| names.places[pair.place].as_str()).collect();
        let more = match close.len().saturating_sub(MAX_LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        if !out.is_json() {
            writeln!(
                out,
                "  {:5.1}  {} and the empty places {}{more}",
                nearest.distance,
                names.piece(class),
                listed.join(", ")
            )?;
        }
        advice.push(format!(
            "{} resembles {} empty {}: print the board with `board print --theme contrast`, or use men of another colour",
            names.piece(class),
            close.len(),
            if close.len() == 1 { "place" } else { "places" }
        ));
    }
    if !out.is_json() {
        match advice.as_slice() {
            [] => writeln!(out, "all pieces and places are told apart")?,
            advice => advice.iter().try_for_each(|advice| writeln!(out, "change: {advice}"))?,
        }
    }
    Ok(if is_safe { Answer::Yes } else { Answer::No })
}
