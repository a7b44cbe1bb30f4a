import { setTimeout as delay } from 'node:timers/promises'
import { bash } from '../../../language/bash/bash.ts'
import { javascript } from '../../../language/javascript/javascript.ts'
import { typescript } from '../../../language/javascript/typescript.ts'
import { python } from '../../../language/python/python.ts'
import { sqlite } from '../../../language/sql/sqlite.ts'
import { warmKinds } from '../../../pipeline/execute/warm-kinds.ts'
import { findCgroups } from '../../cgroup/find.ts'
import { CHECK_LIMITS } from '../../checks/in-sandbox.ts'
import type { SandboxControl, SandboxProvider, SandboxSpec } from '../../sandbox.ts'
import { createWarmJail, type WarmJailOptions } from './warm-jail.ts'

let sandboxes = 0
/** The pool makes the next sandbox meanwhile. */
const PAUSE_MS = 10

/** Parts of every jail that a test makes. */
export const jailParts = async () => ({
  execPath: process.execPath,
  newSandboxId: () => `warm-${process.pid}-${++sandboxes}`,
  cgroups: await findCgroups(),
})

export async function warmJail(over: Partial<WarmJailOptions> = {}): Promise<SandboxProvider> {
  return createWarmJail({
    ...(await jailParts()),
    limits: CHECK_LIMITS,
    floor: 1,
    ceiling: 4,
    kinds: warmKinds([python, javascript, typescript, bash, sqlite]),
    onTrouble: (error) => {
      throw error
    },
    ...over,
  })
}

/** A jail that asks for every sandbox as one of this kind. */
export const withWarm = (jail: SandboxProvider, warm: string): SandboxProvider => ({
  ...jail,
  create: (spec, signal) => jail.create({ warm, ...spec }, signal),
})

/** Takes a pooled sandbox; the first ones, made while nothing waits yet, are destroyed. */
export async function takeWaiting(jail: SandboxProvider, spec: Partial<SandboxSpec> = {}): Promise<SandboxControl> {
  for (;;) {
    const control = await jail.create({ limits: CHECK_LIMITS, warm: 'python', ...spec }, new AbortController().signal)
    if (control.startedFrom === 'pool') return control
    await control.destroy()
    await delay(PAUSE_MS)
  }
}

/** The output of a Python program in a sandbox. */
export async function printed({ sandbox }: SandboxControl, code: string): Promise<string> {
  let text = ''
  const { endedBy, exitCode } = await sandbox.exec(python.command, {
    files: new Map([[python.fileName, Buffer.from(code)]]),
    onOutput: ({ bytes }) => {
      text += Buffer.from(bytes).toString()
    },
  })
  // A program that was ended has often printed nothing, and a test should tell why.
  return endedBy === 'exit' && exitCode === 0 ? text : `${text}[${endedBy} ${exitCode}]`
}
