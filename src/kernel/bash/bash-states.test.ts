import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStatesBench } from '../kernel-states.fixture.ts'

let bash: Awaited<ReturnType<typeof openStatesBench>>
beforeEach(async () => {
  bash = await openStatesBench('bash')
})
afterEach(() => bash.destroy())

const VARIABLES = `text=$'two\\nlines "quoted" é'; list=(a "b c" [5]=five); declare -A map=(["k 1"]=v [$'k\\n2']=w)
declare -i number=3; declare -r fixed=1; export SENT=yes; declare -u upper=abc; declare -n other=text; declare -x empty_export
unset -v HOME; declare -a __list=(own)`
const ASK_VARIABLES =
  'declare -p text list map number fixed SENT upper empty_export; echo "$other"; printenv SENT; echo "${HOME-none}"'

describe('a saved shell brings back', () => {
  it('variables with their attributes, and the absence of those that were unset', async () => {
    await bash.run(VARIABLES)
    const before = await bash.printed(ASK_VARIABLES)
    expect(await bash.reborn()).toEqual({ lost: [], missing: [], versions: { bash: expect.stringMatching(/^5\./) } })
    expect(await bash.printed(ASK_VARIABLES)).toBe(before)
    expect(before).toMatch(/none\n$/)
  })

  it.each([
    [
      'functions, exported ones too',
      'greet() { cat <<E\ndeclare -x FAKE\nE\n}; export -f greet',
      'bash -c greet; greet',
    ],
    ['functions with patterns of extglob', 'shopt -s extglob; f() { [[ $1 == @(a|b) ]] && echo yes; }', 'f a'],
    ['aliases', 'shopt -s expand_aliases; alias say="echo said"', 'alias say'],
    ['options', 'set -o pipefail -u; shopt -s nullglob', 'set -o | grep pipefail; echo $-; shopt nullglob'],
    [
      'directories and their stack',
      'mkdir -p "/workspace/a b"; cd "/workspace/a b"; pushd /tmp >/dev/null',
      'pwd; dirs -l; echo $OLDPWD; popd',
    ],
    ['the mask and arguments', 'umask 027; set -- "one two" three', 'umask; echo "$# $1"'],
    ['traps', 'trap "echo heard \'it\'" USR1; trap "echo failed" ERR', 'trap -p USR1 ERR; kill -USR1 $$'],
  ])('%s', async (_, code, ask) => {
    await bash.run(code)
    const before = await bash.printed(ask)
    expect(before).not.toBe('')
    await bash.run(code)
    expect(await bash.reborn()).toMatchObject({ lost: [], missing: [] })
    expect(await bash.printed(ask)).toBe(before)
  })

  it('and names values that could not be restored', async () => {
    await bash.run('mkdir gone; cd gone; kept=1')
    const { bytes } = await bash.contexts.states(bash.id).save()
    await bash.run('cd ..; rmdir gone')
    await bash.fresh()
    expect((await bash.contexts.states(bash.id).load(bytes)).lost).toEqual([
      { name: 'directory', why: '/workspace/gone is not there' },
    ])
    expect(await bash.printed('echo $kept')).toBe('1\n')
  })
})

describe('a mark of a shell', () => {
  it('undoes functions, options, traps and a whole shell that left', async () => {
    await bash.run('x=1; f() { echo old; }')
    await bash.undone('f() { echo new; }; set -e; trap "echo t" USR1; unset x; cd /tmp; exit 3')
    expect(await bash.printed('f; echo $x; pwd; trap -p USR1; [[ $- == *e* ]] || echo calm')).toBe(
      'old\n1\n/workspace\ncalm\n',
    )
  })

  it('is made of a restored, loaded or replaced shell like of any other: nothing of it is open', async () => {
    for (const renew of [() => bash.undone('x=2'), () => bash.reborn(), () => bash.run('exit 0')]) {
      await renew()
      expect(await bash.unsafe()).toBeUndefined()
      expect(await bash.lostNames()).toEqual([])
    }
  })

  it('ends programs started since, and their later output is dropped', async () => {
    await bash.undone('(sleep 0.2; echo late; sleep 60) & exec 6>file')
    expect(
      await bash.printed('grep -x sleep /proc/[0-9]*/comm; echo heard; (echo x >&6) 2>/dev/null || echo closed'),
    ).toBe('heard\nclosed\n')
  })
})

it.each([
  [
    'running programs',
    'sleep 60 & until read -r c </proc/$!/comm && [[ $c == sleep ]]; do :; done',
    /^process \d+ \(sleep\)$/,
  ],
  ['redirected output', 'exec 2>errors', /^descriptor 2$/],
  ['limits', 'ulimit -n 100', /^ulimit$/],
])('values that a shell cannot keep are named, and no mark is made: %s', async (_, code, name) => {
  await bash.run(code)
  const lost = await bash.lostNames()
  expect(lost).toEqual([expect.stringMatching(name)])
  expect(await bash.unsafe()).toContain(lost[0])
})
