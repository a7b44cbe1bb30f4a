import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandPolicy } from '../../../contract/command.ts'
import { checkCommand } from './check-command.ts'

const PROGRAMS = ['p0', 'p1', 'p2', 'p3']
const TOOLS = ['sh', 'bash', 'cat', 'env', 'xargs', 'find', 'timeout', 'base64', 'rev']
const SETUP = 'V0=p0; V1=p1; V2=p2; V3=p3; A=(p0 p1 p2 p3)\n'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anneal-shell-'))
  for (const name of PROGRAMS) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} >> "$LOG"\necho w\n`)
    chmodSync(join(folder, name), 0o755)
  }
  for (const tool of TOOLS) {
    const found = [`/usr/bin/${tool}`, `/bin/${tool}`].find((path) => existsSync(path))
    if (!found) throw new Error(`${tool} is missing: install bash, coreutils, findutils and util-linux`)
    symlinkSync(found, join(folder, tool))
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The programs that Bash really starts for a command. */
function started(command: string): string[] {
  const log = join(folder, 'log')
  writeFileSync(log, '')
  const env = { PATH: folder, LOG: log }
  spawnSync('/bin/bash', ['-c', command], { cwd: folder, env, input: '', timeout: 10_000 })
  return [...new Set(readFileSync(log, 'utf8').split('\n'))].filter((name) => name !== '')
}

const digit = fc.constantFrom('0', '1', '2', '3')
const program = digit.map((number) => `p${number}`)

/** One name in many spellings. */
const spellings = (n: string) => [
  `p${n}`,
  `p''${n}`,
  `"p${n}"`,
  `p\\${n}`,
  `$'\\x70'${n}`,
  `$V${n}`,
  `\${V${n}}`,
  `\${A[${n}]}`,
  `$(echo p${n})`,
  `\`printf p${n}\``,
  `\${U:-p${n}}`,
  `$(echo ${n}p | rev)`,
  `{p${n},}`,
  `p$((${n}))`,
]

const spelled = fc.tuple(digit, fc.nat(13)).map(([n, way]) => spellings(n).at(way) ?? n)

const { command } = fc.letrec<{ command: string }>((tie) => ({
  command: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    spelled.map((name) => `${name} a`),
    fc.tuple(tie('command'), tie('command'), fc.nat(9)).map(([one, two, way]) => joined(one, two).at(way) ?? one),
    fc.tuple(tie('command'), fc.nat(11)).map(([inner, way]) => held(inner).at(way) ?? inner),
    fc.tuple(spelled, program, fc.nat(16)).map(([name, plain, way]) => handed(name, plain).at(way) ?? plain),
  ),
}))

const joined = (one: string, two: string) => [
  `${one}; ${two}`,
  `${one} && ${two}`,
  `${one} || ${two}`,
  `${one} | ${two}`,
  `if ${one}; then ${two}; fi`,
  `for i in $(${one}) b; do ${two}; done`,
  `while ${one} && false; do ${two}; done`,
  `case $(${one}) in *) ${two} ;; esac`,
  `[[ $(${one}) ]] && ${two}`,
  `f() { ${one}; }; f; ${two}`,
]

const held = (inner: string) => [
  `(${inner})`,
  `{ ${inner}; }`,
  `! ${inner}`,
  `echo "x $(${inner})"`,
  `X=$(${inner})`,
  `cat <(${inner})`,
  `cat <<E\n$(${inner})\nE\n`,
  `cat <<< "$(${inner})"`,
  `echo "\${Z:-$(${inner})}"`,
  `echo $(( 1 + $(${inner} > /dev/null; echo 2) ))`,
  `a[$(${inner} > /dev/null; echo 1)]=2`,
  `L=($(${inner}))`,
]

const handed = (name: string, plain: string) => [
  `env B=1 ${name}`,
  `timeout 5 ${name}`,
  `command ${name}`,
  `echo a | xargs ${name}`,
  `echo ${plain} | xargs -I{} sh -c '{} a'`,
  `find . -maxdepth 0 -exec ${name} {} \\;`,
  `sh -c '${plain} x'`,
  `eval "${plain} x"`,
  `echo ${plain} | sh`,
  `sh <<E\n${plain}\nE\n`,
  `trap '${plain}' EXIT`,
  `g() { "$@"; }; g ${plain}`,
  `for k in ${plain} p1; do $k; done`,
  `read -r N <<< ${plain}; $N`,
  `x=p0; (x=${plain}); $x`,
  `x=p0; h() { x=${plain}; }; h; $x`,
  `bash -c '$0' ${plain}`,
]

const forms = [
  ...spellings('2').map((name) => `${name} a`),
  ...joined('p1 a', 'p2 b'),
  ...held('p2 a'),
  ...handed('p2', 'p2'),
]

const everything = commandPolicy.parse({ allow: [...PROGRAMS, ...TOOLS, 'echo', 'printf', 'trap', 'read', 'command'] })

/** Programs that Bash starts although the verdict, with everything allowed, neither names nor refuses them. */
function missed(body: string): string[] {
  const verdict = checkCommand(SETUP + body, everything)
  return verdict.allowed ? started(SETUP + body).filter((name) => !verdict.programs.includes(name)) : []
}

describe('a program that Bash starts', () => {
  it.each(forms)('by %j is known before, or refused', (body) => {
    expect(started(SETUP + body)).not.toEqual([])
    expect(missed(body)).toEqual([])
  })

  it('is named by the verdict or refused, however commands are put together', () => {
    fc.assert(
      fc.property(command, (body) => {
        expect(missed(body)).toEqual([])
      }),
      { numRuns: 60, seed: 6 },
    )
  })
})
