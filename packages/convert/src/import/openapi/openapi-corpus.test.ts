import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { importDocument } from '../import-document.ts'
import { expectValidNouns, requestsIn } from '../imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/openapi', import.meta.url))
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Counted without the importer: the methods of all paths that stand in the file itself. */
function expectedRequests(document: { readonly paths?: Readonly<Record<string, unknown>> | null }): number {
  return Object.entries(document.paths ?? {}).reduce<number>(
    (sum, [path, item]) =>
      sum +
      (!path.startsWith('x-') && typeof item === 'object' && item !== null
        ? Object.entries(item).filter(
            ([name, one]) => methods.has(name) && typeof one === 'object' && one !== null,
          ).length
        : 0),
    0,
  )
}

describe.skipIf(!existsSync(corpus))('the corpus of OpenAPI documents (../shared/corpus/openapi)', () => {
  const files = existsSync(corpus) ? globSync('**/*.{json,yaml,yml}', { cwd: corpus }).sort() : []
  test.each(files)('%s', { timeout: 60_000 }, file => {
    const bytes = readFileSync(`${corpus}/${file}`)
    const result = importDocument(bytes)
    const document = parse(bytes.toString('utf8'), { uniqueKeys: false, logLevel: 'silent' })
    const isDocument = document.openapi !== undefined || document.swagger !== undefined
    if (!isDocument) {
      // Pieces that other files refer to, and an AsyncAPI document.
      expect(result).toMatchObject({ ok: false, failure: { code: 'UNKNOWN_FORMAT' } })
      return
    }
    if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.subject}`)
    expect(requestsIn(result.value.collections)).toBe(expectedRequests(document))
    expect(result.value.report.counts.requests).toBe(expectedRequests(document))
    expectValidNouns(result.value)
  })
})
