//! Preference of the user about coloured output.

/// `true` unless the environment variable `NO_COLOR` is set (<https://no-color.org>).
pub fn colours_allowed() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
