use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{NoPictures, Subject, pieces, scene, svg};
use boardwright_game::game::Game as _;
use boardwright_lang::{AllPictures, Source, load};
#[test]
fn example() {
    let text = "
[GAME]
edition = 2026
title = Walk
[PLAYERS]
1 = White #f0f0f0
2 = Black #101010
[ELEMENT TYPES]
name = man
draw = disc(owner, 80)
[LOCATION TYPES]
name = field
shape = rectangle(40,40)
draw = square(#a0a0a0, 100)
[LOCATIONS]
name = f($X: 1..3)
type = field
point = 50*$X, 100
[ELEMENTS]
name = m(1)
type = man
player = 1
location = f(1)
[RULES]
name = go
element = man
from = field
to = field
";
    let loaded = load(&Source::new("walk.game", text.as_bytes()), &AllPictures);
    let game = CompiledGame::new(loaded.rules.expect("the rules are valid")).expect("the game is small");

    let pieces = pieces(&game, &game.initial_state());
    let scene = scene(game.rules(), &pieces, &NoPictures);
    assert!(scene.items.iter().any(|item| matches!(item.subject, Subject::Piece(..)) && item.name == "m(1)"));

    let file = svg(&scene, &game.rules().title, &NoPictures);
    assert!(file.starts_with("<svg"));
}
