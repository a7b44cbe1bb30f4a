import type { Command } from 'commander'
import type { Subject } from '../../contract/event/envelope.ts'
import type { EngineEvent } from '../../contract/event.ts'
import type { Client } from '../../sdk/sdk.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withServer } from '../declare.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import type { Call, StopSignal } from '../host.ts'
import { eventLine } from '../text/event-line.ts'
import { UsageError } from '../usage-error.ts'

interface EventsFlags extends ServerFlags {
  follow?: boolean
  after?: string
  json?: boolean
}

type Filter = NonNullable<Parameters<Client['events']>[0]>
const PAGE_EVENTS = 1000

export function addEvents(program: Command, bind: Bind) {
  const command = program
    .command('events')
    .summary('print what happened, and what happens')
    .description('Print what happened to a run, a session, a machine …, or to everything of yours.')
    .argument('[SUBJECT]', 'KIND:ID, such as session:ses…; everything unless it is told')
    .option('-f, --follow', 'go on with what happens, until Ctrl-C; without a subject from now on')
    .option('--after <id>', 'only what comes behind it: the number of an event, or "next" of --json')
    .option('--json', 'print one event per line')
    .addHelpText('after', NOTES)
  bind(withServer(command), events)
}

const NOTES = `
Examples:
  anneal events session:ID                  the life of a session
  anneal events machine:ID --follow
  anneal events --follow                    everything that happens from now on`

async function events({ host, args: [subject], flags }: Call<EventsFlags>): Promise<number> {
  const filter = filterOf(subject, flags)
  const leaving = new AbortController()
  let stoppedBy: StopSignal | undefined
  const forget = host.onStop((signal) => {
    stoppedBy = signal
    leaving.abort()
  })
  const show = (event: EngineEvent) =>
    host.stdout.write(
      flags.json ? `${JSON.stringify(event)}\n` : eventLine(event, { host, isAlone: subject !== undefined }),
    )
  try {
    await withClient({ host, flags }, async (client) => {
      const told = flags.follow ? client.events({ ...filter, signal: leaving.signal }) : storedEvents(client, filter)
      for await (const event of told) await show(event)
    })
  } catch (error) {
    if (!leaving.signal.aborted) throw error
  } finally {
    forget()
  }
  return stoppedBy ? exitCodeOfSignal[stoppedBy] : EXIT.ok
}

function filterOf(subject: string | undefined, { follow, after }: EventsFlags): Filter {
  if (subject !== undefined && !/^[a-z]+:./.test(subject)) {
    throw new UsageError(`"${subject}" names no subject.`, 'Name it as KIND:ID, such as session:ses… or run:run….')
  }
  const begin = after ?? (follow && subject === undefined ? 'now' : undefined)
  return { ...(subject !== undefined && { subject: subject as Subject }), ...(begin !== undefined && { after: begin }) }
}

/** Reads page by page, up to the last stored event. */
async function* storedEvents(client: Client, filter: Filter): AsyncGenerator<EngineEvent> {
  for (let { after } = filter; ; ) {
    const page = await client.eventPage({ ...filter, ...(after !== undefined && { after }), limit: PAGE_EVENTS })
    yield* page.events
    if (page.events.length < PAGE_EVENTS) return
    after = page.next
  }
}
