"""Exercise: a network layer. Complete the four functions. 60 minutes; lesson 9.

pass       dense and relu
good       conv3x3: the sum over the 3x3 points around each point; points off the board count as 0
excellent  gradient: `slope` is the derivative of the error with respect to each output of the dense layer
"""


def dense(weights, bias, x):
    """Returns bias + weights x; `weights` is a list of rows, one for each output."""
    raise NotImplementedError


def relu(x):
    """Returns max(0, v) for each v."""
    raise NotImplementedError


def conv3x3(kernel, plane):
    """Returns a plane of the same size; kernel[0][0] applies to the previous row and the previous column."""
    raise NotImplementedError


def gradient(weights, x, slope):
    """Returns the derivatives [by weights, by bias, by x], shaped like weights, bias and x."""
    raise NotImplementedError
