/** Origins of a value, as flags: a composed value has the flags of its parts. */
export const ORIGIN = {
  /** Passed by the caller of the function. */
  parameter: 1,
  /** Sent by a client, or typed into a page or its address. */
  request: 2,
  /** Arguments and input of the program. */
  input: 4,
  /** One variable of the environment. */
  environment: 8,
  /** Answered by another host. */
  network: 16,
  /** Read from a file. */
  file: 32,
  /** Credentials: the whole environment, cookies, keys of the user. */
  secret: 64,
  /** Decoded from base64, hexadecimal, character codes or compressed data. */
  decoded: 128,
  /** Keys that a user presses. */
  keys: 256,
  /** Data that identifies one host and user. */
  host: 512,
  /** Data that a browser keeps for a page. */
  storage: 1024,
  /** Names inside of an archive. */
  archive: 2048,
} as const

/** Values that must not leave, in any form. */
export const PRIVATE = ORIGIN.secret | ORIGIN.keys | ORIGIN.host | ORIGIN.storage
/** Values from another party. */
export const FOREIGN = ORIGIN.request | ORIGIN.network
/** Values from another party, or from the user of the program or the function. */
export const GIVEN = FOREIGN | ORIGIN.parameter | ORIGIN.input | ORIGIN.environment | ORIGIN.file
