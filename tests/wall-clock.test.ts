import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * A difference of times of the clock that people and machines set. Times of other names count too, as far as their names say
 * that they are the present one, and so does a clock that is handed on; `performance.now()` is a clock that nobody sets.
 */
const subtraction =
  /\b(?:now|getTime)\(\) - |- [\w.#]*\b(?:now|getTime)\(\)|\bnowMs - |- nowMs\b|new Date\(\) - |- new Date\(\)|\bDate\.now\b(?!\()/

const subtracts = (line: string) => subtraction.test(line.replaceAll('performance.now()', 'monotonic'))

/** Files that may, with the number of lines and the reason. */
const exceptions: Readonly<Record<string, readonly [number, string]>> = {
  'apps/cli/src/run/run-progress.ts': [
    2,
    'the monotonic time of a moment of the run, once, and differences of those',
  ],
  'apps/cli/src/send/progress-line.ts': [1, 'the monotonic time of the beginning, once'],
  'packages/transport/src/node-sources.ts': [1, 'the moments of the engine, beside a monotonic clock'],
  'apps/web/src/window/monotonic-time.ts': [1, 'the monotonic time of a moment, once'],
  'apps/web/src/views/Deleted/DeletedList.tsx': [1, 'days since a deletion, which is stored'],
  'apps/web/src/workbench/request/describe-expiry.ts': [1, 'the time at which a server lets a token expire'],
  'packages/appdata/src/sweep-leftovers.ts': [1, 'the age of a file, which another process wrote'],
  'packages/engine/src/prepare/ports/reflected-definitions.ts': [1, 'hosts pass a monotonic clock'],
  'packages/files/src/file-lock.ts': [1, 'the age of a file, which another process wrote'],
  'packages/files/src/sweep-temporary-files.ts': [1, 'the age of a file, which another process wrote'],
  'packages/interchange/src/import-worker.ts': [1, 'a monotonic clock'],
  'packages/script/src/prelude/pac/pac-dates.ts': [1, 'a date in another time zone, no duration'],
  'packages/transport/src/connection/idle-records.ts': [1, 'a monotonic clock'],
  'packages/transport/src/network-settings/system/system-proxy.ts': [1, 'a monotonic clock'],
  'packages/workspace/src/identity/identities.ts': [1, 'days since an entry went away, which are stored'],
  'packages/workspace/src/open-workspace.ts': [1, 'ages of what is stored'],
  'packages/workspace/src/trash/trash.ts': [1, 'days since a deletion, which is stored'],
}

const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter(
  path => !/\.(?:test|slow|testkit|spec)\.tsx?$/.test(path) && !path.startsWith('packages/testkit/'),
)

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => subtracts(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))

test('no duration of production code is a difference of times of a clock that may be set', () => {
  const found = sources.flatMap(path => {
    const lines = linesOf(path)
    return lines.length === (exceptions[path]?.[0] ?? 0) ? [] : [{ path, lines }]
  })
  expect(found).toEqual([])
})

describe('the net catches', () => {
  test.each([
    'Date.now() - startedAt',
    'at - Date.now()',
    'date.getTime() - other',
    'other - date.getTime()',
    'this.#clock.now() - begun',
    'begun - ports.clock.now()',
    'now() - at',
    'at - this.#now()',
    'nowMs - at',
    'at - nowMs',
    'new Date() - at',
    'keptInMemory(Date.now)',
  ])('%s', text => expect(subtracts(text)).toBe(true))

  test.each(['performance.now() - at', 'at - performance.now()', 'known - at'])('not %s', text =>
    expect(subtracts(text)).toBe(false),
  )
})
