//! Requests and responses, without sockets.

/// A request. Header names are in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path without its query.
    pub(super) path: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// All values of a header.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// Bytes.
    Bytes(Vec<u8>),
    /// An event stream, open as long as the connection.
    Events,
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    /// The download file name; `None` to display the body.
    pub(super) file: Option<String>,
    pub(super) body: Body,
}

/// The content type of JSON.
pub(super) const JSON: &str = "application/json";

impl Response {
    pub(super) fn new(status: u16, kind: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { status, kind, file: None, body: Body::Bytes(bytes.into()) }
    }

    /// The status line and the headers.
    pub(super) fn head(&self, closes: bool) -> String {
        let mut head =
            format!("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n", self.status, reason(self.status), self.kind);
        // Nothing leaves the machine: the page may contact only this server, and other pages may not embed it.
        head += "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                 connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
                 X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
                 Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
                 Cache-Control: no-store\r\n";
        if let Some(file) = &self.file {
            let plain: String = file.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
            head += &format!(
                "Content-Disposition: attachment; filename=\"{plain}\"; filename*=UTF-8''{}\r\n",
                percent(file)
            );
        }
        if let Body::Bytes(bytes) = &self.body {
            head += &format!("Content-Length: {}\r\n", bytes.len());
        }
        head + if closes { "Connection: close\r\n\r\n" } else { "\r\n" }
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Percent-encodes text for headers (RFC 8187).
fn percent(text: &str) -> String {
    text.bytes()
        .map(|b| if is_plain(b.into()) { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// The reason phrase of a status.
const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
