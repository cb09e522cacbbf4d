import { defineConfig } from 'vitest/config'

/** What takes too long for every change: `npm run nightly`. */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['tests/nightly/**/*.nightly.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 600_000,
  },
})
