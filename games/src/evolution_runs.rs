//! Descriptions of evolution runs that ship: the twenty published configurations of the Carcassonne thesis.

/// A shipped description of an evolution run.
#[derive(Clone, Copy, Debug)]
pub struct EvolutionEntry {
    /// Name by which users select the run.
    pub name: &'static str,
    /// TOML text.
    pub text: &'static str,
}

macro_rules! run {
    ($number:literal) => {
        EvolutionEntry {
            name: concat!("carcassonne-", $number),
            text: include_str!(concat!("../evolution/carcassonne/", $number, ".toml")),
        }
    };
}

/// All shipped descriptions.
pub const EVOLUTION_RUNS: &[EvolutionEntry] = &[
    run!("01"),
    run!("02"),
    run!("03"),
    run!("04"),
    run!("05"),
    run!("06"),
    run!("07"),
    run!("08"),
    run!("09"),
    run!("10"),
    run!("11"),
    run!("12"),
    run!("13"),
    run!("14"),
    run!("15"),
    run!("16"),
    run!("17"),
    run!("18"),
    run!("19"),
    run!("20"),
];
