#!/bin/sh
# Installs what building and running Cassay needs beyond Rust, on Debian and its relatives; with
# the word `tests`, also what the tests compare with.
# Says what is missing before it installs anything; does nothing when all is there.
set -eu

missing=""
need() { # need PACKAGE, then a test that succeeds when it is there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

need clang-19 command -v clang-19
need g++ command -v g++
need make command -v make
need libgmp-dev sh -c 'ls /usr/include/gmp.h /usr/include/*/gmp.h 2>/dev/null | grep -q .'
need libsymfpu-dev test -d /usr/include/symfpu
if [ "${1:-}" = tests ]; then
    # The differential test compares with gcc's binaries, on programs of csmith among others.
    need gcc command -v gcc
    need csmith command -v csmith
    # Solver programs that must pass the conformance suite.
    need z3 command -v z3
    need cvc5 command -v cvc5
    # The hardware model checker that machines are compared with.
    need berkeley-abc command -v berkeley-abc
    # The sanitizers of clang see what gcc's do not.
    need libclang-rt-19-dev sh -c \
        'echo "int main(void) { return 0; }" | clang-19 -fsanitize=memory -x c - -o /dev/null'
    # The report as a web page is tested in a browser.
    need chromium command -v chromium
    need chromium-driver command -v chromedriver
    # The debugger that `--gdb` starts.
    need gdb command -v gdb
    # The second library of C++.
    need libc++-19-dev test -f /usr/lib/llvm-19/include/c++/v1/vector
    need libc++abi-19-dev test -f /usr/lib/llvm-19/include/c++/v1/cxxabi.h
    # What gcc needs to link 32-bit programs; 64-bit PCs only.
    if [ "$(uname -m)" = x86_64 ]; then
        need gcc-multilib sh -c 'echo "int main(void) { return 0; }" | gcc -m32 -x c - -o /dev/null'
    fi
fi

if ! command -v cargo >/dev/null 2>&1; then
    echo "cassay: Rust is not installed; see https://rustup.rs" >&2
    exit 2
fi
[ -n "$missing" ] || exit 0

echo "cassay: missing:$missing" >&2
if ! command -v apt-get >/dev/null 2>&1; then
    echo "cassay: please install these packages, by whatever names your system has for them" >&2
    exit 2
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo"
else
    echo "cassay: installing them needs root or sudo: apt-get install$missing" >&2
    exit 2
fi
echo "cassay: installing them with apt-get" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq >&2
# shellcheck disable=SC2086 # the list is meant to be split
$as_root apt-get install -y -qq --no-install-recommends $missing >&2
