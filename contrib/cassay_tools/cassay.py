"""Tells BenchExec how to run Cassay and how to read its answers.

Put the folder above this file on PYTHONPATH and the folder of the executable on PATH, and name the module in a benchmark
definition: <benchmark tool="cassay_tools.cassay">.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import (
    ILP32,
    LP64,
    get_data_model_from_task,
    get_non_witness_input_files_or_identifier,
    get_witness_options,
)


class Tool(benchexec.tools.template.BaseTool2):
    """Cassay as a verifier, and as a validator of witnesses."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("cassay")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cassay")

    def name(self):
        return "Cassay"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        if rlimits.walltime and "--timeout" not in options:
            # Cassay answers before it is ended.
            command += ["--timeout", f"{max(1, int(rlimits.walltime * 0.95))}s"]
        elif rlimits.cputime and "--timeout" not in options:
            command += ["--timeout", f"{max(1, int(rlimits.cputime * 0.9))}s"]
        command += get_witness_options(options, task, ["--validate-witness"])
        return command + list(get_non_witness_input_files_or_identifier(task))

    def determine_result(self, run):
        last = None
        violated = None
        reason = None
        for line in run.output:
            line = line.strip()
            if line.startswith("VERIFICATION "):
                last = line
            elif line.startswith("violated property: "):
                violated = line.split(": ", 1)[1].split(" ")[0]
            elif line.startswith("unknown: "):
                reason = line
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.signal:
            return f"{result.RESULT_ERROR} (signal {run.exit_code.signal})"
        status = run.exit_code.value
        if status not in (0, 1, 3):
            return f"{result.RESULT_ERROR} ({status})"
        if last == "VERIFICATION SUCCESSFUL":
            return result.RESULT_TRUE_PROP
        if last == "VERIFICATION FAILED":
            return self._violated(violated)
        if last == "VERIFICATION UNKNOWN":
            if reason and "time" in reason:
                return f"{result.RESULT_UNKNOWN} (timeout)"
            if reason and "memory" in reason:
                return f"{result.RESULT_UNKNOWN} (out of memory)"
            return result.RESULT_UNKNOWN
        return f"{result.RESULT_ERROR} (no answer)"

    def _violated(self, name):
        """The answer that names the part of memory safety that is violated."""
        if name in ("valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"):
            return f"{result.RESULT_FALSE_PROP}({name})"
        return result.RESULT_FALSE_PROP

    def program_files(self, executable):
        return [executable]
