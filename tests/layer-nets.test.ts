import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * The layers of ARCHITECTURE.md are held by three nets: the lint table, each package's `exports`, and
 * each package's types. Each is shown here to catch what it is there for, and to let through what it should.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

interface Outcome {
  readonly code: number
  readonly output: string
}

function run(program: string, args: readonly string[], cwd = root): Promise<Outcome> {
  return new Promise(resolve => {
    execFile(process.execPath, [join(root, 'node_modules', program), ...args], { cwd }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: out + err }),
    )
  })
}

/** Lints one made-up file of a package with the project's own table, in a folder laid out like the project. */
async function lint(path: string, source: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-layers-'))
  try {
    const { vcs: _, ...table } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
    await writeFile(join(folder, 'biome.json'), JSON.stringify(table))
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), source)
    return await run('@biomejs/biome/bin/biome', ['lint', '--colors=off', folder], folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const importing = (specifier: string) => `import * as probe from '${specifier}'\nexport const found = probe\n`

describe('the lint table', () => {
  it.each([
    [
      'packages/model',
      '@parley/engine',
      'packages/model may import no package of Parley, and nothing of Node',
    ],
    ['packages/model', 'node:fs', 'packages/model may import no package of Parley, and nothing of Node'],
    ['packages/model', '../../engine/src/index.ts', 'packages/model may import'],
    ['packages/engine', '@parley/transport', 'packages/engine may import @parley/model'],
    ['packages/engine', 'node:crypto', 'packages/engine may import @parley/model'],
    ['packages/convert', '@parley/engine', 'packages/convert may import @parley/model'],
    ['packages/files', '@parley/model', 'packages/files may import no package of Parley'],
    ['packages/model', '@parley/files', 'packages/model may import'],
    ['packages/script', '@parley/transport', 'packages/script may import @parley/model, @parley/engine'],
    ['packages/appdata', 'node:fs', 'packages/appdata reaches files through @parley/files alone'],
    ['apps/server', 'node:fs/promises', 'apps/server reaches files through @parley/files alone'],
    ['packages/transport', '@parley/appdata', 'packages/transport may import @parley/model, @parley/engine'],
    [
      'packages/workspace',
      '@parley/transport',
      'packages/workspace may import @parley/model, @parley/engine',
    ],
    ['packages/appdata', '@parley/workspace', 'packages/appdata may import @parley/model, @parley/engine'],
    ['packages/testkit', '@parley/engine', 'packages/testkit may import @parley/model'],
    ['packages/interchange', '@parley/transport', 'packages/interchange may import @parley/model'],
    ['packages/workspace', '@parley/interchange', 'packages/workspace may import @parley/model'],
    ['apps/server', '@parley/web', 'apps/server may import'],
    ['apps/cli', '@parley/server', 'apps/cli may import'],
    [
      'apps/web',
      '@parley/transport',
      'apps/web may import @parley/model, @parley/engine, @parley/convert, @parley/server/contract (types only)',
    ],
    [
      'apps/web',
      '@parley/server',
      'apps/web may import @parley/model, @parley/engine, @parley/convert, @parley/server/contract (types only)',
    ],
    ['apps/web', 'node:path', 'apps/web may import'],
    ['apps/desktop', '@parley/engine', 'apps/desktop may import @parley/server'],
  ])('%s: %s is reported with the layers that are allowed', async (folder, specifier, message) => {
    const { code, output } = await lint(`${folder}/src/probe.ts`, importing(specifier))
    expect(output).toContain(message)
    expect(code).not.toBe(0)
  })

  it.each([
    ['packages/engine', '@parley/model'],
    ['packages/transport', '@parley/engine'],
    ['apps/server', '@parley/transport'],
    ['apps/web', '@parley/server/contract'],
    ['apps/web', '@parley/engine'],
    ['apps/cli', '@parley/files'],
    ['apps/cli', '@parley/interchange'],
    ['packages/interchange', '@parley/convert'],
    ['packages/testkit', '@parley/files'],
    ['packages/files', 'node:fs'],
  ])('%s may import %s', async (folder, specifier) => {
    const { output } = await lint(`${folder}/src/probe.ts`, importing(specifier))
    expect(output).not.toContain('may import')
    expect(output).not.toContain('reaches files')
  })
})

describe('the exports of packages', () => {
  it.each(['@parley/model/src/row.ts', '@parley/engine/src/stages.ts', '@parley/server/src/start-server.ts'])(
    '%s cannot be reached',
    async specifier => {
      const imported = import(/* @vite-ignore */ specifier)
      await expect(imported).rejects.toThrow(/not exported|exports/)
    },
  )
})

describe('the types of packages', () => {
  it.each([
    ['packages/model', 'export const probe = document.title', "Cannot find name 'document'"],
    ['packages/model', 'export const probe = process.pid', "Cannot find name 'process'"],
    [
      'packages/engine',
      "import { readFileSync } from 'node:fs'\nexport const probe = readFileSync",
      'node:fs',
    ],
    ['packages/engine', 'export const probe = fetch', "Cannot find name 'fetch'"],
    ['packages/convert', 'export const probe = process.pid', "Cannot find name 'process'"],
    ['packages/convert', 'export const probe = fetch', "Cannot find name 'fetch'"],
    ['packages/transport', 'export const probe = document.title', "Cannot find name 'document'"],
    ['apps/web', 'export const probe = process.pid', "Cannot find name 'process'"],
  ])('%s refuses: %s', async (folder, source, message) => {
    const probe = await mkdtemp(join(root, folder, 'probe-'))
    try {
      await writeFile(join(probe, 'probe.ts'), source)
      const config = { extends: '../tsconfig.json', include: ['probe.ts', '../*.d.ts'], exclude: [] }
      await writeFile(join(probe, 'tsconfig.json'), JSON.stringify(config))
      const { code, output } = await run('typescript/bin/tsc', ['-p', join(probe, 'tsconfig.json')])
      expect(output).toContain(message)
      expect(code).not.toBe(0)
    } finally {
      await rm(probe, { recursive: true })
    }
  })
})
