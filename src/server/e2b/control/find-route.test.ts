import { describe, expect, it } from 'vitest'
import { createRouteFinder } from './find-route.ts'

const rows = [
  { method: 'GET', path: '/sandboxes/{sandboxID}' },
  { method: 'GET', path: '/sandboxes/metrics' },
  { method: 'DELETE', path: '/templates/{templateID}' },
  { method: 'POST', path: '/v2/templates/{templateID}/builds/{buildID}' },
]
const find = createRouteFinder(rows)

describe('the router of the control plane', () => {
  it('finds the row of a method and a path, with its parts by name', () => {
    expect(find('POST', '/v2/templates/one/builds/two')).toEqual({
      route: rows[3],
      params: { templateID: 'one', buildID: 'two' },
    })
  })

  it('takes a written part before one that stands for anything, whatever their order', () => {
    expect(find('GET', '/sandboxes/metrics')?.route.path).toBe('/sandboxes/metrics')
    expect(find('GET', '/sandboxes/metricsx')?.params).toEqual({ sandboxID: 'metricsx' })
  })

  it('splits before it decodes: an id may hold a slash and a colon', () => {
    expect(find('DELETE', '/templates/team%2Fname%3Av1')?.params).toEqual({ templateID: 'team/name:v1' })
  })

  it.each([
    ['another method', 'PUT', '/sandboxes/one'],
    ['another path', 'GET', '/sandboxes'],
    ['a longer path', 'GET', '/sandboxes/one/two'],
    ['an empty part', 'GET', '/sandboxes/'],
  ])('finds nothing for %s', (_, method, path) => {
    expect(find(method, path)).toBeUndefined()
  })

  it('refuses a part that is not encoded as UTF-8', () => {
    expect(() => find('GET', '/sandboxes/%ff')).toThrow('path: is not encoded as UTF-8')
  })
})
