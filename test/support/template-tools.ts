import { randomUUID } from 'node:crypto'
import { type LogEntry, Sandbox, Template, type TemplateClass } from 'e2b'
import type { E2bServer } from './e2b-server.ts'

/** What tests of templates do again and again, through the official SDK. */
export function templateTools(server: () => E2bServer) {
  return {
    /** Builds it, and tells what the build told. */
    async build(template: TemplateClass, name = `t-${randomUUID()}`, options: object = {}) {
      const entries: LogEntry[] = []
      const onBuildLogs = (entry: LogEntry) => void entries.push(entry)
      const info = await Template.build(template, name, { ...server().options, ...options, onBuildLogs })
      return { info, name, entries, logs: entries.map(({ message }) => message) }
    },
    /** What a command prints in a machine made of a template. */
    async run(name: string, command: string, options: object = {}): Promise<string> {
      const sandbox = await Sandbox.create(name, { ...server().options, ...options })
      try {
        return (await sandbox.commands.run(command)).stdout
      } finally {
        await sandbox.kill()
      }
    },
    /** A call of its own, by the first user; what comes back as JSON. */
    async call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const response = await fetch(server().url + path, {
        ...{ method, headers: { 'x-api-key': server().key } },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
    },
  }
}
