import { expect, test } from 'vitest'
import { recentEntries, rememberEntry } from './palette-recent.ts'

function storageOf(text: string | null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem(_key: string, value: string) {
      kept = value
    },
  }
}

test('the entries that were used last come first, each once, and only so many are remembered', () => {
  const storage = storageOf(null)
  expect(recentEntries(storage)).toEqual([])
  for (const id of ['a', 'b', 'a', 'c']) rememberEntry(storage, id)
  expect(recentEntries(storage)).toEqual(['c', 'a', 'b'])
  for (let index = 0; index < 100; index += 1) rememberEntry(storage, String(index))
  expect(recentEntries(storage)).toHaveLength(50)
  expect(recentEntries(storage)[0]).toBe('99')
})

test.each(['', '{', '{}', 'null', '[1, null]'])('what is stored is no reason to fail: %s', text => {
  expect(recentEntries(storageOf(text))).toEqual([])
})
