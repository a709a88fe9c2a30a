//! The shipped scripts, from simple to good, with their tables.

use boardwright_lang::{Files, Source};

/// A shipped script.
#[derive(Clone, Copy, Debug)]
pub struct ShippedBot {
    /// Name by which users select it.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// The script.
    pub text: &'static str,
}

impl ShippedBot {
    /// The script as a source text.
    pub fn source(&self) -> Source {
        Source::new(format!("{}.hus", self.name), self.text.as_bytes())
    }
}

/// All shipped scripts, from the simplest to the best.
pub const SHIPPED_BOTS: &[ShippedBot] = &[
    ShippedBot { name: "caller", about: "checks and calls", text: include_str!("../scripts/caller.hus") },
    ShippedBot { name: "rock", about: "plays good cards only", text: include_str!("../scripts/rock.hus") },
    ShippedBot {
        name: "bully",
        about: "opens by a table of hands and bets most flops",
        text: include_str!("../scripts/bully.hus"),
    },
    ShippedBot {
        name: "regular",
        about: "bets made hands, draws by the price, folds the rest",
        text: include_str!("../scripts/regular.hus"),
    },
    ShippedBot {
        name: "expert",
        about: "ranks of hands, prices, positions and mixed bets on every street",
        text: include_str!("../scripts/expert.hus"),
    },
];

/// The shipped script of this name.
pub fn shipped_bot(name: &str) -> Option<&'static ShippedBot> {
    SHIPPED_BOTS.iter().find(|bot| bot.name == name)
}

/// Tables of the shipped scripts, by file name.
const TABLES: &[(&str, &str)] = &[("opening.txt", include_str!("../scripts/opening.txt"))];

/// Provider of the tables of the shipped scripts.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedTables;

impl Files for ShippedTables {
    fn read(&self, name: &str) -> Result<Source, String> {
        let table = TABLES.iter().find(|(known, _)| *known == name);
        let table = table.ok_or_else(|| "no table of this name ships".to_owned())?;
        Ok(Source::new(name, table.1.as_bytes()))
    }
}
