//! Parser of command lines as the SSC-32U reads them: case-insensitive, blanks ignored, a number ends at the first
//! non-digit.

/// A parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParsedLine {
    /// Servo targets and the time of the group.
    Servos(Vec<ParsedServo>, Option<u32>),
    /// Query for a move in progress (`Q`).
    Query,
    /// Query for the pulse widths of channels (`QP`).
    QueryPulse(Vec<u32>),
    /// Query for the version (`VER`).
    Version,
    /// Stop of one servo (`STOP`).
    Stop(u32),
    /// Read of a digital input, latched or not.
    Input(char),
    /// Read of an input's voltage.
    Voltage(char),
    /// A line that is not understood: the controller ignores it.
    Invalid,
}

/// The parsed fields of one servo in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedServo {
    pub channel: u32,
    pub pulse: Option<i64>,
    pub speed: Option<u32>,
    pub offset: Option<i64>,
    pub level: bool,
}

/// Parses a line without its carriage return.
pub(super) fn parse_line(bytes: &[u8]) -> ParsedLine {
    let text: Vec<u8> = bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).map(u8::to_ascii_uppercase).collect();
    let mut rest = Rest(&text);
    let read = match text.first() {
        Some(b'#') => parse_servos(&mut rest),
        Some(b'Q') if text == b"Q" => return ParsedLine::Query,
        Some(b'Q') => parse_pulse_query(&mut rest),
        Some(b'S') => rest.word(b"STOP").and_then(|()| rest.number()).map(|channel| ParsedLine::Stop(channel as u32)),
        Some(b'V') if text == b"VER" => return ParsedLine::Version,
        Some(b'V') if text.len() == 2 => return ParsedLine::Voltage(char::from(text[1])),
        Some(letter @ b'A'..=b'F') if text.len() == 1 || text[1..] == *b"L" => {
            return ParsedLine::Input(char::from(*letter));
        }
        _ => None,
    };
    read.filter(|_| rest.0.is_empty()).unwrap_or(ParsedLine::Invalid)
}

fn parse_servos(rest: &mut Rest) -> Option<ParsedLine> {
    let mut servos = Vec::new();
    let mut time = None;
    while let Some(letter) = rest.letter() {
        if letter == b'#' {
            servos.push(ParsedServo { channel: u32::try_from(rest.number()?).ok()?, ..ParsedServo::default() });
            continue;
        }
        let servo = servos.last_mut()?;
        match letter {
            b'P' if rest.word(b"O").is_some() => servo.offset = Some(rest.number()?),
            b'P' => servo.pulse = Some(rest.number()?),
            b'S' => servo.speed = Some(u32::try_from(rest.number()?).ok()?),
            b'T' => time = Some(u32::try_from(rest.number()?).ok()?),
            b'H' | b'L' => servo.level = true,
            _ => return None,
        }
    }
    Some(ParsedLine::Servos(servos, time))
}

fn parse_pulse_query(rest: &mut Rest) -> Option<ParsedLine> {
    let mut channels = Vec::new();
    while !rest.0.is_empty() {
        rest.word(b"QP")?;
        channels.push(u32::try_from(rest.number()?).ok()?);
    }
    Some(ParsedLine::QueryPulse(channels))
}

/// The unread rest of a line.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn letter(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(word)?;
        Some(())
    }

    fn number(&mut self) -> Option<i64> {
        let sign = usize::from(self.0.first() == Some(&b'-'));
        let digits = self.0[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(sign + digits);
        self.0 = rest;
        std::str::from_utf8(number).ok()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_case_do_not_matter() {
        let servo = ParsedServo { channel: 5, pulse: Some(1600), speed: Some(750), ..ParsedServo::default() };
        assert_eq!(parse_line(b"#5P1600S750T100"), ParsedLine::Servos(vec![servo], Some(100)));
        assert_eq!(parse_line(b" # 5 p 1600 s750\tt100\n"), ParsedLine::Servos(vec![servo], Some(100)));
        assert_eq!(parse_line(b"qp1 QP12"), ParsedLine::QueryPulse(vec![1, 12]));
        assert_eq!(parse_line(b"stop 3"), ParsedLine::Stop(3));
    }

    #[test]
    fn unknown_lines_are_invalid() {
        for text in ["", "P1500", "#5 P", "#5 P1600 X", "Q5", "QP", "STOP", "GOBOOT1", "#99999999999999999999 P1"] {
            let read = parse_line(text.as_bytes());
            let harmless = matches!(read, ParsedLine::Invalid | ParsedLine::QueryPulse(_));
            assert!(harmless, "{text}: {read:?}");
        }
    }
}
