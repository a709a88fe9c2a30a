//! Tests of edits that move locations and elements: the text changes at the right place and nowhere else.

use std::sync::Arc;

use boardwright_game::ids::{ElementId, LocationId};
use boardwright_lang::analysis::{Analysis, apply};
use boardwright_lang::vocabulary::TEMPLATE;
use boardwright_lang::{AllPictures, NoFiles, Source};
use boardwright_rules::RuleSet;

const OLD: &str = "[BOARD]\nimage=b.svg\n\n[PLAYER NAMES]\n1=White\n\n[ELEMENT TYPES]\nname=man\nimage=m.svg\npoint=0,0\n\n\
    [LOCATION TYPES]\nname=square\nshape=circle(30)\n\n[LOCATIONS]\n// the corner\nname=a(1)\ntype=square\npoint= 60, 120\n\n\
    name=a(2)\ntype=square\npoint=120,120\n\n[MOVABLE ELEMENTS]\nname=first\ntype=man\nlocation=a(1)\n\n\
    [GAME RULES]\nname=go\nelement=first\nfrom=a(1)\nto=a(2)\n\n[END OF GAME]\nsituation=1==2\nwinner=0\n";

const POINT: &str = "60 * $X, 60 * (size + 1 - $Y)";

fn analysis(text: &str) -> Analysis {
    Analysis::new(&Source::new("some.game", text.as_bytes()), &NoFiles, &AllPictures)
}

#[track_caller]
fn rules(text: &str) -> Arc<RuleSet> {
    let analysis = analysis(text);
    analysis.loaded().rules.clone().unwrap_or_else(|| panic!("{:?}", analysis.diagnostics()))
}

#[track_caller]
fn location(text: &str, name: &str) -> LocationId {
    LocationId::new(rules(text).locations.iter().position(|location| location.name == name).expect(name))
}

#[track_caller]
fn shifted(text: &str, name: &str, by: (i32, i32)) -> String {
    let edits = analysis(text).shift_location(location(text, name), by).unwrap_or_else(|refused| panic!("{refused}"));
    apply(text, &edits)
}

#[track_caller]
fn begin_at(text: &str, piece: &str, place: &str) -> Result<String, String> {
    let element = rules(text).elements.iter().position(|element| element.name == piece).expect(piece);
    let edits = analysis(text).set_initial_location(ElementId::new(element), location(text, place));
    edits.map(|edits| apply(text, &edits)).map_err(|refused| refused.0)
}

/// Replaces the only occurrence of a text.
#[track_caller]
fn replace_once(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replace(old, new)
}

#[test]
fn only_the_numbers_of_a_point_change() {
    for (old, by, new) in [
        ("100*$X, 100*$Y", (7, 0), "100*$X + 7, 100*$Y"),
        ("100*$X - 20, 460 - 80*$Y  // as seen", (5, -60), "100*$X - 15, 400 - 80*$Y  // as seen"),
        ("100*$X - 20, 40", (20, 2), "100*$X, 42"),
        ("100*$X + 20, 40", (-50, -80), "100*$X - 30, -40"),
        ("-10, 5 + 3*$X - 2", (4, 1), "-6, 5 + 3*$X - 1"),
        ("IF($X == 2, 3, 4), 2*(3 + $Y)", (1, -1), "IF($X == 2, 3, 4) + 1, 2*(3 + $Y) - 1"),
    ] {
        let file = |point| replace_once(TEMPLATE, POINT, point);
        assert_eq!(shifted(&file(old), "s(2,1)", by), file(new), "{old}");
    }
    let without = replace_once(TEMPLATE, &format!("point = {POINT}\n"), "");
    assert_eq!(shifted(&without, "s(2,1)", (30, 40)), replace_once(TEMPLATE, POINT, "30, 40"));
}

#[test]
fn locations_of_one_entry_move_together() {
    let place = location(TEMPLATE, "s(2,2)");
    let members = analysis(TEMPLATE).linked_locations(place);
    assert!(members.len() == 9 && members.contains(&place), "{members:?}");
}

#[test]
fn files_of_edition_2013_can_be_edited() {
    assert_eq!(shifted(OLD, "a(1)", (-13, 5)), replace_once(OLD, "point= 60, 120", "point= 47, 125"));
    assert_eq!(analysis(OLD).linked_locations(location(OLD, "a(1)")).len(), 1);
    assert_eq!(begin_at(OLD, "first", "a(2)"), Ok(replace_once(OLD, "location=a(1)", "location=a(2)")));
    let without = replace_once(OLD, "point= 60, 120\n", "");
    assert_eq!(shifted(&without, "a(1)", (3, 4)), replace_once(&without, "name=a(1)\n", "name=a(1)\npoint=3,4\n"));
}

/// Moves the first location of each entry of many game files by an offset and back again.
#[test]
fn locations_of_many_files_move_there_and_back() {
    let (mut files, mut changed) = (0, 0);
    for folder in ["../games/specs", "../tests/data/2013"] {
        for file in std::fs::read_dir(folder).expect("it is there") {
            let path = file.expect("it is there").path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let Some(rules) = analysis(&text).loaded().rules.clone() else { continue };
            files += 1;
            let mut done: Vec<LocationId> = Vec::new();
            let mut entries = 0;
            for place in (0..rules.locations.len()).map(LocationId::new) {
                if done.contains(&place) || entries == 2 {
                    continue;
                }
                entries += 1;
                done.extend(analysis(&text).linked_locations(place));
                let name = &rules.locations[place.index()].name;
                let there = shifted(&text, name, (13, -7));
                assert_ne!(there, text, "{}: {name}", path.display());
                let (one, other) = (location(&there, name), self::rules(&there));
                let (x, y) = rules.locations[place.index()].point;
                assert_eq!(other.locations[one.index()].point, (x + 13, y - 7), "{}: {name}", path.display());
                let back = self::rules(&shifted(&there, name, (-13, 7)));
                let points = |rules: &RuleSet| rules.locations.iter().map(|place| place.point).collect::<Vec<_>>();
                assert_eq!(points(&back), points(&rules), "{}: {name}", path.display());
                changed += 1;
            }
        }
    }
    assert!(files > 25 && changed > 45, "{files} files, {changed} places");
}

#[test]
fn the_letter_of_an_element_moves_in_a_text() {
    let rows = "  b . b\n  . . .\n  w . w\nname";
    assert_eq!(
        begin_at(TEMPLATE, "man(1,1)", "s(2,2)"),
        Ok(replace_once(TEMPLATE, rows, "  b . b\n  . w .\n  . . w\nname"))
    );
    assert_eq!(
        begin_at(TEMPLATE, "man(1,1)", "s(3,3)"),
        Ok(replace_once(TEMPLATE, rows, "  b . w\n  . . .\n  b . w\nname"))
    );
    // In this variant, the player is given by an expression instead of the letter.
    let numbered = replace_once(TEMPLATE, "player = FIND(\"wb\", AT(start, $X, $Y))", "player = IF($X == 1, 1, 2)");
    let refused = begin_at(&numbered, "man(1,1)", "s(2,2)").expect_err("it is refused");
    assert!(refused.starts_with("more than the initial location of `man(1,1)` would change, in line "), "{refused}");
}

#[test]
fn named_locations_are_replaced_and_computed_ones_refused() {
    let guest = "[DIRECTIONS]\nname = dir";
    let single =
        replace_once(TEMPLATE, guest, &format!("name = guest\ntype = man\nlocation = s(2,1)  // alone\n\n{guest}"));
    assert_eq!(begin_at(&single, "guest", "s(3,2)"), Ok(replace_once(&single, "s(2,1)  //", "s(3,2)  //")));
    let swapped = replace_once(&single, "s(2,1)  //", "s(3,3)  //");
    let swapped = replace_once(&swapped, "  b . b\n  . . .\n  w . w\nname", "  b . .\n  . . .\n  w b w\nname");
    assert_eq!(begin_at(&single, "guest", "s(3,3)"), Ok(swapped));
    let refused = begin_at(TEMPLATE, "stone(1)", "s(2,2)").expect_err("it is refused");
    assert!(
        refused.starts_with(
            "the initial locations of `stone($I: 1..4)` are computed and cannot be changed one by one, in"
        ),
        "{refused}"
    );
}

#[test]
fn a_text_with_errors_is_refused() {
    let broken = replace_once(TEMPLATE, "winner = 3 - PLAYER", "winner = nobody");
    let refused = analysis(&broken).shift_location(LocationId(0), (1, 1)).expect_err("it is refused");
    assert!(refused.0.contains("the file has errors"), "{refused}");
}
