import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { runImport } from './run-import.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const large = `${corpus}/openapi`
test(
  'a 4 MB OpenAPI document (../shared/corpus) fits the caps',
  needs(existsSync(large), corpusNeed),
  async () => {
    const [biggest = ''] = globSync('**/*.{json,yaml}', { cwd: large }).toSorted(
      (one, other) => statSync(`${large}/${other}`).size - statSync(`${large}/${one}`).size,
    )
    const bytes = readFileSync(`${large}/${biggest}`)
    expect(bytes.byteLength).toBeGreaterThan(3_000_000)
    const result = await runImport(
      { name: biggest, files: [{ path: biggest, bytes }] },
      { caps: { maxMs: 60_000, maxHeapMb: 400 } },
    )
    expect(result).toMatchObject({ ok: true })
  },
)
