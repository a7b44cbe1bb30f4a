import { readFileSync } from 'node:fs'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { BuildFailure } from './build-failure.ts'
import { runProgram } from './run-program.ts'
import { assertUser } from './sandbox-user.ts'
import type { StepWork } from './step-work.ts'

const PROGRAM = readFileSync(new URL('./copy.py', import.meta.url), 'utf8')
const OWNER = /^[A-Za-z0-9_.-]+(:[A-Za-z0-9_.-]+)?$/
const MODE = /^(0o?)?[0-7]{1,4}$/

/** COPY source destination [owner] [mode]: done by root, for the owner. */
export async function copyStep(sandbox: Sandbox, { step, state, home, files, onOutput }: StepWork): Promise<void> {
  const [source, destination, owner, mode] = step.args
  if (source === undefined || !destination) throw new BuildFailure('COPY needs a source and a destination')
  if (step.filesHash === undefined) throw new BuildFailure(`no files were uploaded for '${source}'`)
  if (mode && !MODE.test(mode)) throw new BuildFailure(`'${mode}' is no mode of a file`)
  if (owner && !OWNER.test(owner)) throw new BuildFailure(`'${owner}' is no owner of a file`)
  const user = owner || state.user
  await assertUser(sandbox, user.split(':')[0] ?? user)
  const input = await files(step.filesHash)
  if (!input) throw new BuildFailure(`the files of '${source}' were not uploaded`)
  const cwd = state.workdir ?? home
  const target = destination.startsWith('/') ? destination : `${cwd}/${destination}`
  const said: string[] = []
  await runProgram(sandbox, {
    command: ['/usr/bin/python3', '-I', '-c', PROGRAM, source, target, user, mode?.replace('o', '') ?? ''],
    ...{ user: 'root', env: {}, cwd: '/', input },
    onOutput(stream, bytes) {
      said.push(Buffer.from(bytes).toString())
      onOutput(stream, bytes)
    },
  }).catch((error: Error) => {
    throw new BuildFailure(`failed to copy '${source}': ${said.join('').trim().slice(-1000) || error.message}`)
  })
}
