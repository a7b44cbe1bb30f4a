import { type ServerPolicy, serverPolicy } from '../../contract/policy.ts'
import type { Config, Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function policyRoutes({ config }: Pick<Engine, 'config'>): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/v1/policy',
        tag: 'Server',
        operation: 'getPolicy',
        summary: 'Limits, network and commands that this server allows',
        answers: answers(serverPolicy, 'The rules in force'),
      },
      async () => json(policyOf(config)),
    ),
  ]
}

export function policyOf(config: Config): ServerPolicy {
  const { commandAllow, commandTimeoutMs, commandOutputBytes, retentionDays } = config
  return {
    limits: {
      timeoutMs: { usual: config.timeoutMs, most: config.maxTimeoutMs },
      memoryMb: { usual: config.memoryMb, most: config.maxMemoryMb },
      cpuPercent: { usual: config.cpuPercent, most: config.maxCpuPercent },
      processes: { usual: config.processes, most: config.maxProcesses },
      outputBytes: { usual: config.outputBytes, most: config.maxOutputBytes },
      diskMb: { usual: config.diskMb, most: config.maxDiskMb },
    },
    network: config.networkCeiling,
    commands: {
      allow: commandAllow.includes('*') ? null : commandAllow,
      timeoutMs: commandTimeoutMs,
      outputBytes: commandOutputBytes,
    },
    retentionDays,
  }
}
