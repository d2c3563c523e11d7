// Validates scripts/ogs.json5, and the file of `brasa config ogs`, by the schema of gtp2ogs.
//
//     git clone https://github.com/online-go/gtp2ogs
//     npm install json5 jsonschema
//     node tests/clients/gtp2ogs.js gtp2ogs target/release/brasa
//
// Exit status: 0 both are valid or the libraries are not installed, 1 otherwise.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");

let JSON5, Validator;
try {
    const from = { paths: [process.cwd(), __dirname] };
    JSON5 = require(require.resolve("json5", from));
    ({ Validator } = require(require.resolve("jsonschema", from)));
} catch (error) {
    console.log(`skipped: \`npm install json5 jsonschema\` installs what this test needs (${error.code})`);
    process.exit(0);
}
const [, , gtp2ogs = "gtp2ogs", brasa = "brasa"] = process.argv;
const schema = JSON.parse(fs.readFileSync(path.join(gtp2ogs, "schema/Config.schema.json"), "utf8"));
const script = fs.readFileSync(path.join(__dirname, "../../scripts/ogs.json5"), "utf8");
const written = execFileSync(brasa, ["config", "ogs", "--print"], { encoding: "utf8" });

let valid = true;
for (const [name, text, command] of [
    // `brasa config ogs` adds the command.
    ["scripts/ogs.json5", script, ["brasa"]],
    ["brasa config ogs", written, undefined],
]) {
    const config = JSON5.parse(text);
    // gtp2ogs adds its defaults before it validates.
    config.bot = { release_delay: 100, ...config.bot, ...(command && { command }) };
    const { errors } = new Validator().validate(config, schema);
    errors.forEach((error) => console.log(`${name}: ${error.stack}`));
    valid = valid && errors.length === 0;
}
console.log(valid ? "passed" : "failed");
process.exit(valid ? 0 : 1);
