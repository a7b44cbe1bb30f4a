import { expect, it } from 'vitest'
import { jsonList } from './json-list.ts'

it('a list of any length is the JSON of the whole', async () => {
  for (const count of [0, 1, 1000, 1001, 2500]) {
    const files = Array.from({ length: count }, (_, n) => ({ path: `é"${n}` }))
    const response = jsonList('files', files)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toEqual({ files })
  }
})
