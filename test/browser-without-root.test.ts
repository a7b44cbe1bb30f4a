import { describe } from 'vitest'
import { browserAttacks } from './support/browser-attacks.ts'
import { requestInit } from './support/engine.ts'
import { makeOrdinaryUser, serveAs } from './support/ordinary-user.ts'

/** An ordinary user needs somebody who makes the account. */
describe.runIf(process.getuid?.() === 0)('in the server of an ordinary user', () => {
  browserAttacks('a page that attacks', async (siteHost) => {
    const env = { ANNEAL_WARM_BROWSERS: '0', ANNEAL_NETWORK_CEILING: siteHost }
    const user = await makeOrdinaryUser({ hasSubIds: true, env })
    const server = await serveAs(user)
    const { apiKey } = server.options
    const body = { user: 'ben', admin: false, label: 'ben' }
    const made = await fetch(`${server.url}/v1/keys`, requestInit(apiKey, { body }))
    const { key: stranger } = (await made.json()) as { key: string }
    return {
      attacked: {
        call: (path, call = {}) => fetch(`${server.url}${path}`, requestInit(apiKey, call)),
        stranger,
        host: new URL(server.url).host,
      },
      async close() {
        await server.stop()
        await user.remove()
      },
    }
  })
})
