/**
 * E2B's code interpreter on this server. Start one as root first; then:
 *
 * E2B_API_URL=http://127.0.0.1:4400 E2B_SANDBOX_URL=http://127.0.0.1:4400 E2B_API_KEY=… node examples/code-interpreter.ts
 */
import { Sandbox } from '@e2b/code-interpreter'

const sandbox = await Sandbox.create()

await sandbox.runCode('sold = {"Oslo": 3, "Rome": 5}')
const { text } = await sandbox.runCode('sum(sold.values())')
console.log('sold', text)

const failed = await sandbox.runCode('sold["Bergen"]')
console.log(failed.error?.name, failed.error?.value)

await sandbox.runCode('for n in range(3): print(n * n)', { onStdout: ({ line }) => process.stdout.write(line) })

const squares = await sandbox.runCode('[1, 2, 3].map((n) => n * n)', { language: 'javascript' })
console.log('in JavaScript', squares.text)

const context = await sandbox.createCodeContext({ language: 'python' })
console.log('elsewhere', (await sandbox.runCode('"sold" in dir()', { context })).text)

await sandbox.kill()
