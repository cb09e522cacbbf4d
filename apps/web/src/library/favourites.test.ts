import { expect, it } from 'vitest'
import { favouriteIds, toggleFavourite } from './favourites.ts'

function storageOf(text: string | null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem(_key: string, value: string) {
      kept = value
    },
  }
}

it('marks entries, and takes marks away', () => {
  const storage = storageOf(null)
  for (const id of ['a', 'b', 'a', 'c']) toggleFavourite(storage, id)
  expect(favouriteIds(storage)).toEqual(['b', 'c'])
})

it('takes a storage that something else wrote to as empty', () => {
  for (const text of ['{', '{}', '[1]']) expect(favouriteIds(storageOf(text))).toEqual([])
})
