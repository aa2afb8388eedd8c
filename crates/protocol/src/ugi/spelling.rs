//! [`edit_distance`]: the number of typing errors between two words.

/// The minimum number of insertions, deletions, replacements and swaps of neighbours that turns
/// `from` into `to`, editing no letter twice (the distance of Damerau 1964, restricted to optimal
/// string alignment). Case matters. Time and memory are proportional to the product of the lengths.
pub(super) fn edit_distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    // distances[i][j]: between the first i characters of `from` and the first j of `to`.
    let mut distances = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            distances[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = distances[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                let left_out = distances[i - 1][j] + 1;
                let put_in = distances[i][j - 1] + 1;
                let is_swap =
                    i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                let swapped = if is_swap { distances[i - 2][j - 2] + 1 } else { usize::MAX };
                replaced.min(left_out).min(put_in).min(swapped)
            };
        }
    }
    distances[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slip_counts_once() {
        let cases = [
            ("", "", 0),
            ("", "perft", 5),
            ("position", "position", 0),
            ("positon", "position", 1),
            ("possition", "position", 1),
            ("pozition", "position", 1),
            ("psoition", "position", 1),
            ("bench", "help", 4),
            ("größe", "grosse", 3),
        ];
        for (from, to, distance) in cases {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
            assert_eq!(edit_distance(to, from), distance, "{to} {from}");
        }
    }

    #[test]
    fn no_letter_takes_part_twice() {
        assert_eq!(edit_distance("ca", "abc"), 3);
    }
}
