import { expect, it } from 'vitest'
import { gatewayPage } from './gateway-page.ts'
import { forbidden, notFound, portClosed } from './gateway-problem.ts'

it('tells a person what is wrong and what to do, and looks again only where waiting can help', () => {
  expect(gatewayPage(portClosed('abc', 8000))).toMatch(/refresh[\s\S]*port is not open[\s\S]*Start a server[\s\S]*8000/)
  expect(gatewayPage(notFound('abc'))).toMatch(/was not found[\s\S]*timeout/)
  expect(gatewayPage(notFound('abc'))).not.toContain('refresh')
  expect(gatewayPage(forbidden('abc'))).toContain('E2B-Traffic-Access-Token')
})

it('shows names as text, whatever they hold', () => {
  expect(gatewayPage(notFound('<script>"&'))).not.toContain('<script>')
})
