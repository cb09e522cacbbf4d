import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'
import { exactNumber, isObject, numberOf, parseJson, textOf } from './json-value.ts'
import { parseYaml } from './yaml-value.ts'

/** Numbers of JSON of up to 400 digits, with zeros at the end and exponents, which no number of JavaScript gives back. */
const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength, maxLength }).map(all => all.join(''))
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom(...'123456789'),
    digits(17, 400),
    fc.option(
      digits(1, 20).map(fraction => `.${fraction}0`),
      { nil: '' },
    ),
    fc.option(fc.constantFrom('e5', 'E+12', 'e-7'), { nil: '' }),
  )
  .map(parts => parts.join(''))

const postman = { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' } }

/** For each format, documents with NUMBER in the places where its files have numbers. */
const documents: Readonly<Record<string, readonly string[]>> = {
  postman: [
    `{"info":${JSON.stringify({ ...postman.info, name: 'N' })},"variable":[{"key":"v","value":NUMBER}],"item":[]}`,
    `{"info":${JSON.stringify({ ...postman.info, name: 'N' })},"item":[{"name":"r","request":{"method":"GET","url":{"raw":"http://a.test","host":["a","test"]},"header":[{"key":"X","value":NUMBER}]}}]}`,
    '{"name":"E","_postman_variable_scope":"environment","values":[{"key":"v","value":NUMBER,"enabled":true}]}',
  ],
  insomnia: [
    '{"_type":"export","__export_format":4,"resources":[{"_id":"wrk_1","_type":"workspace","name":"W","scope":"collection"},{"_id":"env_1","parentId":"wrk_1","_type":"environment","name":"Base","data":{"v":NUMBER}},{"_id":"req_1","parentId":"wrk_1","_type":"request","name":"r","method":"GET","url":"http://a.test"}]}',
    '{"_type":"export","__export_format":4,"resources":[{"_id":"wrk_1","_type":"workspace","name":"W","scope":"collection"},{"_id":"req_1","parentId":"wrk_1","_type":"request","name":"r","method":"GET","url":"http://a.test","parameters":[{"name":"p","value":NUMBER}]}]}',
  ],
  hoppscotch: [
    '{"v":1,"name":"C","folders":[],"requests":[{"v":"1","name":"r","method":"GET","endpoint":"http://a.test","params":[{"key":"p","value":NUMBER,"active":true}],"headers":[],"body":{"contentType":null,"body":null},"auth":{"authType":"none","authActive":true}}]}',
    '{"v":1,"id":"e","name":"E","variables":[{"key":"v","value":NUMBER}]}',
  ],
  thunderClient: [
    '{"client":"Thunder Client","collectionName":"C","folders":[],"requests":[{"_id":"1","colId":"c","containerId":"","name":"r","url":"http://a.test","method":"GET","headers":[{"name":"X","value":NUMBER}],"params":[],"tests":[]}]}',
  ],
  har: [
    '{"log":{"entries":[{"request":{"method":"GET","url":"http://a.test","headers":[{"name":"X","value":NUMBER}]}}]}}',
  ],
  openApi: [
    '{"openapi":"3.0.0","info":{"title":"O","version":"1"},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"example":{"id":NUMBER}}}}}}}}',
    '{"openapi":"3.0.0","info":{"title":"O","version":"1"},"paths":{"/a":{"get":{"parameters":[{"name":"q","in":"query","required":true,"schema":{"type":"number","example":NUMBER}}]}}}}',
    'openapi: 3.0.0\ninfo: {title: O, version: "1"}\npaths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/json:\n            schema:\n              properties:\n                id: {type: number, default: NUMBER}\n',
  ],
  openCollection: [
    'name: E\nvariables:\n  - name: v\n    value: NUMBER\n',
    'opencollection: 1.0.0\ninfo: {name: C}\nitems:\n  - info: {name: r, type: http}\n    http: {method: GET, url: http://a.test, headers: [{name: X, value: NUMBER}]}\n',
  ],
}

describe.each(Object.entries(documents))('a number of %s keeps all its digits', (format, texts) => {
  test.each(texts.map((text, index) => [index + 1, text] as const))('place %i', (_, text) => {
    fc.assert(
      fc.property(numbers, number => {
        const read = importDocument(new TextEncoder().encode(text.replace('NUMBER', number)))
        if (!read.ok) throw new Error(JSON.stringify(read.failure))
        expect(read.value.format).toBe(format)
        const { collections, environments } = read.value
        const written = JSON.stringify([collections, environments])
        // A plus sign in a value of a query is escaped there, as OpenAPI says.
        expect(['openApi', 'insomnia'].includes(format) ? written.replaceAll('%2B', '+') : written).toContain(
          number,
        )
      }),
      { numRuns: 20 },
    )
  })
})

test.each(['1.10', '1e2', '-0', '12345678901234567890123'])('%s is a number with a text', text => {
  for (const read of [parseJson(text), parseYaml(text)]) {
    const value = read.ok ? read.value : null
    expect([textOf(value), numberOf(value), isObject(value)]).toEqual([text, Number(text), false])
  }
  expect(JSON.stringify({ a: exactNumber(text) })).toBe(`{"a":${text}}`)
})

test('other numbers are plain, and those that only YAML has are read', () => {
  expect(parseJson('[1, -2.5, 1234567890]')).toEqual({ ok: true, value: [1, -2.5, 1234567890] })
  expect(parseYaml('[0x1f, .5, +3]')).toEqual({ ok: true, value: [31, 0.5, 3] })
  expect(parseYaml('1.10: a')).toEqual({ ok: true, value: { '1.1': 'a' } })
})

/** Where documents of users become what is sent, and the only files there that may round numbers, with the reason. */
const rooms = [
  'packages/convert/src/**/*.ts',
  'packages/interchange/src/**/*.ts',
  'packages/engine/src/run/*.ts',
  'packages/script/src/prelude/declared/*.ts',
]
const exceptions: Readonly<Record<string, string>> = {
  'packages/convert/src/import/graphql/import-graphql.ts': 'a copy of a value that has been read exactly',
  'packages/engine/src/run/read-run-data.ts': 'a row that is too deep, which is refused',
  'packages/script/src/prelude/declared/run-declared.ts': 'texts of the host',
  'packages/script/src/prelude/declared/exact-number.ts': 'the exact reader',
}

test('no other reader of JSON rounds numbers', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const readers = globSync(rooms, { cwd: root }).filter(
    path =>
      !/\.(?:test|slow|testkit)\.ts$/.test(path) && readFileSync(root + path, 'utf8').includes('JSON.parse('),
  )
  expect(readers.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
