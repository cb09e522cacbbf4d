import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { layers } from '../scripts/lint/layers.ts'
import { lintMessages, root, runTool } from './lint.testkit.ts'

/**
 * Three nets enforce the layers of ARCHITECTURE.md: the lint table, each package's `exports`, and each
 * package's types. These tests show that each net reports what it should, and accepts what it should.
 */

/** What a folder may not import, with the message that says what it may import. */
const refused: readonly (readonly [folder: string, specifier: string, message: string])[] = [
  ['packages/model', '@parley/engine', 'packages/model may import no package of Parley, and nothing of Node'],
  ['packages/model', 'node:fs', 'packages/model may import no package of Parley, and nothing of Node'],
  ['packages/model', '../../engine/src/index.ts', 'packages/model may import'],
  ['packages/engine', '@parley/transport', 'packages/engine may import @parley/model'],
  ['packages/engine', 'node:crypto', 'packages/engine may import @parley/model'],
  ['packages/convert', '@parley/engine', 'packages/convert may import @parley/model'],
  ['packages/codegen', '@parley/convert', 'packages/codegen may import @parley/model, @parley/engine'],
  ['packages/convert', '@parley/codegen', 'packages/convert may import @parley/model'],
  ['packages/files', '@parley/model', 'packages/files may import no package of Parley'],
  ['packages/model', '@parley/files', 'packages/model may import'],
  ['packages/script', '@parley/transport', 'packages/script may import @parley/model, @parley/engine'],
  ['packages/appdata', 'node:fs', 'packages/appdata reaches files through @parley/files alone'],
  ['apps/server', 'node:fs/promises', 'apps/server reaches files through @parley/files alone'],
  ['packages/transport', '@parley/appdata', 'packages/transport may import @parley/model, @parley/engine'],
  ['packages/workspace', '@parley/transport', 'packages/workspace may import @parley/model, @parley/engine'],
  ['packages/appdata', '@parley/workspace', 'packages/appdata may import @parley/model, @parley/engine'],
  ['packages/testkit', '@parley/engine', 'packages/testkit may import @parley/model'],
  ['packages/interchange', '@parley/transport', 'packages/interchange may import @parley/model'],
  ['packages/workspace', '@parley/interchange', 'packages/workspace may import @parley/model'],
  ['apps/server', '@parley/web', 'apps/server may import'],
  ['apps/cli', '@parley/server', 'apps/cli may import'],
  [
    'apps/web',
    '@parley/transport',
    'apps/web may import @parley/model, @parley/protobuf, @parley/engine, @parley/engine/json-query, @parley/engine/printers, @parley/engine/search, @parley/convert, @parley/codegen, @parley/server/contract',
  ],
  [
    'apps/web',
    '@parley/server',
    'apps/web may import @parley/model, @parley/protobuf, @parley/engine, @parley/engine/json-query, @parley/engine/printers, @parley/engine/search, @parley/convert, @parley/codegen, @parley/server/contract',
  ],
  ['apps/web', 'node:path', 'apps/web may import'],
  ['apps/desktop', '@parley/engine', 'apps/desktop may import @parley/server'],
]

const allowed: readonly (readonly [folder: string, specifier: string])[] = [
  ['packages/engine', '@parley/model'],
  ['packages/transport', '@parley/engine'],
  ['apps/server', '@parley/transport'],
  ['apps/web', '@parley/server/contract'],
  ['apps/web', '@parley/engine'],
  ['apps/web', '@parley/codegen'],
  ['packages/codegen', '@parley/engine'],
  ['apps/cli', '@parley/files'],
  ['apps/cli', '@parley/interchange'],
  ['packages/interchange', '@parley/convert'],
  ['packages/testkit', '@parley/files'],
  ['packages/files', 'node:fs'],
]

/** Every folder with every package that its layer does not name. */
const others = Object.entries(layers).flatMap(([folder, [names]]) =>
  Object.keys(layers)
    .map(one => one.replace(/^\w+\//, ''))
    .filter(name => name !== folder.replace(/^\w+\//, '') && !names.split(/[ :]/).includes(name))
    .map(name => [folder, `@parley/${name}`, `${folder} may import`] as const),
)

const importing = (specifier: string) => `import * as probe from '${specifier}'\nexport const found = probe\n`

describe('the lint table', () => {
  const probes = [...refused, ...others, ...allowed].map(([folder, specifier]) => ({ folder, specifier }))
  const pathOf = (folder: string, specifier: string) =>
    `${folder}/src/probe${probes.findIndex(one => one.folder === folder && one.specifier === specifier)}.ts`
  let messages: ReadonlyMap<string, readonly string[]> = new Map()

  beforeAll(async () => {
    messages = await lintMessages(
      Object.fromEntries(
        probes.map(({ folder, specifier }) => [pathOf(folder, specifier), importing(specifier)]),
      ),
    )
  })

  it.each([...refused, ...others])('%s: %s is reported with the layers that are allowed', (...probe) => {
    const [folder, specifier, message] = probe
    expect(messages.get(pathOf(folder, specifier))).toContainEqual(expect.stringContaining(message))
  })

  it.each(allowed)('%s may import %s', (folder, specifier) => {
    expect(messages.get(pathOf(folder, specifier)) ?? []).toEqual([])
  })
})

describe('the map of layers', () => {
  it('knows each package and app', async () => {
    const folders = (await Promise.all(['packages', 'apps'].map(foldersIn))).flat()
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(folders))
  })
})

async function foldersIn(parent: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, parent), { withFileTypes: true })
  return entries.filter(one => one.isDirectory()).map(one => `${parent}/${one.name}`)
}

describe('the exports of packages', () => {
  it.each([
    '@parley/model/src/row.ts',
    '@parley/engine/src/send/execute-request.ts',
    '@parley/server/src/start-server.ts',
  ])('%s cannot be reached', async specifier => {
    const imported = import(/* @vite-ignore */ specifier)
    await expect(imported).rejects.toThrow(/not exported|exports/)
  })
})

describe('the types of packages', () => {
  const probes = [
    ['packages/model', 'export const probe = document.title', "Cannot find name 'document'"],
    ['packages/model', 'export const probe = process.pid', "Cannot find name 'process'"],
    [
      'packages/engine',
      "import { readFileSync } from 'node:fs'\nexport const probe = readFileSync",
      'node:fs',
    ],
    ['packages/engine', 'export const probe = fetch', "Cannot find name 'fetch'"],
    ['packages/convert', 'export const probe = process.pid', "Cannot find name 'process'"],
    ['packages/codegen', 'export const probe = fetch', "Cannot find name 'fetch'"],
    ['packages/convert', 'export const probe = fetch', "Cannot find name 'fetch'"],
    ['packages/transport', 'export const probe = document.title', "Cannot find name 'document'"],
    ['apps/web', 'export const probe = process.pid', "Cannot find name 'process'"],
  ] as const

  it.each(probes)('%s refuses: %s', async (folder, source, message) => {
    const probe = await mkdtemp(join(root, folder, 'probe-'))
    try {
      await writeFile(join(probe, 'probe.ts'), source)
      const config = { extends: '../tsconfig.json', include: ['probe.ts', '../*.d.ts'], exclude: [] }
      await writeFile(join(probe, 'tsconfig.json'), JSON.stringify(config))
      const { code, output } = await runTool('typescript/bin/tsc', ['-p', join(probe, 'tsconfig.json')])
      expect(output).toContain(message)
      expect(code).not.toBe(0)
    } finally {
      await rm(probe, { recursive: true })
    }
  })
})
