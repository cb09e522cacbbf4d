import { describe, expect, test } from 'vitest'
import { type PostmanItem, useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

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
const order = ['/login', '/second', '/deep', '/first', '/about']

const urlOf = (name: string) => `${fixture.sink.url}/${name}`

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

function writeYaml(folder: string): void {
  fixture.write(`${folder}/opencollection.yml`, 'opencollection: 1.0.0\ninfo:\n  name: C\n')
  writeTree(folder, tree, {
    folder: (path, name, at) =>
      void fixture.write(`${path}/folder.yml`, `info:\n  name: ${name}\n  type: folder\n  seq: ${at}\n`),
    request: (path, name, at) =>
      void fixture.write(
        `${path}.yml`,
        `info:\n  name: ${name}\n  type: http\n  seq: ${at}\nhttp:\n  method: GET\n  url: ${urlOf(name)}\n`,
      ),
  })
}

const postmanItems = (entries: Tree): readonly PostmanItem[] =>
  Object.entries(entries).map(([name, below]) =>
    below === null ? { name, url: urlOf(name) } : { name, item: postmanItems(below) },
  )

const brunoItems = (entries: Tree): readonly object[] =>
  Object.entries(entries).map(([name, below], at) =>
    below === null
      ? { type: 'http', name, seq: at + 1, request: { url: urlOf(name), method: 'GET' } }
      : { type: 'folder', name, seq: at + 1, items: brunoItems(below) },
  )

/** Items of Insomnia v4, which are listed in another order than their sort keys give. */
const insomniaItems = (entries: Tree, parentId: string): readonly object[] =>
  Object.entries(entries)
    .flatMap(([name, below], at) => {
      const item = { _id: `id_${name}`, parentId, name, metaSortKey: at }
      return below === null
        ? [{ ...item, _type: 'request', method: 'GET', url: urlOf(name) }]
        : [{ ...item, _type: 'request_group' }, ...insomniaItems(below, item._id)]
    })
    .toReversed()

/** Each way in which a collection is kept, and what is run then. */
const kept: Readonly<Record<string, () => string | Promise<string>>> = {
  'a workspace': () => {
    fixture.write('ws/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
    writeYaml('ws/c')
    return 'ws'
  },
  'a collection of YAML files': () => {
    writeYaml('c')
    return 'c'
  },
  'a collection of .bru files': () => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    writeTree('b', tree, {
      folder: (path, name, at) =>
        void fixture.write(`${path}/folder.bru`, `meta {\n  name: ${name}\n  seq: ${at}\n}\n`),
      request: (path, name, at) =>
        void fixture.write(
          `${path}.bru`,
          `meta {\n  name: ${name}\n  type: http\n  seq: ${at}\n}\n\nget {\n  url: ${urlOf(name)}\n}\n`,
        ),
    })
    return 'b'
  },
  'an export of Bruno': () =>
    fixture.write('b.json', {
      name: 'B',
      version: '1',
      items: brunoItems(tree),
      environments: [],
      brunoConfig: { version: '1', name: 'B', type: 'collection' },
    }),
  'an export of Postman': () => fixture.postman(postmanItems(tree)),
  'a folder of Postman': () => {
    writeTree('p/postman/collections/P', tree, {
      folder: (path, name, at) =>
        void fixture.write(
          `${path}/.resources/definition.yaml`,
          `$kind: collection\nname: ${name}\norder: ${at}000\n`,
        ),
      request: (path, name, at) =>
        void fixture.write(
          `${path}.request.yaml`,
          `$kind: http-request\nmethod: GET\nurl: ${urlOf(name)}\norder: ${at}000\n`,
        ),
    })
    return 'p'
  },
  'an export of Insomnia': () =>
    fixture.write('i.json', {
      _type: 'export',
      __export_format: 4,
      resources: [{ _id: 'w', _type: 'workspace', name: 'I', parentId: null }, ...insomniaItems(tree, 'w')],
    }),
}

/** Resolves to what a run of a path sends. */
async function sentBy(path: string, ...args: readonly string[]) {
  const before = fixture.asked().length
  const { code, stderr } = await fixture.run([path, ...args])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return fixture.asked().slice(before)
}

describe('a run follows the one order of folders and requests (product decisions, Order)', () => {
  test.each(Object.entries(kept))('of %s', async (_, write) => {
    const path = await write()
    expect(await sentBy(path)).toEqual(order)
    expect(await sentBy(path, '--folder', 'books')).toEqual(order.slice(1, 4))
    expect(await sentBy(path, '-n', '2')).toEqual([...order, ...order])
  })

  test.each(Object.entries(kept))('of %s after an import', async (_, write) => {
    const env = { PARLEY_HOME: fixture.path('home') }
    expect(await fixture.runCommand(['import', await write(), '--into', 'new'], { env })).toMatchObject({
      code: 0,
    })
    expect(await sentBy('new')).toEqual(order)
  })

  test.each(['opencollection', 'postman'])('of its export as %s', async format => {
    writeYaml('c')
    const output = await fixture.runCommand(['export', 'c', '--to', format, '-o', 'out'])
    expect(output).toMatchObject({ code: 0 })
    expect(await sentBy('out')).toEqual(order)
  })

  test('of files that number folders and requests apart, folders first', async () => {
    writeYaml('c')
    const numbered = (name: string, at: number) =>
      `info:\n  name: ${name}\n  type: http\n  seq: ${at}\nhttp:\n  method: GET\n  url: ${urlOf(name)}\n`
    fixture.write('c/about.yml', numbered('about', 2))
    fixture.write('c/books/folder.yml', 'info:\n  name: books\n  type: folder\n  seq: 1\n')
    expect(await sentBy('c')).toEqual(['/second', '/deep', '/first', '/login', '/about'])
  })
})
