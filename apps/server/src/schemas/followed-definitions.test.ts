import { compiledDefinitionsInMemory } from '@parley/engine'
import { ok } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FollowedDefinitions, watched } from './followed-definitions.ts'

/** The versions of the files that there are. */
let versions: Map<string, string>
let told: string[]
let looks: number
let followed: FollowedDefinitions

beforeEach(() => {
  versions = new Map([['a.proto', '1']])
  told = []
  looks = 0
  followed = new FollowedDefinitions((windowId, fetchId) => void told.push(`${windowId} ${fetchId}`), 5)
})
afterEach(() => followed.close())

/** Looks at two files as a definition does that imports one that is missing. */
async function lookedAt() {
  const files = watched({
    read: async () => ok(null),
    kept: {
      compiled: compiledDefinitionsInMemory(),
      async stampOf(path) {
        looks += 1
        return versions.get(path) ?? null
      },
    },
  })
  for (const path of ['a.proto', 'missing.proto']) await files.files.kept?.stampOf(path)
  return files
}

/** Waits until all files were looked at again. */
async function afterLooks(): Promise<void> {
  const before = looks
  await waitFor(() => looks >= before + 4, 'looks at the files')
}

test.each([
  ['a file changes', () => versions.set('a.proto', '2')],
  ['a file is deleted', () => versions.delete('a.proto')],
  ['a missing file appears', () => versions.set('missing.proto', '1')],
])('%s, and its window hears of it once', async (_name, change) => {
  followed.follow('w', 'f1', await lookedAt())
  await afterLooks()
  expect(told).toEqual([])
  change()
  await waitFor(() => told.length > 0, 'the change')
  followed.follow('other', 'f2', await lookedAt())
  await afterLooks()
  expect(told).toEqual(['w f1'])
})

test('a window hears of the last definition only, and of none after its end', async () => {
  followed.follow('w', 'f1', await lookedAt())
  followed.follow('w', 'f2', await lookedAt())
  versions.set('a.proto', '2')
  await waitFor(() => told.length > 0, 'the change')
  expect(told).toEqual(['w f2'])
  followed.follow('gone', 'f3', await lookedAt())
  followed.unfollow('gone')
  versions.set('a.proto', '3')
  followed.follow('w', 'f4', await lookedAt())
  await afterLooks()
  expect(told).toEqual(['w f2'])
})
