import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onCycles } from './on-cycles.ts'

it('the search for cycles finds exactly the nodes that can be reached from themselves', () => {
  const edge = fc.tuple(fc.nat(7), fc.nat(7))
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), (edges) => {
      const graph = new Map<number, number[]>(Array.from({ length: 8 }, (_, node) => [node, []]))
      for (const [from, to] of edges) graph.get(from)?.push(to)
      const reached = (start: number) => {
        const seen = new Set<number>()
        const open = [...(graph.get(start) ?? [])]
        for (let node = open.pop(); node !== undefined; node = open.pop()) {
          if (seen.has(node)) continue
          seen.add(node)
          open.push(...(graph.get(node) ?? []))
        }
        return seen
      }
      const expected = [...graph.keys()].filter((node) => reached(node).has(node))
      expect([...onCycles(graph)].sort()).toEqual(expected.sort())
    }),
  )
})

it('the search for cycles follows chains of any length', () => {
  const graph = new Map(Array.from({ length: 50_000 }, (_, node): [number, number[]] => [node, [(node + 1) % 50_000]]))
  expect(onCycles(graph).size).toBe(50_000)
})
