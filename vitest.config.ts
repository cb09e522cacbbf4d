import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['scripts/sandbox-for-tests.mjs'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
})
