import { describe, expect, it } from 'vitest'
import { bashGuard } from './bash-guard.ts'

/** Applies every offered fix to the program, and lists their titles. */
function rewritten(source: string): { code: string; titles: string[] } {
  const { program } = bashGuard.read(source, 'bash')
  const fixes = bashGuard.rules.flatMap(({ find }) => [...find(program)].flatMap(({ fix }) => (fix ? [fix] : [])))
  const edits = fixes.flatMap((fix) => fix.edits).toSorted((one, other) => other.start - one.start)
  const code = edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source)
  return { code, titles: fixes.map(({ title }) => title) }
}

describe('rewrites of shell programs', () => {
  it.each([
    ['rm -rf $BUILD/out', 'rm -rf "${BUILD:?}"/out', 'Stop when BUILD is empty'],
    ['rm -rf "${BUILD}/out"', 'rm -rf "${BUILD:?}/out"', 'Stop when BUILD is empty'],
    ['curl -k https://example.com', 'curl https://example.com', 'Check the certificate'],
    ['curl -skL https://example.com', 'curl -sL https://example.com', 'Check the certificate'],
    ['chmod 777 run.sh', 'chmod 755 run.sh', 'Let only the owner write: 755'],
    ['chmod 0666 a.txt', 'chmod 0644 a.txt', 'Let only the owner write: 0644'],
    ['read f\ncat $f', 'read f\ncat "$f"', 'Put it in quotes'],
    ["sh -c 'chmod 777 x'", "sh -c 'chmod 755 x'", 'Let only the owner write: 755'],
  ])('turn %j into %j', (source, code, title) => {
    expect(rewritten(source)).toEqual({ code, titles: [title] })
  })

  it.each([
    ['a star, which must stay outside of quotes', 'rm $1*'],
    ['an operation of its own', 'rm -rf "${BUILD%/}/x"'],
    ['a mode that comes from a variable', 'mode=777; chmod $mode x'],
    ['an option that comes from a variable', 'o=-k; curl $o https://example.com'],
    ['a list of words', 'cat $@'],
  ])('leave %s alone', (_, source) => {
    expect(rewritten(source)).toEqual({ code: source, titles: [] })
  })
})
