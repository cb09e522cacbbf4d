import { expect, test } from 'vitest'
import { noPickedFiles } from './no-picked-files.ts'

test('no path gives access to a file, not even to one that is there', async () => {
  for (const path of [import.meta.filename, '/etc/passwd', 'gone', '']) {
    expect(await noPickedFiles.lengthBytes(path)).toMatchObject({
      ok: false,
      failure: { kind: 'file', code: 'FILE_NOT_PICKED', step: 'prepare', subject: path },
    })
  }
})
