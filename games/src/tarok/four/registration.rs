//! The game in the registry of games: description and options.

use boardwright_game::deals::Deals;

use super::contract::FourOptions;
use super::game::Four;
use crate::rust_games::{DEALS_OPTION, Genre, OptionRange, RustGame, RustGameInfo, RustGameOption, RustGameOptions};

impl RustGame for Deals<Four> {
    const INFO: RustGameInfo = RustGameInfo {
        name: "taroky",
        title: "Czech Taroky for four",
        players: 4,
        genre: Genre::Cards,
        minutes: 20,
        about: "Four-handed Taroky of Bohemia and Moravia with 54 cards: an auction from first duty to solo, a called partner, \
                a talon, announcements, fleks, and tricks with suit duty and 22 taroks. Forehand bids at least first duty and \
                leads to the first trick, and may declare varsava. Rules and scores are those of a Czech master thesis on a \
                Taroky game for mobile phones (about 2010).",
    };
    const OPTIONS: &'static [RustGameOption] = &[
        DEALS_OPTION,
        RustGameOption {
            name: "fleks",
            about: "number of levels of fleks: 0 none, 1 flek, 2 kontra, 3 super flek",
            range: OptionRange { min: 0, max: 3 },
            default: 3,
        },
        RustGameOption::switch(
            "one-round",
            "1: everybody is asked once in the auction; 0: until three in a row agree",
            0,
        ),
        RustGameOption::switch("second-duty-pagat", "1: second duty is bid only with the pagat; 0: by anybody", 1),
        RustGameOption::switch(
            "right-talon",
            "1: the right neighbour of the declarer takes the fifth card of the talon; 0: the left one does",
            0,
        ),
        RustGameOption {
            name: "solo-factor",
            about: "factor of the game in solo",
            range: OptionRange { min: 1, max: 16 },
            default: 4,
        },
        RustGameOption::switch(
            "beaten-pagat",
            "1: a pagat that nobody announced and that is beaten in the last trick costs 10; 0: nothing",
            0,
        ),
    ];

    fn with_options(options: &RustGameOptions) -> Self {
        let is_on = |name| options.integer(name) == 1;
        let rules = FourOptions {
            fleks: options.integer("fleks") as u8,
            one_round: is_on("one-round"),
            second_duty_needs_pagat: is_on("second-duty-pagat"),
            right_takes_talon: is_on("right-talon"),
            solo_factor: options.integer("solo-factor") as u8,
            beaten_pagat_costs: is_on("beaten-pagat"),
        };
        Self::new(Four::new(rules), options.integer("deals"))
    }
}
