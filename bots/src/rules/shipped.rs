//! The shipped rule files, from the simplest to the best. Each step of the ladder adds clauses to the one before.

use std::sync::Arc;

use boardwright_lang::Source;

use super::{CheckOptions, LoadedRules, RuleFile, load};

/// A shipped rule file.
#[derive(Clone, Copy, Debug)]
pub struct ShippedRules {
    /// Name by which users select it.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// The text.
    pub text: &'static str,
    /// `true` if it is written for the compatible mode.
    pub is_compatible: bool,
}

impl ShippedRules {
    /// The file as a source text.
    pub fn source(&self) -> Source {
        Source::new(format!("{}.{}", self.name, super::EXTENSION), self.text.as_bytes())
    }

    /// Options with which the file is read.
    pub fn options(&self) -> CheckOptions {
        CheckOptions { is_compatible: self.is_compatible }
    }

    /// Loads the file.
    pub fn load(&self) -> LoadedRules {
        load(&self.source(), self.options())
    }

    /// The rules of the file.
    pub fn rules(&self) -> Arc<RuleFile> {
        Arc::new(self.load().rules.expect("shipped rule files have no errors"))
    }
}

/// Text of a step of the ladder: a comment, clauses from parts, and the rules of events.
macro_rules! step {
    ($comment:literal, $($part:literal),*) => {
        concat!(
            "// ", $comment, "\nPROLOG {\n",
            include_str!("../../rules/parts/points.pl"),
            include_str!("../../rules/parts/base.pl"),
            $(include_str!(concat!("../../rules/parts/", $part, ".pl")),)*
            include_str!("../../rules/parts/defaults.pl"),
            "}\n",
            include_str!("../../rules/parts/events.tks"),
        )
    };
}

/// All shipped rule files, from the simplest to the best.
pub const SHIPPED_RULES: &[ShippedRules] = &[
    ShippedRules {
        name: "empty",
        about: "no rules: random legal answers",
        text: include_str!("../../rules/empty.tks"),
        is_compatible: false,
    },
    ShippedRules {
        name: "logger",
        about: "records everything and lays aside valuable cards; compatible mode",
        text: include_str!("../../rules/logger.tks"),
        is_compatible: true,
    },
    ShippedRules {
        name: "king",
        about: "plays a king that wins if nobody is likely to ruff",
        text: step!("Plays kings while they are safe; otherwise random legal cards.", "king"),
        is_compatible: false,
    },
    ShippedRules {
        name: "partner",
        about: "also gives valuable cards to the tricks of the partner",
        text: step!("Plays safe kings, and gives valuable cards to tricks of the partner.", "king", "partner"),
        is_compatible: false,
    },
    ShippedRules {
        name: "calling",
        about: "also calls the highest tarok that it does not hold",
        text: step!("Plays for its side, and calls a partner.", "king", "partner", "calling"),
        is_compatible: false,
    },
    ShippedRules {
        name: "pagat",
        about: "also bids second duty, announces Pagat and gives fleks on it",
        text: step!(
            "Plays for its side, calls a partner, and plays for the last trick.",
            "king",
            "partner",
            "calling",
            "pagat"
        ),
        is_compatible: false,
    },
    ShippedRules {
        name: "solo",
        about: "also bids trojka and solo, and announces Valat",
        text: step!(
            "Plays for its side and for the last trick, and bids all games but Varsava.",
            "king",
            "partner",
            "calling",
            "pagat",
            "solo"
        ),
        is_compatible: false,
    },
    ShippedRules {
        name: "complete",
        about: "plays every contract and has a rule for every card",
        text: step!(
            "Plays every contract, with a rule for every card.",
            "varsava",
            "king",
            "partner",
            "calling",
            "pagat",
            "solo",
            "complete"
        ),
        is_compatible: false,
    },
];

/// Name of the best shipped rule file.
pub const DEFAULT_RULES: &str = "complete";

/// The shipped rule file of this name.
pub fn shipped_rules(name: &str) -> Option<&'static ShippedRules> {
    SHIPPED_RULES.iter().find(|rules| rules.name == name)
}
