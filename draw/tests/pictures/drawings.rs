//! Drawings of a small game: the shapes, their order and colours, and the SVG output.
//! `shipped.rs` draws the shipped games.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{
    Area, Contents, NoPictures, PenCommand, Pictures, Scene, Shape, Subject, places, scene, stacks, svg,
};
use boardwright_game::game::Game as _;
use boardwright_game::ids::{LocationId, Player};
use boardwright_lang::{AllPictures, Source, load, render};
use boardwright_rules::Colour;
use roxmltree::{Document, Node};

/// Two pieces of Shogi in the same shape: the second one stands upside down, its letter does not.
#[test]
fn pieces_are_turned_by_their_owner() {
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = Black #202020\n2 = White #c0c0c0\n\
                [ELEMENT TYPES]\nname = man\nturned = yes\ndraw = wedge(#f7e3b5, 90), post(owner, 40), text(\"K\")\n\
                [LOCATION TYPES]\nname = field\nshape = rectangle(40, 60)\n\
                [LOCATIONS]\nname = f($X: 1..2)\ntype = field\npoint = 100 * $X, 100\n\
                [ELEMENTS]\nname = m($P: 1..2)\ntype = man\nplayer = $P\nlocation = f($P)\n\
                [RULES]\nname = pass\n";
    let game =
        CompiledGame::new(load(&Source::new("turned.game", text.as_bytes()), &AllPictures).rules.expect("no errors"));
    let game = game.expect("it is small");
    let drawn = scene(game.rules(), &Contents::of(&game, &game.initial_state()), &NoPictures);
    let shapes = |player: usize| {
        let of = |subject: &Subject| matches!(subject, Subject::Piece(element, _) if element.index() + 1 == player);
        &drawn.items.iter().find(|item| of(&item.subject)).expect("both are drawn").shapes
    };
    // The tip of a piece is its highest point, or its lowest one after half a turn.
    let tip = |shape: &Shape| match shape {
        Shape::Outline { outline, .. } => match outline.0[0] {
            PenCommand::Move(point) => (point.x.round(), point.y.round()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let (first, second) = (tip(&shapes(1)[0]), tip(&shapes(2)[0]));
    assert_eq!((first.0, second.0), (100.0, 200.0));
    assert!(first.1 < 100.0 && second.1 > 100.0 && (first.1 + second.1 - 200.0).abs() < 1.0, "{first:?} {second:?}");
    for (player, x) in [(1, 100.0), (2, 200.0)] {
        let upright = Area { left: x - 1.6, top: 88.0, right: x + 1.6, bottom: 112.0 };
        assert!(shapes(player)[1].area().contains(&upright), "{:?}", shapes(player)[1].area());
        assert!(matches!(&shapes(player)[2], Shape::Text { centre, .. } if (centre.x - x).abs() < 0.01));
    }
}

/// Constant numbers, and one that depends on the position; there are no pips for 0 and 10.
#[test]
fn dice_have_as_many_pips_as_their_number() {
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = Ann\n[LOCATION TYPES]\nname = field\nshape = rectangle(40, 40)\n\
                [LOCATIONS]\nname = f($X: 0..10)\ntype = field\npoint = 100 * $X, 100\ndraw = pips($X)\n\
                name = die\ntype = field\npoint = 0, 200\ndraw = pips(number, #ff0000, 90)\n\
                [VARIABLES]\nname = number\ninitial = 5\n[RULES]\nname = go\nfollowup = number = number % 9 + 1\n";
    let game =
        CompiledGame::new(load(&Source::new("dice.game", text.as_bytes()), &AllPictures).rules.expect("no errors"));
    let game = game.expect("it is small");
    let drawn = scene(game.rules(), &Contents::of(&game, &game.initial_state()), &NoPictures);
    let pips = |name: &str| -> Vec<(f64, f64)> {
        let shapes = drawn.items.iter().find(|item| item.name == name).map_or(&[][..], |item| &item.shapes);
        let centre = |shape: &Shape| match shape {
            Shape::Circle { centre, .. } => (centre.x, centre.y),
            other => panic!("{other:?}"),
        };
        shapes.iter().map(centre).collect()
    };
    for number in 0..=10_usize {
        let found = pips(&format!("f({number})"));
        assert_eq!(found.len(), if number == 10 { 0 } else { number });
        // Half a turn leaves the pips as they are.
        for (x, y) in &found {
            let opposite = (200.0 * number as f64 - x, 200.0 - y);
            let near = |(x, y): &(f64, f64)| (x - opposite.0).abs() < 1e-9 && (y - opposite.1).abs() < 1e-9;
            assert!(found.iter().any(near), "{number}: {found:?}");
        }
    }
    assert_eq!(pips("die").len(), 5);
}

const DUEL: &str = r#"
[GAME]
edition = 2026
title = Duel <of> & "men"
[BOARD]
colour = #112233
lines = step
line = #445566
[PLAYERS]
1 = White #f0f0f0
2 = Black #101010
[ELEMENT TYPES]
name = man
states = foot, horse
draw = disc(owner, 80), text("m&", #ff0000, 40)
draw = knight(owner, 90)
name = stone
draw = diamond(#778899, 50)
[LOCATION TYPES]
name = field
shape = rectangle(40,40)
draw = square(#a0a0a0, 100), ring(#b0b0b0, 50)
name = hand
relevant = no
shape = circle(10)
[LOCATIONS]
name = f($X: 1..3)
type = field
point = 50*$X, 100
name = edge
type = field
point = 200, 100
draw = bar(#c0c0c0, 60)
name = h($I: 1..2)
type = hand
point = 300, 100+5*$I
[ELEMENTS]
name = m(1)
type = man
player = 1
location = f(1)
name = m(2)
type = man
player = 2
state = horse
location = edge
name = s($I: 1..2)
type = stone
location = h(3-$I)
name = gone
type = stone
[RELATIONS]
name = step
both = yes
from = f($X)
to = f($X+1)
[RULES]
name = go
element = man
from = any
to = NEIGHBOURS(step, FROM)
"#;

fn game(text: &str) -> CompiledGame {
    let source = Source::new("small.game", text.as_bytes());
    let loaded = load(&source, &AllPictures);
    let diagnostics = render(&loaded.diagnostics, &[&source], false);
    CompiledGame::new(loaded.rules.unwrap_or_else(|| panic!("{diagnostics}"))).expect("a small game fits")
}

fn drawn(game: &CompiledGame, pictures: &dyn Pictures) -> Scene {
    scene(game.rules(), &Contents::of(game, &game.initial_state()), pictures)
}

/// Fill colour of a shape.
fn filled(shape: &Shape) -> Option<Colour> {
    match shape {
        Shape::Circle { fill, .. } | Shape::Rectangle { fill, .. } | Shape::Outline { fill, .. } => {
            fill.map(|ink| ink.colour)
        }
        Shape::Text { fill, .. } => Some(fill.colour),
        Shape::Picture { .. } => None,
    }
}

/// Colours of all opaque shapes of an item.
fn colours(scene: &Scene, name: &str) -> Vec<Colour> {
    let item = scene.items.iter().find(|item| item.name == name).expect("it is drawn");
    let solid =
        item.shapes.iter().filter(|shape| !matches!(shape, Shape::Circle { fill: Some(ink), .. } if ink.opacity < 1.0));
    solid.filter_map(filled).collect()
}

#[test]
fn items_are_in_painting_order() {
    let scene = drawn(&game(DUEL), &NoPictures);
    let names: Vec<&str> = scene.items.iter().map(|item| item.name.as_str()).collect();
    // A hand has no drawing, and elements off the board are not drawn.
    assert_eq!(names, ["", "f(1)", "f(2)", "f(3)", "edge", "m(1)", "m(2)", "s(2)", "s(1)", "2 pieces"]);
    assert_eq!(scene.items[0].subject, Subject::Ground);
    assert_eq!(scene.items[4].subject, Subject::Place(LocationId(3)));
    assert!(matches!(scene.items[8].subject, Subject::Piece(_, LocationId(5))));
    assert_eq!(scene.ground.colour, Colour(0x11, 0x22, 0x33));
}

#[test]
fn every_mark_has_its_colour() {
    let scene = drawn(&game(DUEL), &NoPictures);
    assert_eq!(colours(&scene, "f(2)"), [Colour(0xa0, 0xa0, 0xa0)]);
    assert_eq!(colours(&scene, "edge"), [Colour(0xc0, 0xc0, 0xc0)], "its own drawing replaces that of its type");
    assert_eq!(colours(&scene, "m(1)"), [Colour(0xf0, 0xf0, 0xf0), Colour(0xff, 0, 0)]);
    assert_eq!(colours(&scene, "m(2)")[0], Colour(0x10, 0x10, 0x10), "a knight in its owner's colour");
    assert_eq!(colours(&scene, "s(1)"), [Colour(0x77, 0x88, 0x99)]);
}

#[test]
fn marks_scale_with_their_places() {
    let scene = drawn(&game(DUEL), &NoPictures);
    let whole = |name: &str| {
        let item = scene.items.iter().find(|item| item.name == name).expect("it is drawn");
        item.shapes.iter().map(Shape::area).reduce(Area::union).expect("it has shapes")
    };
    let near = |value: f64, wanted: f64| assert!((value - wanted).abs() < 1.5, "{value} is not {wanted}");
    near(whole("f(2)").width(), 40.0);
    near(whole("edge").width(), 0.6 * 40.0);
    near(whole("m(1)").height(), 0.8 * 40.0);
    near(whole("s(1)").width(), 0.5 * 20.0);
    let knight = whole("m(2)");
    assert!(knight.height() <= 0.9 * 40.0 && knight.height() > 0.8 * 40.0, "{knight:?}");
}

#[test]
fn a_pair_is_joined_by_one_line() {
    let scene = drawn(&game(DUEL), &NoPictures);
    let [Shape::Outline { outline, stroke: Some(stroke), .. }] = scene.items[0].shapes.as_slice() else {
        panic!("{:?}", scene.items[0])
    };
    assert_eq!(stroke.ink.colour, Colour(0x44, 0x55, 0x66));
    assert_eq!(outline.0.iter().filter(|step| matches!(step, PenCommand::Move(_))).count(), 2);
}

#[test]
fn missing_drawings_get_defaults() {
    let bare = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = A\n2 = B\n[ELEMENT TYPES]\nname = horse\nstates = a, b\n\
        [LOCATION TYPES]\nname = field\n[LOCATIONS]\nname = f($X: 1..3)\ntype = field\npoint = 50*$X, 0\n\
        [ELEMENTS]\nname = h($P: 1..2)\ntype = horse\nplayer = $P\nstate = $P\nlocation = f($P)\n\
        [RULES]\nname = go\nelement = horse\nfrom = field\nto = field\n";
    let scene = drawn(&game(bare), &NoPictures);
    assert_eq!(scene.items.len(), 5, "three places and two pieces");
    let letters = scene.items.iter().flat_map(|item| &item.shapes).filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(letters.collect::<Vec<_>>(), ["H", "H2"]);
    assert_ne!(colours(&scene, "h(1)")[0], colours(&scene, "h(2)")[0], "the players' colours differ");
    let widths = scene.items[..3].iter().map(|item| item.shapes[0].area().width());
    assert!(widths.clone().all(|width| (30.0..50.0).contains(&width)), "{:?}", widths.collect::<Vec<_>>());
}

/// A board picture of 200 by 100 pixels, and piece pictures of 20 by 20 centred on their points.
struct Painted;

const BOARD: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'/>";
const PIECE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20' viewBox='-10 -10 20 20'/>";

impl Pictures for Painted {
    fn bytes(&self, file: &str) -> Option<Vec<u8>> {
        match file {
            "board.svg" => Some(BOARD.into()),
            "piece.svg" => Some(PIECE.into()),
            _ => None,
        }
    }
}

const PICTURES: &str = "[BOARD]\nimage=board.svg\n[ELEMENT TYPES]\nname=man\nimage=piece.svg\npoint=0,0\n\
    name=ghost\nimage=nowhere.svg\npoint=0,0\n[LOCATION TYPES]\nname=place\n[PLAYER NAMES]\n1=A\n\
    [LOCATIONS]\nname=l(1)\ntype=place\npoint=50,50\nname=l(2)\ntype=place\npoint=150,50\nname=l(3)\ntype=place\npoint=100,50\n\
    [MOVABLE ELEMENTS]\nname=m(1)\ntype=man\nplayer=1\nlocation=l(1)\nname=m(2)\ntype=man\nplayer=1\nlocation=l(2)\n\
    name=g(1)\ntype=ghost\nplayer=1\nlocation=l(3)\n\
    [GAME RULES]\nname=go\nelement=m($I)\nplayer=1\nfrom=l($A)\nto=l($B)\nfollowup=NEXTPLAYER\n";

#[test]
fn pictures_lie_with_their_hot_spot_on_the_point() {
    let scene = drawn(&game(PICTURES), &Painted);
    assert_eq!(scene.area, Area { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 });
    let [ground, first, _, ghost] = scene.items.as_slice() else { panic!("{:?}", scene.items) };
    assert_eq!(ground.shapes[0].area(), scene.area);
    assert_eq!(first.shapes[0].area(), Area { left: 40.0, top: 40.0, right: 60.0, bottom: 60.0 });
    assert!(
        !ghost.shapes.iter().any(|shape| matches!(shape, Shape::Picture { .. })),
        "a missing picture is no picture"
    );
    assert!(!ghost.shapes.is_empty(), "but the piece is seen");
}

#[test]
fn a_picture_is_in_the_file_once() {
    let game = game(PICTURES);
    let text = svg(&drawn(&game, &Painted), "two men", &Painted);
    let document = Document::parse(&text).expect("it is XML");
    let all = |tag: &str| document.descendants().filter(|node| node.has_tag_name(tag)).collect::<Vec<Node>>();
    assert_eq!(all("image").len(), 2);
    assert_eq!(all("use").len(), 3);
    for node in all("use") {
        let id = node.attribute("href").and_then(|href| href.strip_prefix('#')).expect("it points into the file");
        assert!(all("image").iter().any(|image| image.attribute("id") == Some(id)), "{id}");
    }
    let data = all("image")[0].attribute("href").expect("an image has an address");
    assert!(data.starts_with("data:image/svg+xml;base64,PHN2ZyB4bWxucz0"), "{data}");
}

#[test]
fn names_and_texts_are_escaped() {
    let game = game(DUEL);
    let text = svg(&drawn(&game, &NoPictures), &game.rules().title, &NoPictures);
    let document = Document::parse(&text).expect("it is XML");
    let said = |tag: &str| {
        document.descendants().filter(|node| node.has_tag_name(tag)).filter_map(|node| node.text()).collect::<Vec<_>>()
    };
    assert_eq!(
        said("title"),
        ["Duel <of> & \"men\"", "f(1)", "f(2)", "f(3)", "edge", "m(1)", "m(2)", "s(2)", "s(1)", "2 pieces"]
    );
    assert_eq!(said("text"), ["m&", "2"]);
    let view = document.root_element().attribute("viewBox").expect("it says what it shows");
    assert_eq!(view.split(' ').count(), 4);
}

#[test]
fn pieces_match_the_position() {
    let game = game(DUEL);
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    game.legal_moves(&state, &mut moves).expect("it has no faults");
    game.apply(&mut state, moves[0]).expect("it has no faults");
    let after = Contents::of(&game, &state);
    let man = after.pieces.iter().find(|piece| piece.element.index() == 0).expect("it is on the board");
    assert_eq!((man.location, man.owner, man.state), (LocationId(1), Some(Player::FIRST), 1));
    let scene = scene(game.rules(), &after, &NoPictures);
    assert_eq!(scene.area, drawn(&game, &NoPictures).area, "the board stays where it is");
}

#[test]
fn texts_on_places_follow_the_position() {
    let text = DUEL.replace("[ELEMENTS]", "name = label\ntype = field\npoint = 0, 0\ndraw = text(PLAYER)\n[ELEMENTS]");
    let game = game(&text);
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    let shown = |state: &_| {
        let drawn = scene(game.rules(), &Contents::of(&game, state), &NoPictures);
        let label = drawn.items.iter().find(|item| item.name == "label").expect("it is drawn").clone();
        match label.shapes.as_slice() {
            [Shape::Text { text, .. }] => text.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(shown(&state), "1");
    game.legal_moves(&state, &mut moves).expect("it has no faults");
    game.apply(&mut state, moves[0]).expect("it has no faults");
    assert_eq!(shown(&state), "2");
}

/// A heap of the language, a pile of cards with an offset, a fan of cards, and one of several kinds of place.
const HEAPS: &str = r"
[GAME]
edition = 2026
[PLAYERS]
1 = Ann
[ELEMENT TYPES]
name = seed
draw = disc(#e8dcc3, 80)
name = mark
draw = ring(#d7263d, 80)
[LOCATION TYPES]
name = heap
relevant = no
shape = rectangle(40, 40)
name = pile
shape = rectangle(40, 60)
name = fan
shape = rectangle(40, 60)
name = sea
shape = rectangle(40, 40)
name = shot
shape = rectangle(40, 40)
[LOCATIONS]
name = pit
type = heap
capacity = 20
point = 100, 100
name = pile($I: 1..5)
type = pile
point = 200 + 2 * $I, 100 + 2 * $I
name = fan($I: 1..4)
type = fan
point = 300 + 20 * $I, 100
name = sea
type = sea
point = 500, 100
name = shot
type = shot
point = 500, 100
[ELEMENTS]
name = s($I: 1..12)
type = seed
location = pit($I)
name = p($I: 1..3)
type = seed
location = pile($I)
name = f($I: 1..4)
type = seed
location = fan($I)
name = ship
type = seed
location = sea
name = hit
type = mark
location = shot
[RULES]
name = pass
";

/// Twelve seeds at one point and three cards of a pile have numbers; fanned cards, and a mark over a ship, have none.
#[test]
fn pieces_that_lie_on_one_another_are_counted() {
    let loaded = load(&Source::new("heaps.game", HEAPS.as_bytes()), &AllPictures);
    let rules = loaded.rules.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let game = CompiledGame::new(rules).expect("it is small");
    let contents = Contents::of(&game, &game.initial_state());
    let drawn = scene(game.rules(), &contents, &NoPictures);
    let counts: Vec<(&str, &str)> = drawn
        .items
        .iter()
        .filter_map(|item| match (&item.subject, &item.shapes[..]) {
            (Subject::Count(place), [_, Shape::Text { text, .. }]) => {
                Some((game.rules().locations[place.index()].name.as_str(), text.as_str()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(counts, [("pit(12)", "12"), ("pile(3)", "3")]);
    let plates = drawn.items.iter().filter(|item| matches!(item.subject, Subject::Count(_)));
    assert!(plates.flat_map(|item| &item.shapes).all(|shape| drawn.area.contains(&shape.area())));
    // They lie over all pieces.
    let first = drawn.items.iter().position(|item| matches!(item.subject, Subject::Count(_))).unwrap();
    assert!(drawn.items[first..].iter().all(|item| matches!(item.subject, Subject::Count(_))));
    assert!(svg(&drawn, "", &NoPictures).contains(">12</text>"));
}

/// Seven checkers on a point of backgammon: five lie side by side, and the number on the topmost says seven.
#[test]
fn places_with_the_same_name_are_one_heap() {
    for relevant in ["yes", "no"] {
        assert_eq!(points(relevant, "900, 900"), [("p(1,7)".to_owned(), 7)]);
        // A text beside the heap has its number already.
        assert_eq!(points(relevant, "100, 540"), []);
    }
}

/// Stacks on two points, with places that are distinguishable or not, and a text with the number of the first one at `label`.
fn points(relevant: &str, label: &str) -> Vec<(String, usize)> {
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = Ann\n[ELEMENT TYPES]\nname = man\n\
                [LOCATION TYPES]\nname = point($N: 1..2)\nrelevant = RELEVANT\nshape = circle(22)\n\
                name = label\nshape = circle(16)\n\
                [LOCATIONS]\nname = p($N: 1..2, $K: 1..15)\ntype = point($N)\n\
                point = 100 * $N, 500 - 44 * (($K - 1) % 5) - 10 * (($K - 1) / 5)\n\
                name = count\ntype = label\npoint = LABEL\ndraw = text(Men, #000000, 100)\n\
                [ELEMENTS]\nname = m($K: 1..7)\ntype = man\nlocation = p(1, $K)\n\
                name = o($K: 1..5)\ntype = man\nlocation = p(2, $K)\n\
                [EXPRESSIONS]\nMen = COUNT($L, LOCATIONS(point(1)), FULL($L))\n[RULES]\nname = pass\n";
    let loaded = load(
        &Source::new("points.game", text.replace("RELEVANT", relevant).replace("LABEL", label).as_bytes()),
        &AllPictures,
    );
    let game = CompiledGame::new(loaded.rules.expect("no errors")).expect("it is small");
    let rules = game.rules();
    let found = stacks(rules, &places(rules), &Contents::of(&game, &game.initial_state()));
    found.iter().map(|stack| (rules.locations[stack.location.index()].name.clone(), stack.count)).collect()
}
