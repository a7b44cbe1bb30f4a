/**
 * V8's REPL mode gives top-level await and the value of the last expression. This adds the rest: declarations become `var`,
 * since a later cell may repeat them in any form, and module syntax becomes code of a script. Lines stay where they are.
 */
function rewriteCell(text, program) {
  const edits = program.body.flatMap((statement) => statementEdits(text, statement))
  if (/\bimport\b/.test(text)) for (const edit of moduleExpressions(program)) edits.push(edit)
  edits.sort((left, right) => right.start - left.start)
  return edits.reduce((code, { start, end, by }) => code.slice(0, start) + by + code.slice(end), text)
}

const EDITS = {
  VariableDeclaration: variableEdits,
  ClassDeclaration: classEdits,
  ImportDeclaration: importEdits,
  ExportNamedDeclaration: exportEdits,
  ExportDefaultDeclaration: exportEdits,
  ExportAllDeclaration: exportEdits,
}

const statementEdits = (text, statement) => EDITS[statement.type]?.(text, statement) ?? []

/** Keeps the width, so that columns stay; a `let` without a value starts anew. */
function variableEdits(_text, { kind, start, declarations }) {
  if (kind !== 'let' && kind !== 'const') return []
  const empty = declarations.filter(({ init }) => init === null)
  return [
    { start, end: start + kind.length, by: 'var'.padEnd(kind.length) },
    ...empty.map(({ end }) => ({ start: end, end, by: ' = undefined' })),
  ]
}

function classEdits(_text, { id, start, end }) {
  if (!id) return []
  return [
    { start, end: start, by: `var ${id.name} = ` },
    { start: end, end, by: ';' },
  ]
}

function importEdits(text, { start, end, specifiers, source, attributes = [] }) {
  const pairs = attributes.map(({ key, value }) => `${JSON.stringify(key.name ?? key.value)}:${value.raw}`)
  const names = specifiers.flatMap(importedName)
  const loaded = `await __anneal.import(${source.raw},{with:{${pairs.join(',')}}},${JSON.stringify(names)})`
  const whole = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')?.local.name
  const taken = specifiers.flatMap((specifier) =>
    importedName(specifier).map((name) => `${JSON.stringify(name)}: ${specifier.local.name}`),
  )
  const targets = [...(whole ? [whole] : []), ...(taken.length > 0 ? [`{${taken.join(', ')}}`] : [])]
  const [first, second] = targets
  const declaration = first === undefined ? `void ${loaded}` : `var ${first} = ${loaded}`
  const both = second === undefined ? declaration : `${declaration}, ${second} = ${first}`
  return [{ start, end, by: `${both};${linesOf(text.slice(start, end))}` }]
}

function importedName({ type, imported }) {
  if (type === 'ImportNamespaceSpecifier') return []
  return [type === 'ImportDefaultSpecifier' ? 'default' : (imported.name ?? imported.value)]
}

/** Keeps the exported declaration and removes the keyword: a cell shares everything with later cells already. */
function exportEdits(text, { start, end, declaration }) {
  if (!declaration) return [{ start, end, by: linesOf(text.slice(start, end)) }]
  const word = { start, end: declaration.start, by: blank(text.slice(start, declaration.start)) }
  const isNameless = declaration.type.endsWith('Declaration') && declaration.id === null
  if (!isNameless) return [word, ...statementEdits(text, declaration)]
  return [
    { ...word, by: `${word.by}(` },
    { start: declaration.end, end: declaration.end, by: ')' },
  ]
}

const linesOf = (text) => text.replace(/[^\n]/g, '')
const blank = (text) => text.replace(/[^\n]/g, ' ')

/** Finds `import(…)` and `import.meta`, wherever they stand. */
function moduleExpressions(node) {
  if (node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap(moduleExpressions)
  const inner = Object.values(node).flatMap(moduleExpressions)
  if (node.type === 'ImportExpression') {
    return [{ start: node.start, end: node.start + 'import'.length, by: '__anneal.import' }, ...inner]
  }
  if (node.type === 'MetaProperty' && node.meta.name === 'import') {
    return [{ start: node.start, end: node.end, by: '__anneal.meta()' }]
  }
  return inner
}

module.exports = { rewriteCell }
