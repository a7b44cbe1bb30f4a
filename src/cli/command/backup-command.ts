import type { Command } from 'commander'
import type { BackupProgress, BackupReport } from '../../contract/backup.ts'
import { type Bind, withJson } from '../declare.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import type { Call, StopSignal } from '../host.ts'
import { createProgressView } from '../text/backup-progress.ts'
import { byteText } from '../text/byte-text.ts'
import { printJson } from '../text/print-json.ts'

interface BackupFlags {
  json?: boolean
  layers?: boolean
}

type Work = (call: {
  file: string
  withoutLayers: boolean
  onProgress(progress: BackupProgress): void
  signal: AbortSignal
}) => Promise<BackupReport>

export function addBackup(program: Command, bind: Bind) {
  const version = program.version() ?? ''
  const command = program
    .command('backup')
    .argument('<file>', 'file to write; it must not exist')
    .summary('write all data into one file')
    .description(
      'Write everything under ANNEAL_HOME, or in the configured database and bucket, into one file. A server may go on working meanwhile.',
    )
  bind(withJson(withLayers(command)), (call) =>
    withFile(call, 'Backed up', async (work) => (await import('./backup.ts')).backupHere({ ...work, version })),
  )
}

export function addRestore(program: Command, bind: Bind) {
  const command = program
    .command('restore')
    .argument('<file>', 'file that "anneal backup" has written')
    .summary('bring the data of a backup into an empty home')
    .description(
      'Bring everything of a backup into an empty ANNEAL_HOME, or an empty configured database. All of it or nothing is restored.',
    )
  bind(withJson(withLayers(command)), (call) =>
    withFile(call, 'Restored', async (work) => (await import('./backup.ts')).restoreHere(work)),
  )
}

/** Layers lie on the disk of one host, and only root can read them. */
const withLayers = (command: Command): Command =>
  command.option('--no-layers', 'leave out the files of E2B sandboxes, snapshots and templates')

async function withFile({ host, args, flags }: Call<BackupFlags>, done: string, work: Work): Promise<number> {
  const stop = new AbortController()
  let stoppedBy: StopSignal | undefined
  const stopListening = host.onStop((signal) => {
    stoppedBy = signal
    stop.abort()
  })
  const view = createProgressView(host)
  try {
    const withoutLayers = flags.layers === false
    const report = await work({ file: args[0] ?? '', withoutLayers, onProgress: view.show, signal: stop.signal })
    view.stop()
    if (flags.json) await printJson(host, report)
    else await host.stdout.write(`${done} ${reportText(report)}\n${leftOutText(report)}`)
    return EXIT.ok
  } catch (error) {
    // A failure after Ctrl-C is caused by it.
    if (stoppedBy) return exitCodeOfSignal[stoppedBy]
    throw error
  } finally {
    view.stop()
    stopListening()
  }
}

function reportText({ file, fileBytes, rows, objects, bytes }: BackupReport): string {
  const count = (value: number, word: string) => `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`
  return `${count(rows, 'row')} and ${count(objects, 'object')} (${byteText(bytes)}): ${file}, ${byteText(fileBytes)}`
}

function leftOutText({ layersLeftOut }: BackupReport): string {
  if (layersLeftOut === 0) return ''
  return `Left out: ${layersLeftOut.toLocaleString('en')} layers. Snapshots, templates and paused sandboxes that consist of them cannot be started.\n`
}
