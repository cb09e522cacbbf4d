import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileSystem, nodeFiles } from '@parley/files'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outline, requestText, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

test.each(['a copy', 'a move'])('%s reads its folder as often among 40 requests as among 4', async what => {
  const reads: number[] = []
  for (const count of [4, 40]) {
    const folder = `books/with ${count}`
    fixture.write(`${folder}/folder.yml`, 'info:\n  name: Many\n  type: folder\n')
    for (let at = 1; at <= count; at += 1) fixture.write(`${folder}/r${at}.yml`, requestText(`R${at}`, at))
    let listed = 0
    const list: FileSystem['list'] = path => {
      if (path === join(fixture.folder, folder)) listed += 1
      return nodeFiles.list(path)
    }
    const workspace = await fixture.open({ ...nodeFiles, list })
    listed = 0
    if (what === 'a copy') unwrap(await workspace.commands.duplicate(`${folder}/r1.yml`))
    else unwrap(await workspace.commands.move(`${folder}/r${count}.yml`, folder, 0))
    const names = outline(workspace.tree).filter(line => /^ {4}GET R/.test(line))
    const moved = what === 'a copy' ? ['R1', 'R1 copy', 'R2'] : [`R${count}`, 'R1', 'R2']
    expect(names.slice(0, 3).map(line => line.trim().slice(4))).toEqual(moved)
    expect(names).toHaveLength(what === 'a copy' ? count + 1 : count)
    reads.push(listed)
    rmSync(join(fixture.folder, folder), { recursive: true })
  }
  expect(reads[1]).toBe(reads[0])
})

test('what another program writes during a rename is kept, and the rename is done', async () => {
  const list = join(fixture.folder, 'books/list.yml')
  let changes = 0
  let left = 0
  const read: FileSystem['read'] = async path => {
    const bytes = await nodeFiles.read(path)
    if (left > 0 && path === list) {
      left -= 1
      changes += 1
      writeFileSync(list, `# change ${changes}\n${readFileSync(list, 'utf8')}`)
    }
    return bytes
  }
  const workspace = await fixture.open({ ...nodeFiles, read })
  left = 5
  const renamed = unwrap(await workspace.commands.rename('books/list.yml', 'All books'))
  expect(changes).toBe(5)
  const text = readFileSync(join(fixture.folder, renamed), 'utf8')
  for (let change = 1; change <= 5; change += 1) expect(text).toContain(`# change ${change}`)
  expect(text).toContain('name: All books')
})
