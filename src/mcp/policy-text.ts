import type { ServerPolicy } from '../contract/policy.ts'

/** Sentences about the rules that this server enforces, for the descriptions of tools. */
export interface PolicyText {
  limits: string
  network: string
  commands: string
}

export function policyText({ limits, network, commands }: ServerPolicy): PolicyText {
  const { timeoutMs, memoryMb, outputBytes, diskMb } = limits
  return {
    limits:
      `Limits: ${seconds(timeoutMs.usual)} (${seconds(timeoutMs.most)} on request), ${memoryMb.usual} MB memory, ` +
      `${diskMb.usual} MB disk, ${megabytes(outputBytes.usual)} output.`,
    network: networkText(network),
    commands:
      `${commands.allow === null ? 'Any program may be run' : programsText(commands.allow)}, apart from commands that ` +
      `would destroy or take over a host. ${seconds(commands.timeoutMs)} and ${megabytes(commands.outputBytes)} output at most.`,
  }
}

/** The longest list that a description spells out: a model pays for every word of it. */
const MOST_NAMES = 20

function networkText(hosts: string[]): string {
  if (hosts.length === 0) return 'There is no network.'
  if (hosts.includes('*')) return 'No network unless `network` names hosts; private addresses stay closed.'
  return `No network unless \`network\` names hosts; only these are allowed: ${named(hosts)}.`
}

const programsText = (programs: string[]): string =>
  programs.length === 0 ? 'No program may be run' : `Only these programs may be run: ${named(programs)}`

function named(names: string[]): string {
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 104_857.6) / 10} MB`
