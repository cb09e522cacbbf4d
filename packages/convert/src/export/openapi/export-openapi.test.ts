import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Collection, Item } from '@parley/model'
import { expect, test } from 'vitest'
import { importDocument } from '../../import/import-document.ts'
import { exportOpenApi } from './export-openapi.ts'

const golden = fileURLToPath(new URL('../../../golden', import.meta.url))

function collectionOf(bytes: Uint8Array): Collection {
  const result = importDocument(bytes)
  const [collection] = result.ok ? result.value.collections : []
  if (collection === undefined) throw new Error('No collection')
  return collection
}

/** Returns method, URL, headers and kind of body of each request, in all folders. */
function shapes(items: readonly Item[]): readonly string[] {
  return items
    .flatMap(item => {
      if (item.kind === 'folder') return shapes(item.items)
      if (item.kind !== 'http') return []
      const url = item.url.replace(/:(\w+)|\{\{(\w+)\}\}/g, '<$1$2>')
      return [
        `${item.method} ${url} ${item.body.type} ${item.headers.filter(one => one.enabled).map(one => one.name)}`,
      ]
    })
    .sort()
}

test.each([
  ['openapi-31.yaml', ['the environment Live', 'the environment http://localhost:3000', 'the variables']],
  ['swagger-20.json', ['the environment http://a.test/v1']],
])('%s → Parley → OpenAPI 3.1 → Parley', (file, lost) => {
  const collection = collectionOf(readFileSync(`${golden}/documents/${file}`))
  const { value, losses } = exportOpenApi(collection)
  const back = collectionOf(new TextEncoder().encode(JSON.stringify(value)))
  expect(shapes(back.items)).toEqual(shapes(collection.items))
  expect(back.defaults.variables).toEqual(collection.defaults.variables)
  expect(losses.map(one => one.subject)).toEqual(lost)
})

test('a collection of another client as OpenAPI 3.1', async () => {
  const exported = exportOpenApi(collectionOf(readFileSync(`${golden}/documents/postman-v21.json`)))
  await expect(`${JSON.stringify(exported, null, 1)}\n`).toMatchFileSnapshot(
    `${golden}/export-openapi.expected`,
  )
  expect(JSON.stringify(exported)).not.toContain('{{token}}')
})
