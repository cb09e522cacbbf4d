import { configWith } from './vitest.config.ts'

/** All tests of `npm run test:all`, with random values that PARLEY_SEED repeats. The file is read once for each project. */
if (process.env.PARLEY_SEED === undefined) {
  process.env.PARLEY_SEED = String(Math.floor(Math.random() * 2 ** 31))
  const seed = process.env.PARLEY_SEED
  process.stdout.write(`The seed of all random values is ${seed}: PARLEY_SEED=${seed} repeats them.\n`)
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default configWith(Number(process.env.PARLEY_SEED))
