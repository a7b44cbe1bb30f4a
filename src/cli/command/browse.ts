import { type Command, Option } from 'commander'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { assertWritable, writeWhole } from '../transfer/write-whole.ts'
import { UsageError } from '../usage-error.ts'

interface BrowseFlags extends ServerFlags {
  json?: boolean
  markdown?: boolean
  snapshot?: boolean
  screenshot?: string
  full?: boolean
  network?: string[]
  timeout?: number
}

export function addBrowse(program: Command, bind: Bind) {
  const command = program
    .command('browse')
    .summary('open a web page in a browser, and print it')
    .description('Open URL in a real Chromium inside of a sandbox, and print the page as Markdown.')
    .argument('<URL>', 'http or https')
    .option('--markdown', 'print Markdown; the default')
    .option('--snapshot', 'print roles, names and references, as models read pages')
    .option('--screenshot <file>', 'write a PNG of the page to this file')
    .option('--full', 'with --screenshot: all of the page, not only its beginning')
    .option('--network <host...>', "hosts that the page may reach; that of the URL unless it's told")
    .addOption(new Option('--timeout <seconds>', 'longest that the page may take').argParser(positiveNumber))
  bind(withServer(withJson(command)), browse).addHelpText('after', NOTES)
}

const NOTES = `
The server must let programs reach the hosts: see networkCeiling in "anneal config".

Examples:
  anneal browse https://example.org
  anneal browse https://example.org --screenshot page.png`

interface Page {
  url: string
  title: string
  markdown?: string
  snapshot?: string
  refused?: { host: string; port: number }[]
}

async function browse({ host, args: [url = ''], flags }: Call<BrowseFlags>): Promise<number> {
  const address = URL.parse(url)
  if (!address?.host || !/^https?:$/.test(address.protocol))
    throw new UsageError(`${url} is no address of a web page.`, 'Give one that begins with http:// or https://.')
  if (flags.screenshot !== undefined) await assertWritable(flags.screenshot)
  const allow = flags.network ?? [address.host]
  const timeout = flags.timeout === undefined ? {} : { timeoutMs: Math.round(flags.timeout * 1000) }
  const kind = flags.snapshot ? 'snapshot' : 'markdown'
  return withClient({ host, flags }, async (client) => {
    const { id } = await client.sessions.create({ network: { allow } })
    try {
      const opened = await client.browser.act('open', { session: id }, { url, extract: [kind], ...timeout })
      const page = opened as unknown as Page
      if (flags.screenshot !== undefined) {
        const picture = await client.browser.screenshot({ session: id }, { full: flags.full === true })
        await writeWhole(flags.screenshot, picture)
      }
      if (flags.json) await printJson(host, page)
      else if (flags.screenshot === undefined) await host.stdout.write(`${page[kind] ?? ''}\n`)
      else await host.stdout.write(`${flags.screenshot}\n`)
      const paint = createPaint(host.stderr)
      for (const { host: name, port } of page.refused ?? [])
        await host.stderr.write(paint('dim', `refused: ${name}:${port}; allow it with --network\n`))
      return EXIT.ok
    } finally {
      await client.sessions.remove(id)
    }
  })
}
