import type { ContextGraph, GraphFormat, GraphNode } from '../contract/graph.ts'

interface Drawing {
  mediaType: string
  draw(graph: ContextGraph): string
}

/** Labels come from programs, file names and models: each language has its own way to break out of a text. */
export const drawings: Record<Exclude<GraphFormat, 'json'>, Drawing> = {
  mermaid: { mediaType: 'text/vnd.mermaid', draw: mermaid },
  dot: { mediaType: 'text/vnd.graphviz', draw: dot },
  graphml: { mediaType: 'application/graphml+xml', draw: graphml },
}

function mermaid(graph: ContextGraph): string {
  const name = namesOf(graph)
  const lines = graph.nodes.map((node) => `  ${name(node.id)}["${mermaidText(titleOf(node))}"]:::${node.kind}`)
  const links = graph.edges.map(({ from, to, kind }) => `  ${name(from)} -->|${kind}| ${name(to)}`)
  const classes = ['failure fill:#fdd,stroke:#c00', 'result fill:#dfd,stroke:#080', 'file fill:#eef,stroke:#55a']
  return ['flowchart TB', ...lines, ...links, ...classes.map((style) => `  classDef ${style}`), ''].join('\n')
}

/** Everything but letters, digits and harmless marks becomes a number: Mermaid reads quotes, tags and links inside of texts. */
const mermaidText = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,_/=()+-]/gu, (character) => `#${character.codePointAt(0)};`)

function dot(graph: ContextGraph): string {
  const name = namesOf(graph)
  const lines = graph.nodes.map(
    (node) => `  ${name(node.id)} [label="${dotText(titleOf(node))}", shape=${SHAPES[node.kind] ?? 'box'}];`,
  )
  const links = graph.edges.map(({ from, to, kind }) => `  ${name(from)} -> ${name(to)} [label="${kind}"];`)
  return ['digraph context {', ...lines, ...links, '}', ''].join('\n')
}

const SHAPES: Partial<Record<GraphNode['kind'], string>> = {
  file: 'note',
  failure: 'octagon',
  user: 'oval',
  state: 'cylinder',
}

/** Inside of quotes a backslash and a quote are the only characters with a meaning; labels have no line breaks. */
const dotText = (text: string): string => text.replace(/[\\"]/g, (character) => `\\${character}`)

function graphml(graph: ContextGraph): string {
  const name = namesOf(graph)
  const data = (key: string, value: unknown) =>
    value === undefined ? '' : `<data key="${key}">${xmlText(String(value))}</data>`
  const nodes = graph.nodes.map(
    ({ id, kind, label, at, outcome }) =>
      `    <node id="${name(id)}">${data('id', id)}${data('kind', kind)}${data('label', label)}${data('at', at)}${data('outcome', outcome)}</node>`,
  )
  const edges = graph.edges.map(
    ({ from, to, kind }) => `    <edge source="${name(from)}" target="${name(to)}">${data('kind', kind)}</edge>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...['id', 'kind', 'label', 'outcome'].map(
      (key) => `  <key id="${key}" for="all" attr.name="${key}" attr.type="string"/>`,
    ),
    '  <key id="at" for="node" attr.name="at" attr.type="double"/>',
    '  <graph id="context" edgedefault="directed">',
    ...nodes,
    ...edges,
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n')
}

const ENTITIES: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
  ...{ '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
}
/** Characters that no XML document may have, not even as numbers. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(NO_XML, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? '')

const titleOf = ({ kind, label, outcome }: GraphNode): string =>
  `${kind}: ${label}${outcome === undefined || label === outcome ? '' : ` (${outcome})`}`

/** Names that hold no text of anybody. */
function namesOf({ nodes }: ContextGraph): (id: string) => string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]))
  return (id) => names.get(id) ?? ''
}
