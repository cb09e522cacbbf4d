import { readdirSync } from 'node:fs'
import { nodeFiles } from '@parley/files'
import { FaultFiles } from '@parley/testkit'
import { evenlySpaced } from '@parley/testkit/evenly-spaced'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestText, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.write('books/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Books\n')
  fixture.write('books/old/folder.yml', 'info:\n  name: old\n  type: folder\n')
  fixture.write('books/old/get.yml', requestText('Get', 1))
})

afterEach(() => fixture.remove())

const indexes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

const trashed = () => readdirSync(fixture.trashFolder)

/** Files of which the trash is on another disk. */
function crossing(): FaultFiles {
  const files = new FaultFiles(nodeFiles)
  files.failNext('rename', 'EXDEV', 1, 'books/old')
  return files
}

test('a deletion that a kill stopped before the trash had it all leaves nothing there (ST1)', async () => {
  const counted = crossing()
  const workspace = await fixture.open(counted)
  const first = counted.log.length
  const { trashId } = unwrap(await workspace.commands.remove('books/old'))
  const end = counted.log.length
  unwrap(await workspace.commands.restore(trashId))
  for (const index of evenlySpaced(indexes(first, end), 8)) {
    const files = crossing()
    const opened = await fixture.open(files)
    files.stopAt(index)
    await opened.commands.remove('books/old').catch(() => {})
    const again = await fixture.open()
    const deleted = await again.commands.listDeleted()
    expect(trashed()).toHaveLength(deleted.length)
    for (const one of deleted) unwrap(await again.commands.restore(one.trashId))
    expect(fixture.read('books/old/get.yml')).toBe(requestText('Get', 1))
  }
})

test('a restored folder that a kill stopped leaves none under another name in the workspace (ST1)', async () => {
  const counted = new FaultFiles(nodeFiles)
  const { count } = await restoreWhile(counted, () => {})
  for (const index of evenlySpaced(indexes(0, count), 8)) {
    const files = new FaultFiles(nodeFiles)
    await restoreWhile(files, start => files.stopAt(start + index))
    const names = fixture.paths().filter(path => !/(?:^|\/)\.parley-/.test(path))
    expect(names.filter(name => !/^books\/(?:opencollection\.yml$|old\/)/.test(name))).toEqual([])
    const again = await fixture.open()
    for (const one of await again.commands.listDeleted()) unwrap(await again.commands.restore(one.trashId))
    expect(fixture.read('books/old/get.yml')).toBe(requestText('Get', 1))
  }
})

/** Deletes the folder, and restores it from a trash on another disk, where `prepare` may stop the files. */
async function restoreWhile(
  files: FaultFiles,
  prepare: (start: number) => void,
): Promise<{ readonly count: number }> {
  const workspace = await fixture.open(files)
  const { trashId } = unwrap(await workspace.commands.remove('books/old'))
  files.failNext('rename', 'EXDEV', 1, 'content')
  const start = files.log.length
  prepare(start)
  await workspace.commands.restore(trashId).catch(() => {})
  return { count: files.log.length - start }
}
