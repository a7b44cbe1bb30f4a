import { type Command, InvalidArgumentError, type OptionValues } from 'commander'
import type { Behaviour } from './host.ts'

/** Ties a declared command to its behaviour. */
export type Bind = <Flags extends OptionValues>(command: Command, behaviour: Behaviour<Flags>) => Command

export const withJson = (command: Command): Command => command.option('--json', 'print one JSON document')

export const withServer = (command: Command): Command =>
  command
    .option('--server <url>', 'use this server instead of running in-process (ANNEAL_SERVER)')
    .option('--api-key <key>', 'key for the server (ANNEAL_API_KEY)')

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new InvalidArgumentError('It must be a number above 0.')
}

export function shareOfOne(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('It must be a number from 0 to 1.')
}

export const wholeNumber =
  (low: number, high = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= low && value <= high) return value
    const range = high === Number.MAX_SAFE_INTEGER ? `from ${low} up` : `from ${low} to ${high}`
    throw new InvalidArgumentError(`It must be a whole number ${range}.`)
  }
