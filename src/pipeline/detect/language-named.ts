import { findLanguage, type Language, languageOfFile } from '../../language/language.ts'

/** Other names that people write for languages. */
const OTHER_NAMES = new Map(
  Object.entries({
    bash: ['console', 'shell-session', 'shellsession', 'sh-session', 'bash-session', 'terminal', 'ksh', 'fish', 'dash'],
    python: ['pycon', 'python-repl', 'python-console', 'doctest', 'ipython', 'ipython3', 'jupyter'],
    sql: ['mysql', 'mariadb', 'tsql', 'plsql', 'mssql'],
  }).flatMap(([language, names]) => names.map((name) => [name, language])),
)

/** The language with this name, alias, name with a version, or file name. */
export function languageNamed(name: string, languages: readonly Language[]): Language | undefined {
  if (name === '') return undefined
  const own = OTHER_NAMES.get(name) ?? name.replace(/^(python|php|lua|ruby)[\d.]+$/, '$1')
  return findLanguage(languages, own) ?? languageOfFile(languages, name)
}

/** The language of `#!/usr/bin/env python3` and its like. */
export function languageOfShebang(code: string, languages: readonly Language[]): Language | undefined {
  const [, path = '', argument = ''] = /^#![ \t]*(\/\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(code.slice(0, 200)) ?? []
  const program = path.split('/').at(-1) ?? ''
  return languageNamed((program === 'env' ? argument : program).toLowerCase(), languages)
}
