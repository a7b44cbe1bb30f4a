import { Sandbox, Template } from 'e2b'

/** Builds a template with a file of its own over TLS, given only the domain, and prints the content of a machine made from it. */
const template = Template().fromBaseImage().copy('template-client.ts', 'copied.ts').runCmd('wc -l < copied.ts > lines')
const { templateId } = await Template.build(template, 'by-domain')
const sandbox = await Sandbox.create('by-domain')
const { stdout } = await sandbox.commands.run('head -c 6 copied.ts; test -s lines && echo ed')
await sandbox.kill()
process.stdout.write(`${JSON.stringify({ templateId, said: stdout })}\n`)
