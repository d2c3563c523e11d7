//! The analysis engine over WebSocket: several clients, and clients that misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use brasa::analysis::json::serve;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket, client};

use super::options;

type Client = WebSocket<TcpStream>;

/// Starts an engine in this process.
fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || serve(&listener, options(1)).unwrap());
    address
}

/// Connects with additional headers; returns an HTTP status if refused.
fn connect_with(address: SocketAddr, headers: &[(&'static str, String)]) -> Result<Client, u16> {
    let stream = TcpStream::connect(address).unwrap();
    // A hang fails the test.
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let mut request = format!("ws://{address}/").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    match client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

fn connect(address: SocketAddr) -> Client {
    connect_with(address, &[]).unwrap()
}

fn query(id: &str, visits: u64) -> Value {
    json!({"id": id, "moves": [["B", "C3"]], "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "maxVisits": visits})
}

fn send(client: &mut Client, query: &Value) {
    client.send(Message::text(query.to_string())).unwrap();
}

fn receive(client: &mut Client) -> Value {
    match client.read().unwrap() {
        Message::Text(text) => serde_json::from_str(&text).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The code with which the engine closes a connection.
fn code_of_close(client: &mut Client) -> u16 {
    match client.read().unwrap() {
        Message::Close(Some(frame)) => frame.code.into(),
        other => panic!("{other:?}"),
    }
}

const ENDLESS: u64 = 1_000_000_000;

#[test]
fn clients_do_not_see_each_other() {
    let address = server();
    let (mut first, mut second) = (connect(address), connect(address));
    send(&mut first, &query("a", ENDLESS));
    send(&mut second, &query("a", 30));
    assert_eq!(
        receive(&mut second)["rootInfo"]["visits"],
        30,
        "one with the same id is analyzed for another client"
    );
    send(&mut second, &json!({"id": "end", "action": "terminate_all"}));
    assert_eq!(receive(&mut second)["action"], "terminate_all");
    // A message may have several lines, or arrive as binary.
    let lines = format!("{}\n{}\n", json!({"id": "v", "action": "query_version"}), query("b", 40));
    second.send(Message::binary(lines)).unwrap();
    assert_eq!(receive(&mut second)["name"], "brasa");
    assert_eq!(receive(&mut second)["rootInfo"]["visits"], 40);
    send(&mut first, &json!({"id": "end", "action": "terminate", "terminateId": "a"}));
    assert_eq!(receive(&mut first)["id"], "end");
    let ended = receive(&mut first);
    assert!(
        ended["rootInfo"]["visits"].as_u64().unwrap() > 0,
        "it ran until its own client ended it: {ended}"
    );
    first.close(None).unwrap();
    assert!(matches!(first.read(), Ok(Message::Close(_))));
}

#[test]
fn clients_that_leave_make_room_and_end_their_analyses() {
    const MAX: usize = 8;
    let address = server();
    let mut clients: Vec<_> = (0..MAX).map(|_| connect(address)).collect();
    for client in &mut clients {
        send(client, &query("a", ENDLESS));
    }
    assert_eq!(connect_with(address, &[]).err(), Some(503));
    drop(clients);
    // A place becomes free once its client's analyses have ended.
    let mut client = loop {
        match connect_with(address, &[]) {
            Ok(client) => break client,
            Err(status) => assert_eq!(status, 503),
        }
        thread::sleep(Duration::from_millis(50));
    };
    send(&mut client, &query("b", 20));
    assert_eq!(receive(&mut client)["id"], "b");
}

#[test]
fn idle_connections_keep_no_client_out() {
    let address = server();
    let idle: Vec<_> = (0..40).map(|_| TcpStream::connect(address).unwrap()).collect();
    let mut client = connect(address);
    send(&mut client, &query("a", 1));
    assert_eq!(receive(&mut client)["id"], "a");
    let mut answer = String::new();
    (&idle[0]).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
}

#[test]
fn a_client_that_never_reads_delays_no_other() {
    let address = server();
    let mut slow = connect(address);
    let mut all = query("slow", 1);
    all["moves"] = json!([]);
    all["includeOwnership"] = json!(true);
    for _ in 0..300 {
        send(&mut slow, &all);
    }
    let mut other = connect(address);
    for visits in 10..15 {
        send(&mut other, &query("a", visits));
        assert_eq!(receive(&mut other)["rootInfo"]["visits"], visits);
    }
    for _ in 0..300 {
        assert_eq!(receive(&mut slow)["id"], "slow");
    }
}

#[test]
fn faulty_messages_end_their_connection_alone() {
    let address = server();
    let mut witness = connect(address);
    let mut client = connect(address);
    client.send(Message::text("no JSON")).unwrap();
    assert!(receive(&mut client)["error"].is_string(), "a fault of a query is answered");
    client.send(Message::Ping(b"x".to_vec().into())).unwrap();
    assert!(matches!(client.read().unwrap(), Message::Pong(data) if &data[..] == b"x"));

    client.send(Message::text("x".repeat(2 << 20))).unwrap();
    assert_eq!(code_of_close(&mut client), 1009, "too long");
    // Frames by hand: a header, a mask of zeros, contents.
    for (frame, code) in [
        (&b"\x81\x82\0\0\0\0\xff\xfe"[..], 1007),
        (b"\x81\x02{}", 1002),
        (b"\x83\x80\0\0\0\0", 1002),
        (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    ] {
        let mut client = connect(address);
        client.get_mut().write_all(frame).unwrap();
        assert_eq!(code_of_close(&mut client), code, "{frame:?}");
    }
    // Half a frame, half a request, and other protocols.
    for bytes in [&b"\x81\xfe\0\x10"[..], b"GET / HTTP/1.1\r\nHost:", b"\x16\x03\x01\0\xff", b"genmove b\n"] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(bytes).unwrap();
    }
    let mut browser = TcpStream::connect(address).unwrap();
    write!(browser, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let mut page = String::new();
    browser.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 426 ") && page.contains("WebSocket"), "{page}");

    send(&mut witness, &query("a", 20));
    assert_eq!(receive(&mut witness)["id"], "a");
}

#[test]
fn pages_of_other_sites_are_refused() {
    let address = server();
    let status = |name, value: &str| connect_with(address, &[(name, value.to_owned())]).err();
    assert_eq!(status("origin", &format!("http://{address}")), None, "websocket-client of Python sends it");
    assert_eq!(status("host", "localhost:8362"), None, "a tunnel");
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(status("origin", origin), Some(403), "{origin}");
    }
    for host in ["evil.example:8362", "127.0.0.1.evil.example", ""] {
        assert_eq!(status("host", host), Some(403), "{host}");
    }
}

#[test]
fn the_program_prints_its_address() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
        .args(["analysis", "--listen", "0", "--playouts", "25"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("ws://").and_then(|rest| rest.strip_suffix('/')).unwrap();
    let address: SocketAddr = address.parse().unwrap();
    assert!(address.ip().is_loopback());
    let mut client = connect(address);
    let mut asked = query("a", 1);
    asked.as_object_mut().unwrap().remove("maxVisits");
    send(&mut client, &asked);
    assert_eq!(receive(&mut client)["rootInfo"]["visits"], 25);
    child.kill().unwrap();
    child.wait().unwrap();
}
