import { expect, it } from 'vitest'
import { gatewayPage } from './gateway-page.ts'
import { forbidden, notFound, portClosed } from './gateway-problem.ts'

it('the page tells a person the problem and the remedy, and reloads only where waiting can help', () => {
  expect(gatewayPage(portClosed('abc', 8000))).toMatch(/refresh[\s\S]*port is not open[\s\S]*Start a server[\s\S]*8000/)
  expect(gatewayPage(notFound('abc'))).toMatch(/was not found[\s\S]*timeout/)
  expect(gatewayPage(notFound('abc'))).not.toContain('refresh')
  expect(gatewayPage(forbidden('abc'))).toContain('E2B-Traffic-Access-Token')
})

it('the page shows names as text, whatever they contain', () => {
  expect(gatewayPage(notFound('<script>"&'))).not.toContain('<script>')
})
