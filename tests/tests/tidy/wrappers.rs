//! The rule that a wrapper of a game forwards or replaces every function of `Game` and of its companions. The compiler checks
//! only functions without a default, and a companion that is left out disappears silently.

use std::collections::BTreeSet;

use super::{assert_none, sources};

/// Sources with a type that wraps any game, and the name of the type.
const WRAPPERS: &[(&str, &str)] = &[("engine/game/src/deals.rs", "Deals<G>")];

/// Functions that a wrapper leaves to their defaults, with the reason.
const KEPT: &[(&str, &str, &str)] = &[
    ("Game", "count_moves", "counts the moves that the wrapper lists"),
    ("Game", "outcome", "takes the outcome from the turn of the wrapper"),
    ("Features", "values_after", "makes the move of the wrapper"),
];

/// Companions that a wrapper never has, with the reason.
const LEFT_OUT: &[(&str, &str, &str)] = &[("Deals<G>", "Structure", "boards are not dealt")];

/// The text of an item of Rust that begins at `start`, up to the brace that closes it at the beginning of a line.
fn item(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    rest.find("\n}").map_or(rest, |end| &rest[..end])
}

/// Names of the functions of a trait or an implementation: those one level deep.
fn functions(item: &str) -> BTreeSet<&str> {
    let names = item.lines().filter_map(|line| line.strip_prefix("    fn "));
    names.filter_map(|rest| rest.split(['(', '<']).next()).collect()
}

/// Traits of `engine/game` with the names of their functions: `Game`, and the companions that its functions return.
fn companions(sources: &[(String, String)]) -> Vec<(String, BTreeSet<&str>)> {
    let game = sources.iter().find(|(name, _)| name == "engine/game/src/game.rs").map_or("", |(_, text)| text);
    let game = item(game, game.find("pub trait Game").expect("the trait is there"));
    let returned = game.split("&dyn ").skip(1).filter_map(|rest| rest.split('<').next());
    let names: BTreeSet<&str> = returned.chain(["Game"]).collect();
    let find = |name: &str| {
        let text = sources.iter().filter(|(file, _)| file.starts_with("engine/game/src/"));
        let mut found = text.filter_map(|(_, text)| {
            let start =
                [':', '<', ' '].into_iter().filter_map(|end| text.find(&format!("pub trait {name}{end}"))).min()?;
            Some(functions(item(text, start)))
        });
        found.next().unwrap_or_else(|| panic!("no trait {name} in engine/game"))
    };
    names.into_iter().map(|name| (name.to_owned(), find(name))).collect()
}

#[test]
fn wrappers_forward_every_function_of_a_game() {
    let sources = sources();
    let companions = companions(&sources);
    assert!(companions.len() >= 10, "{companions:?}");
    let mut violations = Vec::new();
    for (file, wrapper) in WRAPPERS {
        let (_, text) = sources.iter().find(|(name, _)| name == file).expect("the wrapper is there");
        for (name, functions_of_trait) in &companions {
            let blocks = text.match_indices("\nimpl").map(|(start, _)| item(text, start + 1));
            let implements = |block: &&str| {
                let head: String = block.split(" {\n").next().unwrap_or_default().split_whitespace().collect();
                let header = block.lines().next().unwrap_or_default();
                header.contains(&format!(" {name}<")) && head.contains(&format!("for{}", wrapper.replace(' ', "")))
                    || header.contains(&format!(" {name} for {wrapper}"))
            };
            let is_left_out = LEFT_OUT.iter().any(|(of, companion, _)| of == wrapper && companion == name);
            let Some(block) = blocks.clone().find(implements) else {
                if is_left_out {
                    continue;
                }
                violations.push(format!("{file}: {wrapper} does not implement {name}"));
                continue;
            };
            let own = functions(block);
            for function in functions_of_trait {
                let is_kept = KEPT.iter().any(|(kept, of, _)| kept == name && of == function);
                match (own.contains(function), is_kept) {
                    (false, false) => violations.push(format!("{file}: {wrapper} does not forward {name}::{function}")),
                    (true, true) => {
                        violations.push(format!("{file}: {name}::{function} is forwarded, yet listed as kept"));
                    }
                    _ => {}
                }
            }
        }
    }
    assert_none(&violations);
}
