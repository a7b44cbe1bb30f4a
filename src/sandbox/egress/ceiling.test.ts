import { describe, expect, it } from 'vitest'
import { assertWithinCeiling } from './ceiling.ts'

const allowed = (asked: string[], ceiling: string[]): boolean => {
  try {
    assertWithinCeiling(asked, ceiling)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/NETWORK_REFUSED|INVALID_REQUEST/) })
    return false
  }
}

describe('the reach that a call may ask for', () => {
  it('is nothing when the operator lists nothing', () => {
    expect(allowed([], [])).toBe(true)
    expect(allowed(['example.com'], [])).toBe(false)
  })

  it('is every public name and address under a star, but nothing of this host or its networks', () => {
    expect(allowed(['example.com', '*.example.com:8443', '1.1.1.1'], ['*'])).toBe(true)
    for (const own of [
      '127.0.0.1:4400',
      '10.0.0.1',
      '169.254.169.254',
      '[::1]:80',
      '192.168.1.1:22',
      '0x7f000001',
      '127.1',
    ]) {
      expect(allowed([own], ['*']), own).toBe(false)
    }
  })

  it('is a private address only when the operator lists it literally', () => {
    expect(allowed(['127.0.0.1:8080'], ['127.0.0.1:8080'])).toBe(true)
    expect(allowed(['127.0.0.1:8081'], ['127.0.0.1:8080'])).toBe(false)
  })

  it('is the part that the patterns of the operator cover, on their ports', () => {
    expect(allowed(['a.example.com'], ['*.example.com'])).toBe(true)
    expect(allowed(['*.b.example.com'], ['*.example.com'])).toBe(true)
    expect(allowed(['example.com'], ['*.example.com'])).toBe(false)
    expect(allowed(['a.example.com:8080'], ['*.example.com'])).toBe(false)
    expect(allowed(['evil.com'], ['*.example.com'])).toBe(false)
  })

  it('must be readable', () => {
    expect(allowed(['exa mple'], ['*'])).toBe(false)
  })
})
