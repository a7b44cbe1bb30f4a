import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { InstalledPackage, PackageLanguage, PackageList } from '../../contract/package.ts'
import { packageNameOf } from '../../contract/package.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleText } from '../text/visible-text.ts'

interface PackagesFlags extends ServerFlags {
  json?: boolean
  npm?: boolean
  language?: PackageLanguage
  from?: string
  index?: string
  all?: boolean
}

export function addPackages(program: Command, bind: Bind) {
  const packages = program
    .command('packages')
    .summary('add, list and remove what programs may import')
    .description('The packages of Python and npm that programs may import, kept apart from the host.')
    .helpCommand(false)
  const add = packages
    .command('add')
    .description('Add packages with everything they need; programs that start afterwards can import them.')
    .argument('<NAME...>', 'names, with versions where they matter: numpy, pandas==2.2.3, lodash@4')
    .option('--from <directory>', 'take wheels from this directory of the server, and ask no index')
    .option('--index <url>', "index or registry to ask, instead of that of the host's pip or npm")
  bind(withServer(withJson(withLanguage(add))), addSome)
  const list = packages
    .command('list')
    .description('List the packages with their versions.')
    .option('--all', 'also those of the host, which programs see too')
  bind(withServer(withJson(list)), listAll)
  const remove = packages
    .command('remove')
    .description('Remove packages that were added, and what only they needed.')
    .argument('<NAME...>', 'names of packages')
  bind(withServer(withJson(withLanguage(remove))), removeSome)
}

const withLanguage = (command: Command): Command =>
  command
    .option('--npm', 'packages of npm; the same as --language javascript')
    .addOption(new Option('-l, --language <name>', 'python or javascript').choices(['python', 'javascript']))

const languageOf = ({ npm, language }: PackagesFlags): PackageLanguage => language ?? (npm ? 'javascript' : 'python')

async function addSome({ host, args: names, flags }: Call<PackagesFlags>): Promise<number> {
  const language = languageOf(flags)
  const { from, index } = flags
  const request = { names, language, ...(from && { from: resolve(from) }), ...(index && { index }) }
  const list = await withClient({ host, flags }, (client) => client.packages.add(request))
  return tell({ host, flags, list, told: `added ${namedIn(list, names, language)}`, from: 'can import it' })
}

async function removeSome({ host, args: names, flags }: Call<PackagesFlags>): Promise<number> {
  const language = languageOf(flags)
  const list = await withClient({ host, flags }, (client) => client.packages.remove({ names, language }))
  return tell({ host, flags, list, told: `removed ${names.join(', ')}`, from: 'do without' })
}

interface Told {
  host: Host
  flags: PackagesFlags
  list: PackageList
  told: string
  /** Effect on programs that start afterwards. */
  from: string
}

async function tell({ host, flags, list, told, from }: Told): Promise<number> {
  if (flags.json) await printJson(host, list)
  else await say(host, `${visibleText(told)}. Programs that start from now on ${from}.`)
  return EXIT.ok
}

/** The added packages with the versions they have, and the number of those that came with them. */
function namedIn({ packages }: PackageList, wishes: string[], language: PackageLanguage): string {
  const wanted = new Set(wishes.map((wish) => packageNameOf(wish, language)))
  const ofLanguage = packages.filter((each) => each.language === language)
  const named = ofLanguage.filter(({ name }) => wanted.has(name)).map(({ name, version }) => `${name} ${version}`)
  const others = ofLanguage.filter(({ origin }) => origin === 'dependency').length
  return named.join(', ') + (others > 0 ? `; ${others} more that were needed are there` : '')
}

async function listAll({ host, flags }: Call<PackagesFlags>): Promise<number> {
  const list = await withClient({ host, flags }, (client) => client.packages.list())
  const shown = flags.all ? list.packages : list.packages.filter(({ origin }) => origin !== 'host')
  const ofHost = list.packages.length - shown.length
  if (flags.json) await printJson(host, { packages: shown })
  else {
    if (shown.length > 0) await host.stdout.write(tableText(shown, COLUMNS, host.stdout))
    else await host.stderr.write('No packages were added yet. Add some with: anneal packages add NAME\n')
    if (ofHost > 0) await host.stderr.write(`${ofHost} of the host can be imported too; list them with --all.\n`)
  }
  return EXIT.ok
}

const COLUMNS: Column<InstalledPackage>[] = [
  { title: 'NAME', text: ({ name }) => name },
  { title: 'VERSION', text: ({ version }) => version },
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'ORIGIN', text: ({ origin }) => origin, style: ({ origin }) => (origin === 'added' ? 'green' : 'dim') },
]
