//! Exercise: a network layer. 60 minutes; lesson 9.
//!
//! - pass: dense and relu
//! - good: conv3x3, the sum over the 3x3 points around each point; points off the board count as 0
//! - excellent: gradient; `slope` is the derivative of the error with respect to each output of the dense layer

#![allow(dead_code, unused_variables)]

mod answer;

type Matrix = Vec<Vec<f64>>;

/// bias + weights x; `weights` has a row for each output.
fn dense(weights: &Matrix, bias: &[f64], x: &[f64]) -> Vec<f64> {
    todo!()
}

/// max(0, v) for each v.
fn relu(x: &[f64]) -> Vec<f64> {
    todo!()
}

/// A plane of the same size; kernel[0][0] applies to the previous row and the previous column.
fn conv3x3(kernel: &Matrix, plane: &Matrix) -> Matrix {
    todo!()
}

/// The derivatives with respect to the weights, the bias and x.
fn gradient(weights: &Matrix, x: &[f64], slope: &[f64]) -> (Matrix, Vec<f64>, Vec<f64>) {
    todo!()
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
