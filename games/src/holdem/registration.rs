//! Hold'em in the registry of games: description and options.

use boardwright_game::deals::Deals;
use boardwright_game::ids::Player;

use super::game::{Holdem, MatchStacks};
use super::state::HandSetup;
use crate::rust_games::{DEALS_OPTION, Genre, OptionRange, RustGame, RustGameInfo, RustGameOption, RustGameOptions};

/// Largest stack and blind of the options.
const MAX_CHIPS: u32 = 10_000_000;

impl RustGame for Deals<Holdem> {
    const INFO: RustGameInfo = RustGameInfo {
        name: "holdem",
        title: "Texas hold'em",
        players: 2,
        genre: Genre::Cards,
        minutes: 20,
        about: "Heads-up no-limit Texas hold'em: two cards each, five on the board, and four rounds of betting with any \
                amount from the minimum raise to all-in. The best five of seven cards win. The button alternates, posts \
                the small blind, and acts first before the flop and last afterwards.",
    };
    const OPTIONS: &'static [RustGameOption] = &[
        DEALS_OPTION,
        RustGameOption {
            name: "stack",
            about: "chips of each player at the beginning",
            range: OptionRange { min: 1, max: MAX_CHIPS },
            default: 20_000,
        },
        RustGameOption {
            name: "small-blind",
            about: "small blind in chips, not more than the big blind",
            range: OptionRange { min: 0, max: MAX_CHIPS },
            default: 50,
        },
        RustGameOption {
            name: "big-blind",
            about: "big blind in chips",
            range: OptionRange { min: 1, max: MAX_CHIPS },
            default: 100,
        },
        RustGameOption {
            name: "freeze-out",
            about: "1: stacks are kept from hand to hand until a player has nothing; 0: they are reset for each hand",
            range: OptionRange { min: 0, max: 1 },
            default: 0,
        },
        RustGameOption {
            name: "all-in-equity",
            about: "1: the score of an all-in before the river is its expected value over the missing cards, which lowers the \
                    variance of results; 0: it is what the cards bring",
            range: OptionRange { min: 0, max: 1 },
            default: 0,
        },
    ];

    fn check_options(options: &RustGameOptions) -> Result<(), String> {
        let (small, big) = (options.integer("small-blind"), options.integer("big-blind"));
        if small > big {
            return Err(format!(
                "the option \"small-blind\" cannot be more than \"big-blind\": {small} is more than {big}"
            ));
        }
        if options.integer("freeze-out") == 1 && options.integer("all-in-equity") == 1 {
            return Err(
                "the options \"freeze-out\" and \"all-in-equity\" exclude each other: expected values are no stacks of chips"
                    .to_owned(),
            );
        }
        Ok(())
    }

    fn with_options(options: &RustGameOptions) -> Self {
        let setup = HandSetup {
            stacks: [options.integer("stack"); 2],
            small_blind: options.integer("small-blind"),
            big_blind: options.integer("big-blind"),
            button: Player::FIRST,
        };
        let stacks = if options.integer("freeze-out") == 1 { MatchStacks::FreezeOut } else { MatchStacks::Reset };
        let hand = Holdem::new(setup, stacks).with_equity_scores(options.integer("all-in-equity") == 1);
        Self::new(hand, options.integer("deals"))
    }
}
