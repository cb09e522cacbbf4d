import { expect, test } from 'vitest'
import type { PostmanItem, useRunFixture } from './run-fixture.testkit.ts'

/** The entries of a collection in their order: a folder has entries, a request has null. */
interface Tree {
  readonly [name: string]: Tree | null
}

/** Neither the alphabet nor folders first give this order. */
const tree: Tree = {
  login: null,
  books: { second: null, archive: { deep: null }, first: null },
  about: null,
}
export const order = ['/login', '/second', '/deep', '/first', '/about']

/** Bruno numbers folders and requests apart, and runs the folders first. */
const brunoOrder = ['/deep', '/second', '/first', '/login', '/about']

/** Returns the order of the source for a way in which a collection is kept. */
export function orderOf(name: string): readonly string[] {
  return ['a collection of .bru files', 'an export of Bruno'].includes(name) ? brunoOrder : order
}

type Fixture = ReturnType<typeof useRunFixture>

/** Returns the URL of a request. */
export function urlOf(fixture: Fixture, name: string): string {
  return `${fixture.sink.url}/${name}`
}

/** Writes each entry of a tree below a folder, with its position from 1. */
function writeTree(
  folder: string,
  entries: Tree,
  write: {
    folder(path: string, name: string, at: number): void
    request(path: string, name: string, at: number): void
  },
): void {
  for (const [index, [name, below]] of Object.entries(entries).entries()) {
    const path = `${folder}/${name}`
    if (below === null) write.request(path, name, index + 1)
    else {
      write.folder(path, name, index + 1)
      writeTree(path, below, write)
    }
  }
}

/** Writes the tree as a collection of YAML files. */
export function writeYaml(fixture: Fixture, folder: string): void {
  fixture.write(`${folder}/opencollection.yml`, 'opencollection: 1.0.0\ninfo:\n  name: C\n')
  writeTree(folder, tree, {
    folder: (path, name, at) =>
      void fixture.write(`${path}/folder.yml`, `info:\n  name: ${name}\n  type: folder\n  seq: ${at}\n`),
    request: (path, name, at) =>
      void fixture.write(
        `${path}.yml`,
        `info:\n  name: ${name}\n  type: http\n  seq: ${at}\nhttp:\n  method: GET\n  url: ${urlOf(fixture, name)}\n`,
      ),
  })
}

const postmanItems = (fixture: Fixture, entries: Tree): readonly PostmanItem[] =>
  Object.entries(entries).map(([name, below]) =>
    below === null ? { name, url: urlOf(fixture, name) } : { name, item: postmanItems(fixture, below) },
  )

const brunoItems = (fixture: Fixture, entries: Tree): readonly object[] =>
  Object.entries(entries).map(([name, below], at) =>
    below === null
      ? { type: 'http', name, seq: at + 1, request: { url: urlOf(fixture, name), method: 'GET' } }
      : { type: 'folder', name, seq: at + 1, items: brunoItems(fixture, below) },
  )

/** Items of Insomnia v4, which are listed in another order than their sort keys give. */
const insomniaItems = (fixture: Fixture, entries: Tree, parentId: string): readonly object[] =>
  Object.entries(entries)
    .flatMap(([name, below], at) => {
      const item = { _id: `id_${name}`, parentId, name, metaSortKey: at }
      return below === null
        ? [{ ...item, _type: 'request', method: 'GET', url: urlOf(fixture, name) }]
        : [{ ...item, _type: 'request_group' }, ...insomniaItems(fixture, below, item._id)]
    })
    .toReversed()

/** Each way in which a collection is kept, and what is run then. */
export const kept: Readonly<Record<string, (fixture: Fixture) => string | Promise<string>>> = {
  'a workspace': fixture => {
    fixture.write('ws/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
    writeYaml(fixture, 'ws/c')
    return 'ws'
  },
  'a collection of YAML files': fixture => {
    writeYaml(fixture, 'c')
    return 'c'
  },
  'a collection of .bru files': fixture => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    writeTree('b', tree, {
      folder: (path, name, at) =>
        void fixture.write(`${path}/folder.bru`, `meta {\n  name: ${name}\n  seq: ${at}\n}\n`),
      request: (path, name, at) =>
        void fixture.write(
          `${path}.bru`,
          `meta {\n  name: ${name}\n  type: http\n  seq: ${at}\n}\n\nget {\n  url: ${urlOf(fixture, name)}\n}\n`,
        ),
    })
    return 'b'
  },
  'an export of Bruno': fixture =>
    fixture.write('b.json', {
      name: 'B',
      version: '1',
      items: brunoItems(fixture, tree),
      environments: [],
      brunoConfig: { version: '1', name: 'B', type: 'collection' },
    }),
  'an export of Postman': fixture => fixture.postman(postmanItems(fixture, tree)),
  'a folder of Postman': fixture => {
    writeTree('p/postman/collections/P', tree, {
      folder: (path, name, at) =>
        void fixture.write(
          `${path}/.resources/definition.yaml`,
          `$kind: collection\nname: ${name}\norder: ${at}000\n`,
        ),
      request: (path, name, at) =>
        void fixture.write(
          `${path}.request.yaml`,
          `$kind: http-request\nmethod: GET\nurl: ${urlOf(fixture, name)}\norder: ${at}000\n`,
        ),
    })
    return 'p'
  },
  'an export of Insomnia': fixture =>
    fixture.write('i.json', {
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'w', _type: 'workspace', name: 'I', parentId: null },
        ...insomniaItems(fixture, tree, 'w'),
      ],
    }),
}

/** Resolves to what a run of a path sends. */
export async function sentBy(fixture: Fixture, path: string, ...args: readonly string[]) {
  const before = fixture.asked().length
  const { code, stderr } = await fixture.run([path, ...args])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return fixture.asked().slice(before)
}

/** Tests the order of collections after an import. */
export function testOrderOfImports(fixture: Fixture, names: readonly string[]): void {
  test.each(names)('of %s after an import', async name => {
    const env = { PARLEY_HOME: fixture.path('home') }
    const source = (await kept[name]?.(fixture)) ?? ''
    expect(await fixture.runCommand(['import', source, '--into', 'new'], { env })).toMatchObject({ code: 0 })
    expect(await sentBy(fixture, 'new')).toEqual(orderOf(name))
  })
}
