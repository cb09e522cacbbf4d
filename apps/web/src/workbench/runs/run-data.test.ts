import { expect, test } from 'vitest'
import { readDataFile } from './run-data.ts'

const file = (name: string, text: string, size = text.length) => ({ name, size, text: async () => text })

test('a data file shows its first rows with all their columns', async () => {
  const data = await readDataFile(file('a.json', '[{"a": 1}, {"b": {"c": 2}}]'))
  expect(data).toMatchObject({
    columns: ['a', 'b'],
    rows: [
      ['1', null],
      [null, '{"c":2}'],
    ],
    totalRows: 2,
    problem: null,
  })
  const many = await readDataFile(file('a.csv', `n\n${'1\n'.repeat(1000)}`))
  expect([many.rows.length, many.totalRows]).toEqual([20, 1000])
})

test('a file without rows says why and what to do', async () => {
  expect((await readDataFile(file('a.json', '{"a": 1}'))).problem).toMatch(
    /not a list of rows.*select it again/s,
  )
  expect((await readDataFile(file('a.csv', '', 20_000_001))).problem).toMatch(/larger than 20 MB/)
  const removed = { name: 'a.csv', size: 1, text: () => Promise.reject(new DOMException('gone')) }
  expect((await readDataFile(removed)).problem).toBe('It could not be read. Select it again.')
})
