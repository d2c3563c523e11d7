//! The network file format.
//!
//! A file begins with one line of text: `brasa-net 1 blocks B channels C parameters N checksum H made-by COMMAND`,
//! optionally with `calibration A,A′,B,B′`, the coefficients of [`Calibration`], and `komi LEAST,GREATEST`, White's
//! compensations that the network can judge, in points, before `made-by`. N half-precision numbers follow (IEEE 754, 16 bits,
//! little-endian), in layout order. The checksum is the 64-bit FNV-1a of the numbers' bytes, in hexadecimal.
//!
//! # References
//! - G. Fowler, L. Noll, K. Vo and D. Eastlake, "The FNV non-cryptographic hash algorithm", IETF draft, 2019.

use std::path::Path;
use std::sync::Arc;

use half::f16;

use super::calibration::Calibration;
use super::layout::Shape;
use super::network::Network;
use crate::util::{FileFault, FileKind, read_file};

/// Why bytes are not a valid network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum NetError {
    /// The first line is not a network's.
    #[error(
        "not a network: the first line must be 'brasa-net 1 blocks B channels C parameters N checksum H made-by …'"
    )]
    Header,
    /// The format version differs.
    #[error("network format version {0}: this program reads version 1")]
    Version(String),
    /// No kernels exist for this shape.
    #[error(
        "unsupported network of {blocks} blocks and {channels} channels: expected 1 to 40 blocks and 32, 48 or 64 channels"
    )]
    Shape { blocks: usize, channels: usize },
    /// The file is too short or too long.
    #[error("expected {expected} bytes after the first line, found {found}; the file may be truncated")]
    Length { found: usize, expected: usize },
    /// The checksum differs: the file is damaged.
    #[error("the first line gives checksum {expected:016x}, the data have {found:016x}: the file is damaged")]
    Checksum { found: u64, expected: u64 },
    /// A parameter is not a number.
    #[error("parameter {0} is not a finite number")]
    NotFinite(usize),
}

/// The files of networks.
pub static NETWORK: FileKind =
    FileKind { name: "a brasa network", is: |text| text.starts_with("brasa-net ") };

/// Maximum length of the first line, in bytes.
const LONGEST_LINE: usize = 4096;

impl Network {
    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// When the bytes are not those of a network, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let end = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n').ok_or(NetError::Header)?;
        let line = std::str::from_utf8(&bytes[..end]).map_err(|_| NetError::Header)?;
        let (header, origin) = line.split_once(" made-by ").ok_or(NetError::Header)?;
        let (header, komis) = match header.split_once(" komi ") {
            Some((header, text)) => (header, Some(range(text).ok_or(NetError::Header)?)),
            None => (header, None),
        };
        let (header, calibration) = match header.split_once(" calibration ") {
            Some((header, text)) => (header, Some(Calibration::read(text).ok_or(NetError::Header)?)),
            None => (header, None),
        };
        let words: Vec<&str> = header.split(' ').collect();
        if let ["brasa-net", version, ..] = words[..]
            && version != "1"
        {
            return Err(NetError::Version(version.to_owned()));
        }
        let [
            "brasa-net",
            "1",
            "blocks",
            blocks,
            "channels",
            channels,
            "parameters",
            count,
            "checksum",
            checksum,
        ] = words[..]
        else {
            return Err(NetError::Header);
        };
        let number = |text: &str| text.parse::<usize>().map_err(|_| NetError::Header);
        let (blocks, channels, count) = (number(blocks)?, number(channels)?, number(count)?);
        let shape = Shape { blocks, channels };
        if !shape.is_valid() {
            return Err(NetError::Shape { blocks, channels });
        }
        let numbers = &bytes[end + 1..];
        let expected = 2 * shape.parameters();
        if count != shape.parameters() || numbers.len() != expected {
            return Err(NetError::Length { found: numbers.len(), expected });
        }
        let expected = u64::from_str_radix(checksum, 16).map_err(|_| NetError::Header)?;
        let found = fnv(numbers);
        if found != expected {
            return Err(NetError::Checksum { found, expected });
        }
        let parameters: Vec<f32> =
            numbers.chunks_exact(2).map(|pair| f16::from_le_bytes([pair[0], pair[1]]).to_f32()).collect();
        if let Some(i) = parameters.iter().position(|x| !x.is_finite()) {
            return Err(NetError::NotFinite(i));
        }
        Ok(Self { shape, parameters: Arc::new(parameters.into()), origin: origin.into(), calibration, komis })
    }

    /// The network in the file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers: Vec<u8> = self.parameters.iter().flat_map(|&x| f16::from_f32(x).to_le_bytes()).collect();
        let Shape { blocks, channels } = self.shape;
        let (count, checksum) = (self.parameters.len(), fnv(&numbers));
        let calibration = self.calibration.map_or(String::new(), |of| format!(" calibration {of}"));
        let komis = self
            .komis
            .map(|komis| komis.map(|half| f64::from(half) / 2.0))
            .map_or(String::new(), |[least, greatest]| format!(" komi {least},{greatest}"));
        let line = format!(
            "brasa-net 1 blocks {blocks} channels {channels} parameters {count} checksum {checksum:016x}{calibration}{komis} made-by {}\n",
            self.origin
        );
        [line.into_bytes(), numbers].concat()
    }

    /// A checksum that identifies the network.
    pub fn checksum(&self) -> u64 {
        fnv(&self.to_bytes())
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// When the file cannot be read, is not a network, or is damaged.
    pub fn read(path: &Path) -> Result<Self, FileFault> {
        /// Maximum file size, in bytes.
        const MAX: u64 = 1 << 26;
        Self::from_bytes(&read_file(path, MAX)?).map_err(|error| FileFault::new(path, error))
    }

    /// Whether every parameter is a finite number at half precision. Only then can the network's file be read.
    pub fn is_finite(&self) -> bool {
        self.parameters.iter().all(|&x| f16::from_f32(x).is_finite())
    }

    /// Records the command that made the network, as one line.
    pub fn made_by(self, command: &str) -> Self {
        /// Maximum length in bytes; [`LONGEST_LINE`] also covers the rest of the line.
        const LONGEST: usize = 2000;
        let origin = command.replace(char::is_control, " ");
        Self { origin: origin[..origin.floor_char_boundary(LONGEST)].into(), ..self }
    }
}

/// A range of points, whole or half and within ±1000, in half points.
fn range(text: &str) -> Option<[i32; 2]> {
    let half = |points: &str| {
        let half = 2.0 * points.parse::<f64>().ok()?;
        (half.abs() <= 2000.0 && half.fract() == 0.0).then_some(half as i32)
    };
    let (least, greatest) = text.split_once(',')?;
    let range = [half(least)?, half(greatest)?];
    (range[0] <= range[1]).then_some(range)
}

/// The FNV-1a checksum.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
