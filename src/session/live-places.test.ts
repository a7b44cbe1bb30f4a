import { describe, expect, it } from 'vitest'
import { createLivePlaces } from './live-places.ts'

describe('places for live sandboxes', () => {
  it('are counted for each user and for the server, and free again when given back', () => {
    const places = createLivePlaces({ server: 3, user: 2 })
    const [leave] = [places.take('ada'), places.take('ada')]
    expect(() => places.take('ada')).toThrow(
      expect.objectContaining({ code: 'SANDBOXES_FULL', details: expect.objectContaining({ whose: 'This user' }) }),
    )
    places.take('bob')
    expect(() => places.take('eve')).toThrow(/This server has 3 live sandboxes/)
    leave?.()
    places.take('eve')
    expect(() => places.take('ada')).toThrow(/This server has 3/)
  })

  it('are not taken by a refused caller', () => {
    const places = createLivePlaces({ server: 1, user: 1 })
    const leave = places.take('ada')
    for (let tries = 0; tries < 3; tries++) expect(() => places.take('ada')).toThrow(/This user has 1/)
    leave()
    expect(places.take('bob')).toBeTypeOf('function')
  })
})
