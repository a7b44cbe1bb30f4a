import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { BuildFailure } from './build-failure.ts'
import { expandVariables } from './expand-variables.ts'
import { runProgram } from './run-program.ts'
import type { StepWork } from './step-work.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** ENV name value …: variables of every program from here on; they may refer to earlier ones. */
export async function envStep(
  args: string[],
  environment: () => Promise<Map<string, string>>,
): Promise<Record<string, string>> {
  if (args.length % 2 !== 0) throw new BuildFailure('ENV needs a value for each name')
  const pairs = args.flatMap((name, index) => (index % 2 === 0 ? [[name, args[index + 1] ?? ''] as const] : []))
  const wrong = pairs.find(([name, value]) => !NAME.test(name) || value.includes('\0'))
  if (wrong) throw new BuildFailure(`'${wrong[0]}' cannot be a variable`)
  if (!pairs.some(([, value]) => value.includes('$'))) return Object.fromEntries(pairs)
  const known = await environment()
  for (const [name, value] of pairs) known.set(name, expandVariables(value, known))
  return Object.fromEntries(pairs.map(([name]) => [name, known.get(name) ?? '']))
}

/** The environment of a login shell of the user. */
export async function loginEnvironment(
  sandbox: Sandbox,
  { state, home }: Pick<StepWork, 'state' | 'home'>,
): Promise<Map<string, string>> {
  const said: Uint8Array[] = []
  await runProgram(sandbox, {
    command: ['/bin/bash', '-l', '-c', 'env -0'],
    ...{ user: state.user, env: state.env, cwd: state.workdir ?? home },
    onOutput: (stream, bytes) => void (stream === 'stdout' && said.push(bytes)),
  })
  const lines = Buffer.concat(said).toString().split('\0')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
