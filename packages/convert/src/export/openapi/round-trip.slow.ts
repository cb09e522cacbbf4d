import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../../import/import-document.ts'
import { sent, throughOpenApi } from './round-trip.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/openapi', import.meta.url))

describe('OpenAPI documents of others', needs(existsSync(corpus), corpusNeed), () => {
  const files = existsSync(corpus) ? globSync('**/*.{json,yaml,yml}', { cwd: corpus }).sort() : []

  test.each(files)('%s gives the same requests after an export', { timeout: 60_000 }, file => {
    const read = importDocument(readFileSync(`${corpus}/${file}`))
    const [collection] = read.ok ? read.value.collections : []
    if (collection === undefined) return
    expect(JSON.stringify(collection)).not.toContain('x-parley')
    const { back, losses } = throughOpenApi(collection)
    // Of several operations that differ in the fragment of their path alone, the first one is written.
    const isDropped = (method: string, url: string) => {
      const path = url.split('#')[0] ?? ''
      return (
        url.includes('#') &&
        losses.some(one => one.startsWith(`a second ${method} `) && path.endsWith(one.split(' ')[3] ?? ' '))
      )
    }
    const keyed = (all: ReturnType<typeof sent>) =>
      all
        // A server without a host is that of the document.
        .filter(({ method = '', url = '' }) => !url.startsWith('/') && !isDropped(method, url))
        .map(one => JSON.stringify({ ...one, auth: null, variables: null }))
        .sort()
    const expected = keyed(sent(collection))
    const found = new Set(keyed(sent(back)))
    expect(expected.filter(one => !found.has(one)).slice(0, 3)).toEqual([])
  })
})
