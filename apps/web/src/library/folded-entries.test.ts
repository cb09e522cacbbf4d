import { expect, it, test } from 'vitest'
import { FoldedEntries } from './folded-entries.ts'

function memory(text: string | null = null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

it('remembers what is folded, also what another window folded', () => {
  const storage = memory()
  const first = new FoldedEntries(storage)
  const second = new FoldedEntries(storage)
  first.set(['a'], true)
  second.set(['b'], true)
  first.set(['c', 'd', 'a'], true)
  first.set(['b', 'd'], false)
  expect([...new FoldedEntries(storage).read()]).toEqual(['c', 'a'])
})

test.each(['', '{', 'null', '{}', '[1, null]'])('a storage with %j has nothing folded', text => {
  expect(new FoldedEntries(memory(text)).read().size).toBe(0)
})
