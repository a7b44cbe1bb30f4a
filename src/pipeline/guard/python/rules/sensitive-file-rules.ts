import { type Protection, protectionOf } from '../../protected-path.ts'
import { isSensitivePath } from '../../sensitive-path.ts'
import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { given } from '../condition.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantsOf } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'

const WRITERS =
  'open os.open pathlib.Path().open pathlib.Path().write_text pathlib.Path().write_bytes shutil.copy shutil.copyfile shutil.copy2 shutil.move os.rename os.replace os.symlink os.link'

/** Functions that read a file, or list a folder. */
const READERS =
  'open pathlib.Path().open pathlib.Path().read_text pathlib.Path().read_bytes pathlib.Path().glob pathlib.Path().rglob pathlib.Path().iterdir os.listdir os.scandir os.walk'.split(
    ' ',
  )

const slashed = (value: Value | undefined): string => (value?.text ?? '').slice(0, 300).replaceAll('\\', '/')

/** The path that a call writes to; undefined for a call that only reads. */
function writtenPath(call: Call): Value | undefined {
  if (call.name.startsWith('pathlib.Path().write')) return call.receiver
  if (/^(shutil|os)\.(copy|move|rename|replace|symlink|link)/.test(call.name)) return given(call, 1, 'dst')
  const isPath = call.name.startsWith('pathlib')
  const mode = given(call, isPath ? 0 : 1, 'mode', 'flags')
  const writes = /[wax+]/.test(mode?.text ?? '') || /O_(WRONLY|RDWR|CREAT)/.test(mode?.name ?? '')
  return writes ? (isPath ? call.receiver : given(call, 0, 'file', 'path')) : undefined
}

const LOGS = /^\/var\/log\/|\.bash_history$|^\/var\/(run|log)\/(utmp|wtmp)/

/** The paths that the call may write to, including one passed to a function. */
function writtenPaths(call: Call): string[] {
  const path = writtenPath(call)
  return [slashed(path), ...constantsOf(path).map((text) => text.slice(0, 300))]
}

const writesTo = (call: Call, ...kinds: Protection[]): boolean =>
  writtenPaths(call).some((path) => kinds.some((kind) => kind === protectionOf(path)))

export const sensitiveFileRules: readonly PythonRule[] = [
  factRule(
    {
      id: 'python/sensitive-file',
      family: 'files',
      severity: 'high',
      title: 'Names a file that holds credentials or personal data',
      why: 'Passwords, keys, sessions and histories are what attackers look for first.',
      remedy: 'Ask for the one value that is needed, and take it from a setting.',
      cwe: [522, 200],
    },
    (program) => oncePerCall(namedIn(program)).flatMap(({ node, path }) => spotOf(node, graveness(path))),
  ),
  callRule(
    {
      id: 'python/persistence',
      family: 'privilege',
      severity: 'high',
      title: 'Has something started again at the next login or boot',
      why: 'What is written there runs later, outside of this program and of its limits.',
      remedy: 'Leave the start-up files of the machine alone.',
      cwe: [506],
    },
    { calls: WRITERS, when: (call) => writesTo(call, 'start', 'shell', 'hook') },
    { calls: 'crontab.CronTab().new crontab.CronTab', when: (call) => call.method === 'new' },
    {
      calls: 'winreg.SetValueEx winreg.CreateKey winreg.OpenKey _winreg.SetValueEx',
      when: (call) =>
        [...call.positional].some(({ value }) => /\\Run\b|CurrentVersion\\\\?Run/i.test(value.text ?? '')) ||
        call.method === 'SetValueEx',
    },
  ),
  callRule(
    {
      id: 'python/system-file-write',
      family: 'privilege',
      severity: 'high',
      title: 'Changes a file of the system',
      why: 'Accounts, keys, name resolution or the kernel follow what is written there.',
      remedy: 'Write inside of the workspace only.',
      cwe: [732, 269],
    },
    { calls: WRITERS, when: (call) => writesTo(call, 'login', 'system', 'takeover') },
    {
      calls: WRITERS,
      when: (call) =>
        writtenPaths(call).some((path) => LOGS.test(path)) &&
        /w/.test(given(call, 1, 'mode')?.text ?? '') && { message: 'Overwrites a log of the system' },
    },
    {
      calls: 'open os.open',
      when: (call) =>
        /^\/proc\/(\d+|self|\u0000|\w*)\/mem$|docker\.sock|^\/dev\/(mem|kmem)/.test(slashed(given(call, 0, 'file'))),
    },
  ),
]

interface NamedFile {
  node: { start: number; end: number }
  path: string
}

function* namedIn(program: PythonProgram): Iterable<NamedFile> {
  for (const { node, text } of program.facts.texts) {
    const isPath = isSensitivePath(text) && LIKE_A_PATH.test(text) && ONLY_A_PATH.test(text) && !/\s{2}|\.$/.test(text)
    if (isPath && !isOnlySaid(node.parent?.parent?.children[0], program.tree.source)) yield { node, path: text }
  }
  for (const { node, result } of program.callsOf('os.path.join')) yield { node, path: slashed(result) }
  for (const name of READERS) {
    for (const call of program.callsOf(name)) {
      const path = name.startsWith('pathlib') ? call.receiver : given(call, 0, 'file', 'path', 'top')
      yield { node: call.node, path: slashed(path) }
    }
  }
}

const ONLY_A_PATH = /^[\w./~\\:$%{}* \u0000-]+$/
/** A single word may be any word; a call that takes it as a file shows that it is a path. */
const LIKE_A_PATH = /[\\/]|\w\.\w|\w /

/** A call and the path in it count once: at the path if it stands there whole, else at the call. */
function oncePerCall(files: Iterable<NamedFile>): NamedFile[] {
  const kept: NamedFile[] = []
  let outer: NamedFile | undefined
  const sensitive = [...files].filter(({ path }) => isSensitivePath(path))
  for (const file of sensitive.sort((a, b) => a.node.start - b.node.start || b.node.end - a.node.end)) {
    if (outer && file.node.end <= outer.node.end) {
      if (file.path === outer.path) kept[kept.length - 1] = file
      continue
    }
    outer = file
    kept.push(file)
  }
  return kept
}

/** Tools read their own settings from these. */
const graveness = (path: string) => (/\.(netrc|npmrc|pypirc|pgpass|my\.cnf)$/.test(path) ? 'medium' : 'high')

/** Whether the path is only printed or logged. */
const isOnlySaid = (callee: { start: number; end: number } | undefined, source: string): boolean =>
  !!callee &&
  /^(print|log\w*\.\w+|parser\.\w+|\w+\.add_argument)$/.test(
    source.slice(callee.start, Math.min(callee.end, callee.start + 40)),
  )
