//! Options of the search player, by their names.

use super::constants::{ScoreBidding, SearchSettings, Settings};

/// Name of the player.
pub const NAME: &str = "tarokist";

/// These settings with the options that were set.
pub fn settings(default: Settings, option: &dyn Fn(&str) -> Option<f64>) -> Settings {
    let is_published = option("published").is_some_and(|value| value > 0.0);
    let default = if is_published { Settings { score_bidding: None, ..default } } else { default };
    let real = |key: &str, default: f64| option(key).unwrap_or(default);
    let whole = |key: &str, default: u32| option(key).map_or(default, |value| value as u32);
    let is_on = |key: &str, default: bool| option(key).map_or(default, |value| value > 0.0);
    let [late, middle, early] = default.depths.map(u32::from);
    let [trula, kralji, pagat] = default.announcement_shares;
    Settings {
        search: SearchSettings {
            table: is_on("table", default.search.table),
            grouping: is_on("grouping", default.search.grouping),
            history: is_on("history", default.search.history),
            window: is_on("window", default.search.window),
            pruning: is_on("pruning", default.search.pruning),
        },
        samples: whole("samples", default.samples),
        depths: [("late-depth", late), ("middle-depth", middle), ("early-depth", early)]
            .map(|(key, default)| whole(key, default) as u8),
        one_trick: real("one-trick", default.one_trick),
        full: real("full", default.full),
        threads: whole("threads", default.threads),
        score_bidding: is_on("by-score", default.score_bidding.is_some()).then(|| {
            let default = ScoreBidding::BEST;
            ScoreBidding {
                least_score: real("least-score", default.least_score),
                klop_score: real("klop-score", default.klop_score),
                talons: whole("bid-talons", default.talons),
                deals: whole("bid-deals", default.deals),
            }
        }),
        min_difference: real("min-difference", default.min_difference),
        min_share: real("min-share", default.min_share),
        announcement_shares: [("trula", trula), ("kralji", kralji), ("pagat", pagat)]
            .map(|(key, default)| real(key, default)),
        learns: is_on("learn", default.learns),
        simulations: whole("simulations", default.simulations),
        flek_margin: real("flek-margin", default.flek_margin),
    }
}
