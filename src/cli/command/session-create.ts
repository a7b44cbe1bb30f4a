import { type Command, Option } from 'commander'
import type { SessionRequest, VolumeMount } from '../../contract/session.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { pairsOf } from '../pairs-of.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'

interface CreateFlags extends ServerFlags {
  json?: boolean
  conversation?: string
  env?: string[]
  cwd?: string
  volume?: string[]
  network?: string[]
  metadata?: string[]
  timeout?: number
  memory?: number
  transactions: boolean
  checkpointEvery?: number
}

const MOST_BETWEEN = 10_000

export function addSessionCreate(session: Command, bind: Bind) {
  const create = session
    .command('create')
    .description('Make a session and print its id.')
    .option('--conversation <text>', 'what it belongs to; checkpoints are counted for each')
    .option('--env <name=value...>', 'variables of every process in it')
    .option('--cwd <directory>', 'where executions start; the workspace unless told')
    .option('--volume <name...>', 'volumes below /volumes; NAME:ro for reading only')
    .option('--network <host...>', 'hosts it may reach; none otherwise')
    .option('--metadata <name=value...>', 'notes of yours; never shown inside')
    .addOption(new Option('--timeout <seconds>', 'longest time one execution may take').argParser(positiveNumber))
    .addOption(new Option('--memory <mb>', 'most memory of the session').argParser(wholeNumber(1)))
    .option('--no-transactions', 'keep what an execution did that failed')
    .addOption(
      new Option('--checkpoint-every <n>', 'executions between automatic checkpoints; 0 makes none').argParser(
        wholeNumber(0, MOST_BETWEEN),
      ),
    )
  bind(withServer(withJson(create)), createSession)
}

/** Prints the id alone to stdout, for scripts. */
async function createSession({ host, flags }: Call<CreateFlags>): Promise<number> {
  const request = requestOf(flags)
  const made = await withClient({ host, flags }, (client) => client.sessions.create(request))
  if (flags.json) {
    await printJson(host, made)
    return EXIT.ok
  }
  await say(host, `made a session; run in it with --session, or work in it with: anneal shell ${made.id}`)
  await host.stdout.write(`${made.id}\n`)
  return EXIT.ok
}

function requestOf(flags: CreateFlags): SessionRequest {
  const { conversation, cwd, env, metadata, network, volume, timeout, memory, checkpointEvery } = flags
  const limits = {
    ...(timeout !== undefined && { timeoutMs: Math.max(1, Math.round(timeout * 1000)) }),
    ...(memory !== undefined && { memoryMb: memory }),
  }
  return {
    ...(conversation !== undefined && { conversation }),
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: pairsOf('--env', env) }),
    ...(metadata && { metadata: pairsOf('--metadata', metadata) }),
    ...(network && { network: { allow: network } }),
    ...(volume && { volumes: volume.map(mountOf) }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(!flags.transactions && { transactions: false }),
    ...(checkpointEvery !== undefined && { checkpointEvery }),
  }
}

/** A colon is no part of a name. */
function mountOf(text: string): VolumeMount {
  const readOnly = text.endsWith(':ro')
  return { name: readOnly ? text.slice(0, -':ro'.length) : text, readOnly }
}
