import { type Command, Option } from 'commander'
import type { VolumeInfo } from '../../contract/volume.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText } from '../text/time-text.ts'
import { addVolumeFiles } from './volume-files.ts'
import { addVolumeTransfers } from './volume-transfers.ts'

interface VolumeFlags extends ServerFlags {
  json?: boolean
  size?: number
  files?: number
}

const BYTES_PER_MB = 1_048_576

export function addVolume(program: Command, bind: Bind) {
  const volume = program
    .command('volume')
    .summary('files that outlive sandboxes')
    .description('Volumes: named directories that are shown in sandboxes below /volumes and outlive them.')
    .helpCommand(false)
    .addHelpText('after', NOTES)
  const create = volume
    .command('create')
    .description('Make a volume.')
    .argument('<NAME>', 'letters, digits, ".", "_" and "-"')
    .addOption(new Option('--size <mb>', 'most it may hold').argParser(positiveNumber))
    .addOption(new Option('--files <number>', 'most files and directories').argParser(wholeNumber(1)))
  bind(withServer(withJson(create)), createVolume)
  bind(withServer(withJson(volume.command('list').description('List your volumes.'))), listVolumes)
  const show = volume.command('show').description('Show one volume.').argument('<NAME>')
  bind(withServer(withJson(show)), showVolume)
  addVolumeFiles(volume, bind)
  addVolumeTransfers(volume, bind)
  const remove = volume.command('remove').description('Remove a volume with everything in it.').argument('<NAME>')
  bind(withServer(withJson(remove)), removeVolume)
  bind(withServer(withJson(volume.command('stats').description('How much your volumes hold and take.'))), showStats)
}

const NOTES = `
Examples:
  anneal volume create data
  anneal volume put data table.csv          save a file
  anneal volume ls data
  anneal volume get data table.csv -        print it
  anneal volume export data backup.tar`

async function createVolume({ host, args: [name = ''], flags }: Call<VolumeFlags>): Promise<number> {
  const { size, files } = flags
  const request = {
    name,
    ...(size !== undefined && { maxBytes: Math.max(1, Math.round(size * BYTES_PER_MB)) }),
    ...(files !== undefined && { maxFiles: files }),
  }
  const made = await withClient({ host, flags }, (client) => client.volumes.create(request))
  if (flags.json) await printJson(host, made)
  else await say(host, `made ${made.name}, for ${byteText(made.maxBytes)} in ${made.maxFiles} files and directories`)
  return EXIT.ok
}

async function listVolumes({ host, flags }: Call<VolumeFlags>): Promise<number> {
  const list = await withClient({ host, flags }, (client) => client.volumes.list())
  if (flags.json) await printJson(host, list)
  else if (list.volumes.length === 0)
    await host.stderr.write('No volumes yet. Make one with: anneal volume create NAME\n')
  else await host.stdout.write(tableText(list.volumes, columns(host), host.stdout))
  return EXIT.ok
}

async function showVolume({ host, args: [name = ''], flags }: Call<VolumeFlags>): Promise<number> {
  const volume = await withClient({ host, flags }, (client) => client.volumes.info(name))
  if (flags.json) await printJson(host, volume)
  else await host.stdout.write(tableText([volume], columns(host), host.stdout))
  return EXIT.ok
}

async function removeVolume({ host, args: [name = ''], flags }: Call<VolumeFlags>): Promise<number> {
  const volume = await withClient({ host, flags }, (client) => client.volumes.remove(name))
  if (flags.json) await printJson(host, volume)
  else await say(host, `removed ${volume.name} with ${volume.files} files and directories, ${byteText(volume.bytes)}`)
  return EXIT.ok
}

async function showStats({ host, flags }: Call<VolumeFlags>): Promise<number> {
  const stats = await withClient({ host, flags }, (client) => client.volumes.stats())
  if (flags.json) {
    await printJson(host, stats)
    return EXIT.ok
  }
  const { volumes, files, bytes, maxBytes, storedBytes, largest } = stats
  const stored = `${byteText(storedBytes)} stored`
  await host.stdout.write(
    `${volumes} volumes · ${files} files and directories · ${byteText(bytes)} of ${byteText(maxBytes)} · ${stored}\n`,
  )
  if (largest.length > 0) await host.stdout.write(tableText(largest, largestColumns, host.stdout))
  return EXIT.ok
}

const columns = (host: Host): Column<VolumeInfo>[] => [
  { title: 'NAME', text: ({ name }) => name, style: () => 'bold' },
  { title: 'SIZE', text: ({ bytes }) => byteText(bytes), align: 'right' },
  { title: 'OF', text: ({ maxBytes }) => byteText(maxBytes), align: 'right' },
  { title: 'FILES', text: ({ files }) => String(files), align: 'right' },
  { title: 'VERSION', text: ({ version }) => String(version), align: 'right' },
  { title: 'CHANGED', text: ({ changedAt }) => ageText(changedAt, host.now()) },
]

const largestColumns: Column<{ path: string; size: number; volume: string }>[] = [
  { title: 'SIZE', text: ({ size }) => byteText(size), align: 'right' },
  { title: 'VOLUME', text: ({ volume }) => volume },
  { title: 'LARGEST FILES', text: ({ path }) => path },
]
