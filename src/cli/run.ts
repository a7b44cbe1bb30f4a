import { withClient, type ServerFlags } from './connect.ts'
import type { Call } from './host.ts'
import { createJsonView } from './json-view.ts'
import { type RequestFlags, readRunRequest } from './run-request.ts'
import { createRunView } from './run-view.ts'
import { watchRun } from './watch-run.ts'

export interface RunFlags extends RequestFlags, ServerFlags {
  json?: boolean
  quiet?: boolean
}

const MOST_ATTEMPTS = 3

export async function run({ host, args: [file], flags }: Call<RunFlags>): Promise<number> {
  const request = await readRunRequest({ host, file, flags })
  const view = flags.json
    ? createJsonView(host)
    : createRunView({
        host,
        attempts: flags.attempts ?? MOST_ATTEMPTS,
        path: file === '-' ? undefined : file,
        quiet: flags.quiet,
      })
  try {
    return await withClient({ host, flags }, (client) =>
      watchRun({ host, view, client, events: (signal) => client.stream(request, { signal }), cancels: true }),
    )
  } finally {
    view.close()
  }
}
