//! The analysis engine over WebSocket: each protocol line is a message.
//!
//! Each client has its own engine and connection, so a slow, busy or vanished client delays no other. Clients share the
//! search memory. Messages are limited to the length of a line. A client is disconnected if it is silent for two
//! minutes despite a ping, or accepts no data for one minute.
//!
//! # References
//! - I. Fette, A. Melnikov, "The WebSocket Protocol", RFC 6455, 2011.

use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

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
    // Each connection holds a clone.
    let connections = Arc::new(());
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // The client disconnected, or file handles ran out temporarily.
            sleep(Duration::from_millis(10));
            continue;
        };
        let others = Arc::strong_count(&connections) - 1;
        // Admit some extra clients to tell them that there are too many.
        if others < 2 * MAX_CLIENTS {
            let (connection, options) = (connections.clone(), options.clone());
            let _ = threads::spawn(stream, move |stream| {
                // A disconnected client is not an error.
                let _ = answer(stream, options, own, others < MAX_CLIENTS);
                drop(connection);
            });
        }
    }
    Ok(())
}

/// Serves a client until it disconnects.
fn answer(stream: TcpStream, options: Options, own: Option<SocketAddr>, has_room: bool) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let wire = Wire { stream: Arc::new(stream), turn: Arc::default() };
    #[allow(clippy::result_large_err, reason = "the type is that of the library")]
    let check = |request: &Request, response: Response| match refusal(request, own, has_room) {
        None => Ok(response),
        Some((status, text)) => {
            let mut refused = ErrorResponse::new(Some(text.to_owned()));
            *refused.status_mut() = status;
            Err(refused)
        }
    };
    let config = WebSocketConfig::default().max_message_size(Some(MAX_LINE)).max_frame_size(Some(MAX_LINE));
    let socket = match accept_hdr_with_config(wire.clone(), check, Some(config)) {
        Ok(socket) => socket,
        Err(HandshakeError::Failure(Error::Http(_))) => return Ok(()),
        Err(_) => {
            let text = "This port speaks WebSocket.\n";
            let length = text.len();
            return write!(
                &mut &*wire.stream,
                "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: close\r\n\
                 Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{text}"
            );
        }
    };
    let input = Queries { socket, received: Cursor::default(), is_pinged: false };
    let output = Answers {
        socket: WebSocket::from_raw_socket(wire.clone(), Role::Server, Some(config)),
        line: Vec::new(),
    };
    let engine = Engine::new(options).map_err(io::Error::other)?;
    let result = engine.run(input, output);
    // Ends the reader too if the writer has failed.
    let _ = wire.stream.shutdown(Shutdown::Both);
    result
}

/// Why a connection request is refused. A page of another site in the user's browser can send one too: the browser
/// names its site as `Origin`, and after DNS rebinding as `Host`.
fn refusal(request: &Request, own: Option<SocketAddr>, has_room: bool) -> Option<(StatusCode, &'static str)> {
    if !has_room {
        return Some((StatusCode::SERVICE_UNAVAILABLE, "too many clients\n"));
    }
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
}

impl Read for Wire {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
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
