//! Comments and marks of nodes in SGF.

use boardwright_game::record::Note;

use super::movetext::NoteSink;
use super::sgf::{self, Node};
use super::stones::UNDERSTOOD;

/// Properties that judge a move, with their values, and the marks of PGN that say the same.
const JUDGEMENTS: [(&str, &str, &str); 6] =
    [("TE", "1", "!"), ("TE", "2", "!!"), ("BM", "1", "?"), ("BM", "2", "??"), ("IT", "", "!?"), ("DO", "", "?!")];

/// Adds the comment and the marks of a node. Properties that a record has elsewhere are no marks.
pub(super) fn add_notes(node: &Node, notes: &mut dyn NoteSink) {
    let is_root = node.property("GM").is_some();
    for property in &node.properties {
        let (name, values) = (property.name.as_str(), &property.values);
        if name == "C" {
            let text = values.join("\n");
            if !text.trim().is_empty() {
                notes.comment(text);
            }
        } else if !is_root && !UNDERSTOOD.contains(&name) {
            let known = JUDGEMENTS.iter().find(|(known, value, _)| *known == name && [*value] == values[..]);
            let values: Vec<String> = values.iter().map(|value| format!("[{}]", sgf::escape(value))).collect();
            notes.mark(known.map_or_else(|| format!("{name}{}", values.concat()), |(.., mark)| (*mark).to_owned()));
        }
    }
}

/// `true` if a mark is a property of SGF.
fn is_property(mark: &str) -> bool {
    let rest = mark.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    rest.len() < mark.len() && rest.starts_with('[') && rest.ends_with(']')
}

/// Properties of a node for the notes on its move. Comments are joined; a mark that SGF does not have becomes one.
pub(super) fn node_notes(notes: &[Note]) -> String {
    let (mut parts, mut comments, mut place) = (Vec::new(), Vec::new(), None);
    for note in notes {
        let comment = match note {
            Note::Comment(text) => text,
            Note::Mark(mark) if is_property(mark) => {
                parts.push(mark.clone());
                continue;
            }
            Note::Mark(mark) => match JUDGEMENTS.iter().find(|(.., known)| known == mark) {
                Some((name, value, _)) => {
                    parts.push(format!("{name}[{value}]"));
                    continue;
                }
                None => mark,
            },
            Note::Variation(_) => continue,
        };
        place.get_or_insert(parts.len());
        comments.push(comment.as_str());
    }
    if let Some(place) = place {
        parts.insert(place, format!("C[{}]", sgf::escape(&comments.join("\n"))));
    }
    parts.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_properties_or_part_of_the_comment() {
        let comment = |text: &str| Note::Comment(text.to_owned());
        let mark = |text: &str| Note::Mark(text.to_owned());
        for (notes, text) in [
            (vec![], ""),
            (vec![comment("a ] b"), mark("LB[aa:1][bb:2]")], "C[a \\] b]LB[aa:1][bb:2]"),
            (vec![mark("!?"), comment("a"), mark("?"), comment("b")], "IT[]C[a\nb]BM[1]"),
            (vec![mark("$14")], "C[$14]"),
        ] {
            assert_eq!(node_notes(&notes), text);
        }
    }
}
