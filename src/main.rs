//! The program: runs the command line and turns failures into an exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    brasa::cli::main()
}
