import { z } from 'zod'

/** Lowercase letters and digits only, so that an id can stand in a host name, a path or a file name. */
const ALPHABET = '0123456789abcdefghijklmnopqrstuv'
const TIME_DIGITS = 9
const RANDOM_DIGITS = 12
const DIGITS = TIME_DIGITS + RANDOM_DIGITS

export type IdPrefix =
  | 'run'
  | 'sbx'
  | 'ctx'
  | 'cmd'
  | 'key'
  | 'eng'
  | 'req'
  | 'ses'
  | 'chk'
  | 'vol'
  | 'mch'
  | 'tpl'
  | 'lay'
  | 'sec'
  | 'tok'
  | 'act'
  | 'pln'
  | 'apr'
  | 'tsk'
  | 'pat'
  | 'cht'
  | 'msg'
  | 'les'
  | 'agt'
  | 'fbk'

/** Ids sort by the time they were made; the random part makes them unique and unguessable. */
export function makeId(prefix: IdPrefix, atMs: number, random: Uint8Array): string {
  let time = ''
  for (let rest = atMs, digit = 0; digit < TIME_DIGITS; digit++) {
    time = ALPHABET.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  const tail = Array.from({ length: RANDOM_DIGITS }, (_, index) => ALPHABET.charAt((random[index] ?? 0) & 31))
  return `${prefix}${time}${tail.join('')}`
}

export const ID_RANDOM_BYTES = RANDOM_DIGITS

const PREFIX_LETTERS = 3
/** The part by which ids sort, whatever they name. */
export const ageOf = (id: string): string => id.slice(PREFIX_LETTERS)

const idOf = (prefix: IdPrefix) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}[0-9a-v]{${DIGITS}}$`),
      `must be an id: "${prefix}" and ${DIGITS} digits and letters behind it`,
    )
    .meta({ examples: [`${prefix}01jr5c2k7h3m0v9t4qd6e`] })

export const runId = idOf('run').describe('Names one run')
export const commandId = idOf('cmd').describe('Names one command of the shell')
export const keyId = idOf('key').describe('Names one API key; it is not the key itself')
export const tokenId = idOf('tok').describe('Names one token; it is not the token itself')
export const sessionId = idOf('ses').describe('Names one session')
export const actionId = idOf('act').describe('Names one action')
export const planId = idOf('pln').describe('Names one plan')
export const approvalId = idOf('apr').describe('Names one question to a person')
export const chatId = idOf('cht').describe('Names one conversation')
export const taskId = idOf('tsk').describe('Names one task')
export const patternId = idOf('pat').describe('Names one remembered program')
export const lessonId = idOf('les').describe('Names one lesson of a playbook')
export const checkpointId = idOf('chk').describe('Names one checkpoint')
