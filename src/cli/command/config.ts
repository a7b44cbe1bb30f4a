import type { Command } from 'commander'
import type { SettingInfo } from '../../contract/api.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint, type Paint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleText } from '../text/visible-text.ts'

interface ConfigFlags extends ServerFlags {
  json?: boolean
  helpAll?: boolean
}

export function addConfig(program: Command, bind: Bind) {
  const command = program
    .command('config')
    .summary('print every setting and where its value comes from')
    .description('Print every setting, its value and where that comes from.')
    .option('--help-all', 'with what each setting does and what it may be')
  bind(withServer(withJson(command)), config)
}

async function config({ host, flags }: Call<ConfigFlags>): Promise<number> {
  const list = await withClient({ host, flags }, (client) => client.config())
  if (flags.json) {
    await printJson(host, list)
    return EXIT.ok
  }
  const paint = createPaint(host.stdout)
  const file = `${paint('dim', 'configuration file')}  ${visibleText(list.file)}\n\n`
  const body = flags.helpAll
    ? list.settings.map((setting) => helpText(setting, paint)).join('\n')
    : tableText(list.settings, columns, host.stdout)
  await host.stdout.write(file + body)
  return EXIT.ok
}

const isChanged = ({ origin }: SettingInfo) => origin !== 'default'

const columns: Column<SettingInfo>[] = [
  { title: 'SETTING', text: ({ name }) => name, style: (setting) => (isChanged(setting) ? 'bold' : undefined) },
  {
    title: 'VALUE',
    text: ({ value }) => valueText(value),
    style: (setting) => (isChanged(setting) ? 'green' : undefined),
  },
  { title: 'FROM', text: ({ origin }) => origin, style: (setting) => (isChanged(setting) ? 'green' : 'dim') },
  { title: 'VARIABLE', text: ({ variable }) => variable, style: () => 'dim' },
]

function helpText(setting: SettingInfo, paint: Paint): string {
  const { name, variable, value, origin, help, allowed } = setting
  const lines = [
    `${paint('bold', name)} = ${visibleText(valueText(value))} ${paint('dim', `(${origin})`)}`,
    `  ${visibleText(help)}`,
    paint('dim', `  ${variable} · ${visibleText(allowed)}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '–'
  if (value === '' || value === undefined || value === null) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
