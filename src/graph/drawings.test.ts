import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContextGraph } from '../contract/graph.ts'
import { drawings } from './drawings.ts'
import { labelText } from './label-text.ts'

/** Labels as a program, a file name or a model could choose them, to break out of their place. */
const ATTACKS = [
  '"]; click n0 "javascript:alert(1)"',
  '"] --> evil["x',
  '`**bold**` <script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '#quot;]:::x',
  'a%%{init: {"securityLevel": "loose"}}%%',
  '\\"]; evil [label="x',
  '\\',
  'ends with \\',
  'line\nsubgraph evil',
  'cr\rend',
  '\u2028subgraph evil',
  ']]></data><node id="evil"/>',
  '&evil;',
  '<!ENTITY x SYSTEM "file:///etc/passwd">',
  '\u0000\u0008\uffff\ud800',
  '\u202egnp.exe',
  'a -->|x| b',
  'end',
  'x'.repeat(5000),
]

const graphOf = (label: string): ContextGraph => ({
  focus: [],
  nodes: [
    { id: `file:session:ses1/${label}@1`, kind: 'file', label: labelText(label), at: 1, event: 'e.1' },
    { id: 'run:run1', kind: 'run', label: labelText(label), at: 2, event: 'e.2', outcome: 'ok' },
  ],
  edges: [{ from: `file:session:ses1/${label}@1`, to: 'run:run1', kind: 'named-in', at: 2, event: 'e.2' }],
  total: { nodes: 2, edges: 1, events: 2 },
  more: 0,
})

/** The only lines that a Mermaid drawing may have. */
const MERMAID = [
  /^flowchart TB$/,
  /^ {2}n\d+\["(?:[\p{L}\p{N} .,_/=()+-]|#\d+;)*"\]:::[a-z]+$/u,
  /^ {2}n\d+ -->\|[a-z-]+\| n\d+$/,
  /^ {2}classDef [a-z]+ fill:#[a-f]{3},stroke:#[0-9a-c]{3}$/,
  /^$/,
]
const DOT = [
  /^digraph context \{$/,
  /^ {2}n\d+ \[label="(?:[^"\\\r\n]|\\["\\])*", shape=[a-z]+\];$/,
  /^ {2}n\d+ -> n\d+ \[label="[a-z-]+"\];$/,
  /^\}$/,
  /^$/,
]
const DATA = /<data key="[a-z]+">(?:[^<>&"']|&(?:amp|lt|gt|quot|apos|#9|#10|#13);)*<\/data>/.source
const GRAPHML = [
  /^<\?xml version="1.0" encoding="UTF-8"\?>$/,
  /^<graphml xmlns="http:\/\/graphml.graphdrawing.org\/xmlns">$/,
  /^ {2}<key id="[a-z]+" for="[a-z]+" attr.name="[a-z]+" attr.type="[a-z]+"\/>$/,
  /^ {2}<graph id="context" edgedefault="directed">$/,
  new RegExp(`^ {4}<node id="n\\d+">(?:${DATA})+</node>$`),
  new RegExp(`^ {4}<edge source="n\\d+" target="n\\d+">${DATA}</edge>$`),
  /^ {2}<\/graph>$/,
  /^<\/graphml>$/,
  /^$/,
]

describe.each([
  ['mermaid', MERMAID],
  ['dot', DOT],
  ['graphml', GRAPHML],
] as const)('a drawing in %s', (format, allowed) => {
  const strangeLines = (label: string) =>
    drawings[format]
      .draw(graphOf(label))
      .split('\n')
      .filter((line) => !allowed.some((form) => form.test(line)))

  test.each(ATTACKS.map((label) => ({ shown: JSON.stringify(label.slice(0, 40)), label })))(
    'holds $shown inside of its label',
    ({ label }) => {
      expect(strangeLines(label)).toEqual([])
    },
  )

  test('has lines of known forms alone, whatever the labels are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (label) => {
        expect(strangeLines(label)).toEqual([])
      }),
    )
  })

  test('names both nodes and the edge', () => {
    const text = drawings[format].draw(graphOf('data.csv'))
    expect(text).toContain('data.csv')
    expect(text).toContain('named-in')
  })
})

test('a label is one line of at most 100 characters, without anything unseen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const label = labelText(text)
      expect([...label].length).toBeLessThanOrEqual(100)
      expect(label).not.toMatch(/[\n\r\u0000-\u001f\u202a-\u202e\u2028\u2029]/)
      expect(label.isWellFormed()).toBe(true)
    }),
  )
})
