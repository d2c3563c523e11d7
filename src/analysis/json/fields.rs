//! JSON object fields, read one by one.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

/// A query fault, with its field unless the whole line is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) field: Option<String>,
    pub(super) text: String,
}

impl Fault {
    /// Creates a field's fault.
    pub(super) fn of(field: &str, text: impl ToString) -> Self {
        Self { field: Some(field.to_owned()), text: text.to_string() }
    }

    /// Creates a whole line's fault.
    pub(super) fn whole(text: impl ToString) -> Self {
        Self { field: None, text: text.to_string() }
    }
}

/// An object's unread fields.
pub(super) struct Fields {
    left: Map<String, Value>,
}

impl Fields {
    pub(super) fn new(left: Map<String, Value>) -> Self {
        Self { left }
    }

    /// Reads a field; `None` if absent or null.
    pub(super) fn take<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<Option<T>, Fault> {
        match self.left.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(&value).map(Some).map_err(|text| Fault::of(name, text)),
        }
    }

    /// Reads a required field.
    pub(super) fn need<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<T, Fault> {
        self.take(name, read)?.ok_or_else(|| Fault::of(name, "This field is required"))
    }

    /// Reads a boolean field; false if absent.
    pub(super) fn flag(&mut self, name: &str) -> Result<bool, Fault> {
        Ok(self.take(name, flag)?.unwrap_or(false))
    }

    /// The remaining fields.
    pub(super) fn rest(self) -> impl Iterator<Item = (String, Value)> {
        self.left.into_iter()
    }
}

pub(super) fn flag(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "Must be a boolean".to_owned())
}

pub(super) fn text(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| "Must be a string".to_owned())
}

/// A reader of an integer in a range.
pub(super) fn integer(range: RangeInclusive<i64>) -> impl Fn(&Value) -> Result<i64, String> {
    move |value| {
        value
            .as_i64()
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("Must be an integer from {} to {}", range.start(), range.end()))
    }
}

/// A reader of a number in a range.
pub(super) fn number(range: RangeInclusive<f64>) -> impl Fn(&Value) -> Result<f64, String> {
    move |value| {
        value
            .as_f64()
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("Must be a number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a list; errors about an element give its index, from 0.
pub(super) fn list<T>(value: &Value, read: impl Fn(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    let list = value.as_array().ok_or("Must be a list")?;
    let element = |(i, value)| read(value).map_err(|text| format!("Element {i}: {text}"));
    list.iter().enumerate().map(element).collect()
}
