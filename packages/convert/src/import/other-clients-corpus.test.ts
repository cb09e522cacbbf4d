import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { importDocument } from './import-document.ts'
import { expectValidNouns, requestsIn } from './imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))

/** Objects below a value that pass a test, however deep; the importers count by their own way. */
function countObjects(value: unknown, isCounted: (one: Record<string, unknown>) => boolean): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = !Array.isArray(value) && isCounted(value as Record<string, unknown>) ? 1 : 0
  return own + Object.values(value).reduce<number>((sum, one) => sum + countObjects(one, isCounted), 0)
}

interface CorpusFolder {
  readonly files: string
  readonly isRequest: (one: Record<string, unknown>) => boolean
  /** Files that hold something else, or are broken on purpose, with what is said of them. */
  readonly refused: Readonly<Record<string, string>>
}

const folders: Readonly<Record<string, CorpusFolder>> = {
  insomnia: {
    files: '**/*.{json,yaml}',
    isRequest: one =>
      ['request', 'grpc_request', 'websocket_request'].includes(String(one._type)) ||
      (typeof one.url === 'string' &&
        typeof one.method === 'string' &&
        one._type === undefined &&
        one.meta !== undefined),
    refused: {
      'insomnia-v5-invalid-missing-collection.yaml': 'EMPTY',
      'empty.yaml': 'EMPTY',
    },
  },
  hoppscotch: {
    files: '**/*.json',
    isRequest: one =>
      typeof one.method === 'string' &&
      (typeof one.endpoint === 'string' || typeof one.path === 'string') &&
      one.v !== '0-example' &&
      'preRequestScript' in one,
    refused: { 'malformed-coll-2.json': 'UNKNOWN_FORMAT' },
  },
  'thunder-client': {
    files: '**/*.json',
    isRequest: one => typeof one.method === 'string' && typeof one.url === 'string',
    refused: { 'test.json': 'UNKNOWN_FORMAT' },
  },
  har: {
    files: '**/*.{har,json}',
    isRequest: one =>
      typeof one.method === 'string' &&
      typeof one.url === 'string' &&
      !('redirectURL' in one && 'status' in one),
    refused: {},
  },
}

describe.each(Object.entries(folders))(
  'the corpus of %s (../shared/corpus)',
  (name, { files, isRequest, refused }) => {
    const found = existsSync(corpus) ? globSync(files, { cwd: `${corpus}/${name}` }).sort() : []
    test.skipIf(found.length > 0)('is not on this machine', () => {})
    test.runIf(found.length > 0).each(found)('%s', file => {
      const bytes = readFileSync(`${corpus}/${name}/${file}`)
      const result = importDocument(bytes)
      const reason = Object.entries(refused).find(([end]) => file.endsWith(`/${end}`))?.[1]
      if (!result.ok || reason !== undefined) {
        expect(result).toMatchObject({ ok: false, failure: { code: reason } })
        return
      }
      const document = parse(bytes.toString('utf8'))
      // An OpenAPI document lies among the files of another client.
      const expected = document.openapi === undefined ? countObjects(document, isRequest) : 5
      const { collections, report } = result.value
      expect(requestsIn(collections)).toBe(expected)
      expect(report.counts.requests).toBe(expected)
      expectValidNouns(result.value)
    })
  },
)
