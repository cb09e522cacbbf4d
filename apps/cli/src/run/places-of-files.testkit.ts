import { writeFileSync } from 'node:fs'
import {
  defaultGrpcOptions,
  type GrpcOptions,
  type Item,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  ok,
  writeItem,
} from '@parley/model'
import { compileFiles, openRegistry, writeDescriptorSet } from '@parley/protobuf'
import { expect } from 'vitest'
import type { useRunFixture } from './run-fixture.testkit.ts'

type RunFixture = ReturnType<typeof useRunFixture>
type Fixture = Pick<RunFixture, 'path' | 'write'> & {
  readonly sink: Pick<RunFixture['sink'], 'url' | 'requests'>
}

/** A call that gets as far as its server has found the definition of its method. */
const nobody = '127.0.0.1:1'
const isCalled = 'ECONNREFUSED'

const call = (name: string, protoFilePath: string, options: Partial<GrpcOptions> = {}): Item =>
  newGrpcRequest({
    name,
    url: nobody,
    method: 'shop.Books/Get',
    protoFilePath,
    messages: [{ title: '', selected: true, text: '{}' }],
    options: { ...defaultGrpcOptions, definition: 'proto', ...options },
  })

/** Every way in which a file of a collection names another file, as a request that fails or sends another text otherwise. */
const requests: Readonly<Record<FileUse, (url: string) => Item>> = {
  form: url =>
    newHttpRequest({
      name: 'form',
      ...{ method: 'POST', url },
      body: {
        type: 'multipart',
        parts: [{ kind: 'file', name: 'avatar', filePaths: ['own.txt'], enabled: true }],
      },
    }),
  binary: url =>
    newHttpRequest({
      name: 'binary',
      ...{ method: 'POST', url },
      body: { type: 'file', files: [{ filePath: './own.txt', contentType: '', selected: true }] },
    }),
  upload: url =>
    newGraphQlRequest({
      name: 'upload',
      ...{ method: 'POST', url },
      body: {
        type: 'graphql',
        query: 'mutation($f: File) { up(f: $f) }',
        variables: '{}',
        uploads: [{ variable: 'f', filePath: 'data/../own.txt' }],
      },
    }),
  proto: () => call('proto', 'own.proto'),
  import: () => call('import', 'main.proto'),
  descriptorSet: () =>
    call('descriptorSet', '', { definition: 'descriptorSet', descriptorSetPath: 'own.binpb' }),
  certificate: url => newHttpRequest({ name: 'certificate', method: 'POST', url: `${url}?of={{name}}` }),
}

const isOfGrpc = (use: string) => ['proto', 'import', 'descriptorSet'].includes(use)

/** The uses of files, by the names of their requests. */
export const fileUses = [
  'form',
  'binary',
  'upload',
  'proto',
  'import',
  'descriptorSet',
  'certificate',
] as const
export type FileUse = (typeof fileUses)[number]

const proto = (service: string, type = 'message A {}') =>
  `syntax = "proto3";\npackage shop;\n${type}\nservice ${service} { rpc Get (A) returns (A); }`
const main = `syntax = "proto3";\npackage shop;\nimport "types.proto";\nservice Books { rpc Get (A) returns (A); }`

async function descriptorSet(text: string): Promise<Uint8Array> {
  const compiled = await compileFiles(['own.proto'], {
    read: async name => ok(name === 'own.proto' ? text : null),
  })
  const opened = openRegistry(compiled.files)
  if (!opened.ok) throw new Error('The definition of the test is wrong.')
  return writeDescriptorSet(opened.value.registry)
}

/** Writes the files that the requests mean. */
async function writeOwn(fixture: Fixture, folder: string): Promise<void> {
  fixture.write(`${folder}/own.txt`, `of ${folder}`)
  fixture.write(`${folder}/own.proto`, proto('Books'))
  fixture.write(`${folder}/main.proto`, main)
  fixture.write(`${folder}/imports/types.proto`, 'syntax = "proto3";\npackage shop;\nmessage A {}')
  writeFileSync(fixture.path(`${folder}/own.binpb`), await descriptorSet(proto('Books')))
}

/** Writes files with the same names that no request means. */
async function writeOthers(fixture: Fixture, folder: string): Promise<void> {
  fixture.write(`${folder}/own.txt`, 'of another folder')
  for (const name of ['own.proto', 'main.proto']) fixture.write(`${folder}/${name}`, proto('Others'))
  fixture.write(`${folder}/imports/types.proto`, 'syntax = "proto3";')
  writeFileSync(fixture.path(`${folder}/own.binpb`), await descriptorSet(proto('Others')))
}

/** Writes a collection whose requests are all in its folder `f`. */
async function writeCollection(fixture: Fixture, folder: string, name: string): Promise<void> {
  fixture.write(`${folder}/opencollection.yml`, {
    opencollection: '1.0.0',
    info: { name },
    config: {
      protobuf: { importPaths: [{ path: 'imports' }] },
      clientCertificates: [
        { domain: '127.0.0.1', type: 'pem', certificateFilePath: 'gone.pem', privateKeyFilePath: 'gone.key' },
      ],
    },
    request: { variables: [{ name: 'name', value: folder }] },
  })
  fixture.write(`${folder}/f/folder.yml`, 'info:\n  name: F\n  type: folder\n')
  for (const use of fileUses)
    fixture.write(`${folder}/f/${use}.yml`, writeItem(requests[use](`${fixture.sink.url}/${use}`)))
  await writeOwn(fixture, folder)
  await writeOthers(fixture, `${folder}/f`)
}

export const layoutNames = ['collections of a workspace', 'a collection that is the workspace'] as const
type LayoutName = (typeof layoutNames)[number]

interface Layout {
  /** The folders of the collections, of which the first is run on its own. */
  readonly collections: readonly string[]
  write(fixture: Fixture): Promise<void>
}

/** Where the requests are: in collections of a workspace, or in a collection that is the workspace. */
export const layouts: Readonly<Record<LayoutName, Layout>> = {
  'collections of a workspace': {
    collections: ['ws/Shop', 'ws/Other'],
    write: async (fixture: Fixture) => {
      fixture.write('ws/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
      await writeOthers(fixture, 'ws')
      await writeCollection(fixture, 'ws/Shop', 'Shop')
      await writeCollection(fixture, 'ws/Other', 'Other')
    },
  },
  'a collection that is the workspace': {
    collections: ['ws'],
    write: (fixture: Fixture) => writeCollection(fixture, 'ws', 'Shop'),
  },
}

/** What can be run of a collection, with the collections whose requests are sent then. */
function targetsIn(layout: LayoutName, use: FileUse) {
  const { collections } = layouts[layout]
  const [first = ''] = collections
  return [
    { kind: 'workspace', path: 'ws', sent: collections },
    { kind: 'collection', path: first, sent: [first] },
    { kind: 'folder', path: `${first}/f`, sent: [first] },
    { kind: 'request', path: `${first}/f/${use}.yml`, sent: [first] },
  ] as const
}

/** What a report says of a request. */
export interface ReportedUse {
  readonly name: string
  readonly failure: unknown
}

/** Expects that each request got the files of its own collection: by its failure, or by what the server received. */
export function expectOwnFiles(
  fixture: Pick<Fixture, 'sink'>,
  results: readonly ReportedUse[],
  collections: readonly string[],
): void {
  for (const { name, failure } of results) {
    const { code = null } = Object(failure)
    expect({ name, code }).toEqual({
      name,
      code: isOfGrpc(name) ? isCalled : null,
    })
  }
  for (const use of ['form', 'binary', 'upload', 'certificate']) {
    const received = fixture.sink.requests.filter(({ url }) => url?.startsWith(`/${use}`))
    const texts = received.map(({ url, content }) => `${url} ${content}`)
    for (const folder of results.some(({ name }) => name === use) ? collections : [])
      expect(
        texts.some(text => text.includes(`of ${folder}`) || text.includes(`of=${folder}`)),
        `${use} of ${folder}`,
      ).toBe(true)
    expect(texts.join()).not.toContain('of another folder')
  }
}

/** Runs what a path names and expects the files of each collection. */
export async function expectRun(fixture: RunFixture, layout: LayoutName, at: number): Promise<void> {
  const [path, sent] = [
    fileUses.map(use => targetsIn(layout, use)[at]?.path ?? ''),
    targetsIn(layout, 'form')[at]?.sent ?? [],
  ]
  const { results } = await fixture.report([...new Set(path)])
  expect(results).toHaveLength(fileUses.length * sent.length)
  expectOwnFiles(fixture, results, sent)
}

/** Sends the one request of a use that a path contains, and expects the files of its collection. */
export async function expectSent(
  fixture: RunFixture,
  layout: LayoutName,
  use: FileUse,
  at: number,
): Promise<void> {
  const { path = '', sent = [] } = targetsIn(layout, use)[at] ?? {}
  if (sent.length !== 1) return
  const { code, stderr } = await fixture.runCommand(['send', path, '--only', use, '--quiet'])
  const failure = isOfGrpc(use) ? { code: stderr.includes(`(${isCalled})`) ? isCalled : stderr } : null
  expect({ use, code }).toEqual({ use, code: failure === null ? 0 : 2 })
  expectOwnFiles(fixture, [{ name: use, failure }], sent)
}

/** Prints the code of a request, and expects that a note says where the paths in it start. */
export async function expectCode(
  fixture: RunFixture,
  layout: LayoutName,
  use: FileUse,
  at: number,
): Promise<void> {
  const { path = '', sent = [] } = targetsIn(layout, use)[at] ?? {}
  if (sent.length !== 1) return
  const target = isOfGrpc(use) ? 'grpcurl' : 'curl'
  const { code, stdout, stderr } = await fixture.runCommand([
    'codegen',
    path,
    '--only',
    use,
    '--target',
    target,
  ])
  expect({ use, code }).toEqual({ use, code: 0 })
  const [folder = ''] = sent
  const note = `Note: the paths of files in the code start in ${fixture.path(folder)}: run it there.\n`
  expect({ use, stderr }).toEqual({ use, stderr: use === 'certificate' ? '' : note })
  if (use !== 'certificate') expect(stdout.toString()).toMatch(/own\.|main\.proto/)
}
