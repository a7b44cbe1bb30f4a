import { describe, expect, it } from 'vitest'
import { parseTree } from '../../../../language/tree/parse-tree.ts'
import { findDangers } from '../../find-dangers.ts'
import type { LanguageGuard } from '../../rule.ts'
import { pythonGuard } from '../python-guard.ts'
import { boundNames } from './bound-names.ts'

const PROGRAM = `
import a.b as c
from d import e as f
g, (h, i) = j = k: int = 1, (2, 3)
l += outside
for m, n in outside: pass
with outside as o: pass
try: pass
except Exception as p: pass
def q(r, *s, **t): global u
class V: pass
[w for w in outside]
sum(x for x in outside)
if (y := outside): pass
`

const worstOf = (code: string) =>
  findDangers({ code, language: 'python' }, [pythonGuard as LanguageGuard]).findings[0]?.severity

describe('names of a Python program', () => {
  it('are bound by every statement that gives a value', () => {
    const bound = boundNames(parseTree('python', PROGRAM))
    for (const name of 'c f g h i j l m n o p q r s t u V w x y'.split(' ')) expect(bound, name).toContain(name)
    expect(bound).not.toContain('outside')
  })

  it('come from elsewhere when nothing binds them, as in a piece of a larger program', () => {
    expect(worstOf('import os\nos.system("ping " + host)\n')).toBe('high')
    expect(worstOf('cursor.execute("SELECT * FROM t WHERE id = " + user_id)\n')).toBe('high')
    expect(worstOf('import os\nhost = "localhost"\nos.system("ping " + host)\n')).not.toBe('high')
    expect(worstOf('import os\nos.system(COMMAND)\n')).not.toBe('high')
  })
})
