import { type MultipartPart, row } from '@parley/model'
import { expect, test } from 'vitest'
import { partKind, rowKind } from './table-kind.ts'

test('a row is changed column by column, and its description is kept', () => {
  const item = { ...row('a', '1'), description: { content: 'why', type: 'text/plain' } }
  expect(rowKind.text(item, 'description')).toBe('why')
  expect(rowKind.withText(item, 'key', 'b')).toEqual({ ...item, name: 'b' })
  expect(rowKind.withText(item, 'value', '2')).toEqual({ ...item, value: '2' })
  expect(rowKind.withText(item, 'description', 'x')).toEqual({ ...item, description: 'x' })
  expect(rowKind.text(row('a', ''), 'description')).toBe('')
})

test('a typed value replaces several, and a file has no text to replace', () => {
  const several: MultipartPart = { kind: 'text', name: 'a', value: '', values: ['1', '2'], enabled: true }
  expect(partKind.text(several, 'value')).toBe('1, 2')
  expect(partKind.withText(several, 'value', '3')).toEqual({
    kind: 'text',
    name: 'a',
    value: '3',
    enabled: true,
  })
  const file: MultipartPart = { kind: 'file', name: 'f', filePaths: ['x'], enabled: true }
  expect(partKind.withText(file, 'value', 'y')).toBe(file)
  expect(partKind.text(file, 'value')).toBe('')
  expect(partKind.fromRow(row('a', 'b'))).toEqual({ kind: 'text', ...row('a', 'b') })
})
