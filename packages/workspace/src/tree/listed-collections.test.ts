import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newHttpRequest } from '@parley/model'
import { needs, corpus as theCorpus } from '@parley/testkit/needs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Workspace } from '../workspace.ts'
import { outline, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { testManyEntries, writeList, writeListed } from './listed-collections.testkit.ts'
import { describeRefusedListings } from './listed-collections.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
})

afterEach(() => fixture.remove())

const writeCollection = (path: string, name: string) => writeListed(fixture, path, name)
const list = (...paths: readonly string[]) => writeList(fixture, paths)

const paths = ({ tree }: Workspace) => tree.collections.map(({ path }) => path)
const refused = ({ tree }: Workspace) => tree.refused.map(({ path, reason }) => `${path} ${reason}`)

describe('a workspace with collections in deeper folders', () => {
  beforeEach(() => {
    for (const name of ['shop', 'users', 'unlisted']) writeCollection(`collections/${name}`, name)
    writeCollection('direct', 'direct')
    list('collections/shop', './collections/users/')
  })

  test('has those that are listed and those right below it', async () => {
    const workspace = await fixture.open()
    expect(paths(workspace)).toEqual(['direct', 'collections/shop', 'collections/users'])
    expect(refused(workspace)).toEqual([])
    expect(outline(workspace.tree).slice(4, 8)).toEqual(['shop', '  Deep', '    GET In', '  GET Get'])
  })

  test('follows the list as it changes on the disk', async () => {
    const workspace = await fixture.open()
    list('collections/unlisted')
    await workspace.refresh()
    expect(paths(workspace)).toEqual(['direct', 'collections/unlisted'])
    list('collections/shop', 'direct/deep')
    fixture.write('direct/deep/opencollection.yml', 'info:\n  name: Inner\n')
    await workspace.refresh()
    expect([paths(workspace), refused(workspace)]).toEqual([
      ['direct', 'collections/shop'],
      ['direct/deep IN_COLLECTION'],
    ])
  })

  test('takes every command in them, and keeps the list', async () => {
    const workspace = await fixture.open()
    const { commands } = workspace
    const made = unwrap(await commands.createItem('collections/shop', newHttpRequest({ name: 'New' })))
    expect(made.path).toBe('collections/shop/New.yml')
    const ids = workspace.tree.collections.map(({ id }) => id)
    expect(unwrap(await commands.rename('collections/shop', 'Store'))).toBe('collections/Store')
    expect(workspace.tree.collections.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(unwrap(await commands.duplicate('collections/Store'))).toBe('collections/Store copy')
    const { trashId } = unwrap(await commands.remove('collections/users'))
    const shown = ['direct', 'collections/Store', 'collections/Store copy']
    expect(paths(workspace).toSorted()).toEqual(shown.toSorted())
    expect(unwrap(await commands.restore(trashId))).toBe('collections/users')
    unwrap(await commands.move('collections/Store/get.yml', 'collections/users/deep', 0))
    expect(paths(workspace).toSorted()).toEqual([...shown, 'collections/users'].toSorted())
    expect(paths(await fixture.open()).toSorted()).toEqual(paths(workspace).toSorted())
    expect(parse(fixture.read('workspace.yml')).collections).toEqual(
      [
        ['Store', 'collections/Store'],
        ['direct', 'direct'],
        ['Store copy', 'collections/Store copy'],
        ['users', 'collections/users'],
      ].map(([name, path]) => ({ name, path })),
    )
  })
})

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/http-live', import.meta.url))
const real = existsSync(corpus) ? globSync('usebruno+bruno/tests/**/workspace.yml', { cwd: corpus }) : []

test(
  'real workspaces of Bruno show what they list, or say why not',
  needs(real.length > 0, theCorpus),
  async () => {
    const reasons = new Map<string, number>()
    for (const file of real) {
      fixture.remove()
      cpSync(dirname(join(corpus, file)), fixture.folder, { recursive: true })
      const { collections } = parse(fixture.read('workspace.yml'))
      const { tree } = await fixture.open()
      expect([file, tree.damage]).toEqual([file, null])
      expect([file, tree.collections.length + tree.refused.length]).toEqual([file, collections.length])
      for (const { reason } of tree.refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      for (const { damage } of tree.collections) expect([file, damage]).toEqual([file, null])
      reasons.set('shown', (reasons.get('shown') ?? 0) + tree.collections.length)
    }
    // The others are there in the format of Bruno, or were left out on purpose.
    expect([...reasons.keys()].toSorted()).toEqual(['BRUNO', 'MISSING', 'shown'])
  },
)

describe('an entry that is not used', () => {
  test.each<[path: string, reason: string]>([
    ['..', 'OUTSIDE'],
    ['../outside', 'OUTSIDE'],
    ['inside/../../outside', 'OUTSIDE'],
    ['/etc', 'OUTSIDE'],
    ['C:\\x', 'OUTSIDE'],
    ['\\\\server\\share', 'OUTSIDE'],
    ['.', 'OUTSIDE'],
    ['a\u0000b', 'OUTSIDE'],
    ['a\u001b[31m', 'OUTSIDE'],
    ['link-out', 'MISSING'],
    ['link-out/deep', 'MISSING'],
    ['link-in', 'MISSING'],
    ['gone', 'MISSING'],
    ['.hidden', 'MISSING'],
    ['node_modules', 'MISSING'],
    ['inside', 'NO_COLLECTION'],
    ['workspace.yml', 'MISSING'],
    ['bruno', 'BRUNO'],
    ['outer/deep', 'IN_COLLECTION'],
    ['outer/bruno', 'IN_COLLECTION'],
    [`${'a/'.repeat(3000)}b`, 'MISSING'],
    ['__proto__', 'MISSING'],
  ])('%j is named, and nothing else is refused (FI8)', async (path, reason) => {
    writeCollection('../outside', 'Outside')
    mkdirSync(join(fixture.folder, 'inside'))
    for (const hidden of ['.hidden', 'node_modules', 'outer', 'collections/good'])
      writeCollection(hidden, 'Own')
    fixture.write('outer/deep/opencollection.yml', 'info:\n  name: Inner\n')
    for (const folder of ['bruno', 'outer/bruno']) fixture.write(`${folder}/bruno.json`, '{}')
    symlinkSync('../outside', join(fixture.folder, 'link-out'))
    symlinkSync('collections/good', join(fixture.folder, 'link-in'))
    list(path, 'collections/good', path)
    const workspace = await fixture.open()
    expect(paths(workspace)).toEqual(['collections/good', 'outer'])
    expect(workspace.tree.refused).toEqual([{ name: `Of ${path}`, path, reason }])
    const [sentence = '', ...more] = describeRefusedListings(workspace.tree.refused)
    expect([sentence.length < 700, more]).toEqual([true, []])
    expect(sentence).toContain('workspace.yml lists “Of ')
    expect(sentence).not.toMatch(/\p{Cc}/u)
  })

  // The slow file has more of them.
  testManyEntries(300)

  test('is in no list that is a map, a text, or has entries of other kinds', async () => {
    writeCollection('direct', 'direct')
    for (const value of [
      '{a: b}',
      'all',
      '[1, null, [], {name: a}, {path: direct}, {name: 1, path: b}, {name: "", path: c}]',
    ]) {
      fixture.write('workspace.yml', `info:\n  name: W\ncollections: ${value}\n`)
      const { tree } = await fixture.open()
      expect([tree.damage, tree.collections.length, tree.refused]).toEqual([null, 1, []])
    }
  })
})
