//! Carcassonne in the registry of games: description and options.

use super::game::{Carcassonne, CarcassonneOptions};
use super::scoring::{FarmRule, ScoringRules};
use crate::rust_games::{Genre, OptionRange, RustGame, RustGameInfo, RustGameOption, RustGameOptions};

impl RustGame for Carcassonne {
    const INFO: RustGameInfo = RustGameInfo {
        name: "carcassonne",
        title: "Carcassonne",
        players: 2,
        genre: Genre::Tiles,
        minutes: 40,
        about: "The base game (K.-J. Wrede 2000): draw a tile, place it so that all edges match, and put a meeple on a \
                city, road, cloister or farm that nobody holds. Completed features score at once, farms at the end.",
    };
    const OPTIONS: &'static [RustGameOption] = &[
        RustGameOption {
            name: "players",
            about: "number of players",
            range: OptionRange { min: 2, max: 5 },
            default: 2,
        },
        RustGameOption {
            name: "meeples",
            about: "number of meeples of each player",
            range: OptionRange { min: 3, max: 11 },
            default: 7,
        },
        RustGameOption {
            name: "small-city-2",
            about: "1: a city of two tiles gives 2 points instead of 4",
            range: OptionRange { min: 0, max: 1 },
            default: 0,
        },
        RustGameOption {
            name: "fair",
            about: "1: the game ends before a round for which too few tiles are left",
            range: OptionRange { min: 0, max: 1 },
            default: 0,
        },
        RustGameOption {
            name: "farms",
            about: "rule for farms: 1 and 2 count each city once, 3 gives 3 points for each city of each farm",
            range: OptionRange { min: 1, max: 3 },
            default: 3,
        },
    ];

    fn with_options(options: &RustGameOptions) -> Self {
        let farms = match options.integer("farms") {
            1 => FarmRule::First,
            2 => FarmRule::Second,
            _ => FarmRule::Third,
        };
        let scoring = ScoringRules { farms, has_small_cities: options.integer("small-city-2") == 1 };
        Self::new(CarcassonneOptions {
            players: options.integer("players") as usize,
            meeples: options.integer("meeples") as u8,
            scoring,
            is_fair: options.integer("fair") == 1,
        })
    }
}
