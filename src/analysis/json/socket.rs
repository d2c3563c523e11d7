//! The analysis engine over WebSocket: each protocol line is a message.
//!
//! Each client has its own engine and connection, so a slow, busy or vanished client delays no other. Clients share the
//! search memory. Messages are limited to the length of a line. A client is disconnected if it is silent for two
//! minutes despite a ping, or accepts no data for one minute. A connection has ten seconds to become a client; of too many
//! that have not, the oldest gives way.
//!
//! # References
//! - I. Fette, A. Melnikov, "The WebSocket Protocol", RFC 6455, 2011.

use std::collections::VecDeque;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::{StatusCode, header};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, HandshakeError, Message, WebSocket, accept_hdr_with_config};

use super::engine::{Engine, Options};
use crate::util::params::ParamError;
use crate::util::{MAX_LINE, threads};

/// Limit of simultaneous clients.
const MAX_CLIENTS: usize = 8;
/// Limit of connections that are not clients yet.
const MAX_WAITING: usize = 16;
/// The time for becoming a client.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// The silence after which a client is pinged, then disconnected; also its time limit for accepting a part of an
/// answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves connecting clients until the program ends.
///
/// # Errors
/// When the memory of the searches cannot be shared out.
pub fn serve(listener: &TcpListener, mut options: Options) -> Result<(), ParamError> {
    let memory = options.settings.params.search.uct_max_memory / MAX_CLIENTS as u64;
    options.settings.set("uct_max_memory", &memory.max(1_000_000).to_string())?;
    options.quits_at_once = true;
    Engine::new(options.clone())?;
    let own = listener.local_addr().ok();
    let room = Arc::new(Room::default());
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // The client disconnected, or file handles ran out temporarily.
            sleep(Duration::from_millis(10));
            continue;
        };
        let (stream, options, guest) = (Arc::new(stream), options.clone(), room.clone());
        room.enter(&stream);
        // A disconnected client is not an error.
        let work = move |stream| drop(answer(&stream, options, own, &guest));
        if let Err(refused) = threads::spawn(stream, work) {
            room.leave(&refused.value);
        }
    }
    Ok(())
}

/// The connections: those that are not clients yet, oldest first, and the number of clients.
#[derive(Default)]
struct Room {
    waiting: Mutex<VecDeque<Arc<TcpStream>>>,
    clients: Mutex<usize>,
}

impl Room {
    /// Admits a connection, in the place of the oldest if there are too many.
    fn enter(&self, stream: &Arc<TcpStream>) {
        let mut waiting = self.waiting.lock();
        if waiting.len() >= MAX_WAITING
            && let Some(oldest) = waiting.pop_front()
        {
            // Nothing else has been written to it, so that this cannot block.
            let _ = (&*oldest).write_all(BUSY.as_bytes());
            let _ = oldest.shutdown(Shutdown::Both);
        }
        waiting.push_back(stream.clone());
    }

    /// Ends the waiting of a connection, which has become a client or will not become one.
    fn leave(&self, stream: &Arc<TcpStream>) {
        self.waiting.lock().retain(|other| !Arc::ptr_eq(other, stream));
    }

    /// A place for a client; `None` if there are too many.
    fn seat(&self) -> Option<Seat<'_>> {
        let mut clients = self.clients.lock();
        (*clients < MAX_CLIENTS).then(|| {
            *clients += 1;
            Seat(self)
        })
    }
}

/// A client's place, vacated when dropped.
struct Seat<'a>(&'a Room);

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        *self.0.clients.lock() -= 1;
    }
}

/// The response to a connection that gives way.
const BUSY: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// Serves a client until it disconnects.
fn answer(stream: &Arc<TcpStream>, options: Options, own: Option<SocketAddr>, room: &Room) -> io::Result<()> {
    let mut seat = None;
    let socket = shake_hands(stream, own, room, &mut seat);
    room.leave(stream);
    let Some((socket, wire, config)) = socket? else { return Ok(()) };
    stream.set_read_timeout(Some(PATIENCE))?;
    let input = Queries { socket, received: Cursor::default(), is_pinged: false };
    let output =
        Answers { socket: WebSocket::from_raw_socket(wire, Role::Server, Some(config)), line: Vec::new() };
    let engine = Engine::new(options).map_err(io::Error::other)?;
    let result = engine.run(input, output);
    // Ends the reader too if the writer has failed.
    let _ = stream.shutdown(Shutdown::Both);
    result
}

/// Makes a connection a client, which takes a seat; `None` if it was refused.
fn shake_hands<'a>(
    stream: &Arc<TcpStream>,
    own: Option<SocketAddr>,
    room: &'a Room,
    seat: &mut Option<Seat<'a>>,
) -> io::Result<Option<(WebSocket<Wire>, Wire, WebSocketConfig)>> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let wire =
        Wire { stream: stream.clone(), turn: Arc::default(), until: Instant::now().checked_add(HANDSHAKE) };
    #[allow(clippy::result_large_err, reason = "the type is that of the library")]
    let check = |request: &Request, response: Response| {
        // From here on a response is written.
        room.leave(stream);
        let refused = refusal(request, own).or_else(|| {
            *seat = room.seat();
            seat.is_none().then_some((StatusCode::SERVICE_UNAVAILABLE, "too many clients\n"))
        });
        refused.map_or(Ok(response), |(status, text)| {
            let mut refused = ErrorResponse::new(Some(text.to_owned()));
            *refused.status_mut() = status;
            Err(refused)
        })
    };
    let config = WebSocketConfig::default().max_message_size(Some(MAX_LINE)).max_frame_size(Some(MAX_LINE));
    match accept_hdr_with_config(wire.clone(), check, Some(config)) {
        Ok(mut socket) => {
            socket.get_mut().until = None;
            Ok(Some((socket, Wire { until: None, ..wire }, config)))
        }
        Err(HandshakeError::Failure(Error::Http(_))) => Ok(None),
        Err(_) => {
            let text = "This port speaks WebSocket.\n";
            let length = text.len();
            write!(
                &mut &*wire.stream,
                "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: close\r\n\
                 Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{text}"
            )?;
            Ok(None)
        }
    }
}

/// Why a connection request is refused. A page of another site in the user's browser can send one too: the browser
/// names its site as `Origin`, and after DNS rebinding as `Host`.
fn refusal(request: &Request, own: Option<SocketAddr>) -> Option<(StatusCode, &'static str)> {
    let header = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let host = header(header::HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_loopback = name.eq_ignore_ascii_case("localhost")
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    if own.is_none_or(|own| own.ip().is_loopback()) && !is_loopback {
        return Some((StatusCode::FORBIDDEN, "Host: expected 127.0.0.1 or localhost\n"));
    }
    let is_foreign =
        |origin: &str| !origin.split_once("://").is_some_and(|(_, site)| site.eq_ignore_ascii_case(host));
    if header(header::ORIGIN).is_some_and(is_foreign) {
        return Some((StatusCode::FORBIDDEN, "Origin: requests from other sites are refused\n"));
    }
    None
}

/// A connection written by two threads, each frame in one piece.
#[derive(Clone)]
struct Wire {
    stream: Arc<TcpStream>,
    turn: Arc<Mutex<()>>,
    /// When the handshake must be done.
    until: Option<Instant>,
}

impl Read for Wire {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if let Some(until) = self.until {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
        }
        (&*self.stream).read(to)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _turn = self.turn.lock();
        (&*self.stream).write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A client's messages as lines.
struct Queries {
    socket: WebSocket<Wire>,
    /// The message that is being read.
    received: Cursor<Vec<u8>>,
    /// Whether a ping awaits its reply.
    is_pinged: bool,
}

impl Queries {
    /// The next message; `None` if the client disconnected or is at fault.
    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let (code, reason) = match self.socket.read() {
                Ok(message) => {
                    self.is_pinged = false;
                    match message {
                        Message::Text(_) | Message::Binary(_) => return Some(message.into_data().to_vec()),
                        // The library replies to pings.
                        _ => continue,
                    }
                }
                Err(Error::Io(error)) if is_timeout(&error) && !self.is_pinged => {
                    self.is_pinged = true;
                    self.socket.send(Message::Ping(Vec::new().into())).ok()?;
                    continue;
                }
                Err(Error::Capacity(_)) => (CloseCode::Size, format!("message longer than {MAX_LINE} bytes")),
                Err(Error::Utf8(_)) => (CloseCode::Invalid, "text that is not UTF-8".to_owned()),
                Err(Error::Protocol(error)) => (CloseCode::Protocol, error.to_string()),
                Err(_) => return None,
            };
            let _ = self.socket.close(Some(CloseFrame { code, reason: reason.into() }));
            return None;
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

impl Read for Queries {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.received.read(to)? {
                0 if !to.is_empty() => {
                    let Some(mut message) = self.next() else { return Ok(0) };
                    message.push(b'\n');
                    self.received = Cursor::new(message);
                }
                count => return Ok(count),
            }
        }
    }
}

/// The answers to a client; flushing sends a line.
struct Answers {
    socket: WebSocket<Wire>,
    line: Vec<u8>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(self.line.trim_ascii_end()).into_owned();
        self.line.clear();
        self.socket.send(Message::text(line)).map_err(io::Error::other)
    }
}
