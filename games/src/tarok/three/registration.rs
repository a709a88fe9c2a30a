//! The game in the registry of games: description and options.

use boardwright_game::deals::Deals;

use super::contract::ThreeOptions;
use super::game::Three;
use crate::rust_games::{DEALS_OPTION, Genre, OptionRange, RustGame, RustGameInfo, RustGameOption, RustGameOptions};

impl RustGame for Deals<Three> {
    const INFO: RustGameInfo = RustGameInfo {
        name: "tarok3",
        title: "Slovenian tarok for three",
        players: 3,
        genre: Genre::Cards,
        minutes: 15,
        about: "Three-handed Slovenian tarok with 54 cards: an auction from tri to berac, a talon, announcements and \
                doublings, and tricks with suit duty and 22 taroks. Forehand must open with tri and may choose klop. Scores \
                are those of the diploma thesis \"Silicijasti tarokist\" (2002).",
    };
    const OPTIONS: &'static [RustGameOption] = &[
        DEALS_OPTION,
        RustGameOption {
            name: "doublings",
            about: "number of doublings: 0 none, 1 kontra, 2 re, 3 sub, 4 mort",
            range: OptionRange { min: 0, max: 4 },
            default: 4,
        },
        RustGameOption::switch("solo-talon", "1: the talon counts for the opponents in solo; 0: for nobody", 1),
        RustGameOption::switch(
            "solo-difference",
            "1: the difference of card points counts in solo; 0: only the value does",
            1,
        ),
        RustGameOption::switch(
            "beaten-pagat",
            "1: a pagat of the declarer that is beaten in the last trick costs 25; 0: nothing",
            0,
        ),
        RustGameOption::switch("valat-replaces", "1: a valat replaces the game and other bonuses; 0: it is added", 1),
        RustGameOption::switch(
            "emperor-duty",
            "1: in klop and berac the pagat must win the trick with mond and skis; 0: it need not",
            1,
        ),
        RustGameOption::switch(
            "klop-all",
            "1: all players score in klop; 0: only those with 35 points, or without a trick, if any",
            1,
        ),
        RustGameOption::switch("berac-radelc", "1: a radelc doubles a berac and is erased; 0: it stays", 1),
        RustGameOption::switch("counter-clockwise", "1: the turn goes round counter-clockwise; 0: clockwise", 0),
    ];

    fn with_options(options: &RustGameOptions) -> Self {
        let is_on = |name| options.integer(name) == 1;
        let rules = ThreeOptions {
            doublings: options.integer("doublings") as u8,
            solo_talon_counts: is_on("solo-talon"),
            solo_difference_counts: is_on("solo-difference"),
            beaten_pagat_costs: is_on("beaten-pagat"),
            valat_replaces: is_on("valat-replaces"),
            emperor_duty: is_on("emperor-duty"),
            klop_all_score: is_on("klop-all"),
            berac_uses_radelc: is_on("berac-radelc"),
            is_counter_clockwise: is_on("counter-clockwise"),
        };
        Self::new(Three::new(rules), options.integer("deals"))
    }
}
