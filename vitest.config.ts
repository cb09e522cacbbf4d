import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commitLane } from '@parley/testkit/commit-lane'
import { leftOutFiles } from '@parley/testkit/left-out-files'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const everyTest = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts']
const slowTests = ['{packages,apps}/*/src/**/*.slow.ts', 'tests/**/*.slow.ts']

/** Tests that look at the process they run in (its memory, its time, its uncaught errors), or that scripts attack. */
const ownProcess = globSync(everyTest, { cwd: root }).filter(
  path =>
    path.startsWith('packages/script/') ||
    /\bprocess\.(?:memoryUsage|cpuUsage|on)\b/.test(readFileSync(`${root}/${path}`, 'utf8')),
)

/** Most of these files start a server or the command line for each test, which takes half of the whole check. */
const leftOut = leftOutFiles({
  name: 'files of unit tests',
  files: globSync(['apps/{cli,server}/src/**/*.test.ts', 'tests/no-home-folder.test.ts'], { cwd: root }),
  always: [
    'apps/cli/src/main.test.ts',
    'apps/cli/src/run/files-of-a-run.test.ts',
    'apps/cli/src/run/run.test.ts',
    'apps/cli/src/run/run-secrets.test.ts',
    'apps/cli/src/saved/send-saved.test.ts',
    'apps/server/src/access/route-audit.test.ts',
    'apps/server/src/kill-server.test.ts',
    'apps/server/src/library/library.test.ts',
    'apps/server/src/sends/secret-questions.test.ts',
    'apps/server/src/tabs/saved-tabs.test.ts',
  ],
  oneOf: 6,
})

/** The slowest files of the packages, apart from those about lost work and secrets. */
const leftOutOfPackages = leftOutFiles({
  name: 'slow files of packages',
  files: [
    'packages/appdata/src/database/recover-database.test.ts',
    'packages/codegen/src/differential.test.ts',
    'packages/script/src/pool/script-pool.test.ts',
    'packages/script/src/sandbox-limits.test.ts',
    'packages/transport/src/curl-agreement.test.ts',
    'packages/transport/src/grpc/hostile-grpc.test.ts',
    'packages/transport/src/large-content.test.ts',
    'packages/transport/src/websocket/hostile-web-socket.test.ts',
    'packages/transport/src/websocket/web-socket-reconnect.test.ts',
    'packages/workspace/src/watch/workspace-watch.test.ts',
  ],
  always: [],
  oneOf: 3,
})

/** Each makes packages or parts of them. */
const leftOutOfPackaging = leftOutFiles({
  name: 'packages',
  files: [
    'tests/packages/debian-package.test.ts',
    'tests/packages/same-bytes.test.ts',
    'tests/packages/single-file.test.ts',
    'tests/packages/tampered-archive.test.ts',
    'tests/packages/updates-address.test.ts',
    'tests/packages/windows-installer.test.ts',
  ],
  always: [],
  oneOf: 6,
})

/** Vite picks the ES modules of graphql, but its language service loads the others: types of one are none of the other. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

const options = (seed: number) => ({
  environment: 'node' as const,
  // Otherwise programs that tests start from their source would be compiled each time.
  env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`, PARLEY_LANE: commitLane() },
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
      // One more than the cores of a small machine, as tests wait for other processes.
      maxWorkers: 3,
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
            exclude: [...ownProcess, ...leftOut, ...leftOutOfPackages, ...leftOutOfPackaging],
            isolate: false,
          },
        },
        {
          resolve,
          test: {
            ...common,
            name: 'alone',
            include: ownProcess,
            exclude: [...leftOut, ...leftOutOfPackages, ...leftOutOfPackaging],
          },
        },
        { resolve, test: { ...common, name: 'slow', include: slowTests, testTimeout: 600_000 } },
      ],
    },
  })
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default configWith(1)
