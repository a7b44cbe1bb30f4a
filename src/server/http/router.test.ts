import { describe, expect, it } from 'vitest'
import { createRouter } from './router.ts'

const rows = [
  { method: 'GET', path: '/sandboxes/{sandboxID}' },
  { method: 'DELETE', path: '/sandboxes/{sandboxID}' },
  { method: 'GET', path: '/sandboxes/metrics' },
  { method: 'DELETE', path: '/templates/{templateID}' },
  { method: 'POST', path: '/v2/templates/{templateID}/builds/{buildID}' },
]
const find = createRouter(rows)
const paramsOf = (method: string, path: string) => find(method, path).params()

describe('the router', () => {
  it('finds the row of a method and a path, with its parts by name', () => {
    const { row, params } = find('POST', '/v2/templates/one/builds/two')
    expect([row, params()]).toEqual([rows[4], { templateID: 'one', buildID: 'two' }])
  })

  it('prefers a literal part over a placeholder, whatever their order', () => {
    expect(find('GET', '/sandboxes/metrics').row?.path).toBe('/sandboxes/metrics')
    expect(paramsOf('GET', '/sandboxes/metricsx')).toEqual({ sandboxID: 'metricsx' })
  })

  it('splits before it decodes: an id may hold a slash and a colon', () => {
    expect(paramsOf('DELETE', '/templates/team%2Fname%3Av1')).toEqual({ templateID: 'team/name:v1' })
  })

  it.each([
    ['another path', 'GET', '/sandboxes'],
    ['a longer path', 'GET', '/sandboxes/one/two'],
    ['an empty part', 'GET', '/sandboxes/'],
  ])('finds nothing for %s', (_, method, path) => {
    expect(find(method, path)).toMatchObject({ methods: [] })
    expect(find(method, path).row).toBeUndefined()
  })

  it('finds no row for another method, and lists the methods of the path', () => {
    expect(find('PUT', '/sandboxes/one')).toMatchObject({ methods: ['GET', 'DELETE'] })
    expect(find('PUT', '/sandboxes/one').row).toBeUndefined()
  })

  it('refuses a part that is not encoded as UTF-8 when it is asked for', () => {
    expect(find('GET', '/sandboxes/%ff').row).toBe(rows[0])
    expect(() => paramsOf('GET', '/sandboxes/%ff')).toThrow('path: is not encoded as UTF-8')
  })
})
