import { type Command, InvalidArgumentError } from 'commander'
import { type BenchSectionId, benchSectionIds } from '../../contract/bench.ts'
import { type Bind, wholeNumber, withJson } from '../declare.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import type { Call, StopSignal } from '../host.ts'
import { machineText, notesText, sectionText } from '../text/bench-text.ts'
import { printJson } from '../text/print-json.ts'
import { createStatusLine } from '../text/status-line.ts'
import { elapsedText } from '../text/time-text.ts'

interface BenchFlags {
  json?: boolean
  rounds?: number
  only?: BenchSectionId[]
}

const ROUNDS = 40
const MOST_ROUNDS = 10_000

export function addBench(program: Command, bind: Bind) {
  const command = program
    .command('bench')
    .summary('measure starts, runs and throughput on this machine')
    .description(
      'Measure sandboxes on this machine, and compare them with the bare operations. It takes about two minutes, uses no network and leaves nothing behind.',
    )
    .option('--rounds <n>', `times that each way gets its turn (${ROUNDS})`, wholeNumber(1, MOST_ROUNDS))
    .option('--only <sections>', `some of ${benchSectionIds.join(', ')}, with commas between`, readSections)
  bind(withJson(command), measure)
}

function readSections(text: string): BenchSectionId[] {
  return text.split(',').map((name) => {
    const found = benchSectionIds.find((id) => id === name.trim())
    if (!found) throw new InvalidArgumentError(`Choose from ${benchSectionIds.join(', ')}, with commas between.`)
    return found
  })
}

async function measure({ host, flags }: Call<BenchFlags>): Promise<number> {
  const { rounds = ROUNDS, only = benchSectionIds, json = false } = flags
  const startedAt = host.now()
  const stop = new AbortController()
  let stoppedBy: StopSignal | undefined
  const stopListening = host.onStop((signal) => {
    stoppedBy = signal
    stop.abort()
  })
  let current = 'getting ready'
  const status = createStatusLine(host, () => `${current} · ${elapsedText(host.now() - startedAt)}`)
  const show = async (text: string) => {
    status.erase()
    if (!json) await host.stdout.write(text)
  }
  try {
    const { measureHere } = await import('./bench.ts')
    const report = await measureHere({
      rounds,
      only: new Set(only),
      signal: stop.signal,
      onProgress: (section) => {
        current = `measuring: ${section}`
      },
      onReady: (known) => show(machineText(known, host.stdout)),
      onSection: (section) => show(sectionText(section, host.stdout)),
    })
    status.stop()
    await show(notesText(report, host.stdout))
    if (json) await printJson(host, report)
    return EXIT.ok
  } catch (error) {
    // A failure after Ctrl-C is caused by it.
    if (stoppedBy) return exitCodeOfSignal[stoppedBy]
    throw error
  } finally {
    status.stop()
    stopListening()
  }
}
