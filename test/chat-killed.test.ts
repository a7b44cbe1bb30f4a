import { expect, test } from 'vitest'
import type { ChatInfo, ChatMetadata, ChatRun } from '../src/contract/chat.ts'
import { LOCAL_USER } from '../src/engine.ts'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { withEngine } from './support/engine.ts'
import { until } from './support/processes.ts'
import { type Served, serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const code = (program: string) => `Here it is:\n\n\`\`\`bash\n${program}\n\`\`\`\n`
const SCRIPT: Step[] = [
  { says: code('echo whole') },
  { says: code('echo begun; sleep 60') },
  { says: 'It was a dark and stormy night, and nobody knew.', halfway: 'silent' },
]

/** Resolves when the answer has come so far; the reader stays until the connection breaks. */
async function askUntil({ url, key }: Served, id: string, isThere: (told: string) => boolean): Promise<void> {
  const { chat } = createClient({ baseUrl: url, apiKey: key })
  const there = Promise.withResolvers<void>()
  const read = async () => {
    let told = ''
    for await (const part of chat.ask(id, `Question of ${id}`)) {
      told += part.type === 'text-delta' ? part.delta : JSON.stringify(part)
      if (isThere(told)) there.resolve()
    }
  }
  read().catch(there.reject)
  await there.promise
}

const metadataOf = ({ messages }: ChatInfo) => messages.at(-1)?.metadata as ChatMetadata
const runsOf = ({ messages }: ChatInfo) =>
  messages.flatMap(({ parts }) => parts).flatMap((part) => (part.type === 'data-run' ? [part.data as ChatRun] : []))

test('kill -9 in the middle of answers loses no question and no answer that was given; those cut off are marked, and the next question is answered', async () => {
  await using model = await startScriptedServer(SCRIPT)
  const env = {
    ...{ ANNEAL_MODEL: 'openai-compatible/scripted', ANNEAL_MODEL_URL: model.url, ANNEAL_CORRECTORS: 'rules' },
    ...{ ANNEAL_LEASE_MS: '600', ANNEAL_WARM_SANDBOXES: '0' },
  }
  await withHome(async (home) => {
    await serving({ home, env }, async (served) => {
      await askUntil(served, 'whole', (told) => told.includes('"type":"finish"'))
      await askUntil(served, 'running', (told) => told.includes('"state":"going"'))
      await askUntil(served, 'speaking', (told) => told.includes('dark and'))
      const keeps = async (id: string, words: string) =>
        JSON.stringify(await (await served.call(`/v1/chats/${id}`)).json()).includes(words)
      await until('the words are kept', () => keeps('speaking', 'dark and'))
      await until('the run is kept', () => keeps('running', '"state":"going"'))
      served.child.kill('SIGKILL')
      await served.ended
    })
    await withEngine({ home, env }, async ({ engine: { chats } }) => {
      const get = (id: string) => chats.get(id, LOCAL_USER)
      await until('all are ended', async () =>
        (await chats.list({ userId: LOCAL_USER, limit: 9 })).every((chat) => !chat.isAnswering),
      )
      const [whole, running, speaking] = [await get('whole'), await get('running'), await get('speaking')]
      expect(metadataOf(whole)).toMatchObject({ outcome: 'ok', rounds: 1 })
      expect(runsOf(whole)).toMatchObject([{ state: 'ended', outcome: 'ok', stdout: 'whole\n' }])
      for (const chat of [running, speaking]) {
        const { messages, name } = chat
        expect(messages[0]).toMatchObject({ role: 'user', parts: [{ text: `Question of ${name}` }] })
        expect(metadataOf(chat)).toMatchObject({ outcome: 'error', rounds: 1, error: { code: 'CHAT_INTERRUPTED' } })
      }
      expect(runsOf(running)).toMatchObject([{ state: 'ended', outcome: 'error', error: { code: 'RUN_INTERRUPTED' } }])
      expect(speaking.messages[1]?.parts[1]).toMatchObject({ text: expect.stringContaining('dark and'), state: 'done' })

      SCRIPT.splice(3, 0, { says: code('echo again') })
      const question = { id: 'next', role: 'user' as const, parts: [{ type: 'text', text: 'Again.' }] }
      const request = { id: 'running', trigger: 'submit-message', rounds: 1, whenLeft: 'go-on' } as const
      const begun = await chats.begin({ ...request, messages: [...running.messages, question] }, { userId: LOCAL_USER })
      await begun.follow(() => {})
      const after = await get('running')
      expect([after.messages.length, runsOf(after).at(-1)]).toMatchObject([4, { outcome: 'ok', stdout: 'again\n' }])
    })
  })
})
