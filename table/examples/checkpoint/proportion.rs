//! Proportions with their confidence intervals.

/// Prints a count with its proportion and the 95% confidence interval (Wilson 1927).
pub fn print_proportion(label: &str, count: usize, all: usize) {
    const Z: f64 = 1.96;
    let (share, number) = (count as f64 / all.max(1) as f64, all.max(1) as f64);
    let middle = share + Z * Z / (2.0 * number);
    let far = Z * (share * (1.0 - share) / number + Z * Z / (4.0 * number * number)).sqrt();
    let bound = |end: f64| 100.0 * end / (1.0 + Z * Z / number);
    println!(
        "  {label}: {count} of {all}, {:.3} % ({:.3} to {:.3} %)",
        100.0 * share,
        bound(middle - far).max(0.0),
        bound(middle + far).min(100.0)
    );
}
