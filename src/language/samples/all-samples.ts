import { bashSamples } from './bash.ts'
import { cSamples } from './c.ts'
import { cppSamples } from './cpp.ts'
import { goSamples } from './go.ts'
import { javaSamples } from './java.ts'
import { javascriptSamples } from './javascript.ts'
import { luaSamples } from './lua.ts'
import { perlSamples } from './perl.ts'
import { phpSamples } from './php.ts'
import { pythonSamples } from './python.ts'
import { rSamples } from './r.ts'
import { rubySamples } from './ruby.ts'
import { rustSamples } from './rust.ts'
import type { LanguageSamples } from './samples.ts'
import { duckdbSamples, postgresSamples, sqlSamples } from './sql.ts'
import { typescriptSamples } from './typescript.ts'

/** By the id of the language. */
export const allSamples: Record<string, LanguageSamples> = {
  python: pythonSamples,
  javascript: javascriptSamples,
  typescript: typescriptSamples,
  bash: bashSamples,
  sql: sqlSamples,
  postgres: postgresSamples,
  duckdb: duckdbSamples,
  ruby: rubySamples,
  perl: perlSamples,
  lua: luaSamples,
  php: phpSamples,
  r: rSamples,
  go: goSamples,
  c: cSamples,
  cpp: cppSamples,
  java: javaSamples,
  rust: rustSamples,
}
