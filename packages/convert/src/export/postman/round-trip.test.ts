import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Collection, Item } from '@parley/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../../import/import-document.ts'
import { exportPostman } from './export-postman.ts'
import { postmanDocument } from './postman-documents.testkit.ts'

const golden = fileURLToPath(new URL('../../../golden/documents', import.meta.url))
const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/postman', import.meta.url))

function collectionsOf(bytes: Uint8Array): readonly Collection[] {
  const result = importDocument(bytes)
  return result.ok ? result.value.collections : []
}

function there(collection: Collection): { readonly back: Collection | undefined; readonly losses: number } {
  const { value, losses } = exportPostman(collection, { includeSecrets: true })
  const [back] = collectionsOf(new TextEncoder().encode(JSON.stringify(value)))
  return { back, losses: losses.length }
}

const files = [
  ...globSync(`${golden}/postman-*.json`),
  ...(existsSync(corpus) ? globSync(`${corpus}/**/*.json`) : []),
].sort()

describe('Postman → Parley → Postman → Parley', () => {
  test.each(files.map(file => [file.slice(file.lastIndexOf('/') + 1), file] as const))(
    '%s',
    (_name, file) => {
      for (const collection of collectionsOf(readFileSync(file)))
        expect(there(collection)).toEqual({ back: collection, losses: 0 })
    },
  )
})

test('every request of any collection survives the round trip unchanged', () => {
  fc.assert(
    fc.property(postmanDocument, document => {
      const [collection] = collectionsOf(new TextEncoder().encode(JSON.stringify(document)))
      if (collection === undefined) throw new Error('No collection')
      expect(there(collection)).toEqual({ back: collection, losses: 0 })
      const { value } = exportPostman(collection, { includeSecrets: true })
      expect(requestsOf(value)).toEqual(requestsOf(document))
    }),
    { numRuns: 60 },
  )
})

/**
 * Returns the requests of a v2.1 document without using our importers; a blank script counts as none, as does a body
 * that Postman does not send, or with nothing in it.
 */
function requestsOf(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return []
  const { item, request, name, event, protocolProfileBehavior: behavior } = value
  const inner = Array.isArray(item) ? item.flatMap(requestsOf) : []
  if (!isRecord(request)) return inner
  const { method, url, header, body, auth, description } = request
  const isPruned = method === 'GET' && !(isRecord(behavior) && behavior.disableBodyPruning === true)
  const address = isRecord(url) ? url.raw : url
  const scripts = new Map(
    (Array.isArray(event) ? event : []).map(one => [one.listen, one.script.exec.join('\n')]),
  )
  return [
    {
      ...{
        name,
        method,
        url: address,
        header,
        auth: authOf(auth),
        description,
        body: isRecord(body) && !isPruned && !isEmpty(body) ? body : null,
      },
      scripts: ['prerequest', 'test'].map(listen => scripts.get(listen)?.replace(/^\s+$/, '') ?? ''),
    },
    ...inner,
  ]
}

function isEmpty(body: Readonly<Record<string, unknown>>): boolean {
  const content = body[String(body.mode)]
  return content === '' || (Array.isArray(content) && content.length === 0)
}

/** Returns the fields of an auth sorted by name. */
function authOf(auth: unknown): unknown {
  if (!isRecord(auth) || typeof auth.type !== 'string') return null
  const fields = auth[auth.type]
  return [auth.type, new Map(Array.isArray(fields) ? fields.map(one => [one.key, one.value]) : [])]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

test('secrets are exported as placeholders unless the user includes them; references are kept', () => {
  const [collection] = collectionsOf(
    new TextEncoder().encode(
      JSON.stringify({
        info: { name: 'c' },
        auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{mine}}' }] },
        item: [
          {
            name: 'r',
            request: { url: 'u', auth: { type: 'basic', basic: { username: 'ann', password: 'canary' } } },
          },
        ],
      }),
    ),
  )
  if (collection === undefined) throw new Error('No collection')
  const hidden = JSON.stringify(exportPostman(collection, { includeSecrets: false }))
  expect(hidden).not.toContain('canary')
  expect(hidden).toContain('{{password}}')
  expect(hidden).toContain('{{mine}}')
  expect(JSON.stringify(exportPostman(collection, { includeSecrets: true }))).toContain('canary')
})

test('the defaults of a folder are written into its requests', () => {
  const [collection] = collectionsOf(readFileSync(`${golden}/insomnia-v5.yaml`))
  if (collection === undefined) throw new Error('No collection')
  const { value, losses } = exportPostman(collection, { includeSecrets: true })
  const [back] = collectionsOf(new TextEncoder().encode(JSON.stringify(value)))
  const first = (items: readonly Item[] = []): Item | undefined =>
    items[0]?.kind === 'folder' ? first(items[0].items) : items[0]
  expect(first(back?.items)).toMatchObject({ headers: [{ name: 'X-Folder', value: '1' }] })
  expect(losses.map(one => one.subject)).toEqual(['the environment Dev, which is a file of its own there'])
})
