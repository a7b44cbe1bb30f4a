import { javascriptSamples } from './javascript.ts'
import type { LanguageSamples } from './samples.ts'

export const typescriptSamples: LanguageSamples = {
  ...javascriptSamples,
  hello: { code: 'const greeting: string = "hello"\nconsole.log(greeting)' },
  stdin: {
    code: 'import { readFileSync } from "node:fs"\nconst text: string = readFileSync(0, "utf8")\nprocess.stdout.write(text)',
  },
  error: {
    code: 'interface Box { key?: string }\nconst x = null as unknown as Box\nx.key',
    type: 'TypeError',
    message: "Cannot read properties of null (reading 'key')",
  },
}
