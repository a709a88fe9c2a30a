//! Lines as the board reads them: letters in either case, blanks without meaning, numbers wherever they end.

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Servos as written, and the time of the group.
    Servos(Vec<Servo>, Option<u32>),
    /// Whether a move is under way.
    Query,
    /// Pulses of channels.
    QueryPulse(Vec<u32>),
    /// The version.
    Version,
    /// One servo stops.
    Stop(u32),
    /// An input, latched or not.
    Input(char),
    /// An input's voltage.
    Voltage(char),
    /// Not understood: the board says nothing about it.
    Nonsense,
}

/// One servo as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Servo {
    pub channel: u32,
    pub pulse: Option<i64>,
    pub speed: Option<u32>,
    pub offset: Option<i64>,
    pub level: bool,
}

/// Reads a line without its carriage return.
pub(super) fn line(bytes: &[u8]) -> Line {
    let text: Vec<u8> = bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).map(u8::to_ascii_uppercase).collect();
    let mut rest = Rest(&text);
    let read = match text.first() {
        Some(b'#') => servos(&mut rest),
        Some(b'Q') if text == b"Q" => return Line::Query,
        Some(b'Q') => pulses(&mut rest),
        Some(b'S') => rest.word(b"STOP").and_then(|()| rest.number()).map(|channel| Line::Stop(channel as u32)),
        Some(b'V') if text == b"VER" => return Line::Version,
        Some(b'V') if text.len() == 2 => return Line::Voltage(char::from(text[1])),
        Some(letter @ b'A'..=b'F') if text.len() == 1 || text[1..] == *b"L" => return Line::Input(char::from(*letter)),
        _ => None,
    };
    read.filter(|_| rest.0.is_empty()).unwrap_or(Line::Nonsense)
}

fn servos(rest: &mut Rest) -> Option<Line> {
    let mut servos = Vec::new();
    let mut time = None;
    while let Some(letter) = rest.letter() {
        if letter == b'#' {
            servos.push(Servo { channel: u32::try_from(rest.number()?).ok()?, ..Servo::default() });
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
    Some(Line::Servos(servos, time))
}

fn pulses(rest: &mut Rest) -> Option<Line> {
    let mut channels = Vec::new();
    while !rest.0.is_empty() {
        rest.word(b"QP")?;
        channels.push(u32::try_from(rest.number()?).ok()?);
    }
    Some(Line::QueryPulse(channels))
}

/// What is left of a line.
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
        let servo = Servo { channel: 5, pulse: Some(1600), speed: Some(750), ..Servo::default() };
        assert_eq!(line(b"#5P1600S750T100"), Line::Servos(vec![servo], Some(100)));
        assert_eq!(line(b" # 5 p 1600 s750\tt100\n"), Line::Servos(vec![servo], Some(100)));
        assert_eq!(line(b"qp1 QP12"), Line::QueryPulse(vec![1, 12]));
        assert_eq!(line(b"stop 3"), Line::Stop(3));
    }

    #[test]
    fn what_is_not_understood_is_nonsense() {
        for text in ["", "P1500", "#5 P", "#5 P1600 X", "Q5", "QP", "STOP", "GOBOOT1", "#99999999999999999999 P1"] {
            let read = line(text.as_bytes());
            let harmless = matches!(read, Line::Nonsense | Line::QueryPulse(_));
            assert!(harmless, "{text}: {read:?}");
        }
    }
}
