//! Lines of the Universal Chess Interface (UCI) that an engine writes: `info` and `option`. Nothing is sent here.

use crate::player::EngineScore;

/// Centipawns at which the logistic value of a position is 0.46; the slope that Lichess fits to games of people.
const LOGISTIC_SLOPE: f64 = 0.003_682_08;

/// Value from -1 to 1 of a score.
pub(super) fn value(score: EngineScore) -> f64 {
    match score {
        EngineScore::Centipawns(score) => 2.0 / (1.0 + (-LOGISTIC_SLOPE * f64::from(score)).exp()) - 1.0,
        EngineScore::Mate(1..) => 1.0,
        EngineScore::Mate(_) => -1.0,
    }
}

/// A line of play with its score, from a line `info`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Info {
    /// Search depth in plies.
    pub(super) depth: u32,
    /// Rank of the line, from 1.
    pub(super) rank: usize,
    pub(super) score: EngineScore,
    /// Number of positions searched.
    pub(super) nodes: u64,
    /// Moves, at least one.
    pub(super) line: Vec<String>,
}

impl Info {
    /// Parses the words after `info`; `None` if they have no exact score or no line of play.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (mut depth, mut rank, mut score, mut nodes, mut line) = (0, 1, None, 0, Vec::new());
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "multipv" => rank = words.next()?.parse().ok()?,
                "nodes" => nodes = words.next()?.parse().ok()?,
                "score" => {
                    let (unit, number) = (words.next()?, words.next()?.parse().ok()?);
                    score = match unit {
                        "cp" => Some(EngineScore::Centipawns(number)),
                        "mate" => Some(EngineScore::Mate(number)),
                        _ => None,
                    };
                }
                // A text for people, and a score that is only a bound while the engine searches the line again.
                "string" | "lowerbound" | "upperbound" => return None,
                "pv" => line = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        let has_line = rank > 0 && !line.is_empty();
        score.filter(|_| has_line).map(|score| Self { depth, rank, score, nodes, line })
    }
}

/// Type of an option that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Check,
    Spin { least: i64, most: i64 },
    Combo(Vec<String>),
    Button,
    Text,
}

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineOption {
    pub(super) name: String,
    kind: Kind,
}

impl EngineOption {
    /// Parses the words after `option`; `None` if they are malformed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = |key: &str| words.iter().position(|&word| word == key);
        let type_at = at("type")?;
        let name = words.get(at("name")? + 1..type_at).filter(|name| !name.is_empty())?.join(" ");
        let number = |key: &str| words.get(at(key)? + 1)?.parse().ok();
        let kind = match *words.get(type_at + 1)? {
            "check" => Kind::Check,
            "spin" => Kind::Spin { least: number("min").unwrap_or(i64::MIN), most: number("max").unwrap_or(i64::MAX) },
            "combo" => {
                let values = words.split(|&word| word == "var").skip(1);
                Kind::Combo(values.map(|value| value.join(" ")).collect())
            }
            "button" => Kind::Button,
            _ => Kind::Text,
        };
        Some(Self { name, kind })
    }

    /// The line that sets the option.
    ///
    /// # Errors
    /// The range of the values if it does not contain this one.
    pub(super) fn command(&self, value: &str) -> Result<String, String> {
        let is_allowed = match &self.kind {
            Kind::Check => matches!(value, "true" | "false"),
            Kind::Spin { least, most } => value.parse().is_ok_and(|value: i64| (*least..=*most).contains(&value)),
            Kind::Combo(values) => values.iter().any(|known| known.eq_ignore_ascii_case(value)),
            Kind::Button => return Ok(format!("setoption name {}", self.name)),
            Kind::Text => true,
        };
        if is_allowed { Ok(format!("setoption name {} value {value}", self.name)) } else { Err(self.range()) }
    }

    /// The allowed values as text.
    fn range(&self) -> String {
        match &self.kind {
            Kind::Check => "true or false".to_owned(),
            Kind::Spin { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Combo(values) => format!("one of {}", values.join(", ")),
            Kind::Button | Kind::Text => "a text".to_owned(),
        }
    }

    /// The nearest value to `value` that a number may have; `None` if the option is no number.
    pub(super) fn clamped(&self, value: i64) -> Option<i64> {
        match self.kind {
            Kind::Spin { least, most } if least <= most => Some(value.clamp(least, most)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_depth_and_lines_are_read() {
        let text = "depth 12 seldepth 18 multipv 2 score cp -34 nodes 1234 nps 99 hashfull 1 time 5 pv e7e5 g1f3";
        let line = vec!["e7e5".to_owned(), "g1f3".to_owned()];
        let info = Info { depth: 12, rank: 2, score: EngineScore::Centipawns(-34), nodes: 1234, line };
        assert_eq!(Info::parse(text), Some(info));
        let mate = Info::parse("depth 3 score mate -2 pv a1a2").unwrap();
        assert_eq!((mate.score, mate.rank), (EngineScore::Mate(-2), 1));
        for none in
            ["string pv e2e4", "depth 1 currmove e2e4", "score cp 3", "score cp 3 lowerbound pv e2e4", "depth x"]
        {
            assert_eq!(Info::parse(none), None, "{none}");
        }
        let values = [-10_000, 0, 100, 10_000].map(|score| value(EngineScore::Centipawns(score)));
        assert!(values[0] < -0.99 && values[1] == 0.0 && (0.17..0.19).contains(&values[2]) && values[3] > 0.99);
        assert_eq!((value(EngineScore::Mate(5)), value(EngineScore::Mate(0))), (1.0, -1.0));
        let texts =
            [EngineScore::Centipawns(34), EngineScore::Mate(3), EngineScore::Mate(-2)].map(|score| score.to_string());
        assert_eq!(texts, ["+34 cp", "mate in 3", "mated in 2"]);
    }

    #[test]
    fn values_are_checked_by_the_declaration() {
        let option = |text: &str| EngineOption::parse(text).unwrap();
        let skill = option("name Skill Level type spin default 20 min 0 max 20");
        assert_eq!(skill.command("5").as_deref(), Ok("setoption name Skill Level value 5"));
        assert_eq!(skill.command("21").unwrap_err(), "a whole number from 0 to 20");
        assert_eq!(skill.clamped(99), Some(20));
        let variant = option("name UCI_Variant type combo default chess var chess var breakthrough");
        assert_eq!(variant.command("breakthrough").as_deref(), Ok("setoption name UCI_Variant value breakthrough"));
        assert_eq!(variant.command("go").unwrap_err(), "one of chess, breakthrough");
        assert_eq!(option("name Ponder type check default false").command("1").unwrap_err(), "true or false");
        assert_eq!(option("name Clear Hash type button").command("x").as_deref(), Ok("setoption name Clear Hash"));
        assert_eq!(EngineOption::parse("name type check"), None);
        assert_eq!(EngineOption::parse("type check"), None);
    }
}
