//! The gate: admits only requests from this server's pages.
//!
//! Other pages in the same browser can also send requests to 127.0.0.1. The browser identifies the sender: `Origin` and
//! `Sec-Fetch-Site` name it, and after DNS rebinding `Host` has a foreign name.

use super::command::Refusal;
use super::request::Request;

/// Checks that a request is meant for this server and comes from one of its pages.
pub(super) fn check(request: &Request, port: u16) -> Result<(), Refusal> {
    let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
    // Browsers leave out the port of HTTP.
    let names = hosts.iter().flat_map(|own| [Some(&**own), own.strip_suffix(":80")]).flatten();
    let is_own = |host: &str| names.clone().any(|own| own.eq_ignore_ascii_case(host));
    let mut named = request.all("host");
    if !named.next().is_some_and(is_own) || named.next().is_some() {
        return Err(Refusal::new(403, format!("Host: expected 127.0.0.1:{port}")));
    }
    let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
    if !request.all("origin").all(is_own_origin) {
        return Err(Refusal::new(403, "Origin: requests from other sites are refused"));
    }
    // A link on another site may lead to the page itself, but nothing else.
    let is_inside = |site: &str| matches!(site, "same-origin" | "none");
    if request.path != "/" && !request.all("sec-fetch-site").all(is_inside) {
        return Err(Refusal::new(403, "Sec-Fetch-Site: requests from other sites are refused"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_requests_are_refused() {
        let is_own_at = |port: u16, path: &str, headers: &[(&str, &str)]| {
            let request = Request {
                method: "GET".to_owned(),
                path: path.to_owned(),
                headers: headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
                body: Vec::new(),
            };
            check(&request, port).map_err(|refusal| refusal.status) == Ok(())
        };
        let is_own = |path: &str, headers: &[(&str, &str)]| is_own_at(8361, path, headers);
        let host = ("host", "127.0.0.1:8361");
        assert!(is_own("/", &[host]));
        assert!(is_own(
            "/api/play",
            &[host, ("origin", "http://127.0.0.1:8361"), ("sec-fetch-site", "same-origin")]
        ));
        assert!(is_own("/api/play", &[("host", "localhost:8361"), ("origin", "http://localhost:8361")]));
        for host in ["evil.example:8361", "127.0.0.1", "127.0.0.1:80", "", "127.0.0.1:8361.evil.example"] {
            assert!(!is_own("/", &[("host", host)]), "{host}");
        }
        assert!(!is_own("/", &[]) && !is_own("/", &[host, host]));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:8361", "http://127.0.0.1:80"] {
            assert!(!is_own("/api/play", &[host, ("origin", origin)]), "{origin}");
        }
        assert!(
            is_own_at(80, "/", &[("host", "localhost"), ("origin", "http://localhost")]),
            "the port of HTTP"
        );
        assert!(is_own("/", &[host, ("sec-fetch-site", "cross-site")]), "a link leads here");
        assert!(!is_own("/api/state", &[host, ("sec-fetch-site", "cross-site")]));
    }
}
