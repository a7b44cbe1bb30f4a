import { browserAttacks } from './support/browser-attacks.ts'
import { withServer } from './support/engine.ts'

type Tools = Parameters<Parameters<typeof withServer>[1]>[0]

browserAttacks('a page that attacks', async (siteHost) => {
  const opened = Promise.withResolvers<Tools>()
  const over = Promise.withResolvers<void>()
  const env = { ANNEAL_WARM_BROWSERS: '0', ANNEAL_NETWORK_CEILING: siteHost }
  const closed = withServer({ env }, (tools) => {
    opened.resolve(tools)
    return over.promise
  })
  closed.catch(opened.reject)
  const { call, keys, port } = await opened.promise
  return {
    attacked: { call, stranger: keys.ben, host: `127.0.0.1:${port}` },
    async close() {
      over.resolve()
      await closed
    },
  }
})
