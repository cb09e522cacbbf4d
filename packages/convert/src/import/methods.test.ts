import { expect, test } from 'vitest'
import { importDocument } from './import-document.ts'

/** Files of the clients that store a method as text, each with one request. */
const files: Readonly<Record<string, (method: string) => object>> = {
  Postman: method => ({
    info: {
      name: 'C',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [{ name: 'R', request: { method, url: 'http://a.test/' } }],
  }),
  Bruno: method => ({
    name: 'C',
    version: '1',
    brunoConfig: {},
    items: [{ type: 'http', name: 'R', request: { method, url: 'http://a.test/' } }],
  }),
  Hoppscotch: method => ({
    v: 2,
    name: 'C',
    folders: [],
    requests: [{ v: '5', name: 'R', method, endpoint: 'http://a.test/', params: [], headers: [] }],
  }),
  Insomnia: method => ({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'C' },
      { _id: 'req_1', parentId: 'wrk_1', _type: 'request', name: 'R', method, url: 'http://a.test/' },
    ],
  }),
  'Thunder Client': method => ({
    client: 'Thunder Client',
    collectionName: 'C',
    folders: [],
    requests: [{ _id: '1', name: 'R', method, url: 'http://a.test/', headers: [], params: [] }],
  }),
}

test.each(
  Object.entries(files).flatMap(([client, file]) =>
    (
      [
        ['post', 'POST'],
        ['Options', 'OPTIONS'],
        ['PURGE', 'PURGE'],
        ['purge', 'purge'],
        ['', 'GET'],
      ] as const
    ).map(([typed, sent]) => [client, typed, sent, file] as const),
  ),
)('%s: the method “%s” is imported as %s', (_, typed, sent, file) => {
  const imported = importDocument(new TextEncoder().encode(JSON.stringify(file(typed))))
  if (!imported.ok) throw new Error(imported.failure.code)
  expect(imported.value.collections[0]?.items).toMatchObject([{ method: sent }])
})
