//! Rewriting of table files: the parts that did not change keep their comments, their order and their form.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value};

/// Keys by which tables of a list are recognised.
const NAMES: [&str; 4] = ["name", "place", "kind", "pieces"];

/// The text of a file with new contents. `old` is its text so far; a text that is no TOML is replaced.
pub(crate) fn rewrite(old: &str, new: &str) -> String {
    let (Ok(mut document), Ok(wanted)) = (old.parse::<DocumentMut>(), new.parse::<DocumentMut>()) else {
        return new.to_owned();
    };
    rewrite_table(document.as_table_mut(), wanted.as_table());
    document.to_string()
}

fn rewrite_table(old: &mut Table, new: &Table) {
    let gone: Vec<String> = old.iter().map(|(key, _)| key.to_owned()).filter(|key| !new.contains_key(key)).collect();
    for key in gone {
        old.remove(&key);
    }
    for (key, item) in new {
        match (old.get_mut(key), item) {
            (Some(Item::Table(old)), Item::Table(new)) => rewrite_table(old, new),
            (Some(Item::ArrayOfTables(old)), Item::ArrayOfTables(new)) => rewrite_list(old, new),
            (Some(Item::Value(old)), Item::Value(new)) => {
                if !is_equal(old, new) {
                    let decor = old.decor().clone();
                    *old = new.clone();
                    *old.decor_mut() = decor;
                }
            }
            _ => {
                old.insert(key, item.clone());
            }
        }
    }
}

/// Rewrites a list of tables: those with a name are recognised by it, others by their number.
fn rewrite_list(old: &mut ArrayOfTables, new: &ArrayOfTables) {
    let mut known: Vec<Option<Table>> = old.iter().cloned().map(Some).collect();
    let mut rewritten = ArrayOfTables::new();
    for (number, wanted) in new.iter().enumerate() {
        let same = match name(wanted) {
            Some(wanted) => known.iter_mut().find(|known| known.as_ref().and_then(name) == Some(wanted)),
            None => known.get_mut(number),
        };
        let table = match same.and_then(Option::take) {
            Some(mut table) => {
                rewrite_table(&mut table, wanted);
                table
            }
            None => wanted.clone(),
        };
        rewritten.push(table);
    }
    *old = rewritten;
}

/// The name of a table in a list.
fn name(table: &Table) -> Option<&str> {
    NAMES.iter().find_map(|key| table.get(key)?.as_str())
}

/// `true` if two values are equal, whatever their form.
fn is_equal(one: &Value, other: &Value) -> bool {
    let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
    match (one, other) {
        (Value::String(one), Value::String(other)) => one.value() == other.value(),
        (Value::Boolean(one), Value::Boolean(other)) => one.value() == other.value(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_equal(one, other))
        }
        _ => number(one).is_some_and(|one| number(other) == Some(one)),
    }
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn comments_and_unchanged_parts_stay() {
        let old = "# our table\npitch = 30 # measured twice\narm = 'al5d'\n\n# slots\n[[place]]\nname = \"a1\" # lame\nu = 1.0\n\n\
                   # gone\n[[place]]\nname = \"b1\"\nu = 2.0\n";
        let new = "pitch = 30.0\narm = \"robot-1\"\n\n[[place]]\nname = \"c1\"\nu = 3.0\n\n[[place]]\nname = \"a1\"\nu = 1.5\n";
        let written = rewrite(old, new);
        for kept in ["# our table\n", "pitch = 30 # measured twice\n", "# slots\n", "name = \"a1\" # lame\nu = 1.5\n"] {
            assert!(written.contains(kept), "{kept}: {written}");
        }
        assert!(written.contains("arm = \"robot-1\"") && written.contains("name = \"c1\""), "{written}");
        assert!(!written.contains("b1") && !written.contains("# gone"), "{written}");
        let parsed = |text: &str| text.parse::<toml::Table>().unwrap();
        let places = |text: &str| parsed(text)["place"].as_array().unwrap().len();
        assert_eq!(places(&written), places(new));
        assert_eq!(rewrite("no = = toml", new), new);
    }
}
