import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownFile, KnownFolder } from './known-folder.ts'
import { TreeBuilder } from './tree-builder.ts'
import { childPath, nameInPath, parentPath } from './workspace-path.ts'

const folders = ['', 'A', 'A/F', 'A/F/G', 'A/environments', 'B', 'environments']
const names = ['workspace.yml', 'opencollection.yml', 'folder.yml', 'one.yml', 'two.yml', 'three.yml']

/** Creates folders as a scan of the disk returns them, in which files can be added, changed and removed. */
function knownFolders() {
  const known = new Map<string, KnownFolder>()
  const ids = new Map<string, string>()
  const of = (path: string) => known.get(path) ?? { files: new Map<string, KnownFile>(), folders: [] }
  const reassigned = new Set<string>()
  const nameFolder = (path: string) => {
    if (path === '') return
    const parent = of(parentPath(path))
    if (!parent.folders.includes(nameInPath(path)))
      known.set(parentPath(path), {
        ...parent,
        folders: [...parent.folders, nameInPath(path)].toSorted(),
      })
    nameFolder(parentPath(path))
  }
  let reassignments = 0
  const nextId = (path: string) => {
    reassignments += 1
    ids.set(path, `${path}#${ids.size}-${reassignments}`)
    reassigned.add(path)
    return ids.get(path) ?? ''
  }
  return {
    source: { folderName: 'W', folders: known, idOf: (path: string) => ids.get(path) ?? nextId(path) },
    takeReassigned: () => {
      const taken = new Set(reassigned)
      reassigned.clear()
      return taken
    },
    put(folder: string, name: string, file: KnownFile) {
      nameFolder(folder)
      known.set(folder, { ...of(folder), files: new Map(of(folder).files).set(name, file) })
    },
    remove(folder: string, name: string) {
      const files = new Map(of(folder).files)
      if (files.delete(name)) known.set(folder, { ...of(folder), files })
    },
    reassign: (folder: string, name: string) => nextId(childPath(folder, name)),
  }
}

function file(title: string, sequence: number): KnownFile {
  const info = { kind: 'file', sizeBytes: 1, modifiedMs: 1, mode: 0, ownerId: 0, identity: '' } as const
  return {
    info,
    head: { type: 'http', name: title, method: 'GET', sequence },
    damage: null,
    fingerprint: title,
  }
}

const edit = fc.record({
  action: fc.constantFrom('put', 'put', 'remove', 'reassign'),
  folder: fc.constantFrom(...folders),
  name: fc.constantFrom(...names),
  title: fc.constantFrom('a', 'b', 'B 10', 'B 9', ''),
  sequence: fc.integer({ min: 1, max: 3 }),
})

test('an updated tree equals one built from scratch', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 40 }), edits => {
      const known = knownFolders()
      const following = new TreeBuilder(known.source)
      for (const { action, folder, name, title, sequence } of edits) {
        if (action === 'put') known.put(folder, name, file(title, sequence))
        else if (action === 'remove') known.remove(folder, name)
        else known.reassign(folder, name)
        const tree = following.build(known.takeReassigned())
        expect(tree).toEqual(new TreeBuilder(known.source).build(new Set()))
      }
    }),
    { numRuns: 200 },
  )
})

test('unchanged entries are the same objects, and an unchanged tree is too', () => {
  const known = knownFolders()
  known.put('A', 'opencollection.yml', file('A', 1))
  known.put('A/F', 'one.yml', file('one', 1))
  known.put('A/F', 'two.yml', file('two', 2))
  known.put('A/F/G', 'three.yml', file('three', 1))
  const builder = new TreeBuilder(known.source)
  const before = builder.build(known.takeReassigned())
  // Written again with the same name and position, as a save of the request's URL does.
  known.put('A/F', 'two.yml', file('two', 2))
  expect(builder.build(known.takeReassigned())).toBe(before)
  known.put('A/F', 'two.yml', file('renamed', 2))
  const after = builder.build(known.takeReassigned())
  const [oldFolder, newFolder] = [before, after].map(tree => tree.collections[0]?.items[0])
  if (oldFolder?.kind !== 'folder' || newFolder?.kind !== 'folder') throw new Error('No folder')
  expect(newFolder).not.toBe(oldFolder)
  expect(newFolder.items.map((item, index) => item === oldFolder.items[index])).toEqual([true, true, false])
})
