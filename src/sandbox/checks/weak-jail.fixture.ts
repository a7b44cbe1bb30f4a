import { agentCode, agentSource } from '../agent/load-agent.ts'
import type { CgroupLimits, CgroupTree } from '../cgroup/cgroup.ts'
import { findCgroups } from '../cgroup/find.ts'
import { createJail } from '../jail/jail.ts'
import type { JailHost } from '../jail/launch.ts'
import type { ExecOptions, ExecResult, SandboxControl, SandboxProvider, SandboxSpec } from '../sandbox.ts'

/** Takes something away from a jail; the sandbox stays as harmless as the checks. */
export type Weakening = (host: JailHost) => JailHost | Promise<JailHost>

export const cgroups = await findCgroups()
let sandboxes = 0

/** A real jail with weaker walls than it should have. */
export const weakJail = (weakenings: Weakening[], tree: CgroupTree | undefined = cgroups): SandboxProvider =>
  jailOf(weakenings, tree)

/** A weak jail without a control group, as a server that is not root has it. */
export const uncountedJail = (weakenings: Weakening[]): SandboxProvider => jailOf(weakenings, undefined)

function jailOf(weakenings: Weakening[], tree: CgroupTree | undefined): SandboxProvider {
  return createJail({
    execPath: process.execPath,
    newSandboxId: () => `weak-${process.pid}-${++sandboxes}`,
    cgroups: tree,
    weaken: async (host) => {
      let weak = host
      for (const weaken of weakenings) weak = await weaken(weak)
      return weak
    },
  })
}

export const walls =
  (change: (walls: string[]) => string[]): Weakening =>
  (host) => ({ ...host, changeWalls: (list) => change(host.changeWalls?.(list) ?? list) })

/** The same walls without these neighbouring arguments. Throws when they are not among them: then nothing was weakened. */
export const without = (...words: string[]): Weakening => instead(words, [])

export const instead = (words: string[], others: string[]): Weakening =>
  walls((list) => {
    const at = list.findIndex((_, index) => words.every((word, offset) => list[index + offset] === word))
    if (at < 0) throw new Error(`there is no wall ${words.join(' ')}`)
    return list.toSpliced(at, words.length, ...others)
  })

/** Shows more of the host in the sandbox, before it is made read-only. */
export const shown = (...words: string[]): Weakening =>
  walls((list) => list.toSpliced(list.indexOf('--chdir'), 0, ...words))

/** Root inside, with every right over the namespaces of the sandbox, and over nothing else. */
export const rootInside: Weakening[] = [
  instead(['--uid', '1000', '--gid', '1000'], ['--uid', '0', '--gid', '0']),
  without('--disable-userns'),
  instead(['--cap-drop', 'ALL'], ['--cap-add', 'ALL']),
]

/** Gives all sandboxes one user of the host, so that one may touch another's leftovers. */
export const oneUser: Weakening = (host) => {
  const user = host.nextUser()
  return { ...host, nextUser: () => user }
}

/** Replaces lines of the agent. Throws when a line is missing: then nothing was weakened. */
export const agentWith =
  (...changes: [line: string, other: string][]): Weakening =>
  async (host) => {
    let source = agentSource()
    for (const [line, other] of changes) {
      if (!source.includes(line)) throw new Error(`the agent has no line ${line}`)
      source = source.replaceAll(line, other)
    }
    return { ...host, agent: await agentCode(host.python, source) }
  }

/** Control groups that allow more than the limits they were given. */
export const looseGroups = (factors: Partial<CgroupLimits>): CgroupTree | undefined =>
  cgroups && {
    ...cgroups,
    open: (id, limits) =>
      cgroups.open(id, {
        memoryBytes: limits.memoryBytes * (factors.memoryBytes ?? 1),
        processes: limits.processes * (factors.processes ?? 1),
        cpuPercent: limits.cpuPercent * (factors.cpuPercent ?? 1),
      }),
  }

export interface Changes {
  spec?(spec: SandboxSpec): SandboxSpec
  control?(control: SandboxControl): SandboxControl
  exec?(options: ExecOptions): ExecOptions
  result?(result: ExecResult): ExecResult
}

/** A whole jail with handles that do something else than they say. */
export function disloyal(changes: Changes): SandboxProvider {
  const jail = weakJail([])
  const { spec: changeSpec, control: changeControl, exec: changeExec, result: changeResult } = changes
  return {
    ...jail,
    create: async (spec, signal) => {
      const control = await jail.create(changeSpec?.(spec) ?? spec, signal)
      const { sandbox } = control
      const exec: typeof sandbox.exec = async (command, options = {}) => {
        const result = await sandbox.exec(command, changeExec?.(options) ?? options)
        return changeResult?.(result) ?? result
      }
      const changed = { ...control, sandbox: { ...sandbox, exec } }
      return changeControl?.(changed) ?? changed
    },
  }
}

/** Replaces a text in the programs' output. */
export const lying = (truth: string, lie: string): SandboxProvider =>
  disloyal({
    exec: ({ onOutput, ...options }) => ({
      ...options,
      ...(onOutput && {
        onOutput: ({ stream, bytes }) =>
          onOutput({ stream, bytes: Buffer.from(Buffer.from(bytes).toString().replace(truth, lie)) }),
      }),
    }),
  })
