import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { WebhookDelivery } from '../src/contract/webhook.ts'
import { runCode } from './support/each-route.ts'
import { withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'
import { markedSleep, until, untilStarted } from './support/processes.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

interface Message {
  headers: IncomingHttpHeaders
  body: string
}

const env = { ANNEAL_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', ANNEAL_WEBHOOK_RETRY_MS: '10', ANNEAL_WEBHOOK_ATTEMPTS: '3' }
const tools = oneEngine({ env })

/** A real receiver that answers with these statuses in turn, and then with the last one again. */
async function receiving<T>(statuses: number[], use: (url: string, got: Message[]) => Promise<T>): Promise<T> {
  const got: Message[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    got.push({ headers: request.headers, body })
    response.writeHead(statuses[Math.min(got.length, statuses.length) - 1] ?? 200).end('thank you')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const deliveryOf = async (runId: string) =>
  (await (await tools().call(`/v1/runs/${runId}/webhook`)).json()) as WebhookDelivery
const settled = (runId: string) =>
  until(`the webhook of ${runId} is settled`, async () => (await deliveryOf(runId)).state !== 'waiting')

const program = { code: 'echo 1', language: 'bash' }

test('the end of a run is reported to its webhook, signed so that the receiver can verify it', async () => {
  await receiving([204], async (url, got) => {
    const { runId } = await runCode(tools(), { ...program, webhook: { url } })
    await settled(runId)
    const [message] = got
    const { secret } = (await (await tools().call('/v1/webhook-secret')).json()) as { secret: string }
    const { headers, body = '' } = message ?? { headers: {} as IncomingHttpHeaders }
    expect(JSON.parse(body)).toMatchObject({ type: 'run.end', data: { runId, outcome: 'ok' } })
    expect(headers['webhook-id']).toBe(`msg_${runId}`)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(300_000)
    expect(await deliveryOf(runId)).toMatchObject({ state: 'delivered', attempts: 1, status: 204, problem: null })
    expect(got).toHaveLength(1)
  })
})

test('a webhook is sent again until it is taken, under the same id, and no more often than the setting says', async () => {
  await receiving([500, 503, 200], async (url, got) => {
    const { runId } = await runCode(tools(), { ...program, webhook: { url } })
    await settled(runId)
    expect(await deliveryOf(runId)).toMatchObject({ state: 'delivered', attempts: 3, status: 200 })
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })
  await receiving([500], async (url, got) => {
    const { runId } = await runCode(tools(), { ...program, webhook: { url } })
    await settled(runId)
    expect(await deliveryOf(runId)).toMatchObject({
      state: 'failed',
      attempts: 3,
      status: 500,
      problem: 'it answered 500',
    })
    expect(got).toHaveLength(3)
  })
})

test('attack: a webhook reaches no loopback, private or metadata address, also not by a name or a redirect', async () => {
  for (const host of [
    '10.0.0.1',
    '[::1]',
    'localhost',
    '169.254.169.254',
    '2130706434',
    '[::ffff:127.0.0.2]',
    '127.1.1.1',
  ]) {
    const body = { ...program, webhook: { url: `http://${host}/x` } }
    await expectError(await tools().call('/v1/runs', { body }), 'WEBHOOK_REFUSED')
  }
  for (const url of ['ftp://example.org/', 'file:///etc/passwd', 'http://user:pass@example.org/', 'x']) {
    await expectError(await tools().call('/v1/runs', { body: { ...program, webhook: { url } } }), 'INVALID_REQUEST')
  }
  await receiving([302], async (url, got) => {
    const { runId } = await runCode(tools(), { ...program, webhook: { url } })
    await settled(runId)
    expect(await deliveryOf(runId)).toMatchObject({ state: 'failed', status: 302 })
    expect(got).toHaveLength(3)
  })
})

test('a webhook of another user does not exist, and a run without one says so', async () => {
  const { runId } = await runCode(tools(), program)
  await expectError(await tools().call(`/v1/runs/${runId}/webhook`), 'WEBHOOK_NOT_FOUND')
  await expectError(await tools().call(`/v1/runs/${runId}/webhook`, { key: tools().keys.ben }), 'RUN_NOT_FOUND')
})

test('a webhook is owed from the moment its run has an id: kill -9 does not lose it', async () => {
  const sleep = markedSleep(60)
  await withHome((home) =>
    receiving([200], async (url, got) => {
      const runId = await serving({ home, env: { ...env, ANNEAL_LEASE_MS: '600' } }, async (served) => {
        // A run in a session ends with its engine; one without would be begun again.
        const { id: session } = (await (await served.call('/v1/sessions', { body: {} })).json()) as { id: string }
        const body = { code: sleep, language: 'bash', session, background: true, webhook: { url } }
        const { runId } = (await (await served.call('/v1/runs', { body })).json()) as { runId: string }
        await untilStarted(sleep)
        served.child.kill('SIGKILL')
        await served.ended
        return runId
      })
      expect(got).toEqual([])
      await withEngine({ home, env: { ...env, ANNEAL_LEASE_MS: '600' } }, async () => {
        await until('it is told', () => got.length > 0)
        expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ data: { runId, outcome: 'error' } })
      })
    }),
  )
})
