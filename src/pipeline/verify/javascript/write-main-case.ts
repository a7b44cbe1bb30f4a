import type { ProgramReading } from './read-program.ts'
import type { WrittenCase } from './written-case.ts'

/** A case that compares the output of the started program. */
export function writeMainCase({ fileName, needsTransform }: ProgramReading, stdout: string): WrittenCase {
  const flags = needsTransform ? "'--experimental-transform-types', " : ''
  const lines = stdout.split('\n').map((line) => `  ${JSON.stringify(line)},`)
  return {
    function: fileName,
    title: `${fileName} prints the same as before`,
    lines: [
      `const program = fileURLToPath(new URL('./${fileName}', import.meta.url))`,
      `const stdout = execFileSync(process.execPath, [${flags}program], { encoding: 'utf8', stdio: 'pipe' })`,
      'assert.deepEqual(stdout.split("\\n"), [',
      ...lines,
      '])',
    ],
    isAsync: false,
    kind: 'integration',
    from: 'observed',
  }
}
