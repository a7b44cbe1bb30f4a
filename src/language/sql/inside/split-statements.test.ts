import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Dialect, DUCKDB, POSTGRES, SQLITE } from './dialect.ts'
import { splitStatements } from './split-statements.ts'

const textsOf = (source: string, dialect: Dialect) => splitStatements(source, dialect).map(({ text }) => text)

describe('statements are told apart', () => {
  const cases: [title: string, dialect: Dialect, source: string, texts: string[]][] = [
    ['by semicolons, the last one without', SQLITE, 'select 1; select 2', ['select 1;', 'select 2']],
    ['not inside of quotes', SQLITE, `select ';', ";", 'it''s;'; x`, [`select ';', ";", 'it''s;';`, 'x']],
    ['not inside of comments', SQLITE, '-- a;\nselect /* ; */ 1; -- b;', ['select /* ; */ 1;']],
    ['not inside of names in brackets', SQLITE, 'select [a;b], `c;d`; x', ['select [a;b], `c;d`;', 'x']],
    ['behind an array', POSTGRES, 'select array[1;2', ['select array[1;', '2']],
    [
      'not inside of a trigger',
      SQLITE,
      'create temp trigger t after insert on a begin insert into b values (case 1 when 1 then 2 end); end; x',
      ['create temp trigger t after insert on a begin insert into b values (case 1 when 1 then 2 end); end;', 'x'],
    ],
    [
      'not inside of dollar quotes',
      POSTGRES,
      'do $$ a; $$; do $x$ b; $$ $x$; c',
      ['do $$ a; $$;', 'do $x$ b; $$ $x$;', 'c'],
    ],
    ['not inside of escaped quotes', POSTGRES, String.raw`select e'\';'; x`, [String.raw`select e'\';';`, 'x']],
    ['not inside of nested comments', POSTGRES, '/* a /* b; */ c; */ x; y', ['x;', 'y']],
    ['behind a comment that does not nest', DUCKDB, '/* a /* b; */ c; x', ['c;', 'x']],
    ['and empty ones are left out', SQLITE, ';; ; -- nothing\n;', []],
  ]
  it.each(cases)('%s', (_, dialect, source, texts) => {
    expect(textsOf(source, dialect)).toEqual(texts)
  })

  it('each has its place, whatever the program is', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      ';',
      '--',
      '/*',
      '*/',
      '$$',
      '$a$',
      '[',
      ']',
      '`',
      'e',
      'é',
      '🎉',
      '\n',
      ' ',
      'end',
      '1',
    )
    const dialect = fc.constantFrom(SQLITE, POSTGRES, DUCKDB)
    fc.assert(
      fc.property(fc.array(piece), dialect, (pieces, chosen) => {
        const source = pieces.join('')
        let behind = 0
        for (const { text, start, tokens } of splitStatements(source, chosen)) {
          expect(source.slice(start, start + text.length)).toBe(text)
          for (const token of tokens) expect(source.startsWith(token.text, token.start)).toBe(true)
          expect(start).toBeGreaterThanOrEqual(behind)
          behind = start + text.length
        }
      }),
    )
  })
})
