import type { BodyFile } from '@parley/model'
import { expect, test } from 'vitest'
import { testFiles } from '../../engine-fixture.testkit.ts'
import { fileContent } from './file-content.ts'

const content = (...files: readonly BodyFile[]) =>
  fileContent({ type: 'file', files }, testFiles({ '/a.png': 7, '/b': 0 }))
const file = (filePath: string, fields: Partial<BodyFile> = {}): BodyFile => ({
  filePath,
  contentType: '',
  selected: true,
  ...fields,
})

test('is the selected file, with the type that its name suggests', async () => {
  expect(await content(file('/b', { selected: false }), file('/a.png'), file('/b'))).toEqual({
    ok: true,
    value: {
      parts: [{ kind: 'file', filePath: '/a.png', lengthBytes: 7 }],
      contentType: 'image/png',
      outline: { kind: 'file', filePath: '/a.png' },
    },
  })
  expect(await content(file('/b'))).toMatchObject({ value: { contentType: 'application/octet-stream' } })
})

test('has the type that was entered', async () => {
  expect(await content(file('/a.png', { contentType: 'x/y; z=1' }))).toMatchObject({
    value: { contentType: 'x/y; z=1' },
  })
})

test.each([[[]], [[file('/a.png', { selected: false })]], [[file('')]]])(
  'without a selected file (%j) is named',
  async files => {
    expect(await content(...files)).toMatchObject({ failure: { kind: 'file', code: 'NO_FILE_SELECTED' } })
  },
)

test('of a missing file names it', async () => {
  expect(await content(file('/gone'))).toMatchObject({
    failure: { kind: 'file', code: 'FILE_NOT_READ', step: 'prepare', subject: '/gone' },
  })
})
