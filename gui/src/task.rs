//! Background tasks: a thread with a message channel to the window, cooperative cancellation, and panic capture.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use eframe::egui::Context;
use thread_priority::{ThreadPriority, ThreadPriorityValue};

/// Thread priority of background work, from 0 to 100; the normal priority is 50.
const BACKGROUND_PRIORITY: u8 = 30;
/// Niceness that corresponds to [`BACKGROUND_PRIORITY`] on Linux.
const BACKGROUND_NICENESS: i32 = 7;

/// Wakes the window, so that it looks at what has happened. The default wakes nothing.
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Requests a repaint of the window.
    pub fn wake(&self) {
        (self.0)();
    }
}

impl Default for Waker {
    fn default() -> Self {
        Self(Arc::new(|| ()))
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waker")
    }
}

impl From<&Context> for Waker {
    fn from(window: &Context) -> Self {
        let window = window.clone();
        Self(Arc::new(move || window.request_repaint()))
    }
}

impl From<&Self> for Waker {
    fn from(waker: &Self) -> Self {
        waker.clone()
    }
}

/// A running background task. Dropping it asks the task to end.
#[derive(Debug)]
pub struct Task<M> {
    stop: Arc<AtomicBool>,
    receiver: Receiver<M>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

/// Handle that the work uses to report to the window.
#[derive(Clone, Debug)]
pub struct Reporter<M> {
    sender: Sender<M>,
    waker: Waker,
    /// Set when the task is to end.
    pub stop: Arc<AtomicBool>,
}

impl<M> Reporter<M> {
    /// Sends a message to the window and requests a repaint.
    pub fn report(&self, message: M) {
        // The window may be closed already; the message is dropped then.
        let _ = self.sender.send(message);
        self.waker.wake();
    }

    /// Requests a repaint without a message.
    pub fn repaint(&self) {
        self.waker.wake();
    }

    /// `true` if the task is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl<M: Send + 'static> Task<M> {
    /// Starts work with lowered priority, so that the window and other programs stay responsive; `name` names its thread.
    pub fn start(waker: impl Into<Waker>, name: &str, work: impl FnOnce(&Reporter<M>) + Send + 'static) -> Self {
        Self::start_urgent(waker, name, |reporter| {
            // A program started with a lower priority keeps it.
            if niceness().is_some_and(|niceness| niceness >= BACKGROUND_NICENESS) {
                return work(reporter);
            }
            // Threads that the work starts inherit the priority. Where it cannot be lowered, the work has the priority of the window.
            let lower = ThreadPriorityValue::try_from(BACKGROUND_PRIORITY).map(ThreadPriority::Crossplatform);
            let _ = lower.map_err(drop).and_then(|lower| lower.set_for_current().map_err(drop));
            work(reporter);
        })
    }

    /// Starts work with normal priority: what the user waits for, and real-time tasks such as an arm. `name` names its thread.
    pub fn start_urgent(waker: impl Into<Waker>, name: &str, work: impl FnOnce(&Reporter<M>) + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let reporter = Reporter { sender, waker: waker.into(), stop: stop.clone() };
        let run = move || {
            let ended = catch_unwind(AssertUnwindSafe(|| work(&reporter)));
            reporter.waker.wake();
            ended.map_err(|payload| {
                let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
                text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
            })
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(run).ok();
        Self { stop, receiver, thread }
    }

    /// Returns the messages since the last call.
    pub fn messages(&self) -> Vec<M> {
        self.receiver.try_iter().collect()
    }

    /// Returns the next message, if there is one.
    pub fn message(&self) -> Option<M> {
        self.receiver.try_recv().ok()
    }

    /// Asks the work to end soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// `true` if the work has ended. Its messages can still be read.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Returns the panic message of the work once it has ended; later calls return `None`.
    pub fn take_panic(&mut self) -> Option<String> {
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

/// Niceness of the current thread; `None` where the system does not report it.
fn niceness() -> Option<i32> {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    // The 17th field after the name, which may contain any characters.
    stat.rsplit_once(')')?.1.split_whitespace().nth(16)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_reports_and_ends_when_it_is_dropped() {
        let window = Context::default();
        let mut task = Task::start(&window, "test", |reporter: &Reporter<u32>| {
            reporter.report(1);
            while !reporter.is_stopped() {
                std::thread::yield_now();
            }
            reporter.report(2);
        });
        while task.messages().is_empty() {
            std::thread::yield_now();
        }
        assert!(!task.is_over());
        task.stop();
        while !task.is_over() {
            std::thread::yield_now();
        }
        assert_eq!((task.messages(), task.take_panic()), (vec![2], None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn tasks_have_low_priority_unless_they_are_real_time() {
        let window = Context::default();
        let first_message = |task: Task<i32>| {
            while !task.is_over() {
                std::thread::yield_now();
            }
            task.messages()
        };
        let work = |reporter: &Reporter<i32>| {
            let inherited = std::thread::spawn(niceness).join().unwrap().unwrap();
            reporter.report(inherited);
        };
        let own = niceness().unwrap();
        assert_eq!(first_message(Task::start_urgent(&window, "test", work)), [own]);
        let lower = first_message(Task::start(&window, "test", work));
        // The tests themselves may run with any priority, the lowest included.
        assert_eq!(lower, [own.max(BACKGROUND_NICENESS)]);
    }

    #[test]
    fn a_panic_is_reported() {
        let mut task: Task<u32> = Task::start(&Context::default(), "test", |_| panic!("it broke"));
        while !task.is_over() {
            std::thread::yield_now();
        }
        assert_eq!(task.take_panic().as_deref(), Some("it broke"));
    }
}
