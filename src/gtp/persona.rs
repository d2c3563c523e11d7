//! Programs that clients can take brasa for.

/// A program that brasa imitates.
pub struct Persona {
    /// The name of the program's file.
    pub file: &'static str,
    /// The reply to `name`.
    pub name: &'static str,
    /// The reply to `version`, chosen to pass clients' feature tests.
    pub version: &'static str,
    /// Whether configuration files are in the program's own format, which is ignored here.
    pub own_config: bool,
    /// The standard error lines that clients wait for; empty for none.
    pub greeting: &'static str,
    /// Commands answered in the program's way, and the names by which they run.
    pub renamed: &'static [(&'static str, &'static str)],
}

pub(super) static BRASA: Persona = Persona {
    file: env!("CARGO_PKG_NAME"),
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    own_config: false,
    greeting: "",
    renamed: &[],
};

/// The other programs.
pub static PERSONAS: [Persona; 2] = [
    Persona {
        file: "katago",
        name: "KataGo",
        version: "1.16.0",
        own_config: true,
        greeting: "KataGo v1.16.0\nGTP ready, beginning main protocol loop",
        renamed: &[("analyze", "kata-analyze"), ("genmove_analyze", "kata-genmove_analyze")],
    },
    Persona {
        file: "gnugo",
        name: "GNU Go",
        version: "3.8",
        own_config: false,
        greeting: "",
        renamed: &[("loadsgf", "gg_loadsgf")],
    },
];

impl Persona {
    /// The program with a name.
    pub fn find(file: &str) -> Option<&'static Self> {
        PERSONAS.iter().find(|persona| persona.file == file)
    }

    /// The program imitated by a file or link of this name, which ends in the program's name.
    pub fn of_link(stem: &str) -> Option<&'static Self> {
        PERSONAS.iter().find(|persona| stem.to_ascii_lowercase().ends_with(persona.file))
    }

    /// The name by which a command runs.
    pub fn command<'a>(&self, name: &'a str) -> &'a str {
        self.renamed.iter().find(|(theirs, _)| *theirs == name).map_or(name, |&(_, name)| name)
    }
}
