/** A program, taken apart for search: every part counts differently. */
export interface Fields {
  /** Names that it defines. */
  names: string[]
  /** Documentation: the task, doc strings, comments. */
  doc: string
  /** All of the code without its documentation. */
  body: string
}

const MOST_CODE = 20_000
const DOC =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|\/\*[\s\S]{0,2000}?\*\/|(?<![\w"'])#(?!!|include|define)[^\n]*|\/\/[^\n]*|(?<=\n\s*)--[^\n]*/g
/** Each repetition has a bound: what an endless one gives back is tried again at every place of a hostile program. */
const DEFINITION =
  /\b(?:def|class|function|func|fn|fun|sub|interface|struct|trait|enum|module|type|proc)\s{0,20}\*?\s{1,20}([A-Za-z_$][\w$]*)|\b(?:const|let|var|val)\s{1,20}([A-Za-z_$][\w$]*)\s{0,20}=\s{0,20}(?:async\s{0,20})?(?:function|\([^)\n]{0,500}\)\s{0,20}=>|\w+\s{0,20}=>)|^([A-Za-z_]\w*)\s{0,20}\(\)\s{0,20}\{|\bcreate\s{1,20}(?:or\s{1,20}replace\s{1,20})?(?:temp(?:orary)?\s{1,20})?(?:table|view|function|index)\s{1,20}(?:if\s{1,20}not\s{1,20}exists\s{1,20})?([A-Za-z_]\w*)/gim

/** Reads a program by its surface, in microseconds: syntax trees would take a hundred times as long, and broken code has none. */
export function fieldsOf(code: string, task = ''): Fields {
  const text = code.length > MOST_CODE ? code.slice(0, MOST_CODE) : code
  const docs: string[] = task === '' ? [] : [task]
  const body = text.replace(DOC, (doc) => {
    docs.push(doc)
    return ' '
  })
  const names: string[] = []
  for (const found of body.matchAll(DEFINITION)) {
    const name = found[1] ?? found[2] ?? found[3] ?? found[4]
    if (name) names.push(name)
  }
  return { names, doc: docs.join('\n'), body }
}
