//! HTTP/1.1 on 127.0.0.1 with a thread per connection, and limits on everything a client controls.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::board::Board;
use super::request::{Body, JSON, Request, Response};
use crate::util::threads;

/// Limit of a request's first line and headers, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// Limit of headers per request.
const MAX_HEADERS: usize = 64;
/// Limit of a request's body, an SGF file, in bytes.
const MAX_BODY: usize = 4 << 20;
/// Limit of simultaneous connections, event streams included.
const MAX_CONNECTIONS: usize = 64;
/// Time limit for a request to arrive, and for each part of a response to be accepted.
const PATIENCE: Duration = Duration::from_secs(20);

/// Opens a port; 0 picks a free one.
///
/// # Errors
/// When the port is in use.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Serves a board until the program ends.
pub fn serve(listener: &TcpListener, board: &Arc<Board>) {
    let all = Arc::new(Connections::default());
    for (number, stream) in listener.incoming().enumerate() {
        let Ok(stream) = stream else {
            // The client disconnected, or file handles ran out temporarily.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        let connection = Connection { number, stream: Arc::new(stream), all: all.clone() };
        if !all.admit(&connection) {
            connection.refuse(503, "too many connections");
            continue;
        }
        let board = board.clone();
        // A disconnected client is not an error.
        let answered = threads::spawn(connection, move |connection| drop(connection.answer(&board)));
        if let Err(refused) = answered {
            refused.value.refuse(503, "cannot start a thread for another connection");
        }
    }
}

/// The open connections, by number.
#[derive(Default)]
struct Connections(Mutex<HashMap<usize, Open>>);

/// An open connection.
struct Open {
    stream: Arc<TcpStream>,
    /// When it started waiting for a request; `None` while being answered.
    waiting_since: Option<Instant>,
}

impl Connections {
    /// Adds a connection. At the limit, it replaces the one that has waited longest for its request; returns false if
    /// none waits.
    fn admit(&self, new: &Connection) -> bool {
        let mut open = self.0.lock();
        if open.len() >= MAX_CONNECTIONS {
            let waiting = open.iter().filter_map(|(&number, it)| Some((it.waiting_since?, number)));
            let Some(Open { stream, .. }) = waiting.min().and_then(|(_, number)| open.remove(&number)) else {
                return false;
            };
            let _ = stream.shutdown(Shutdown::Both);
        }
        let waiting_since = Some(Instant::now());
        open.insert(new.number, Open { stream: new.stream.clone(), waiting_since });
        true
    }

    fn note(&self, number: usize, waiting_since: Option<Instant>) {
        if let Some(open) = self.0.lock().get_mut(&number) {
            open.waiting_since = waiting_since;
        }
    }
}

/// A connection; dropping it removes it from the open ones.
struct Connection {
    number: usize,
    stream: Arc<TcpStream>,
    all: Arc<Connections>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.0.lock().remove(&self.number);
    }
}

impl Connection {
    fn refuse(&self, status: u16, message: &str) {
        let body = format!("{{\"error\":\"{message}\"}}");
        let head = Response::new(status, JSON, &*body).head(true);
        let _ = (&*self.stream).write_all((head + &body).as_bytes());
    }

    /// Answers the requests.
    fn answer(&self, board: &Board) -> io::Result<()> {
        let mut stream = &*self.stream;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut received = Vec::new();
        loop {
            self.all.note(self.number, Some(Instant::now()));
            let (request, closes) = match read_request(&mut stream, &mut received) {
                Ok(Some(request)) => request,
                Ok(None) => return Ok(()),
                Err(ReadError::Io(error)) => return Err(error),
                Err(ReadError::Refused(status, message)) => {
                    self.refuse(status, message);
                    return Ok(());
                }
            };
            self.all.note(self.number, None);
            let response = board.answer(&request);
            match &response.body {
                Body::Bytes(bytes) => {
                    let mut answer = response.head(closes).into_bytes();
                    answer.extend_from_slice(bytes);
                    stream.write_all(&answer)?;
                }
                Body::Events => {
                    stream.write_all(response.head(true).as_bytes())?;
                    board.stream(|events| send(stream, events).is_ok());
                    return Ok(());
                }
            }
            if closes {
                return Ok(());
            }
        }
    }
}

/// Writes events, or a keep-alive comment if there are none.
fn send(mut stream: &TcpStream, events: &[(&str, Arc<str>)]) -> io::Result<()> {
    let mut text = String::new();
    for (name, value) in events {
        text += &format!("event: {name}\ndata: {value}\n\n");
    }
    if events.is_empty() {
        text += ":\n\n";
    }
    stream.write_all(text.as_bytes())
}

/// Why no request was read.
#[derive(Debug)]
enum ReadError {
    Io(io::Error),
    /// An HTTP status and a message.
    Refused(u16, &'static str),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A byte source whose reads can time out.
trait Timed: Read {
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()>;
}

impl Timed for &TcpStream {
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(time))
    }
}

/// Reads the next request, and whether the connection closes after it; `None` at the end of the connection. `received`
/// holds bytes already received.
fn read_request(
    stream: &mut impl Timed,
    received: &mut Vec<u8>,
) -> Result<Option<(Request, bool)>, ReadError> {
    let deadline = Instant::now() + PATIENCE;
    let mut parsed = None;
    loop {
        if parsed.is_none() {
            parsed = parse_head(received)?;
            if parsed.is_none() && received.len() > MAX_HEAD {
                return Err(ReadError::Refused(431, "the headers are too long"));
            }
        }
        if let Some((_, head, body)) = &parsed
            && received.len() >= head + body
        {
            break;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ReadError::Refused(408, "the request took too long"));
        }
        stream.wait_at_most(left)?;
        let mut part = [0; 16 << 10];
        match stream.read(&mut part) {
            Ok(0) if received.is_empty() => return Ok(None),
            Ok(0) => return Err(ReadError::Refused(400, "the request is incomplete")),
            Ok(count) => received.extend_from_slice(part.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // An idle connection is closed without a response.
            Err(_) if received.is_empty() => return Ok(None),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return Err(ReadError::Refused(408, "the request took too long"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    let Some((mut request, head, body)) = parsed else { return Ok(None) };
    request.body = received.get(head..head + body).unwrap_or_default().to_vec();
    received.drain(..head + body);
    let closes = request.all("connection").any(|value| value.to_ascii_lowercase().contains("close"));
    Ok(Some((request, closes)))
}

/// Parses the head of a request; also returns the lengths of head and body. `None` if the head is incomplete.
fn parse_head(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, ReadError> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let head = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(ReadError::Refused(400, "not an HTTP/1.1 request")),
    };
    if head > MAX_HEAD {
        return Err(ReadError::Refused(431, "the headers are too long"));
    }
    let target = parsed.path.unwrap_or("/");
    let text = |header: &httparse::Header<'_>| {
        (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).trim().to_owned())
    };
    let request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: target.split('?').next().unwrap_or_default().to_owned(),
        headers: parsed.headers.iter().map(text).collect(),
        body: Vec::new(),
    };
    if request.all("transfer-encoding").next().is_some() {
        return Err(ReadError::Refused(411, "expected Content-Length"));
    }
    let mut lengths = request.all("content-length");
    let body = match (lengths.next(), lengths.next()) {
        (None, _) => 0,
        (Some(length), None) if length.bytes().all(|b| b.is_ascii_digit()) => length
            .parse()
            .ok()
            .filter(|&length| length <= MAX_BODY)
            .ok_or(ReadError::Refused(413, "the body is too long"))?,
        _ => return Err(ReadError::Refused(400, "Content-Length: expected one number")),
    };
    drop(lengths);
    Ok(Some((request, head, body)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Bytes that arrive in parts.
    struct Parts(Vec<Vec<u8>>);

    impl Read for Parts {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let part = self.0.remove(0);
            to[..part.len()].copy_from_slice(&part);
            Ok(part.len())
        }
    }

    impl Timed for Parts {
        fn wait_at_most(&mut self, _: Duration) -> io::Result<()> {
            Ok(())
        }
    }

    /// The paths and bodies of the requests in `parts`, and the status of a final refusal.
    fn read_all(parts: &[&str]) -> (Vec<(String, String)>, Option<u16>) {
        let mut stream = Parts(parts.iter().map(|part| part.as_bytes().to_vec()).collect());
        let (mut received, mut requests) = (Vec::new(), Vec::new());
        loop {
            match read_request(&mut stream, &mut received) {
                Ok(Some((request, _))) => {
                    requests.push((request.path, String::from_utf8(request.body).unwrap()));
                }
                Ok(None) => return (requests, None),
                Err(ReadError::Refused(status, _)) => return (requests, Some(status)),
                Err(ReadError::Io(error)) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn requests_arrive_whole_in_parts_and_in_a_row() {
        let parts = [
            "POST /api/pl",
            "ay?x=1 HTTP/1.1\r\nContent-Le",
            "ngth: 4\r\n\r\nab",
            "cdGET / HTTP/1.1\r\n\r\n",
        ];
        let expected = [("/api/play", "abcd"), ("/", "")];
        let expected = expected.map(|(path, body)| (path.to_owned(), body.to_owned())).to_vec();
        assert_eq!(read_all(&parts), (expected, None));
    }

    #[test]
    fn faulty_and_boundless_requests_are_refused() {
        let status = |text: &str| read_all(&[text]).1;
        assert_eq!(status("nonsense\r\n\r\n"), Some(400));
        assert_eq!(status("GET / HTTP/1.1\r\nHost: x"), Some(400), "it ends early");
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"), Some(413));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"), Some(413));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"), Some(400));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), Some(400));
        assert_eq!(status("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), Some(411));
        let long = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(8000));
        assert_eq!(read_all(&[&long, &"x".repeat(8000), &"x".repeat(8000)]).1, Some(431));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: x\r\n".repeat(MAX_HEADERS + 1));
        assert_eq!(status(&many), Some(400));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..5)) {
            let mut received = Vec::new();
            let _ = read_request(&mut Parts(parts), &mut received);
        }

        #[test]
        fn any_headers_are_read_or_refused(text in "(GET|POST|X) /[ -~]{0,20} HTTP/1.[01]\r\n([!-~]{1,12}: ?[ -~]{0,20}\r\n){0,5}\r\n.{0,30}") {
            let mut received = Vec::new();
            let _ = read_request(&mut Parts(vec![text.into_bytes()]), &mut received);
        }
    }
}
