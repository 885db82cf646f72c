//! Reads SARIF 2.1.0, with types that were made of its schema.

use crate::{Status, Summary, schema};
use serde_json::Value;
use serde_sarif::sarif::{Result as Entry, ResultKind, Run, Sarif};
use std::collections::BTreeSet;

/// Reads a log of one run that keeps the schema, and what the specification says beyond it.
pub fn read(log: &str) -> Result<Summary, String> {
    let value: Value = serde_json::from_str(log).map_err(|error| error.to_string())?;
    schema::check(&schema::SARIF, &value)?;
    let log: Sarif = serde_json::from_value(value).map_err(|error| error.to_string())?;
    let [run] = log.runs.as_slice() else {
        return Err(format!("{} runs", log.runs.len()));
    };
    let extra = run
        .properties
        .as_ref()
        .map(|bag| &bag.additional_properties);
    let verdict = extra.and_then(|extra| extra.get("verdict")?.as_str());
    let mut summary = Summary::new(verdict.unwrap_or("none"))?;
    let mut prints = BTreeSet::new();
    for result in run.results.iter().flatten() {
        take(result, run, &mut summary)?;
        let own = result.partial_fingerprints.iter().flatten();
        for (kind, print) in own {
            if !prints.insert((kind.clone(), print.clone())) {
                return Err(format!("fingerprint {print} is there twice"));
            }
        }
    }
    Ok(summary)
}

fn take(result: &Entry, run: &Run, summary: &mut Summary) -> Result<(), String> {
    let status = match result.kind {
        Some(ResultKind::Pass) => Status::Holds,
        Some(ResultKind::Fail) => Status::Violated,
        Some(ResultKind::Open) => Status::Open,
        ref other => return Err(format!("a result of kind {other:?}")),
    };
    let extra = result.properties.as_ref();
    let name = extra.and_then(|bag| bag.additional_properties.get("claim")?.as_str());
    let name = name.ok_or("a result without claim")?;
    summary.add(name, status)?;
    let class = result.rule_id.as_deref().ok_or("a result without rule")?;
    let rules = run.tool.driver.rules.as_deref().unwrap_or_default();
    let index = result
        .rule_index
        .and_then(|index| usize::try_from(index).ok());
    if index
        .and_then(|index| rules.get(index))
        .map(|rule| rule.id.as_str())
        != Some(class)
    {
        return Err(format!("{name}: rule {index:?} is not {class}"));
    }
    if status == Status::Violated
        && let Some((file, line)) = place(result)
    {
        summary.violated(&file, line, class);
    }
    flows(result).map_err(|what| format!("{name}: {what}"))
}

/// The file and line of a result.
fn place(result: &Entry) -> Option<(String, u64)> {
    let location = result.locations.as_ref()?.first()?;
    let physical = location.physical_location.as_ref()?;
    let uri = physical.artifact_location.as_ref()?.uri.as_ref()?;
    let line = physical.region.as_ref()?.start_line?;
    Some((decode(uri), u64::try_from(line).ok()?))
}

/// Steps of threads are in one order: every step of a flow has a number of its own, growing in its thread.
fn flows(result: &Entry) -> Result<(), String> {
    for flow in result.code_flows.iter().flatten() {
        let mut all = BTreeSet::new();
        for thread in &flow.thread_flows {
            let mut last = 0;
            for step in &thread.locations {
                let order = step.execution_order.ok_or("a step without order")?;
                if order <= last || !all.insert(order) {
                    return Err(format!("step {order} is out of order"));
                }
                last = order;
            }
        }
    }
    Ok(())
}

/// The path that a URI names.
fn decode(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = uri.strip_prefix("file://").unwrap_or(uri).bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits: String = rest.by_ref().take(2).map(char::from).collect();
        bytes.extend(u8::from_str_radix(&digits, 16));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
