//! Exercise: a network layer. 60 minutes; lesson 9.
//!
//! - pass: dense and relu
//! - good: conv3x3, the sum over the 3x3 points around each point; points off the board count as 0
//! - excellent: gradient; `slope` is the derivative of the error with respect to each output of the dense layer

#[path = "../../../skeletons/layer/src/answer.rs"]
mod answer;

type Matrix = Vec<Vec<f64>>;

/// bias + weights x; `weights` has a row for each output.
fn dense(weights: &Matrix, bias: &[f64], x: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<f64>| row.iter().zip(x).map(|(w, v)| w * v).sum::<f64>();
    weights.iter().zip(bias).map(|(row, b)| b + dot(row)).collect()
}

/// max(0, v) for each v.
fn relu(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v.max(0.0)).collect()
}

/// A plane of the same size; kernel[0][0] applies to the previous row and the previous column.
fn conv3x3(kernel: &Matrix, plane: &Matrix) -> Matrix {
    let at = |row: usize, col: usize| plane.get(row).and_then(|row| row.get(col)).copied().unwrap_or(0.0);
    let sum = |row: usize, col: usize| {
        let mut sum = 0.0;
        for (i, weights) in kernel.iter().enumerate() {
            for (j, weight) in weights.iter().enumerate() {
                // An index before the first wraps around, and is off the plane too.
                sum += weight * at((row + i).wrapping_sub(1), (col + j).wrapping_sub(1));
            }
        }
        sum
    };
    (0..plane.len()).map(|row| (0..plane[row].len()).map(|col| sum(row, col)).collect()).collect()
}

/// The derivatives with respect to the weights, the bias and x.
fn gradient(weights: &Matrix, x: &[f64], slope: &[f64]) -> (Matrix, Vec<f64>, Vec<f64>) {
    let by_weights = slope.iter().map(|s| x.iter().map(|v| s * v).collect()).collect();
    let by_x = (0..x.len()).map(|i| slope.iter().zip(weights).map(|(s, row)| s * row[i]).sum()).collect();
    (by_weights, slope.to_vec(), by_x)
}

fn main() {
    type Three = (Matrix, Vec<f64>, Vec<f64>);
    answer::serve(&[
        ("dense", &|args| answer::call(args, |(weights, bias, x): Three| dense(&weights, &bias, &x))),
        ("relu", &|args| answer::call(args, |(x,): (Vec<f64>,)| relu(&x))),
        ("conv3x3", &|args| answer::call(args, |(kernel, plane): (Matrix, Matrix)| conv3x3(&kernel, &plane))),
        ("gradient", &|args| answer::call(args, |(weights, x, slope): Three| gradient(&weights, &x, &slope))),
    ]);
}
