import { bash } from './bash/bash.ts'
import { c } from './c.ts'
import { cpp } from './cpp.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javascript } from './javascript/javascript.ts'
import { typescript } from './javascript/typescript.ts'
import type { Language } from './language.ts'
import { lua } from './lua.ts'
import { perl } from './perl.ts'
import { php } from './php.ts'
import { python } from './python/python.ts'
import { r } from './r.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { duckdb } from './sql/duckdb.ts'
import { postgres } from './sql/postgres.ts'
import { sqlite } from './sql/sqlite.ts'

export const languages: readonly Language[] = [
  python,
  javascript,
  typescript,
  bash,
  sqlite,
  postgres,
  duckdb,
  ruby,
  perl,
  lua,
  php,
  r,
  go,
  c,
  cpp,
  java,
  rust,
]
