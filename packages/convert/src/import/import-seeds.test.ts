import { expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import { importFormatNames } from './import-format.ts'
import { filesOf, importSeeds } from './import-seeds.testkit.ts'

test('every import format has files here, which are recognised as that format', () => {
  for (const format of Object.keys(importFormatNames)) {
    const own = Object.entries(importSeeds).find(([name]) => name === format)?.[1] ?? []
    expect(own, format).not.toEqual([])
    for (const seed of own)
      expect(importFiles(filesOf(seed)), Object.keys(seed).join()).toMatchObject({
        parts: [{ format }],
        refused: [],
      })
  }
})
