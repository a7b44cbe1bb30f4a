/** Signs of each language; a negative weight speaks against it. */
export type Clues = Record<string, readonly (readonly [weight: number, sign: RegExp])[]>
