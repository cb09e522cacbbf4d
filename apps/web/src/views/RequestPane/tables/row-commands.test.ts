import { expect, it } from 'vitest'
import { rowAfter } from './row-commands.ts'

it('duplicates, moves and deletes a row, and says where one goes on', () => {
  const rows = ['a', 'b', 'c']
  const after = (command: Parameters<typeof rowAfter>[0], row: number) => {
    const { next, focused } = rowAfter(command, rows, row)
    return `${next.join('')} ${focused}`
  }
  expect(after('duplicate', 1)).toBe('abbc 2')
  expect(after('moveUp', 1)).toBe('bac 0')
  expect(after('moveDown', 1)).toBe('acb 2')
  expect(after('moveUp', 0)).toBe('abc 0')
  expect(after('moveDown', 2)).toBe('abc 2')
  expect(after('remove', 2)).toBe('ab 2')
})
