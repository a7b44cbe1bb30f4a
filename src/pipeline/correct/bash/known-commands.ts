const words = (list: string): readonly string[] => list.trim().split(/\s+/)

export const RESERVED = words('if then elif else fi while until for do done case esac in select function time')

const BUILTINS = words(`
  alias bg break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit export
  false fc fg getopts hash help history jobs kill let local mapfile popd printf pushd pwd read readarray readonly return set
  shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait
`)

export const PROGRAMS = words(`
  awk base64 basename bash bc bunzip2 bzip2 cat chgrp chmod chown cksum cmp column comm cp csplit curl cut date dd df diff
  dirname du egrep env expand expr factor fgrep file find fmt fold free gawk grep groups gunzip gzip head hexdump hostname id
  install join jq less ln ls make md5sum mkdir mkfifo mktemp more mv nice nl node nohup nproc od openssl paste patch perl pgrep
  pkill pr printenv ps python3 readlink realpath rev rm rmdir sed seq sh sha1sum sha256sum shuf sleep sort split sqlite3 stat
  strings stty sum sync tac tail tar tee time timeout touch tr tree truncate tsort tty uname unexpand uniq unxz unzip uptime
  wc wget which whoami xargs xxd xz yes zcat zip
`)

/** Commands that a script may call without defining them. */
export const KNOWN_COMMANDS: readonly string[] = [...BUILTINS, ...PROGRAMS]

/** Commands of other systems and languages, with equivalents in the sandbox. */
export const SAME_HERE = new Map<string, readonly string[]>([
  ['python', ['python3']],
  ['python2', ['python3']],
  ['py', ['python3']],
  ['nodejs', ['node']],
  ['md5', ['md5sum']],
  ['sha1', ['sha1sum']],
  ['sha256', ['sha256sum']],
  ['shasum', ['sha1sum', 'sha256sum']],
  ['gsed', ['sed']],
  ['ggrep', ['grep']],
  ['gdate', ['date']],
  ['gstat', ['stat']],
  ['greadlink', ['readlink']],
  ['gfind', ['find']],
  ['gsort', ['sort']],
  ['gcut', ['cut']],
  ['ghead', ['head']],
  ['gtail', ['tail']],
  ['gwc', ['wc']],
  ['gshuf', ['shuf']],
  ['gtac', ['tac']],
  ['nawk', ['awk']],
  ['mawk', ['awk']],
  ['egrep', ['grep -E']],
  ['fgrep', ['grep -F']],
  ['cls', ['clear']],
  ['dir', ['ls']],
  ['copy', ['cp']],
  ['move', ['mv']],
  ['del', ['rm']],
  ['erase', ['rm']],
  ['ren', ['mv']],
  ['md', ['mkdir']],
  ['remove', ['rm']],
  ['delete', ['rm']],
  ['print', ['echo']],
  ['println', ['echo']],
  ['puts', ['echo']],
  ['say', ['echo']],
  ['write', ['echo']],
  ['console.log', ['echo']],
  ['Write-Host', ['echo']],
  ['Write-Output', ['echo']],
  ['True', ['true']],
  ['TRUE', ['true']],
  ['False', ['false']],
  ['FALSE', ['false']],
  ['pass', [':']],
  ['include', ['source']],
  ['which', ['command -v']],
  ['gseq', ['seq']],
])
