//! Record markup shown on the board beside the stones.

use serde_json::{Map, Value, json};

use crate::framework::vertex;
use crate::sgf::{Node, NodeId, Size, Tree};

/// The properties of marked points.
pub(super) const POINTS: [&str; 7] = ["TR", "SQ", "CR", "MA", "SL", "TB", "TW"];
/// The properties inherited until another node changes them.
const INHERITED: [&str; 2] = ["DD", "VW"];
/// The properties of pairs of points.
const PAIRS: [&str; 2] = ["AR", "LN"];

/// A node's marks by property: points, `[point, label]` for `LB`, and pairs of points. Skips values that are not points
/// of the board.
pub(super) fn markup(tree: &Tree, node: NodeId, size: u8) -> Value {
    let Some(board) = Size::new(size, size) else { return Value::Null };
    let point = |text: &str| {
        let p = board.read_point(text).ok()?;
        Some(vertex(p.column(), size - 1 - p.row()))
    };
    let points = |node: &Node, property: &str| -> Vec<String> {
        let read = node
            .values(property)
            .iter()
            .filter_map(|value| board.read_points(std::slice::from_ref(value)).ok());
        read.flatten().map(|p| vertex(p.column(), size - 1 - p.row())).collect()
    };
    let own = &tree[node];
    let mut marks = Map::new();
    for property in POINTS {
        marks.insert(property.to_owned(), json!(points(own, property)));
    }
    for property in INHERITED {
        let path = tree.path(node);
        if let Some(&at) = path.iter().rev().find(|&&id| tree[id].get(property).is_some()) {
            marks.insert(property.to_owned(), json!(points(&tree[at], property)));
        }
    }
    let pairs = |property| own.values(property).iter().filter_map(|value| value.split_once(':'));
    let labels = pairs("LB").filter_map(|(at, text)| Some(json!([point(at)?, text])));
    marks.insert("LB".to_owned(), labels.collect());
    for property in PAIRS {
        let lines = pairs(property).filter_map(|(from, to)| Some(json!([point(from)?, point(to)?])));
        marks.insert(property.to_owned(), lines.collect());
    }
    marks.retain(|property, value| {
        // An empty list ends a partial view: the whole board is shown again.
        value.as_array().is_some_and(|marks| !marks.is_empty()) || property == "DD"
    });
    Value::Object(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    #[test]
    fn all_marks_of_a_node_are_shown() {
        let text = "(;SZ[9]DD[aa]VW[aa:ii];B[ee]TR[aa:ba]LB[cc:A:1][zz:x]AR[aa:bb]LN[cc:dd]TB[ii];VW[])";
        let tree = sgf::parse(text.as_bytes()).unwrap().games.remove(0);
        let marks = markup(&tree, tree.node(1).unwrap(), 9);
        assert_eq!(
            (&marks["TR"], &marks["LB"], &marks["AR"]),
            (&json!(["A9", "B9"]), &json!([["C7", "A:1"]]), &json!([["A9", "B8"]]))
        );
        assert_eq!(
            (&marks["TB"], &marks["DD"], marks["VW"].as_array().unwrap().len()),
            (&json!(["J1"]), &json!(["A9"]), 81)
        );
        assert_eq!(markup(&tree, tree.node(2).unwrap(), 9), json!({ "DD": ["A9"] }));
    }
}
