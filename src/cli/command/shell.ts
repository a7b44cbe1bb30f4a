import type { Command } from 'commander'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withServer } from '../declare.ts'
import type { Call, Host } from '../host.ts'
import type { TerminalOptions } from '../shell/terminal-lines.ts'
import { createPaint } from '../text/screen.ts'
import { UsageError } from '../usage-error.ts'

interface ShellFlags extends ServerFlags {
  language?: string
}

export function addShell(program: Command, bind: Bind) {
  const shell = program
    .command('shell')
    .summary('work in a session line by line')
    .description('Work in a session line by line. Without SESSION, one is made; it stays when you leave.')
    .argument('[SESSION]', 'id of the session')
    .option('-l, --language <name>', 'python, bash, js, ts, sql or r; python unless told')
    .addHelpText('after', NOTES)
  bind(withServer(shell), openShell)
}

const NOTES = `
Type /help inside. What fails leaves no trace. What is piped in is run cell by cell, an empty line between two;
the exit code is 1 when one of them failed.

Examples:
  anneal shell
  anneal shell SESSION --language bash
  anneal shell SESSION < cells.py`

/** Everything else is loaded on demand, so that other commands do not wait for it. */
async function openShell({ host, args: [told], flags }: Call<ShellFlags>): Promise<number> {
  const { shellLanguage, shellLanguages } = await import('../shell/shell-languages.ts')
  const language = shellLanguage(flags.language ?? 'python')
  if (!language) {
    const known = shellLanguages.map(({ name }) => name).join(', ')
    throw new UsageError(`There is no shell for ${flags.language}.`, `Choose one of ${known}.`)
  }
  const { runShell } = await import('../shell/run-shell.ts')
  return withClient({ host, flags }, async (client) => {
    const { id } = told === undefined ? await client.sessions.create() : await client.sessions.get(told)
    const state = { host, client, call: {}, sessionId: id, language }
    const { completeLine } = await import('../shell/complete-line.ts')
    const { lines, close } = await openLines(host, (line) => completeLine(state, line))
    if (lines.isTyped || told === undefined) await host.stderr.write(welcome(host, { id, isNew: told === undefined }))
    try {
      return await runShell(state, lines)
    } finally {
      await close()
      if (lines.isTyped) await host.stderr.write(`The session stays: anneal shell ${state.sessionId}\n`)
    }
  })
}

function welcome(host: Host, { id, isNew }: { id: string; isNew: boolean }): string {
  const paint = createPaint(host.stderr)
  return `${paint('bold', id)} ${paint('dim', `· ${isNew ? 'a new session' : 'as it was left'} · /help tells the rest, Ctrl-D leaves`)}\n`
}

async function openLines(host: Host, complete: NonNullable<TerminalOptions['complete']>) {
  if (!host.stdin.isTTY || !host.stdout.isTerminal) {
    const { createPipedLines } = await import('../shell/piped-lines.ts')
    const lines = createPipedLines(host.stdin)
    return { lines, close: async () => lines.close() }
  }
  const { openShellHistory } = await import('../shell/shell-history.ts')
  const history = await openShellHistory((await host.readSettings()).home)
  const lines = await host.openTerminal({ history: history.newestFirst, onLine: history.add, complete })
  const close = async () => {
    lines.close()
    await history.close()
  }
  return { lines, close }
}
