import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { EngineEvent } from '../src/contract/event.ts'
import { ADA } from './support/cells.ts'
import { withEngine } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

const STREAM = { headers: { accept: 'text/event-stream' } }

it('requests that are under way when an engine stops are answered, or told that it is stopping', () =>
  withEngine({}, async ({ engine, call, logs }) => {
    const { runId, result } = await engine.run({ code: 'echo 1', language: 'bash' }, ADA)
    await result
    const { id } = await engine.sessions.create({}, ADA.userId)
    const paths = [
      ...[`/v1/runs/${runId}`, '/v1/runs', '/v1/sessions', `/v1/sessions/${id}`, '/v1/volumes', '/v1/checkpoints'],
      ...[
        '/v1/events',
        `/v1/events?subject=session:${id}`,
        '/v1/stats',
        '/v1/logs',
        '/v1/commands',
        '/v1/guard/policy',
      ],
    ]
    const answers = new Map<string, number>()
    let isOver = false
    const ask = async (path: string) => {
      for (; !isOver; await wait(1)) {
        const response = await call(path)
        const { error } = (await response.json()) as { error?: { code: string } }
        const told = `${response.status} ${error?.code ?? ''}`.trim()
        answers.set(told, (answers.get(told) ?? 0) + 1)
      }
    }
    const asking = paths.map(ask)
    await expect.poll(() => answers.get('200') ?? 0, { timeout: 20_000 }).toBeGreaterThan(2 * paths.length)
    await engine.close()
    await expect.poll(() => answers.get('503 SERVER_STOPPING') ?? 0, { timeout: 20_000 }).toBeGreaterThan(paths.length)
    isOver = true
    await Promise.all(asking)
    expect([...answers.keys()].toSorted()).toEqual(['200', '503 SERVER_STOPPING'])
    expect(logs.filter(({ msg }) => msg === 'unexpected error')).toEqual([])
  }))

it('readers of a run of another engine are ended cleanly when theirs stops, and read on elsewhere', () =>
  withHome((home) =>
    withEngine({ home }, async (first) => {
      const { runId, result } = await first.engine.run({ code: 'echo one; sleep 3; echo two', language: 'bash' }, ADA)
      let seen = ''
      await withEngine({ home }, async (second) => {
        const streams = [`/v1/events?subject=run:${runId}`, `/v1/runs/${runId}/events`].map((path) =>
          second.call(path, STREAM).then((response) => response.text()),
        )
        await wait(500)
        const ended = Promise.all(streams)
        await second.engine.close()
        seen = (await ended)[0] ?? ''
        expect(second.logs.filter(({ msg }) => /unexpected error|trouble/.test(String(msg)))).toEqual([])
      })
      const ids = [...seen.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
      expect(ids.at(-1)).toBeGreaterThan(0)
      expect(seen).not.toContain('run.end')
      const rest = await first.call(`/v1/events?subject=run:${runId}`, {
        headers: { ...STREAM.headers, 'last-event-id': String(ids.at(-1)) },
      })
      const events = [...(await rest.text()).matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
      expect((events[0] as EngineEvent).seq).toBe((ids.at(-1) ?? 0) + 1)
      expect((events.at(-1) as EngineEvent).type).toBe('run.end')
      await result
    }),
  ))
