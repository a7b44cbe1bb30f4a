import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProgramRunner } from './program-runner.ts'

const FILES = {
  'sales.csv': 'id,name,price\n1,"a, b",1.5\n2,ü,\n',
  'data/people.json': '[{"n":1,"tags":["x"]},{"n":2}]',
  'events.jsonl': '{"kind":"start"}\n{"kind":"stop"}\n',
}

/** Declares the promises of SQL for these languages; gives the runner for more. */
export function sqlPromises(languages: string[]): () => Awaited<ReturnType<typeof openProgramRunner>> {
  let runner: Awaited<ReturnType<typeof openProgramRunner>>
  beforeAll(async () => {
    runner = await openProgramRunner()
  })
  afterAll(() => runner.close())

  describe.concurrent.for(languages)('%s', (language) => {
    const rowsOf = async (code: string) => {
      const { stdout, stderr } = await runner.run(language, { code, files: FILES })
      expect(stderr).toBe('')
      return stdout
        .split('\n')
        .slice(2, -2)
        .map((line) => line.trim())
    }

    it('shows the result of each statement, and the statements before a failure', async () => {
      const code =
        'create table t (a integer);\ninsert into t values (1), (2);\nselect a from t order by a;\nselect a, a * 2 as b from t where a > 5;\nselect * from nowhere;\nselect 3;'
      const { stdout, exitCode, error } = await runner.run(language, { code })
      expect(stdout).toBe(' a\n---\n 1\n 2\n(2 rows)\n\n a | b\n---+---\n(0 rows)\n')
      expect([exitCode, error?.line]).toEqual([1, 5])
    })

    it('reads CSV and JSON files of the workspace as tables', async () => {
      expect(await rowsOf('select * from sales order by id')).toEqual(['1 | a, b |   1.5', '2 | ü    |  NULL'])
      expect(await rowsOf('select n from people where tags is null')).toEqual(['2'])
      expect(await rowsOf('select kind from events order by kind')).toEqual(['start', 'stop'])
      expect(await rowsOf('select sum(n) * 1.0 > 2 as more from "data/people.json"')).toHaveLength(1)
    })

    it('prefers a table that the program makes over a file of the same name', async () => {
      expect(await rowsOf('create table sales (x integer); insert into sales values (7); select * from sales')).toEqual(
        ['7'],
      )
    })

    it('keeps every digit, NULL, and text with semicolons', async () => {
      const code = "select 9007199254740993 as big, 'a;b' as text, null as gap"
      expect(await rowsOf(code)).toEqual(['9007199254740993 | a;b  | NULL'])
    })
  })
  return () => runner
}
