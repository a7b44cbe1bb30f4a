import { describe, expect, it } from 'vitest'
import { createClient } from './sdk.ts'

const SESSION = 'ses01k9vq3ce4r8u2m5t7a1b'
const CHECKPOINT = 'chk01k9vq3ce4r8u2m5t7a1b'
const OTHER = 'chk01k9vq3ce4r8u2m5t7a1c'

/** Gives no fitting answers, since the tests look at the requests. */
function clientThatNotes() {
  const asked: string[] = []
  const sent: { body: string; length: string | null }[] = []
  const client = createClient({
    baseUrl: 'http://anneal.test',
    sleep: async () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      asked.push(`${request.method} ${pathname}${search}`)
      sent.push({ body: await request.text(), length: request.headers.get('content-length') })
      return new Response('{}')
    },
  })
  return { client, asked, sent }
}

const settled = (calls: Promise<unknown>[]) => Promise.allSettled(calls)

describe('the calls of sessions and checkpoints', () => {
  it('ask each route of sessions', async () => {
    const {
      client: { sessions },
      asked,
    } = clientThatNotes()
    const calls = [
      () => sessions.create({ conversation: 'a' }),
      () => sessions.list({ conversation: 'a b', limit: 2, before: SESSION }),
      () => sessions.get(SESSION),
      () => sessions.update(SESSION, { ticket: '7' }),
      () => sessions.remove(SESSION),
      () => sessions.history(SESSION, { after: 3, limit: 5 }),
      () => sessions.restore(SESSION),
      () => sessions.variables.list(SESSION, { language: 'python' }),
      () => sessions.variables.get(SESSION, { name: 'a/b', language: 'python' }),
      () => sessions.variables.set(SESSION, { name: 'x', language: 'python', value: [1] }),
      () => sessions.files.list(SESSION, { path: 'data', depth: 2 }),
      () => sessions.files.save(SESSION, { path: 'a b.txt', content: new Uint8Array([65]) }),
      () => sessions.files.open(SESSION, 'a.txt'),
      () => sessions.files.remove(SESSION, 'a.txt'),
      () => sessions.terminal.open(SESSION, { columns: 90 }),
      () => sessions.terminal.send(SESSION, { text: 'ls\n' }),
    ]
    for (const call of calls) await settled([call()])
    const one = `/v1/sessions/${SESSION}`
    expect(asked).toEqual([
      'POST /v1/sessions',
      `GET /v1/sessions?conversation=a+b&limit=2&before=${SESSION}`,
      `GET ${one}`,
      `PUT ${one}`,
      `DELETE ${one}`,
      `GET ${one}/history?after=3&limit=5`,
      `POST ${one}/restore`,
      `GET ${one}/variables?language=python`,
      `GET ${one}/variables/a%2Fb?language=python`,
      `PUT ${one}/variables/x`,
      `GET ${one}/files?path=data&depth=2`,
      `PUT ${one}/file?path=a+b.txt`,
      `GET ${one}/file?path=a.txt`,
      `DELETE ${one}/file?path=a.txt`,
      `POST ${one}/terminal`,
      `POST ${one}/terminal/input`,
    ])
  })

  it('ask each route of checkpoints', async () => {
    const {
      client: { checkpoints },
      asked,
    } = clientThatNotes()
    const calls = [
      () => checkpoints.create(SESSION, { label: 'good' }),
      () => checkpoints.list({ session: SESSION }),
      () => checkpoints.stats(),
      () => checkpoints.show(CHECKPOINT),
      () => checkpoints.diff({ from: CHECKPOINT, to: OTHER }),
      () => checkpoints.restore(CHECKPOINT),
      () => checkpoints.branch(CHECKPOINT, { conversation: 'b' }),
      () => checkpoints.remove(CHECKPOINT),
      () => checkpoints.export(CHECKPOINT),
      () => checkpoints.import(new Uint8Array([65])),
    ]
    for (const call of calls) await settled([call()])
    const one = `/v1/checkpoints/${CHECKPOINT}`
    expect(asked).toEqual([
      `POST /v1/sessions/${SESSION}/checkpoints`,
      `GET /v1/checkpoints?session=${SESSION}`,
      'GET /v1/checkpoints/stats',
      `GET ${one}`,
      `GET ${one}/diff/${OTHER}`,
      `POST ${one}/restore`,
      `POST ${one}/branch`,
      `DELETE ${one}`,
      `GET ${one}/archive`,
      'POST /v1/checkpoints',
    ])
  })

  it('send a stream unchanged, with its size where it is given', async () => {
    const { client, sent } = clientThatNotes()
    const content = () => ReadableStream.from([Buffer.from('ab'), Buffer.from('c')]) as ReadableStream<Uint8Array>
    await settled([client.sessions.files.save(SESSION, { path: 'x', content: content() }, { size: 3 })])
    await settled([client.checkpoints.import(content())])
    expect(sent).toEqual([
      { body: 'abc', length: '3' },
      { body: 'abc', length: null },
    ])
  })

  it('refuse an invalid id before it is sent', async () => {
    const { client, asked } = clientThatNotes()
    await expect(client.sessions.get('../keys')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    await expect(client.checkpoints.create('')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    await expect(client.checkpoints.diff({ from: CHECKPOINT, to: '/x' })).rejects.toMatchObject({
      code: 'CHECKPOINT_NOT_FOUND',
    })
    expect(asked).toEqual([])
  })
})
