//! Threads with a fallback: if the system refuses one, the work continues with fewer, and standard error says so once.

use std::io::{self, Write};
use std::sync::{Arc, Once};
use std::thread::{Builder, JoinHandle, Scope, scope};

use parking_lot::Mutex;

/// A value whose thread the system refused.
#[derive(Debug)]
pub struct Refused<V> {
    /// The value.
    pub value: V,
    /// The reason.
    pub error: io::Error,
}

impl<V> From<Refused<V>> for io::Error {
    fn from(refused: Refused<V>) -> Self {
        refused.error
    }
}

fn say(error: &io::Error) {
    static SAID: Once = Once::new();
    let text = format!("brasa: cannot start another thread ({error}); continuing with fewer\n");
    SAID.call_once(|| drop(io::stderr().write_all(text.as_bytes())));
}

/// Starts a thread that works on a value.
///
/// # Errors
/// When the system refuses the thread; the value comes back.
pub fn spawn<V: Send + 'static, T: Send + 'static>(
    value: V,
    work: impl FnOnce(V) -> T + Send + 'static,
) -> Result<JoinHandle<T>, Refused<V>> {
    // A refused thread drops its function; the value stays in a slot that both share.
    let slot = Arc::new(Mutex::new(Some(value)));
    let take = |slot: &Mutex<Option<V>>| slot.lock().take().expect("taken once");
    let shared = Arc::clone(&slot);
    Builder::new().spawn(move || work(take(&shared))).map_err(|error| {
        say(&error);
        Refused { value: take(&slot), error }
    })
}

/// Starts up to `count` threads doing the same work.
///
/// # Errors
/// When the system refuses the first one.
pub fn start<'s>(
    scope: &'s Scope<'s, '_>,
    count: usize,
    work: impl FnOnce() + Clone + Send + 's,
) -> io::Result<()> {
    for number in 0..count {
        // In a box, because each type of function would get its own copy of the library's code.
        let work: Box<dyn FnOnce() + Send> = Box::new(work.clone());
        if let Err(error) = Builder::new().spawn_scoped(scope, work) {
            say(&error);
            return if number == 0 { Err(error) } else { Ok(()) };
        }
    }
    Ok(())
}

/// Maps items in parallel, keeping their order; there are up to as many threads as items, including the calling one.
pub fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let count = items.len();
    let (left, done) = (Mutex::new(items.into_iter().enumerate()), Mutex::new(Vec::with_capacity(count)));
    let next = || left.lock().next();
    let all = || {
        while let Some((number, item)) = next() {
            let result = work(item);
            done.lock().push((number, result));
        }
    };
    scope(|scope| {
        let _ = start(scope, count.saturating_sub(1), all);
        all();
    });
    let mut done = done.into_inner();
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        assert_eq!(map((0..50).collect(), |i| i * i), (0..50).map(|i| i * i).collect::<Vec<_>>());
        assert!(map(Vec::<i32>::new(), |i| i).is_empty());
    }
}
