import { expect, test } from 'vitest'
import { type TerminalEvent, terminalEvent } from '../src/contract/terminal.ts'
import { createSseParser } from '../src/sdk/sse.ts'
import { ADA, cellsIn } from './support/cells.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

const opening = (id: string) => `/v1/sessions/${id}/terminal`

/** A terminal as its reader sees it. */
async function openTerminal({ call }: TestEngine, id: string) {
  const leaving = new AbortController()
  const response = await call(opening(id), { body: { columns: 100 }, signal: leaving.signal })
  expect(response.status).toBe(200)
  const parser = createSseParser()
  const reader = response.body?.getReader()
  let screen = ''
  let ended: TerminalEvent['ended']
  const readOn = async (): Promise<boolean> => {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    for (const { data } of value ? parser.push(value) : []) {
      const event = terminalEvent.parse(JSON.parse(data))
      if (event.output !== undefined) screen += Buffer.from(event.output, 'base64').toString()
      ended = event.ended ?? ended
    }
    return !done
  }
  return {
    leave: () => leaving.abort(),
    async type(text: string): Promise<void> {
      expect((await call(`${opening(id)}/input`, { body: { text } })).status).toBe(204)
    },
    async until(pattern: RegExp): Promise<void> {
      while (!pattern.test(screen)) if (!(await readOn())) throw new Error(`it ended with: ${screen}`)
    },
    async toTheEnd(): Promise<TerminalEvent['ended']> {
      while (await readOn());
      return ended
    },
  }
}

test('a terminal has the directory, environment and files of its session; its end saves its changes and leaves no process', async () => {
  await inEngine(async (tools) => {
    const { id } = await tools.engine.sessions.create({ env: { WHO: 'ada' }, cwd: '/workspace/deep' }, 'ada')
    const cell = cellsIn(tools.engine, id)
    await cell('kept = 41\nopen("a.txt", "w").write("from a cell")')
    const terminal = await openTerminal(tools, id)
    await terminal.type('echo "$WHO in $PWD: $(cat a.txt), $(stty size)"\n')
    await terminal.until(/ada in \/workspace\/deep: from a cell, 24 100\r\n/)
    expect((await tools.call(`${opening(id)}/input`, { body: { size: { columns: 70, rows: 20 } } })).status).toBe(204)
    await terminal.type('stty size; echo new > b.txt; sleep 1000.31 & setsid sleep 1000.32 & echo be""gun\n')
    await terminal.until(/20 70\r\n.*begun\r\n/s)
    await terminal.type('exit 3\n')
    expect(await terminal.toTheEnd()).toEqual({ exitCode: 3, lost: [] })
    const { shown } = await cell(
      'import subprocess; kept, open("b.txt").read(), subprocess.getoutput("pgrep -fc ^sleep")',
    )
    expect(shown).toBe("(41, 'new\\n', '0')")
    await tools.engine.sessions.memory.unload(id)
    expect(Buffer.from(await tools.engine.sessions.files.read(id, ADA, 'deep/b.txt')).toString()).toBe('new\n')
  })
})

test('a terminal whose reader leaves is ended, and its session goes on with what it changed', async () => {
  await inEngine(async (tools) => {
    const { id } = await tools.engine.sessions.create({}, 'ada')
    const terminal = await openTerminal(tools, id)
    const next = cellsIn(tools.engine, id)('open("c.txt").read()')
    await terminal.type('echo $((6 * 7)) > c.txt; (sleep 1000.41; rm c.txt) & echo be""gun\n')
    await terminal.until(/begun\r\n/)
    terminal.leave()
    expect((await next).shown).toBe("'42\\n'")
    await expectError(await tools.call(`${opening(id)}/input`, { body: { text: 'x' } }), 'TERMINAL_NOT_OPEN')
  })
})

test('a terminal gives way to a newer one, and to the end of its session', async () => {
  await inEngine(async (tools) => {
    const { id } = await tools.engine.sessions.create({}, 'ada')
    const first = await openTerminal(tools, id)
    await first.until(/[#$] /)
    const second = await openTerminal(tools, id)
    expect(await first.toTheEnd()).toEqual({ exitCode: null, lost: [] })
    await second.type('echo sec""ond\n')
    await second.until(/second\r\n/)
    expect((await tools.call(`/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await second.toTheEnd()).toEqual({ exitCode: null, lost: [] })
  })
})

test('a terminal waits for a person where a policy asks about commands, and keeps its session awake until it is idle', async () => {
  const env = { ANNEAL_SESSION_FREEZE_MS: '1', ANNEAL_SESSION_UNLOAD_MS: '3000', ANNEAL_APPROVAL_COMMANDS: 'git' }
  await withEngine({ env }, async (tools) => {
    const { approvals, sessions } = tools.engine
    const { id } = await sessions.create({}, 'ada')
    const asked = async () => {
      const [question] = await approvals.list({ userId: 'ada', state: 'waiting', limit: 1 })
      return question
    }
    const answer = async (decision: 'approve' | 'deny') => {
      await expect.poll(asked).toMatchObject({ kind: 'command', title: 'Open a terminal' })
      await approvals.decide((await asked())?.id ?? '', 'ada', { decision })
    }
    const refused = tools.call(opening(id), { body: {} })
    await answer('deny')
    await expectError(await refused, 'APPROVAL_DENIED')
    const opened = openTerminal(tools, id)
    await answer('approve')
    const terminal = await opened
    await sessions.look()
    expect((await sessions.get(id, 'ada')).status).toBe('active')
    expect(await terminal.toTheEnd()).toEqual({ exitCode: null, lost: [] })
  })
})
