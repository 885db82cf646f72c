//! Schemas: that of Cassay's own documents lies in `docs/schema`; that of SARIF comes with the crate `serde-sarif`,
//! so that nothing of it is copied here.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// A schema that documents are checked against.
pub struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

/// That of Cassay's own documents. A test is stricter than a reader: members that the schema does not name are
/// errors, so that no member goes undescribed.
pub static REPORT: LazyLock<Result<Schema, String>> = LazyLock::new(|| {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/cassay-report-1.schema.json");
    let mut schema = load(&path)?;
    close(&mut schema);
    compile(schema)
});

/// That of SARIF 2.1.0.
pub static SARIF: LazyLock<Result<Schema, String>> =
    LazyLock::new(|| compile(load(&folder_of("serde-sarif")?.join("src/schema.json"))?));

/// What is wrong with a document, with the place of each error.
pub fn check(schema: &Result<Schema, String>, document: &Value) -> Result<(), String> {
    let schema = schema.as_ref().map_err(Clone::clone)?;
    let result = schema.schemas.validate(document, schema.index);
    result.map_err(|error| format!("{error:#}"))
}

fn load(path: &Path) -> Result<Value, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn compile(schema: Value) -> Result<Schema, String> {
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.enable_format_assertions();
    let name = "schema.json";
    compiler
        .add_resource(name, schema)
        .map_err(|error| error.to_string())?;
    let index = compiler.compile(name, &mut schemas);
    let index = index.map_err(|error| format!("{error:#}"))?;
    Ok(Schema { schemas, index })
}

/// Forbids members that an object does not name.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let named = members.get("properties").is_some_and(Value::is_object);
            let typed = members.get("type").is_some_and(|kind| kind == "object");
            if named && typed {
                members.insert("additionalProperties".into(), Value::Bool(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Where cargo keeps the source of a dependency. Only packages of this platform are asked for: those of others need
/// not have been fetched.
fn folder_of(name: &str) -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(["--filter-platform", env!("CASSAY_PLATFORM")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let data: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let mut packages = data["packages"].as_array().into_iter().flatten();
    let package = packages.find(|package| package["name"] == name);
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|path| Path::new(path).parent());
    folder
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("cargo does not know where {name} is"))
}
