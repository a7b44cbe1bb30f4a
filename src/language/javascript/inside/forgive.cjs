// Laid into the sandbox before every JavaScript and TypeScript program: code mixes `import` with `require`, `__dirname`
// and top-level await more often than any one module format allows. CommonJS modules keep names of their own.
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { format } = require('node:util')

const program = join(process.cwd(), 'main.js')
Object.assign(globalThis, { require: createRequire(program), __filename: program, __dirname: process.cwd() })

// Node opens its streams and loads what prints values when they are first used, which takes longer than a short program.
// Almost all programs use them, and here nobody waits yet.
process.stdout.write(format('%s', ''))
process.stderr.write('')
