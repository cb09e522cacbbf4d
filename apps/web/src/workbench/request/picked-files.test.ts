import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { isRequestTab } from '../tabs/request-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { type BrowserFile, createPickedFiles } from './picked-files.ts'

function setUp(
  upload?: (file: { name: string; size: number }) => Promise<{ filePath: string; sizeBytes: number }>,
) {
  const released: string[] = []
  const files = createPickedFiles<BrowserFile>(
    (_windowId, file) =>
      upload?.(file) ?? Promise.resolve({ filePath: `picked:${file.name}`, sizeBytes: file.size }),
    {
      async release({ filePath }) {
        released.push(filePath)
        return { wasKnown: true }
      },
    },
    createTestWindow(),
  )
  return { files, released }
}

test('paths are reported once all files are uploaded, with their sizes', async () => {
  const { files } = setUp()
  const told: (readonly string[])[] = []
  const adding = files.add(
    't/form',
    [
      { name: 'a', size: 1 },
      { name: 'b', size: 0 },
    ],
    paths => told.push(paths),
  )
  expect(files.store.getState().adding['t/form']).toBe(2)
  await adding
  expect(told).toEqual([['picked:a', 'picked:b']])
  expect(files.store.getState()).toMatchObject({
    sizes: { 'picked:a': 1, 'picked:b': 0 },
    adding: { 't/form': 0 },
  })
})

test('a failure is shown at its place until files are added there again', async () => {
  let isBroken = true
  const { files } = setUp(async file => {
    if (isBroken) throw new Error('No room.')
    return { filePath: file.name, sizeBytes: file.size }
  })
  const told: (readonly string[])[] = []
  await files.add('t', [{ name: 'a', size: 1 }], paths => told.push(paths))
  expect(told).toEqual([])
  expect(files.store.getState()).toMatchObject({ failures: { t: 'No room.' }, adding: { t: 0 } })
  isBroken = false
  await files.add('t', [{ name: 'a', size: 1 }], paths => told.push(paths))
  expect(files.store.getState().failures.t).toBeUndefined()
  expect(told).toEqual([['a']])
})

test('files that no tab uses any more are released; bodies of other types count as uses', async () => {
  const { files, released } = setUp()
  await files.add(
    't',
    [
      { name: 'a', size: 1 },
      { name: 'b', size: 1 },
      { name: 'c', size: 1 },
    ],
    () => {},
  )
  const workbench = createTestWorkbench()
  const source = { requestId: 'r', parentId: 'p', path: [] }
  const body = { type: 'file', files: [{ filePath: 'picked:a', contentType: '', selected: true }] } as const
  const tabId = workbench.openRequest(source, newHttpRequest({ body }))
  const parts = [{ kind: 'file', name: 'f', filePaths: ['picked:b'], enabled: true }] as const
  workbench.chooseBodyType(tabId, 'multipart')
  workbench.editDraft(tabId, draft => ({ ...draft, body: { type: 'multipart', parts } }))
  workbench.chooseBodyType(tabId, 'none')
  files.releaseUnused(workbench.store.getState().tabs.filter(isRequestTab))
  expect(released).toEqual(['picked:c'])
  expect(Object.keys(files.store.getState().sizes)).toEqual(['picked:a', 'picked:b'])
  files.releaseUnused([])
  expect(released).toEqual(['picked:c', 'picked:a', 'picked:b'])
})
