//! Strongly connected components of a directed graph (Tarjan 1972). The module does not depend on players or games.

/// Strongly connected components (Tarjan 1972) of the graph with an edge from `i` to `j` where `edge(i, j)`: returns
/// the component number of every node.
///
/// Edges between components lead to lower numbers, so that component 0 has no outgoing edges.
pub fn strongly_connected(nodes: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut component = vec![NONE; nodes];
    let (mut order, mut lowest) = (vec![NONE; nodes], vec![NONE; nodes]);
    let (mut found, mut components) = (0, 0);
    let mut open = Vec::new();
    // A node, and the number of nodes already tried as its successor. An explicit stack avoids recursion as deep as the
    // graph.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..nodes {
        if order[root] == NONE {
            path.push((root, 0));
        }
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if *next == 0 {
                (order[node], lowest[node]) = (found, found);
                found += 1;
                open.push(node);
            }
            if *next < nodes {
                let other = *next;
                *next += 1;
                if other != node && component[other] == NONE && edge(node, other) {
                    if order[other] == NONE {
                        path.push((other, 0));
                    } else {
                        lowest[node] = lowest[node].min(order[other]);
                    }
                }
                continue;
            }
            path.pop();
            if let Some((above, _)) = path.last() {
                lowest[*above] = lowest[*above].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                while let Some(member) = open.pop() {
                    component[member] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
        }
    }
    component
}

/// Members of each component, ordered by the first member.
pub fn members(component: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut place = vec![None; component.len()];
    for (node, &number) in component.iter().enumerate() {
        let group = *place[number].get_or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(node);
    }
    groups
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn two_cycles_and_the_path_between_them() {
        let edges = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2)];
        let component = strongly_connected(6, |from, to| edges.contains(&(from, to)));
        assert_eq!(members(&component), [vec![0, 1], vec![2, 3, 4], vec![5]]);
        assert!(component[2] < component[0]);
    }

    #[test]
    fn components_are_sets_of_mutually_reachable_nodes() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        for _ in 0..100 {
            let edges: Vec<Vec<bool>> = (0..9).map(|_| (0..9).map(|_| random.random_bool(0.15)).collect()).collect();
            let mut reach = edges.clone();
            for middle in 0..9 {
                for from in 0..9 {
                    for to in 0..9 {
                        reach[from][to] |= reach[from][middle] && reach[middle][to];
                    }
                }
            }
            let component = strongly_connected(9, |from, to| edges[from][to]);
            for from in 0..9 {
                for to in (0..9).filter(|to| *to != from) {
                    assert_eq!(component[from] == component[to], reach[from][to] && reach[to][from]);
                    assert!(!reach[from][to] || component[to] <= component[from]);
                }
            }
        }
    }
}
