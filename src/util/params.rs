//! The parameter table: each number that affects play is one line with name, type, default, range and help.
//!
//! [`params!`](crate::params) turns lines of `name: type = default, in range, "doc";` into a struct and a table that
//! names, reads and writes its fields. GTP's `*_param_*` commands, `--set` and the help text use that table; parameters
//! are listed nowhere else.
//!
//! A default is one value, or three for small, medium and large boards, see [`BoardClass`].

use std::ops::{Bound, RangeBounds};

/// A board size class: parameters, networks, learned weights and priors are tuned per class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardClass {
    /// Up to 7x7: parameters of small boards, no network.
    Tiny,
    /// From 8x8 to 10x10, tuned on 9x9.
    Small,
    /// 11x11: parameters of medium boards, network and weights of small boards.
    Eleven,
    /// From 12x12 to 14x14, tuned on 13x13.
    Medium,
    /// From 15x15 up, tuned on 19x19.
    Large,
}

impl BoardClass {
    /// The class of a board whose longer side is `size`.
    pub const fn of(size: u8) -> Self {
        match size {
            0..=7 => Self::Tiny,
            8..=10 => Self::Small,
            11 => Self::Eleven,
            12..=14 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// The kind of a parameter's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1.
    Bool,
    /// One of these names.
    Choice(&'static [&'static str]),
    /// A whole number.
    Whole,
    /// A number.
    Number,
}

/// A type of parameter values.
pub trait Value: Copy + PartialOrd {
    /// The kind of the values.
    const KIND: Kind;

    /// Parses a value.
    fn read(text: &str) -> Option<Self>;

    /// Formats a value as [`Self::read`] parses it.
    fn write(&self) -> String;
}

impl Value for bool {
    const KIND: Kind = Kind::Bool;

    fn read(text: &str) -> Option<Self> {
        match text {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> String {
        u8::from(*self).to_string()
    }
}

impl Value for u64 {
    const KIND: Kind = Kind::Whole;

    /// Parses a whole number, also in scientific notation, with `K`, `M` or `G` for 10³, 10⁶ or 10⁹, or `inf`.
    fn read(text: &str) -> Option<Self> {
        if matches!(text, "inf" | "infinity") {
            return Some(Self::MAX);
        }
        let unit = |letters: [char; 2], unit| Some((text.strip_suffix(letters)?, unit));
        let (number, unit) = unit(['K', 'k'], 1e3)
            .or_else(|| unit(['M', 'm'], 1e6))
            .or_else(|| unit(['G', 'g'], 1e9))
            .unwrap_or((text, 1.0));
        text.parse().ok().or_else(|| {
            let x = unit * number.parse::<f64>().ok()?;
            ((0.0..1e18).contains(&x) && x.fract() == 0.0).then_some(x as Self)
        })
    }

    fn write(&self) -> String {
        if *self == Self::MAX { "inf".to_owned() } else { self.to_string() }
    }
}

impl Value for f64 {
    const KIND: Kind = Kind::Number;

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|x: &Self| !x.is_nan())
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

/// Why a parameter was not set; on error nothing changes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum ParamError {
    /// No parameter has this name.
    #[error("unknown parameter '{name}'{}", suggest(.nearest))]
    Unknown { name: String, nearest: Vec<String> },
    /// The value has the wrong type or is out of range.
    #[error("invalid value '{value}' for {name}: expected {expected}")]
    Invalid { name: &'static str, value: String, expected: String },
}

fn suggest(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!(": did you mean {}?", nearest.join(" or ")) }
}

/// One parameter of a group `P`.
pub struct Param<P: 'static> {
    /// The name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// The numeric range as text, see [`range_text`].
    pub range: fn() -> String,
    /// The help text.
    pub doc: &'static str,
    /// The value as text.
    pub get: fn(&P) -> String,
    /// Parses and sets the value; `false` if it is invalid.
    pub set: fn(&mut P, &str) -> bool,
}

impl<P> Param<P> {
    /// Describes the valid values, for messages.
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Bool => "0 or 1".to_owned(),
            Kind::Choice(names) => format!("one of {}", names.join(", ")),
            Kind::Whole => format!("a whole number{}", (self.range)()),
            Kind::Number => format!("a number{}", (self.range)()),
        }
    }
}

/// A struct of parameters, made by [`params!`](crate::params).
pub trait Params: Sized + Clone + 'static {
    /// The parameters in the order of declaration.
    const TABLE: &'static [Param<Self>];

    /// The defaults for a board size.
    fn for_size(size: u8) -> Self;

    /// Checks constraints between parameters.
    ///
    /// # Errors
    /// When they contradict each other; the message says what is valid.
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// When the name is unknown or the value invalid; nothing has changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let Some(param) = Self::TABLE.iter().find(|param| param.name == name) else {
            let nearest = nearest(name, Self::TABLE.iter().map(|param| param.name.to_owned()));
            return Err(ParamError::Unknown { name: name.to_owned(), nearest });
        };
        let mut changed = self.clone();
        let expected = match (param.set)(&mut changed, value) {
            true => changed.check().err().map(str::to_owned),
            false => Some(param.expected()),
        };
        if let Some(expected) = expected {
            return Err(ParamError::Invalid { name: param.name, value: value.to_owned(), expected });
        }
        *self = changed;
        Ok(())
    }
}

/// Up to three names most similar to `name`, best first; none if all differ much. Names that begin with it come first,
/// then those with the fewest typing errors; containing it counts as one error.
pub fn nearest<S: Into<String>>(name: &str, names: impl IntoIterator<Item = S>) -> Vec<String> {
    nearest_of(name, names.into_iter().map(Into::into).collect())
}

// Not generic, like `bounds_text`: dozens of copies would slow the build.
fn nearest_of(name: &str, names: Vec<String>) -> Vec<String> {
    let errors = |known: &str| {
        let most = 1 + known.len() / 3;
        match known.find(name).filter(|_| name.len() >= 3) {
            Some(0) => Some(0),
            Some(_) => Some(1),
            // Skip names of very different length, whose comparison would be slow.
            None if known.len().abs_diff(name.len()) > most => None,
            None => Some(strsim::osa_distance(name, known)).filter(|&errors| errors <= most),
        }
    };
    let score = |known: String| Some((errors(&known)?, known.len().abs_diff(name.len()), known));
    let mut scored: Vec<_> = names.into_iter().filter_map(score).collect();
    scored.sort();
    scored.dedup();
    scored.into_iter().take(3).map(|(_, _, known)| known).collect()
}

/// A range as text for messages: ` from 0 to 10`, ` of 1 or more`, ` of 5 or less`; empty without bounds.
pub fn range_text<T: Value>(range: &impl RangeBounds<T>) -> String {
    bounds_text(range.start_bound().map(Value::write), range.end_bound().map(Value::write))
}

fn bounds_text(from: Bound<String>, to: Bound<String>) -> String {
    use Bound::{Excluded, Included, Unbounded};
    match (from, to) {
        (Included(from) | Excluded(from), Included(to)) => format!(" from {from} to {to}"),
        (Included(from) | Excluded(from), Excluded(to)) => format!(" from {from} to below {to}"),
        (Included(from) | Excluded(from), Unbounded) => format!(" of {from} or more"),
        (Unbounded, Included(to)) => format!(" of {to} or less"),
        (Unbounded, Excluded(to)) => format!(" below {to}"),
        (Unbounded, Unbounded) => String::new(),
    }
}

/// Defines a struct of parameters and its table; see [`util::params`](crate::util::params).
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* pub struct $group:ident {
        $($name:ident: $type:ty = $small:expr $(, $medium:expr, $large:expr)? , in $range:expr, $doc:literal;)*
    } $(check $check:expr)?) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $group {
            $(#[doc = $doc] pub $name: $type,)*
        }

        impl $crate::util::params::Params for $group {
            const TABLE: &'static [$crate::util::params::Param<Self>] = &[
                $($crate::util::params::Param {
                    name: stringify!($name),
                    kind: <$type as $crate::util::params::Value>::KIND,
                    range: || $crate::util::params::range_text::<$type>(&($range)),
                    doc: $doc,
                    get: |group| $crate::util::params::Value::write(&group.$name),
                    set: |group, text| match <$type as $crate::util::params::Value>::read(text) {
                        Some(value) if std::ops::RangeBounds::contains(&($range), &value) => {
                            group.$name = value;
                            true
                        }
                        _ => false,
                    },
                },)*
            ];

            fn for_size(size: u8) -> Self {
                let _ = size;
                Self { $($name: $crate::params!(@default size, $small $(, $medium, $large)?),)* }
            }

            $(fn check(&self) -> Result<(), &'static str> {
                let check: fn(&Self) -> Result<(), &'static str> = $check;
                check(self)
            })?
        }
    };
    (@default $size:ident, $all:expr) => { $all };
    (@default $size:ident, $small:expr, $medium:expr, $large:expr) => {
        match $crate::util::params::BoardClass::of($size) {
            $crate::util::params::BoardClass::Tiny | $crate::util::params::BoardClass::Small => $small,
            $crate::util::params::BoardClass::Eleven | $crate::util::params::BoardClass::Medium => $medium,
            $crate::util::params::BoardClass::Large => $large,
        }
    };
}

/// Defines an enum with named variants as a parameter type.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* pub enum $choice:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $choice {
            $($(#[$doc])* $variant,)*
        }

        impl $choice {
            /// The names, in order.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// The name.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl $crate::util::params::Value for $choice {
            const KIND: $crate::util::params::Kind = $crate::util::params::Kind::Choice(Self::NAMES);

            fn read(text: &str) -> Option<Self> {
                match text {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            fn write(&self) -> String {
                self.name().to_owned()
            }
        }
    };
}

#[cfg(test)]
#[allow(unreachable_pub)]
mod tests {
    use super::*;

    choices! {
        /// How.
        pub enum How {
            /// Fast.
            Fast = "fast",
            /// Slow.
            Slow = "slow",
        }
    }

    params! {
        /// Test parameters.
        pub struct Test {
            flag: bool = true, in .., "A flag.";
            weight: f64 = 1.0, 2.0, 3.0, in 0.0..=10.0, "A weight.";
            limit: u64 = u64::MAX, in 1.., "A limit.";
            how: How = How::Fast, in .., "A way.";
        }
    }

    #[test]
    fn defaults_follow_the_board_size() {
        assert_eq!(Test::for_size(9).weight, 1.0);
        assert_eq!(Test::for_size(13).weight, 2.0);
        assert_eq!(Test::for_size(19).weight, 3.0);
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut test = Test::for_size(19);
        for param in Test::TABLE {
            let text = (param.get)(&test);
            test.set(param.name, &text).unwrap();
        }
        assert_eq!(test, Test::for_size(19));
        for (text, limit) in
            [("100M", 100_000_000), ("1.5G", 1_500_000_000), ("2k", 2000), ("1e6", 1_000_000)]
        {
            test.set("limit", text).unwrap();
            assert_eq!(test.limit, limit, "{text}");
        }
        for text in ["M", "1.0001K", "-1K", "1MB", "nanG", "1e9G"] {
            assert!(test.set("limit", text).is_err(), "{text}");
        }
        test.set("how", "slow").unwrap();
        assert_eq!((test.limit, test.how), (1_000_000, How::Slow));
    }

    #[test]
    fn names_that_begin_alike_are_suggested_first() {
        let near = |name| nearest(name, ["rave", "ray", "rave_weight", "value", "gravel"]);
        assert_eq!(near("rav"), ["rave", "rave_weight", "ray"]);
        assert_eq!(near("vaule"), ["value"]);
        assert_eq!(near(&"rave".repeat(1 << 20)), [""; 0]);
    }

    #[test]
    fn errors_name_what_is_valid_and_change_nothing() {
        let mut test = Test::for_size(9);
        let error = |test: &mut Test, name, value| test.set(name, value).unwrap_err().to_string();
        assert_eq!(error(&mut test, "wieght", "1"), "unknown parameter 'wieght': did you mean weight?");
        assert_eq!(
            error(&mut test, "weight", "11"),
            "invalid value '11' for weight: expected a number from 0 to 10"
        );
        assert_eq!(
            error(&mut test, "limit", "0"),
            "invalid value '0' for limit: expected a whole number of 1 or more"
        );
        assert_eq!(error(&mut test, "flag", "2"), "invalid value '2' for flag: expected 0 or 1");
        assert_eq!(error(&mut test, "how", "so"), "invalid value 'so' for how: expected one of fast, slow");
        assert_eq!(test, Test::for_size(9));
    }
}
