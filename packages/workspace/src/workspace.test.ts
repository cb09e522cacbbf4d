import { readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type FileSystem, nodeFiles } from '@parley/files'
import { newHttpRequest } from '@parley/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { damage } from './documents/damage.ts'
import type { TreeItem } from './tree/workspace-tree.ts'
import type { Workspace } from './workspace.ts'
import { outline, requestText, unwrap, WorkspaceFixture } from './workspace-fixture.testkit.ts'
import { openHttp, testManyRequests, testSavesByTwo, withUrl } from './workspace-load.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

describe('the tree', () => {
  test('shows the folder as it is laid out', async () => {
    const { tree } = await fixture.open()
    expect(tree.name).toBe('Shop')
    expect(tree.environments.map(one => one.name)).toEqual(['Local'])
    expect(outline(tree)).toEqual(['Books', '  Old', '    GET Get', '  GET List', '  POST Add'])
  })

  test('opens a folder that is a collection as a workspace of one', async () => {
    renameSync(join(fixture.folder, 'books'), join(fixture.parent, 'books'))
    rmSync(fixture.folder, { recursive: true })
    renameSync(join(fixture.parent, 'books'), fixture.folder)
    fixture.write('environments/test.yml', 'name: Test\n')
    const workspace = await fixture.open()
    expect(workspace.tree.isOneCollection).toBe(true)
    expect(workspace.tree.collections.map(one => [one.path, one.name])).toEqual([['', 'Books']])
    expect(workspace.tree.collections[0]?.environments.map(one => one.name)).toEqual(['Test'])
    const { path } = unwrap(await workspace.commands.createItem('', newHttpRequest({ name: 'New' })))
    expect(path).toBe('New.yml')
  })

  test('lists damaged files with their reason, and all others (ST13)', async () => {
    for (let index = 0; index < 200; index += 1)
      fixture.write(`books/r${index}.yml`, requestText(`R${index}`, 10 + index))
    fixture.write('books/empty.yml', '')
    fixture.write('books/zero.yml', '\0\0\0')
    fixture.write('books/merge.yml', 'info:\n<<<<<<< HEAD\n  name: a\n=======\n>>>>>>> x\n')
    fixture.write('books/bad.yml', 'info: {')
    fixture.write('books/other.yml', 'services: {}\n')
    symlinkSync('/etc/passwd', join(fixture.folder, 'books', 'link.yml'))
    symlinkSync('/etc', join(fixture.folder, 'books', 'etc'))
    const workspace = await fixture.open()
    const lines = outline(workspace.tree)
    for (const line of [
      'empty !EMPTY',
      'zero !NUL_BYTES',
      'merge !MERGE_MARKERS',
      'bad !NOT_YAML',
      'other !WRONG_CONTENT',
      'link !LINK',
    ])
      expect(lines.map(one => one.trim())).toContain(line)
    expect(lines.filter(line => / GET R\d+$/.test(line))).toHaveLength(200)
    expect(lines.join()).not.toContain('etc')
    for (const path of ['books/empty.yml', 'books/bad.yml', 'books/link.yml']) {
      const saved = await workspace.saveItem(path, {
        entity: newHttpRequest({ name: 'x' }),
        baseVersion: 'any',
      })
      expect(saved.ok).toBe(false)
      expect((await workspace.readItem(path)).ok).toBe(false)
    }
    expect(fixture.read('books/empty.yml')).toBe('')
    expect(fixture.read('books/bad.yml')).toBe('info: {')
  })

  test('finds damage after the first bytes in a full check', async () => {
    fixture.write(
      'books/late.yml',
      `${requestText('Late', 5)}\ndocs: |\n${'  text\n'.repeat(2000)}info: again\n`,
    )
    const workspace = await fixture.open()
    expect(outline(workspace.tree)).toContain('  GET Late')
    expect(await workspace.check()).toEqual(['books/late.yml'])
    expect(outline(workspace.tree).join()).toContain('!NOT_YAML')
    expect(await workspace.check()).toEqual([])
  })

  test('reads no folder again that is as it was at the last full check', async () => {
    for (const folder of ['books/a', 'books/b', 'books/c'])
      for (let at = 0; at < 50; at += 1) fixture.write(`${folder}/r${at}.yml`, requestText(`R${at}`, at))
    fixture.write(
      'books/c/late.yml',
      `${requestText('L', 99)}\ndocs: |\n${'  text\n'.repeat(2000)}info: again\n`,
    )
    await (await fixture.open()).check()
    const again = await checkOfNewStart()
    expect(again.read).toEqual(new Set(['books/c']))
    expect(again.damaged).toEqual(['books/c/late.yml'])
    fixture.write('books/a/r7.yml', `${requestText('R7', 7)}docs: changed\n`)
    fixture.write('books/b/new.yml', requestText('New', 99))
    expect((await checkOfNewStart()).read).toEqual(new Set(['books/a', 'books/b', 'books/c']))
  })

  /** The folders of the files that a full check after a new start reads, and the files that it finds damaged. */
  async function checkOfNewStart() {
    const read = new Set<string>()
    const noted = (path: string) => {
      read.add(relative(fixture.folder, dirname(path)))
      return nodeFiles.read(path)
    }
    const workspace = await fixture.open({ ...nodeFiles, read: noted })
    read.clear()
    const damaged = await workspace.check()
    return { read, damaged }
  }

  test('marks folders that are too deep to be listed', async () => {
    const deep = Array.from({ length: 101 }, (_, index) => `d${index}`).join('/')
    fixture.write(`books/${deep}/lost.yml`, requestText('Lost', 1))
    const lines = outline((await fixture.open()).tree)
    expect(lines.find(line => line.includes('TOO_DEEP'))?.trim()).toBe('d99 !TOO_DEEP')
    const { sentence, nextStep } = damage('TOO_DEEP')
    expect([sentence, nextStep]).toEqual([
      'The folder is nested in more than 100 others, so Parley does not list its contents.',
      'Move it to a folder higher up.',
    ])
  })

  test('removes the incomplete files of a killed process', async () => {
    const old = new Date(Date.now() - 3_600_000)
    const name = `.parley-999999999-${crypto.randomUUID()}.tmp`
    fixture.write(`books/old/${name}`, 'half')
    const { utimesSync } = await import('node:fs')
    utimesSync(join(fixture.folder, 'books/old', name), old, old)
    await fixture.open()
    expect(readdirSync(join(fixture.folder, 'books/old'))).toEqual(['folder.yml', 'get.yml'])
  })
})

testManyRequests(20, 10)

describe('a save', () => {
  test('of unchanged content writes nothing', async () => {
    const workspace = await fixture.open()
    const before = statSync(join(fixture.folder, 'books/list.yml')).mtimeMs
    const { entity, version } = await openHttp(workspace, 'books/list.yml')
    expect(unwrap(await workspace.saveItem('books/list.yml', { entity, baseVersion: version }))).toBe(version)
    expect(statSync(join(fixture.folder, 'books/list.yml')).mtimeMs).toBe(before)
  })

  test('based on another version fails and returns both (attacks ST6)', async () => {
    const workspace = await fixture.open()
    const { entity, version } = await openHttp(workspace, 'books/list.yml')
    fixture.write('books/list.yml', requestText('Theirs', 1))
    const mine = withUrl(entity, 'https://mine.test')
    const saved = await workspace.saveItem('books/list.yml', { entity: mine, baseVersion: version })
    expect(saved).toMatchObject({
      ok: false,
      failure: { code: 'FILE_CHANGED', theirs: { entity: { name: 'Theirs' } } },
    })
    expect(fixture.read('books/list.yml')).toBe(requestText('Theirs', 1))
    const theirs = saved.ok ? null : saved.failure.theirs
    const again = await workspace.saveItem('books/list.yml', {
      entity: mine,
      baseVersion: theirs?.version ?? '',
    })
    expect(again.ok).toBe(true)
    rmSync(join(fixture.folder, 'books/list.yml'))
    const gone = await workspace.saveItem('books/list.yml', { entity: mine, baseVersion: unwrap(again) })
    expect(gone).toMatchObject({ failure: { code: 'FILE_CHANGED', theirs: null } })
  })

  testSavesByTwo(5, 2)

  test.each(['../outside.yml', 'books/../../x.yml', '/etc/x.yml', 'books\\..\\x.yml', 'C:x.yml'])(
    'never leaves the workspace: %s',
    async path => {
      const workspace = await fixture.open()
      const saved = await workspace.saveItem(path, {
        entity: newHttpRequest({ name: 'x' }),
        baseVersion: null,
      })
      expect(saved).toMatchObject({ ok: false, failure: { code: 'NOT_FOUND' } })
      expect(readdirSync(fixture.parent)).toEqual(['shop'])
    },
  )

  test('does not follow a folder that became a link', async () => {
    const workspace = await fixture.open()
    const outside = join(fixture.parent, 'outside')
    renameSync(join(fixture.folder, 'books/old'), outside)
    symlinkSync(outside, join(fixture.folder, 'books/old'))
    const { entity } = await openHttp(workspace, 'books/list.yml')
    for (const [path, baseVersion] of [
      ['books/old/get.yml', 'x'],
      ['books/old/new.yml', null],
    ] as const)
      expect((await workspace.saveItem(path, { entity, baseVersion })).ok).toBe(false)
    expect(readdirSync(outside).toSorted()).toEqual(['folder.yml', 'get.yml'])
  })
})

describe('commands', () => {
  test.each([
    '../../x',
    '/abs',
    'C:\\x',
    'CON',
    'nul.txt',
    '.git/hooks/post-checkout',
    'x'.repeat(300),
    '',
    'trailing. . ',
    '\u202egnp.exe',
    '🎉'.repeat(200),
    'a\u0000b\nc',
    'folder',
    'opencollection',
  ])('a request called %j has a safe file and keeps its name (attacks IM1)', async name => {
    const workspace = await fixture.open()
    const { path } = unwrap(await workspace.commands.createItem('books', newHttpRequest({ name })))
    const file = path.slice('books/'.length)
    expect(file).toMatch(/^[^./\\:<>|?*"][^/\\:<>|?*"]*\.yml$/)
    expect(Buffer.byteLength(file)).toBeLessThan(200)
    expect(file).not.toMatch(/^(con|nul)(\.|$)/i)
    expect((await openHttp(workspace, path)).entity.name).toBe(name)
    expect(readdirSync(fixture.parent)).toEqual(['shop'])
  })

  test('names that some systems consider equal get separate files', async () => {
    const workspace = await fixture.open()
    const paths: string[] = []
    for (const name of ['Book', 'book', 'BOOK', 'é', 'e\u0301', 'a/b', 'a:b'])
      paths.push(unwrap(await workspace.commands.createItem('books', newHttpRequest({ name }))).path)
    expect(new Set(paths.map(path => path.normalize('NFC').toLowerCase())).size).toBe(paths.length)
  })

  test('create collections, folders, requests and environments', async () => {
    const workspace = await fixture.open()
    const collection = unwrap(await workspace.commands.createCollection('Users & Co'))
    const folder = unwrap(await workspace.commands.createFolder(collection, 'Admin'))
    await workspace.commands.createItem(folder, newHttpRequest({ name: 'One' }))
    await workspace.commands.createItem(folder, newHttpRequest({ name: 'Two', method: 'PUT' }))
    const environment = {
      name: 'Test',
      color: '',
      variables: [],
      clientCertificates: [],
      extendsName: '',
      dotEnvFilePath: '',
    }
    expect(unwrap(await workspace.commands.createEnvironment('', environment))).toBe('environments/Test.yml')
    expect(unwrap(await workspace.commands.createEnvironment(collection, environment))).toBe(
      'Users & Co/environments/Test.yml',
    )
    expect(outline(workspace.tree).slice(-4)).toEqual(['Users & Co', '  Admin', '    GET One', '    PUT Two'])
    expect(outline((await fixture.open()).tree)).toEqual(outline(workspace.tree))
    expect(await workspace.commands.createItem('environments', newHttpRequest())).toMatchObject({
      failure: { code: 'WRONG_PLACE' },
    })
  })

  test('rename file and shown name, also if only the case changes', async () => {
    const workspace = await fixture.open()
    const { id } = workspace.tree.collections[0]?.items.find(one => one.path === 'books/list.yml') ?? {}
    const path = unwrap(await workspace.commands.rename('books/list.yml', 'List all'))
    expect(path).toBe('books/List all.yml')
    expect(unwrap(await workspace.commands.rename(path, 'LIST ALL'))).toBe('books/LIST ALL.yml')
    expect(workspace.tree.collections[0]?.items.find(one => one.path === 'books/LIST ALL.yml')?.id).toBe(id)
    expect(unwrap(await workspace.commands.rename('books/old', 'Archive'))).toBe('books/Archive')
    expect(unwrap(await workspace.commands.rename('books', 'Library'))).toBe('Library')
    expect(outline(workspace.tree)).toEqual([
      'Library',
      '  Archive',
      '    GET Get',
      '  GET LIST ALL',
      '  POST Add',
    ])
  })

  test('duplicate next to the original, with separate IDs and secrets', async () => {
    const workspace = await fixture.open()
    expect(unwrap(await workspace.commands.duplicate('books/list.yml'))).toBe('books/List copy.yml')
    expect(unwrap(await workspace.commands.duplicate('books/list.yml'))).toBe('books/List copy 2.yml')
    expect(unwrap(await workspace.commands.duplicate('books/old'))).toBe('books/Old copy')
    expect(outline(workspace.tree)).toEqual([
      'Books',
      '  Old',
      '    GET Get',
      '  Old copy',
      '    GET Get',
      '  GET List',
      '  GET List copy',
      '  GET List copy',
      '  POST Add',
    ])
    const ids = JSON.stringify(workspace.tree).match(/"id":"[^"]+"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a duplicate at the path of a file that is missing has an ID of its own', async () => {
    const workspace = await fixture.open()
    const path = unwrap(await workspace.commands.duplicate('books/list.yml'))
    const { id } = requestAt(workspace, path) ?? {}
    rmSync(join(fixture.folder, path))
    await workspace.refresh()
    expect(unwrap(await workspace.commands.duplicate('books/list.yml'))).toBe(path)
    expect(requestAt(workspace, path)?.id).not.toBe(id)
  })

  test('a move within its folder keeps the file name, and one to another folder does if the name is free', async () => {
    const workspace = await fixture.open()
    const before = fixture.paths()
    unwrap(await workspace.commands.move('books/list.yml', 'books', 1))
    expect(fixture.paths()).toEqual(before)
    unwrap(await workspace.commands.move('books/list.yml', 'books/old', 0))
    expect(fixture.paths()).toContain('books/old/list.yml')
  })

  test.each(['folder', 'collection'])('a %s that cannot be created leaves nothing behind', async kind => {
    const isRefused = { now: false }
    const files: FileSystem = {
      ...nodeFiles,
      async open(path, access, mode) {
        if (isRefused.now && access === 'createNew')
          throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return nodeFiles.open(path, access, mode)
      },
    }
    const workspace = await fixture.open(files)
    const names = () => readdirSync(fixture.folder, { recursive: true }).toSorted()
    const before = names()
    isRefused.now = true
    const made =
      kind === 'folder'
        ? await workspace.commands.createFolder('books', 'New')
        : await workspace.commands.createCollection('New')
    expect(made).toMatchObject({ ok: false, failure: { code: 'NOT_WRITTEN' } })
    expect(names()).toEqual(before)
  })

  test('move and reorder, and undo it', async () => {
    const workspace = await fixture.open()
    const before = outline(workspace.tree)
    const files = new Map(fixture.paths().map(path => [path, fixture.read(path)]))
    const move = unwrap(await workspace.commands.move('books/add.yml', 'books/old', 0))
    expect(outline(workspace.tree)).toEqual(['Books', '  Old', '    POST Add', '    GET Get', '  GET List'])
    unwrap(await workspace.commands.undoMove(move))
    expect(outline(workspace.tree)).toEqual(before)
    expect([...files.keys()]).toEqual(fixture.paths())
    unwrap(await workspace.commands.move('books/add.yml', 'books', 0))
    expect(outline(workspace.tree)).toEqual(['Books', '  POST Add', '  Old', '    GET Get', '  GET List'])
    expect(outline((await fixture.open()).tree)).toEqual(outline(workspace.tree))
    expect(await workspace.commands.move('books/old', 'books/old', 0)).toMatchObject({
      failure: { code: 'WRONG_PLACE' },
    })
    fixture.write('books/old/list.yml', requestText('Twin', 9))
    await workspace.refresh()
    unwrap(await workspace.commands.move('books/list.yml', 'books/old', 9))
    expect(fixture.read('books/old/list.yml')).toBe(requestText('Twin', 9))
  })
})

describe('the trash', () => {
  test('keeps deleted entries for 7 days, with their IDs', async () => {
    const listed = 'collections:\n  - name: Books\n    path: books\n'
    fixture.write('workspace.yml', `${fixture.read('workspace.yml')}${listed}`)
    const workspace = await fixture.open()
    const before = JSON.stringify(workspace.tree)
    const files = new Map(fixture.paths().map(path => [path, fixture.read(path)]))
    for (const path of ['books/list.yml', 'books/old', 'environments/local.yml', 'books']) {
      const deleted = unwrap(await workspace.commands.remove(path))
      expect(await workspace.commands.listDeleted()).toEqual([deleted])
      expect(JSON.stringify(workspace.tree)).not.toBe(before)
      expect(unwrap(await workspace.commands.restore(deleted.trashId))).toBe(path)
      expect(JSON.stringify(workspace.tree)).toBe(before)
      expect(await workspace.commands.listDeleted()).toEqual([])
    }
    expect(new Map(fixture.paths().map(path => [path, fixture.read(path)]))).toEqual(files)
    unwrap(await workspace.commands.remove('books/list.yml'))
    fixture.nowMs = Date.now() + 6.9 * 86_400_000
    expect(await (await fixture.open()).commands.listDeleted()).toHaveLength(1)
    fixture.nowMs = Date.now() + 7.1 * 86_400_000
    expect(await (await fixture.open()).commands.listDeleted()).toHaveLength(0)
  })

  test('restores next to an entry that has taken the path', async () => {
    const workspace = await fixture.open()
    const idAt = (path: string) => workspace.tree.collections[0]?.items.find(one => one.path === path)?.id
    const id = idAt('books/old')
    const { trashId } = unwrap(await workspace.commands.remove('books/old'))
    await workspace.commands.createFolder('books', 'old')
    expect(idAt('books/old')).not.toBe(id)
    expect(unwrap(await workspace.commands.restore(trashId))).toBe('books/old 2')
    expect(outline(workspace.tree)).toContain('    GET Get')
    expect(idAt('books/old 2')).toBe(id)
  })

  test.each(['books/old/get.yml', 'books/old'])(
    'keeps the IDs of %s from files that another program puts in its place',
    async deletedPath => {
      const workspace = await fixture.open()
      const path = 'books/old/get.yml'
      const id = requestAt(workspace, path)?.id
      const { trashId } = unwrap(await workspace.commands.remove(deletedPath))
      fixture.write(path, requestText('Other', 1))
      await workspace.refresh()
      expect(requestAt(workspace, path)?.name).toBe('Other')
      expect(requestAt(workspace, path)?.id).not.toBe(id)
      const restored = unwrap(await workspace.commands.restore(trashId))
      expect(requestAt(workspace, restored + path.slice(deletedPath.length))?.id).toBe(id)
    },
  )
})

test('an entry that is read while it is moved keeps its ID', async () => {
  let letGo = () => {}
  const isMoved = new Promise<void>(resolve => {
    letGo = resolve
  })
  let reading: Promise<unknown> | null = null
  const files: FileSystem = {
    ...nodeFiles,
    // The read opens the file before the move, and continues after it.
    async read(path) {
      const bytes = await nodeFiles.read(path)
      if (reading !== null && path.endsWith('list.yml')) await isMoved
      return bytes
    },
    async syncFolder(path) {
      letGo()
      await reading
      await nodeFiles.syncFolder(path)
    },
  }
  const workspace = await fixture.open(files)
  const before = requestAt(workspace, 'books/list.yml')
  reading = Promise.resolve()
  reading = workspace.readItem('books/list.yml')
  const moved = unwrap(await workspace.commands.move('books/list.yml', 'books/old', 0))
  const after = requestAt(workspace, moved.path)
  expect(after?.id).toBe(before?.id)
})

function requestAt(workspace: Workspace, path: string): TreeItem | undefined {
  const below = (items: readonly TreeItem[]): readonly TreeItem[] =>
    items.flatMap(item => (item.kind === 'folder' ? [item, ...below(item.items)] : [item]))
  return workspace.tree.collections.flatMap(one => below(one.items)).find(one => one.path === path)
}
