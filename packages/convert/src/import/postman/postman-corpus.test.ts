import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { expectValidNouns, requestsIn } from '../imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/postman', import.meta.url))

/** Counted without the importer: items with a request, or the requests of v1. */
function expectedRequests(text: string): number {
  let count = 0
  const data = JSON.parse(text, function visit(key, value) {
    if (key === 'request' && !Array.isArray(this) && 'request' in this && !('originalRequest' in this))
      count += 1
    return value
  })
  return Array.isArray(data.requests) ? data.requests.length : count
}

/** Data, configuration and reports that lie beside the collections, and one broken on purpose. */
const refused = new Map([
  [
    'UNKNOWN_FORMAT',
    /(?:postman_data|postman_config|\/data|simple-cookie-jar|work-dir\/test|ssl-client-cert-list|postman-malformed)\.json$|\.csv$/,
  ],
])

describe.skipIf(!existsSync(corpus))('the corpus of Postman files (../shared/corpus/postman)', () => {
  const files = existsSync(corpus) ? globSync('**/*.{json,csv}', { cwd: corpus }).sort() : []
  test.each(files)('%s', file => {
    const bytes = readFileSync(`${corpus}/${file}`)
    const result = importDocument(bytes)
    if (!result.ok) {
      expect(
        refused.get(result.failure.code)?.test(file),
        `${result.failure.code} ${result.failure.subject}`,
      ).toBe(true)
      return
    }
    const { collections, report } = result.value
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe
    const text = bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
    expect(requestsIn(collections)).toBe(expectedRequests(text))
    expect(report.counts.requests).toBe(requestsIn(collections))
    expectValidNouns(result.value)
  })
})
