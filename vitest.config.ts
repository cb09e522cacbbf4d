import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const everyTest = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts']
const slowTests = ['{packages,apps}/*/src/**/*.slow.ts', 'tests/**/*.slow.ts']

/**
 * Slow tests that only `npm run nightly` runs: their testkits run in each check, with fewer cases. They keep their names, as kills
 * of the code beside them would no longer count if a file there changed (`tests/nightly/kept-results.ts`).
 */
export const slowAtNight = [
  'packages/appdata/src/database/recover-database.slow.ts',
  'packages/appdata/src/draft-journal.slow.ts',
  'packages/workspace/src/documents/document.slow.ts',
  'packages/workspace/src/documents/plain-yaml.slow.ts',
  'packages/workspace/src/faults/faults.slow.ts',
  'packages/workspace/src/faults/kill-at-every-step.slow.ts',
  'packages/workspace/src/faults/power-cuts.slow.ts',
  'packages/workspace/src/tree/head.slow.ts',
  'packages/workspace/src/tree/listed-examples.slow.ts',
  'packages/workspace/src/workspace-load.slow.ts',
  'apps/server/src/kill-server.slow.ts',
  'apps/server/src/live/live-streams.slow.ts',
]

/** Tests that look at the process they run in (its memory, its time, its uncaught errors). */
const ownProcess = globSync(everyTest, { cwd: root }).filter(path =>
  /\bprocess\.(?:memoryUsage|cpuUsage|on)\b/.test(readFileSync(`${root}/${path}`, 'utf8')),
)

// The processes of tests inherit it. Otherwise each thread and program of a test would compile its source again.
process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/compiled`

// Programs that tests start read and write UTF-8, whatever the language of the machine.
process.env.LC_ALL ??= 'C.UTF-8'

/** Vite picks the ES modules of graphql, but its language service loads the others: types of one are none of the other. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

const options = (seed: number) => ({
  environment: 'node' as const,
  provide: { seed },
  setupFiles: [`${root}tests/setup.ts`],
  testTimeout: 60_000,
  hookTimeout: 30_000,
  // The default of one second is too short on a busy machine.
  expect: { poll: { timeout: 30_000, interval: 10 } },
})

/** Returns the configuration of all tests but those in browsers, with the seed of their random values. */
export function configWith(seed: number) {
  const common = options(seed)
  return defineConfig({
    test: {
      globalSetup: ['scripts/programs-for-tests.mjs'],
      // Each worker loads and compiles all modules, so a third one on a small machine costs a tenth of the processor time.
      maxWorkers: 2,
      coverage: {
        provider: 'v8',
        include: ['{packages,apps}/*/src/**/*.{ts,tsx}'],
        exclude: ['**/*.{test,slow,testkit}.{ts,tsx}', '**/*.d.ts', 'packages/testkit/**'],
        reporter: ['json-summary'],
        reportsDirectory: 'test-results/coverage',
      },
      projects: [
        // The modules that a file loads stay loaded for the next file, which saves a third of the processor time.
        {
          resolve,
          test: {
            ...common,
            name: 'shared',
            include: everyTest,
            exclude: ownProcess,
            isolate: false,
            // Collecting garbage seldom, and in the one thread, saves a tenth of the processor time. The other projects
            // measure memory.
            execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
          },
        },
        {
          resolve,
          test: {
            ...common,
            name: 'alone',
            include: ownProcess,
          },
        },
        {
          resolve,
          test: { ...common, name: 'slow', include: slowTests, exclude: slowAtNight, testTimeout: 600_000 },
        },
      ],
    },
  })
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default configWith(1)
