import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['scripts/programs-for-tests.mjs'],
    maxWorkers: 2,
    // Programs that tests start from their source would else be compiled anew each time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
})
