import { tableText } from '../src/language/sql/inside/table.ts'
import { CASES, type FeatureName, featureNames, linesOf, type Templates, valuesOf } from './features.ts'
import { bash } from './templates/bash.ts'
import { c } from './templates/c.ts'
import { cpp } from './templates/cpp.ts'
import { go } from './templates/go.ts'
import { java } from './templates/java.ts'
import { javascript } from './templates/javascript.ts'
import { lua } from './templates/lua.ts'
import { perl } from './templates/perl.ts'
import { php } from './templates/php.ts'
import { python } from './templates/python.ts'
import { r } from './templates/r.ts'
import { ruby } from './templates/ruby.ts'
import { rust } from './templates/rust.ts'
import { duckdb, postgres, sqlite } from './templates/sql.ts'
import { typescript } from './templates/typescript.ts'

export interface LanguageProgram {
  language: string
  feature: FeatureName
  index: number
  code: string
  stdout: string
}

const script = { python, javascript, typescript, bash, ruby, perl, lua, php, r }
const database = { sql: sqlite, postgres, duckdb }
const compiled = { go, c, cpp, java, rust }
const languages = Object.entries<Templates>({ ...script, ...database, ...compiled })

/** Every feature in every language, ten times with other values: 1,020 programs, each with its exact output. */
export const languagePrograms: LanguageProgram[] = Array.from({ length: CASES }, (_, index) =>
  featureNames.flatMap((feature) =>
    languages.map(([language, templates]) => ({
      language,
      feature,
      index,
      ...written({ language, feature, index, templates }),
    })),
  ),
).flat()

interface Asked<Name extends FeatureName = FeatureName> {
  language: string
  feature: Name
  index: number
  templates: Templates
}

function written<Name extends FeatureName>({ language, feature, index, templates }: Asked<Name>) {
  const values = valuesOf[feature](index)
  const lines = linesOf[feature](values)
  const stdout = language in database ? shownAsTable(feature, lines) : `${lines.join('\n')}\n`
  return { code: templates[feature](values), stdout }
}

function shownAsTable(feature: FeatureName, lines: (string | number)[]): string {
  // A column has one type: beside words a number is a word too.
  const cells = feature === 'fizzbuzz' ? lines.map(String) : lines
  return tableText({ columns: [{ name: 'v', type: '' }], rows: cells.map((cell) => [cell]) })
}
