import { randomUUID } from 'node:crypto'
import { type LogEntry, Sandbox, Template, type TemplateClass } from 'e2b'
import type { E2bServer } from './e2b-server.ts'

/** Common actions of template tests, through the official SDK. */
export function templateTools(server: () => E2bServer) {
  return {
    /** Builds a template; gives the logs of the build. */
    async build(template: TemplateClass, name = `t-${randomUUID()}`, options: object = {}) {
      const entries: LogEntry[] = []
      const onBuildLogs = (entry: LogEntry) => void entries.push(entry)
      const info = await Template.build(template, name, { ...server().options, ...options, onBuildLogs })
      return { info, name, entries, logs: entries.map(({ message }) => message) }
    },
    /** The output of a command in a machine made from a template. */
    async run(name: string, command: string, options: object = {}): Promise<string> {
      const sandbox = await Sandbox.create(name, { ...server().options, ...options })
      try {
        return (await sandbox.commands.run(command)).stdout
      } finally {
        await sandbox.kill()
      }
    },
    /** Sends a request of the first user; gives its JSON. */
    async call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const response = await fetch(server().url + path, {
        ...{ method, headers: { 'x-api-key': server().key } },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
    },
  }
}
