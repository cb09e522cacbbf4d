import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { httpRequestsIn } from '../imported.testkit.ts'
import { parseXml, type XmlElement } from '../xml-value.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/wsdl', import.meta.url))

/** Returns all elements of a document. */
function elementsIn(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(elementsIn)]
}

describe('service descriptions of others', needs(existsSync(corpus), corpusNeed), () => {
  const files = existsSync(corpus) ? globSync('**/*.{wsdl,xml}', { cwd: corpus }).sort() : []

  test.each(files)('%s has envelopes of XML with a body', file => {
    const read = importDocument(readFileSync(`${corpus}/${file}`))
    if (!read.ok) throw new Error(read.failure.code)
    const requests = httpRequestsIn(read.value.collections[0]?.items ?? [])
    expect(requests.length).toBeGreaterThan(0)
    for (const { name, body } of requests) {
      const envelope = parseXml(body.type === 'raw' ? body.text : '')
      if (!envelope.ok) throw new Error(`${name}: ${envelope.failure.subject}`)
      const all = elementsIn(envelope.value)
      expect(all.find(one => one.name === 'Body')?.children.length, name).toBe(1)
      // Each prefix that is used is declared.
      const text = body.type === 'raw' ? body.text : ''
      const prefixes = new Set([...text.matchAll(/<([\w-]+):/g)].map(([, prefix]) => prefix ?? ''))
      expect(
        [...prefixes].filter(one => !envelope.value.scope.declared.has(one)),
        name,
      ).toEqual([])
    }
  })
})
