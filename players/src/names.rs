//! Suggestions for unknown names, by edit distance.

/// The known name with the smallest edit distance (optimal string alignment) to `name`, if that is at most 2.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|known| (strsim::osa_distance(name, known), known)).min();
    near.filter(|&(distance, _)| distance <= 2).map(|(_, near)| near)
}

/// End of a message about an unknown name: the nearest known name, or the list of all known names.
pub fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!(", did you mean \"{near}\"?"),
        None => format!("; there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
