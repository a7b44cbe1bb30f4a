import { posix } from 'node:path'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { homeOf } from './box-user.ts'
import { BuildFailure } from './build-failure.ts'
import { runProgram } from './run-program.ts'
import type { StepWork } from './step-work.ts'

const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}$/
/** Makes what is missing of a path, for its owner; what is there stays as it is. */
const MAKE_DIRECTORY =
  'make() { [ -d "$1" ] && return; make "$(dirname -- "$1")"; mkdir -- "$1" && chown -- "$owner" "$1"; }; owner=$2; make "$1"'

/** WORKDIR path: relative ones go on from the one before. */
export async function workdirStep(sandbox: Sandbox, { step, state, home, onOutput }: StepWork): Promise<string> {
  const [path] = step.args
  if (!path || path.includes('\0')) throw new BuildFailure('WORKDIR needs a path')
  const workdir = posix.resolve(state.workdir ?? home, path)
  await asRoot(sandbox, ['/bin/bash', '-c', MAKE_DIRECTORY, 'make-directory', workdir, `${state.user}:`], onOutput)
  return workdir
}

/** USER name: made when there is none. */
export async function userStep(sandbox: Sandbox, { step, onOutput }: StepWork): Promise<string> {
  const [user = ''] = (step.args[0] ?? '').split(':')
  if (!USER_NAME.test(user)) throw new BuildFailure(`'${user}' is no name of a user`)
  if ((await homeOf(sandbox, user)) !== undefined) return user
  await asRoot(sandbox, ['/usr/sbin/useradd', '--create-home', '--shell', '/bin/bash', '--', user], onOutput)
  return user
}

async function asRoot(sandbox: Sandbox, command: string[], onOutput: StepWork['onOutput']) {
  await runProgram(sandbox, { command, user: 'root', env: {}, cwd: '/', onOutput })
}
