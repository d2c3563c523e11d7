//! The server through sockets.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use super::Program;
use crate::program::brasa;

/// Sends text and returns everything that comes back until the server closes the connection.
fn talk(port: u16, text: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_page_comes_with_headers_that_keep_it_to_itself() {
    let program = Program::start("--size 5 --playouts 20");
    let port = program.port;
    let get = |path: &str, more: &str| {
        talk(
            port,
            &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{more}\r\n"),
        )
    };
    let page = get("/", "");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{page}");
    for part in [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "<title>brasa</title>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(get("/api/state", "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403 "));
    let foreign = talk(port, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403 "), "{foreign}");
    assert!(talk(port, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
    let stranger = TcpStream::connect_timeout(&([127, 0, 0, 2], port).into(), Duration::from_secs(5));
    assert!(stranger.is_err(), "the server listens at 127.0.0.1 alone");
}

#[test]
fn a_stream_tells_every_page_of_a_move() {
    let program = Program::start("--size 5 --playouts 20");
    let port = program.port;
    let pages: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut page = TcpStream::connect(("127.0.0.1", port)).unwrap();
            page.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            write!(page, "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").unwrap();
            page
        })
        .collect();
    let body = r#"{"move":"C3"}"#;
    let length = body.len();
    let answer = talk(
        port,
        &format!(
            "POST /api/play HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        ),
    );
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    for mut page in pages {
        let mut seen = String::new();
        while !seen.contains("\"number\":2") {
            let mut part = [0; 4096];
            let count = page.read(&mut part).unwrap();
            assert!(count > 0, "{seen}");
            seen += &String::from_utf8_lossy(&part[..count]);
        }
        assert!(seen.contains("event: board\n") && seen.contains("event: tree\n"), "{seen}");
    }
}

#[test]
fn connections_are_bounded() {
    let program = Program::start("--size 5 --playouts 20");
    let port = program.port;
    let open = |text: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let request = format!("GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    // Slow requesters make room for one with a request.
    let slow: Vec<_> = (0..100).map(|_| open("GET / HTTP/1.1\r\nHost: ")).collect();
    assert!(talk(port, &request).starts_with("HTTP/1.1 200 "));
    drop(slow);
    // Those being answered do not.
    let streams: Vec<_> = (0..64)
        .map(|_| {
            let mut stream = open(&format!("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
            stream.read_exact(&mut [0; 16]).unwrap();
            stream
        })
        .collect();
    assert!(talk(port, "").starts_with("HTTP/1.1 503 "));
    drop(streams);
}

#[test]
fn faults_of_the_command_line_are_told() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("no.sgf"), "nothing").unwrap();
    std::fs::write(directory.path().join("chess.sgf"), "(;GM[3])").unwrap();
    let fault = |args: &[&str]| {
        let run = brasa(directory.path(), &[&["board", "--no-open"], args].concat());
        (run.status, run.error)
    };
    for (file, text) in [
        ("no.sgf", "brasa: no.sgf: "),
        ("chess.sgf", "brasa: chess.sgf: GM[3]: not a game of Go"),
        ("missing.sgf", "brasa: missing.sgf: "),
    ] {
        let (status, error) = fault(&[file]);
        assert!(status == 2 && error.starts_with(text), "{error}");
    }
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (status, error) = fault(&["--port", &port]);
    assert!(status == 2 && error.starts_with("brasa: cannot listen on port"), "{error}");
}
