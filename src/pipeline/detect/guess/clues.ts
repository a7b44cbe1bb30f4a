/** By language: what speaks for it, and with a negative weight against it. */
export type Clues = Record<string, readonly (readonly [weight: number, sign: RegExp])[]>
