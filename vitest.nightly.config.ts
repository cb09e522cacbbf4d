import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { slowAtNight } from './vitest.config.ts'

/** Tests that take too long for every change: `npm run nightly`. */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['tests/nightly/**/*.nightly.ts', ...slowAtNight],
    environment: 'node',
    globalSetup: ['scripts/programs-for-tests.mjs'],
    provide: { seed: Math.floor(Math.random() * 2 ** 31) },
    setupFiles: ['tests/setup.ts'],
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    fileParallelism: false,
    testTimeout: 600_000,
  },
})
