/** The language name in the text behind a fence; empty when there is none. */
export function nameInInfo(info: string): string {
  const text = info.trim().slice(0, 200)
  // {.python .numberLines}, {python, echo=FALSE}
  const braces = /^\{\s*\.?([\w+#.-]+)/.exec(text)?.[1]
  if (braces !== undefined && !braces.includes('=')) return clean(braces)
  // python title="a", js{1,3}, rust,no_run, ts:main.ts, src/main.py
  const [first = ''] = text.split(/[\s,{(]/, 1)
  return clean(first.split(':', 1)[0] || first)
}

/** Words behind a language that keep tools of documents from running the code: `rust,no_run`, `{r, eval=FALSE}`. */
export const saysNotToRun = (info: string): boolean =>
  /[\s,{](?:ignore|no_run|norun|compile_fail|eval\s*=\s*(?:false|f))(?=$|[\s,}])/i.test(info.slice(0, 200))

const clean = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:language|lang|source|highlight)-/, '')
    .replace(/^[.:]+|[:;]+$/g, '')

/** The file name that an answer gives the next block: `app.py`:, **src/main.rs**, "Save this as app.py". */
export function fileInText(line: string): string | undefined {
  const found = [
    ...line
      .slice(0, 200)
      .matchAll(/(?:^|[\s`*"'(/])([\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}|Dockerfile|Makefile)(?=$|[\s`*"'):,.])/gi),
  ]
  return found.at(-1)?.[1]
}
