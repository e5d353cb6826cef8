#!/bin/sh
# The terminal's program, in Electron's own Node. "orrery-window" opens the window.
place=$(dirname "$(dirname "$(readlink -f "$0")")")
case $(uname) in
Darwin) program=$place/MacOS/Orrery app=$place/Resources/app ;;
*) program=$place/program/orrery app=$place/program/resources/app ;;
esac
flags='--min-semi-space-size=12 --max-semi-space-size=64'
case $(basename "$0") in
orrery-window) exec "$program" --js-flags="$flags" "$@" ;;
esac
# shellcheck disable=SC2086
ELECTRON_RUN_AS_NODE=1 exec "$program" $flags "$app/out/main/cli.js" "$@"
