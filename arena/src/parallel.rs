//! Numbered items of work shared by the threads of this process. One thread, the caller's, receives the results.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Number of threads that this machine runs at once.
pub(crate) fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Computes `work` for all numbers below `count` by at most `threads` threads. Passes each result to `receive` as soon as it
/// is there, in any order.
///
/// # Errors
/// The first error of `receive`. No further item is begun after it, and results of items that have begun are discarded.
pub(crate) fn for_each_result<T: Send, E>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
    mut receive: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    let run = |sender: mpsc::Sender<(usize, T)>| {
        while !has_failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || sender.send((index, work(index))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, run) = (sender.clone(), &run);
            scope.spawn(move || run(sender));
        }
        drop(sender);
        let mut ended = Ok(());
        for (index, result) in results {
            if ended.is_ok() {
                ended = receive(index, result);
                has_failed.store(ended.is_err(), Ordering::Relaxed);
            }
        }
        ended
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_computed_once_by_any_number_of_threads() {
        for threads in [0, 1, 3, 50] {
            let mut squares = vec![None; 20];
            let done = for_each_result(
                20,
                threads,
                |index| index * index,
                |index, square| {
                    assert_eq!(squares[index].replace(square), None);
                    Ok::<_, ()>(())
                },
            );
            assert_eq!(done, Ok(()));
            assert!(squares.into_iter().enumerate().all(|(index, square)| square == Some(index * index)));
        }
        assert_eq!(for_each_result(0, 2, |_| (), |_, ()| Err("nothing to receive")), Ok(()));
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let mut received = 0;
        let ended = for_each_result(
            1_000_000,
            2,
            |index| index,
            |_, _| {
                received += 1;
                if received == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((ended, received), (Err("enough"), 3));
    }
}
