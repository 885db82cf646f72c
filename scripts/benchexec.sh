#!/bin/sh
# Tries the tool-info module with BenchExec's own test. Needs: pip install benchexec, cassay on the PATH.
#   scripts/benchexec.sh [TASK.yml]...
set -eu
contrib=$(cd "$(dirname "$0")/../contrib" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'VERIFICATION SUCCESSFUL\n' > "$folder/true"
printf 'violated property: valid-free\n1 violated property\nVERIFICATION FAILED\n' > "$folder/false"
printf 'unknown: time limit\nVERIFICATION UNKNOWN\n' > "$folder/unknown"
for task in "$@"; do set -- "$@" --task-definition "$task"; shift; done
PYTHONPATH=$contrib PYTHONDONTWRITEBYTECODE=1 python3 -m benchexec.test_tool_info --no-container \
    cassay_tools.cassay --tool-output "$folder/true" "$folder/false" "$folder/unknown" "$@" 2>&1 | tee "$folder/said"
for answer in true 'false(valid-free)' 'unknown (timeout)'; do
    grep -qF "“$answer”" "$folder/said" || { echo "no answer $answer"; exit 1; }
done
