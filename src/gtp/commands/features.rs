//! The chapter on move features and their weights, learned from games.

use std::path::Path;

use super::dispatch::done;
use super::go::{command, point, rows};
use crate::engine::GoSession;
use crate::framework::{Args, Command, Failure, Game, Reply};
use crate::go::Point;
use crate::go::board::Map;
use crate::go::knowledge::Weights;
use crate::go::pattern::learned::MovePredictor;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("features", "List the legal moves here with their features, likeliest first.", features)
        .analyze("hstring/Features"),
    command(
        "features_move VERTEX",
        "Print the features of a move here, their weights and its probability.",
        of_move,
    )
    .analyze("hstring/Features Move/%p"),
    command(
        "features_evaluate_board",
        "Show each move's probability here as a color, from white to red.",
        evaluate,
    )
    .analyze("cboard/Features Evaluate Board"),
    command(
        "features_read_weights FILE...",
        "Use the weights in a file for the prior; brasa patterns train writes such a file.",
        |go, args| {
            let weights = Weights::read(Path::new(&args.joined()))?;
            go.configure(|settings| {
                settings.weights = Some(weights);
                Ok(())
            })?;
            done()
        },
    )
    .analyze("none/Features Read Weights/%r"),
    command("features_write_weights", "Print the weights in use.", |go, _| Ok(weights(go).text().to_owned()))
        .analyze("hstring/Features Write Weights"),
];

fn weights(go: &GoSession) -> &Weights {
    go.settings().weights.as_ref().unwrap_or_else(|| Weights::built_in(go.size()))
}

struct Known {
    point: Point,
    features: Vec<(String, f32)>,
    probability: f32,
}

/// The legal moves except the pass, most likely first.
fn known(go: &GoSession) -> Vec<Known> {
    let (position, model) = (go.position(), weights(go).model());
    let (board, color) = (position.board(), position.to_play());
    let mut predictor = MovePredictor::default();
    predictor.set(board, color);
    let legal = board.points().filter(|p| position.check(p.to_move()).is_ok());
    let mut known: Vec<Known> = legal
        .map(|point| {
            let features = predictor.features(model, board, point, color, position.last());
            Known { point, features, probability: 0.0 }
        })
        .collect();
    let sums: Vec<f32> =
        known.iter().map(|known| known.features.iter().map(|(_, weight)| weight).sum()).collect();
    let most = sums.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = sums.iter().map(|sum| libm::expf(sum - most)).sum();
    for (known, sum) in known.iter_mut().zip(sums) {
        known.probability = libm::expf(sum - most) / total;
    }
    known.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    known
}

fn features(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let line = |known: &Known| {
        let names: Vec<_> = known.features.iter().map(|(name, _)| name.as_str()).collect();
        format!("{} {:.4} {}", known.point, known.probability, names.join(" "))
    };
    Ok(known(go).iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn of_move(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let p = point(go, args, 0)?;
    let moves = known(go);
    let illegal = || Failure::Other("illegal move".to_owned());
    let known = moves.iter().find(|known| known.point == p).ok_or_else(illegal)?;
    let mut lines: Vec<_> =
        known.features.iter().map(|(name, weight)| format!("{weight:>7.2} {name}")).collect();
    lines.push(format!("{:>7.4} probability", known.probability));
    Ok(lines.join("\n"))
}

fn evaluate(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let moves = known(go);
    let most = moves.first().map_or(1.0, |known| known.probability);
    let mut colors = Map::new(None);
    for known in &moves {
        // The square root separates moves of medium probability from the least likely ones.
        let pale = 255.0 * (1.0 - (known.probability / most).sqrt());
        colors[known.point] = Some(pale as u8);
    }
    Ok(rows(go, |p| colors[p].map(|pale: u8| format!("#ff{pale:02x}{pale:02x}"))))
}
