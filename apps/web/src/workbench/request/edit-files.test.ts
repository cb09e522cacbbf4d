import { type MultipartPart, newHttpRequest, row } from '@parley/model'
import { expect, test } from 'vitest'
import {
  withBodyFile,
  withFileMediaType,
  withPartFiles,
  withPartKind,
  withPartMediaType,
} from './edit-files.ts'

const text: MultipartPart = { kind: 'text', ...row('a', '1') }
const file: MultipartPart = { kind: 'file', name: 'f', filePaths: [], enabled: true }
const form = newHttpRequest({ body: { type: 'multipart', parts: [text, file] } })

test('files are added to their row, or to a new one if it does not exist', () => {
  expect(withPartFiles(form, 1, ['x', 'y']).body).toEqual({
    type: 'multipart',
    parts: [text, { ...file, filePaths: ['x', 'y'] }],
  })
  const added = { kind: 'file', name: 'file', filePaths: ['x'], enabled: true }
  expect(withPartFiles(form, 0, ['x']).body).toEqual({ type: 'multipart', parts: [text, file, added] })
  expect(withPartFiles(form, 1, [])).toBe(form)
  expect(withPartFiles(newHttpRequest(), 0, ['x'])).toEqual(newHttpRequest())
})

test('another file replaces the body, with the type that its name suggests', () => {
  const draft = newHttpRequest({ body: { type: 'file', files: [] } })
  const chosen = withFileMediaType(withBodyFile(draft, 'a.png'), 'x/y')
  expect(chosen.body).toEqual({
    type: 'file',
    files: [{ filePath: 'a.png', contentType: 'x/y', selected: true }],
  })
  expect(withBodyFile(chosen, 'b').body).toEqual({
    type: 'file',
    files: [{ filePath: 'b', contentType: '', selected: true }],
  })
  expect(withBodyFile(form, 'b')).toBe(form)
  expect(withFileMediaType(form, 'b')).toBe(form)
})

test('a part changes its kind and its media type, and keeps the rest', () => {
  const typed = withPartMediaType({ ...text, description: 'd' }, 'text/x')
  const changed = withPartKind(typed, 'file')
  expect(changed).toEqual({
    kind: 'file',
    name: 'a',
    enabled: true,
    contentType: 'text/x',
    description: 'd',
    filePaths: [],
  })
  expect(withPartKind(changed, 'text')).toMatchObject({ kind: 'text', name: 'a', value: '' })
  expect(withPartKind(text, 'text')).toBe(text)
  expect(withPartMediaType(typed, '')).not.toHaveProperty('contentType')
})
