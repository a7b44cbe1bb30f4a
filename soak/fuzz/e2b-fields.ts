import type { Schema } from './schema-value.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const map: Schema = { type: 'object', additionalProperties: text }
const texts: Schema = { type: 'array', items: text }

/** Fields of all bodies of E2B's API together, in ranges that a campaign can afford: rows pass over those they do not know. */
export const E2B_BODY: Schema = {
  type: 'object',
  required: ['templateID', 'name', 'timeout', 'value'],
  properties: {
    ...{ templateID: text, timeout: { type: 'integer', minimum: 0, maximum: 120 }, metadata: map, envVars: map },
    ...{ secure: flag, allow_internet_access: flag, autoPause: flag, autoPauseMemory: flag, name: text, alias: text },
    autoResume: { type: 'object', required: ['enabled'], properties: { enabled: flag } },
    network: {
      type: 'object',
      properties: { allowOut: texts, denyOut: texts, allowPublicTraffic: flag, maskRequestHost: text },
    },
    volumeMounts: {
      type: 'array',
      items: { type: 'object', required: ['name', 'path'], properties: { name: text, path: text } },
    },
    ...{ tags: texts, names: texts, target: text, value: text, label: text, hosts: texts, description: text },
    ...{
      cpuCount: { type: 'integer', minimum: 1, maximum: 4 },
      memoryMB: { type: 'integer', minimum: 128, maximum: 512 },
    },
    ...{ fromImage: text, fromTemplate: text, force: flag, startCmd: text, readyCmd: text, public: flag, memory: flag },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type'],
        properties: {
          type: { enum: ['COPY', 'RUN', 'ENV', 'WORKDIR', 'USER'] },
          args: texts,
          filesHash: text,
          force: flag,
        },
      },
    },
    ...{ mode: { type: 'integer', maximum: 511 }, uid: { type: 'integer' }, gid: { type: 'integer' } },
    ...{
      path: text,
      source_paths: texts,
      sources: texts,
      destination: text,
      duration: { type: 'integer', maximum: 60 },
    },
  },
}

export const E2B_QUERY: Record<string, Schema> = {
  ...{ path: text, username: text, signature: text, signature_expiration: text, metadata: text, state: text },
  ...{ limit: { type: 'integer', maximum: 200 }, nextToken: text, start: text, end: text, cursor: text, level: text },
  ...{
    depth: { type: 'integer', maximum: 20 },
    force: flag,
    mode: text,
    sandbox_ids: text,
    logsOffset: { type: 'integer' },
  },
  ...{ expires: text, teamID: text, direction: text, search: text },
}
