import { expect, it } from 'vitest'
import { createClient } from './sdk.ts'

const ERASED = {
  ...{
    keys: 1,
    runs: 1000,
    sandboxes: 0,
    templates: 0,
    sessions: 2,
    checkpoints: 0,
    volumes: 0,
    secrets: 0,
    commands: 0,
  },
  more: true,
}

function clientWith(answers: object[]) {
  const asked: string[] = []
  const client = createClient({
    baseUrl: 'http://anneal.test',
    sleep: async () => undefined,
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init)
      asked.push(`${method} ${new URL(url).pathname}`)
      return Response.json(answers.shift())
    },
  })
  return { client, asked }
}

it('a user is erased in as many calls as needed, and everything is counted together', async () => {
  const { client, asked } = clientWith([ERASED, { ...ERASED, keys: 0, runs: 7, sessions: 0, more: false }])
  expect(await client.users.erase('ada@example.org')).toEqual({ ...ERASED, runs: 1007, more: false })
  expect(asked).toEqual(Array(2).fill('DELETE /v1/users/ada%40example.org/data'))
})

it('attack: an invalid user name is not sent', async () => {
  const { client, asked } = clientWith([])
  for (const name of ['', '..', '../runs', 'a/b', '.', 'a?b']) {
    await expect(client.users.erase(name), name).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  }
  expect(asked).toEqual([])
})
