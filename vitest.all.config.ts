import { configWith } from './vitest.config.ts'

/** All tests of `npm run test:all`, with random values that PARLEY_SEED repeats. */
const seed = Number(process.env.PARLEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
process.stdout.write(`The seed of all random values is ${seed}: PARLEY_SEED=${seed} repeats them.\n`)

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default configWith(seed)
