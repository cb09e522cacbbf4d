import { fileURLToPath } from 'node:url'
import { commitLane } from '@parley/testkit/commit-lane'
import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['scripts/programs-for-tests.mjs'],
    maxWorkers: 2,
    env: {
      // Programs that tests start from their source would else be compiled each time.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
      PARLEY_LANE: commitLane(),
    },
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
})
