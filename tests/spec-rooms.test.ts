import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOfSpec, specRooms, specsOf } from '../scripts/testing/spec-rooms.ts'

const root = join(import.meta.dirname, '..')
const named = specRooms.flatMap(([, specs]) => specs)

/** Specs about the whole page or the program, which no room is responsible for. */
const ofAllRooms = ['every-screen', 'forced-colors', 'reduced-motion', 'script-budget', 'hostile-names']

test('each spec of a room exists', () => {
  expect(named.filter(name => filesOfSpec(name).length === 0)).toEqual([])
})

test('each spec belongs to a room', () => {
  const files = globSync(['e2e/*.spec.ts', 'e2e/core/*.spec.ts'], { cwd: root })
  const known = new Set([...named, ...ofAllRooms].flatMap(filesOfSpec))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(file => !known.has(file))).toEqual([])
})

test('each folder of views is a room', () => {
  const folders = readdirSync(join(root, 'apps/web/src/views'))
  const beginnings = specRooms.map(([beginning]) => beginning)
  expect(folders.filter(name => !beginnings.includes(`apps/web/src/views/${name}`))).toEqual([])
})

test('each room is there, and none hides behind a wider one', () => {
  for (const [index, [beginning]] of specRooms.entries()) {
    expect(globSync(`${beginning}*`, { cwd: root }), beginning).not.toEqual([])
    const wider = specRooms.slice(0, index).filter(([other]) => beginning.startsWith(other))
    expect(wider, beginning).toEqual([])
  }
})

test('a change runs the specs of its room, those of both suites', () => {
  expect(specsOf(['apps/web/src/views/History/RunList.tsx'])).toEqual([
    'e2e/core/history.spec.ts',
    'e2e/history.spec.ts',
  ])
  expect(specsOf(['apps/web/src/views/RequestPane/BodySection.tsx'])).not.toContain('e2e/url-row.spec.ts')
})

test('a change of a spec, or of what its files share, runs its files', () => {
  const files = ['e2e/core/sidebar.spec.ts', 'e2e/sidebar.spec.ts']
  for (const path of [...files, 'e2e/support/rooms/sidebar.ts']) expect(specsOf([path]), path).toEqual(files)
})

test('a source in no room runs all specs of the check, each once', () => {
  expect(specsOf(['packages/engine/src/send/execute-request.ts'])).toEqual(['e2e/core'])
  expect(specsOf(['e2e/support/test.ts'])).toEqual(['e2e/core'])
  expect(
    specsOf(['packages/engine/src/send/execute-request.ts', 'apps/web/src/views/History/RunList.tsx']),
  ).toEqual(['e2e/core', 'e2e/history.spec.ts'])
})

test('tests, documents and programs of the terminal run none', () => {
  const paths = ['docs/import.md', 'packages/engine/src/send/execute-request.test.ts', 'apps/cli/src/main.ts']
  expect(specsOf(paths)).toEqual([])
})
