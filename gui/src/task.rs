//! Work that takes long: it runs on a thread of its own, tells how it goes, and ends soon when nobody wants it any more.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use eframe::egui::Context;
use thread_priority::{ThreadPriority, ThreadPriorityValue};

/// The priority of work that gives way, of 100: 50 is what threads have.
const LOWER: u8 = 30;

/// Work that was begun. It is told to end when this is dropped.
#[derive(Debug)]
pub struct Task<M> {
    stop: Arc<AtomicBool>,
    told: Receiver<M>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

/// What the work has at hand.
#[derive(Clone, Debug)]
pub struct Teller<M> {
    sender: Sender<M>,
    window: Context,
    /// Set when nobody wants the work any more.
    pub stop: Arc<AtomicBool>,
}

impl<M> Teller<M> {
    /// Tells the window something.
    pub fn tell(&self, message: M) {
        // A window that is gone need not be told.
        let _ = self.sender.send(message);
        self.window.request_repaint();
    }

    /// Has the window painted anew: it shows something that was not told.
    pub fn repaint(&self) {
        self.window.request_repaint();
    }

    /// Whether the work is not wanted any more.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl<M: Send + 'static> Task<M> {
    /// Begins work that gives way to the window, and to everything else on the machine; `name` is that of its thread.
    pub fn begin(window: &Context, name: &str, work: impl FnOnce(&Teller<M>) + Send + 'static) -> Self {
        Self::in_time(window, name, |teller| {
            // Threads that the work begins inherit it. Where it cannot be had the work is as urgent as the window.
            let lower = ThreadPriorityValue::try_from(LOWER).map(ThreadPriority::Crossplatform);
            let _ = lower.map_err(drop).and_then(|lower| lower.set_for_current().map_err(drop));
            work(teller);
        })
    }

    /// Begins work that has to keep time, as an arm has; `name` is that of its thread.
    pub fn in_time(window: &Context, name: &str, work: impl FnOnce(&Teller<M>) + Send + 'static) -> Self {
        let (sender, told) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let teller = Teller { sender, window: window.clone(), stop: stop.clone() };
        let run = move || {
            let ended = catch_unwind(AssertUnwindSafe(|| work(&teller)));
            teller.window.request_repaint();
            ended.map_err(|payload| {
                let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
                text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
            })
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(run).ok();
        Self { stop, told, thread }
    }

    /// What was told since the last time.
    pub fn news(&self) -> Vec<M> {
        self.told.try_iter().collect()
    }

    /// Tells the work to end soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has ended; whatever it told is still there to be read.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// What it panicked with, once it has ended; told once.
    pub fn broken(&mut self) -> Option<String> {
        if !self.is_over() {
            return None;
        }
        self.thread.take()?.join().unwrap_or_else(|_| Err(String::new())).err()
    }
}

impl<M> Drop for Task<M> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_tells_and_ends_when_it_is_dropped() {
        let window = Context::default();
        let mut task = Task::begin(&window, "test", |teller: &Teller<u32>| {
            teller.tell(1);
            while !teller.is_stopped() {
                std::thread::yield_now();
            }
            teller.tell(2);
        });
        while task.news().is_empty() {
            std::thread::yield_now();
        }
        assert!(!task.is_over());
        task.stop();
        while !task.is_over() {
            std::thread::yield_now();
        }
        assert_eq!((task.news(), task.broken()), (vec![2], None));
    }

    /// The niceness of the thread that asks.
    #[cfg(target_os = "linux")]
    fn niceness() -> i32 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        // Behind the name, which may hold anything, the 17th field.
        let fields = stat.rsplit_once(')').unwrap().1;
        fields.split_whitespace().nth(16).unwrap().parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_gives_way_unless_it_has_to_keep_time() {
        let window = Context::default();
        let told = |task: Task<i32>| {
            while !task.is_over() {
                std::thread::yield_now();
            }
            task.news()
        };
        let work = |teller: &Teller<i32>| {
            let inherited = std::thread::spawn(niceness).join().unwrap();
            teller.tell(inherited);
        };
        let own = niceness();
        assert_eq!(told(Task::in_time(&window, "test", work)), [own]);
        let lower = told(Task::begin(&window, "test", work));
        assert!(lower[0] > own, "{lower:?}");
    }

    #[test]
    fn a_panic_is_told() {
        let mut task: Task<u32> = Task::begin(&Context::default(), "test", |_| panic!("it broke"));
        while !task.is_over() {
            std::thread::yield_now();
        }
        assert_eq!(task.broken().as_deref(), Some("it broke"));
    }
}
