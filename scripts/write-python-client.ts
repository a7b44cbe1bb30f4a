/** Writes the client for Python from the OpenAPI document: node scripts/write-python-client.ts */
import { writeFileSync } from 'node:fs'
import { type ApiDocument, pythonClient } from '../test/python-client.ts'
import { withEngine } from '../test/support/engine.ts'

await withEngine({}, async ({ call }) => {
  const document = (await (await call('/openapi.json')).json()) as ApiDocument
  writeFileSync(new URL('../clients/python/anneal.py', import.meta.url), pythonClient(document))
})
