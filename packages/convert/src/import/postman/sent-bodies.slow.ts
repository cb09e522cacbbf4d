import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../decode-text.ts'
import { importDocument } from '../import-document.ts'
import { httpRequestsIn } from '../imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/postman', import.meta.url))

type Map = Readonly<Record<string, unknown>>

function isMap(value: unknown): value is Map {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the methods of the requests of a collection v2 that have a body which Postman leaves out. */
function prunedIn(value: unknown, inherited = true): readonly string[] {
  if (!isMap(value)) return []
  const behavior = isMap(value.protocolProfileBehavior)
    ? value.protocolProfileBehavior.disableBodyPruning
    : undefined
  const isPruned = behavior === undefined ? inherited : behavior !== true
  const { request, item } = value
  if (Array.isArray(item)) return item.flatMap(one => prunedIn(one, isPruned))
  const method = isMap(request) ? String(request.method ?? 'GET').toUpperCase() : ''
  return isPruned && ['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK'].includes(method) ? [method] : []
}

describe('the corpus of Postman (../shared/corpus)', needs(existsSync(corpus), corpusNeed), () => {
  const files = existsSync(corpus) ? globSync('**/*.json', { cwd: corpus }).sort() : []

  test.each(files)('%s sends no body that Postman leaves out', file => {
    const bytes = readFileSync(`${corpus}/${file}`)
    const result = importDocument(bytes)
    const document: unknown = result.ok ? JSON.parse(decodeText(bytes).replace(/^\ufeff/, '')) : null
    if (!result.ok || !isMap(document) || !Array.isArray(document.item)) return
    const requests = result.value.collections.flatMap(({ items }) => httpRequestsIn(items))
    const without = requests.filter(({ body }) => body.type === 'none').map(({ method }) => method)
    for (const method of new Set(prunedIn(document)))
      expect(without.filter(one => one === method).length, method).toBeGreaterThanOrEqual(
        prunedIn(document).filter(one => one === method).length,
      )
    for (const { subject } of result.value.report.losses.filter(({ code }) => code === 'BODY_DISABLED'))
      expect(subject).not.toMatch(/^with (?:POST|PUT|PATCH|DELETE|OPTIONS),/)
  })
})
