/** Where a value comes from, as flags: what is put together has the flags of its parts. */
export const ORIGIN = {
  /** Given by whoever calls the function. */
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
  /** What tells one machine and user from others. */
  host: 512,
  /** What a browser keeps for a page. */
  storage: 1024,
  /** Names inside of an archive. */
  archive: 2048,
} as const

/** What must not leave, however it is written. */
export const PRIVATE = ORIGIN.secret | ORIGIN.keys | ORIGIN.host | ORIGIN.storage
/** Of somebody else, whoever that is. */
export const FOREIGN = ORIGIN.request | ORIGIN.network
/** Of somebody else, or of whoever uses the program or the function. */
export const GIVEN = FOREIGN | ORIGIN.parameter | ORIGIN.input | ORIGIN.environment | ORIGIN.file
