import { posix } from 'node:path'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { BuildFailure } from './build-failure.ts'
import { runProgram } from './run-program.ts'
import { homeOf } from './sandbox-user.ts'
import type { StepWork } from './step-work.ts'

const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}$/
/** Makes the missing directories of a path, for its owner; existing ones stay as they are. */
const MAKE_DIRECTORY =
  'make() { [ -d "$1" ] && return; make "$(dirname -- "$1")"; mkdir -- "$1" && chown -- "$owner" "$1"; }; owner=$2; make "$1"'

/** WORKDIR path: a relative path continues the one before. */
export async function workdirStep(sandbox: Sandbox, { step, state, home, onOutput }: StepWork): Promise<Placed> {
  const [path] = step.args
  if (!path || path.includes('\0')) throw new BuildFailure('WORKDIR needs a path')
  const value = posix.resolve(state.workdir ?? home, path)
  if (await isDirectory(sandbox, value)) return { value, isChanged: false }
  await asRoot(sandbox, ['/bin/bash', '-c', MAKE_DIRECTORY, 'make-directory', value, `${state.user}:`], onOutput)
  return { value, isChanged: true }
}

/** USER name: a missing user is created. */
export async function userStep(sandbox: Sandbox, { step, onOutput }: StepWork): Promise<Placed> {
  const [value = ''] = (step.args[0] ?? '').split(':')
  if (!USER_NAME.test(value)) throw new BuildFailure(`'${value}' is no name of a user`)
  if ((await homeOf(sandbox, value)) !== undefined) return { value, isChanged: false }
  await asRoot(sandbox, ['/usr/sbin/useradd', '--create-home', '--shell', '/bin/bash', '--', value], onOutput)
  return { value, isChanged: true }
}

export interface Placed {
  value: string
  /** Whether any file was written. */
  isChanged: boolean
}

async function isDirectory(sandbox: Sandbox, path: string): Promise<boolean> {
  const found = await sandbox.start(['/usr/bin/test', '-d', path], { user: 'root', cwd: '/' })
  return (await found.exited).exitCode === 0
}

async function asRoot(sandbox: Sandbox, command: string[], onOutput: StepWork['onOutput']) {
  await runProgram(sandbox, { command, user: 'root', env: {}, cwd: '/', onOutput })
}
