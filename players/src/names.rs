//! Names that are not known, and those that were meant, probably.

/// The name that was meant, probably.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|known| (strsim::osa_distance(name, known), known)).min();
    near.filter(|&(distance, _)| distance <= 2).map(|(_, near)| near)
}

/// What a message says behind a name that is not known: the one that was meant, or all that there are.
pub(crate) fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!(", did you mean \"{near}\"?"),
        None => format!("; there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
