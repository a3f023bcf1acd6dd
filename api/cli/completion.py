"""Print a script with which a shell completes `hexlaw`: commands, options, rulebooks and the numbers of rules.

  bash   eval "$(hexlaw completion bash)" in ~/.bashrc
  zsh    eval "$(hexlaw completion zsh)" in ~/.zshrc, behind compinit
  fish   hexlaw completion fish > ~/.config/fish/completions/hexlaw.fish

The script asks `hexlaw completion words`, which reads the words typed so far, each ended by a NUL, from standard input.
"""

from __future__ import annotations

import argparse
import sys

EXAMPLES = """
  hexlaw completion bash
  eval "$(hexlaw completion bash)"
  hexlaw completion fish > ~/.config/fish/completions/hexlaw.fish
  printf '%s\\0' show --rulebook asl G13.4 | hexlaw completion words
"""

# The words before the cursor and the one at it go in; out come lines of a word, a tab and what it means.
_SCRIPTS = {
    "bash": r"""_hexlaw() {
    local line current="${COMP_WORDS[COMP_CWORD]}" IFS=$'\n'
    [ "$current" = "=" ] && current=""
    COMPREPLY=()
    for line in $(printf '%s\0' "${COMP_WORDS[@]:1:COMP_CWORD}" |
        "${COMP_WORDS[0]/#\~/$HOME}" completion words 2>/dev/null); do
        case "$line" in
            :files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
            :folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")) ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done
}
complete -F _hexlaw hexlaw
""",
    "zsh": r"""#compdef hexlaw
_hexlaw() {
    local line
    local -a lines described
    lines=("${(@f)$(printf '%s\0' "${(@)words[2,CURRENT]}" | ${(Q)words[1]/#\~/$HOME} completion words 2>/dev/null)}")
    case "$lines[1]" in
        :files) _files; return ;;
        :folders) _files -/; return ;;
    esac
    for line in $lines; do
        described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    done
    _describe -V hexlaw described -M 'm:{a-z}={A-Z}'
}
if [ "$funcstack[1]" = "_hexlaw" ]; then _hexlaw "$@"; else compdef _hexlaw hexlaw; fi
""",
    "fish": r"""function __hexlaw_complete
    set -l before (commandline -opc)
    set -l hexlaw $before[1]
    set -e before[1]
    set -l current (commandline -ct)
    set -l found (printf '%s\0' $before "$current" | $hexlaw completion words 2>/dev/null)
    switch "$found[1]"
        case :files
            __fish_complete_path "$current"
        case :folders
            __fish_complete_directories "$current"
        case '*'
            printf '%s\n' $found
    end
end
complete -c hexlaw -f -a '(__hexlaw_complete)'
""",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=(*_SCRIPTS, "words"), help="bash, zsh or fish")


def run(arguments: argparse.Namespace) -> int:
    """Print the script, or what the words on standard input may go on to."""
    if arguments.shell in _SCRIPTS:
        print(_SCRIPTS[arguments.shell], end="")
        return 0
    from api.completion import complete

    words = sys.stdin.read().split("\0")
    for word in complete(words[:-1] if len(words) > 1 else words):
        meaning = " ".join(word.help.split())
        print(f"{word.text}\t{meaning}" if meaning else word.text)
    return 0
