/** Made by `bench/repair/calibrate-finds.ts` from measured finds: change the bench, not this file. */
export const FIND_WEIGHTS: Readonly<Record<string, number>> = { base: 0 }
