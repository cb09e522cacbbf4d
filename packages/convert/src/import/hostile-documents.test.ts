import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'
import { importFiles } from './import-files.ts'
import { expectValidEntities } from './imported.testkit.ts'

const folder = fileURLToPath(new URL('../../golden/documents', import.meta.url))
const jsonFiles = globSync('*.json', { cwd: folder }).sort()
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Returns the paths of all values inside a value. */
function placesOf(
  value: unknown,
  place: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [place]
  return [place, ...Object.entries(value).flatMap(([name, one]) => placesOf(one, [...place, name]))]
}

function changed(value: unknown, place: readonly (string | number)[], replacement: unknown): unknown {
  const [first, ...rest] = place
  if (first === undefined) return replacement
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === first ? changed(one, rest, replacement) : one))
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [
      name,
      name === first ? changed(one, rest, replacement) : one,
    ]),
  )
}

const poison = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1}'

describe('hostile files (attacks IM5, IM6)', () => {
  test.each(jsonFiles)('%s with any change anywhere gives valid entities or a failure', file => {
    let value: unknown
    try {
      value = JSON.parse(
        new TextDecoder(file.includes('utf16') ? 'utf-16le' : 'utf-8').decode(
          readFileSync(`${folder}/${file}`),
        ),
      )
    } catch {
      return
    }
    const places = placesOf(value)
    const replacement = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        -1,
        1e308,
        '',
        'x',
        [],
        {},
        [[]],
        [null],
        [{}],
        JSON.parse(poison),
      ),
      fc.jsonValue({ maxDepth: 2 }),
    )
    fc.assert(
      fc.property(fc.nat(places.length - 1), replacement, (index, one) => {
        const result = importDocument(bytesOf(JSON.stringify(changed(value, places[index] ?? [], one))))
        if (result.ok) expectValidEntities(result.value)
      }),
      { numRuns: 100 },
    )
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"item":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['folders', `{"info":{},"item":[${'{"item":['.repeat(50_000)}${']}'.repeat(50_000)}]}`],
  ])('a depth of 100,000 %s is refused', (_what, text) => {
    expect(importDocument(bytesOf(text))).toMatchObject({ ok: false, failure: { code: 'TOO_DEEP' } })
  })

  test('folders deeper than a workspace allows move up, and none of their requests is lost', () => {
    const depth = 200
    const text = `{"info":{"name":"c"},"item":[${'{"name":"f","item":['.repeat(depth)}{"name":"r","request":"u"}${']}'.repeat(depth)}]}`
    const result = importDocument(bytesOf(text))
    expect(result).toMatchObject({ ok: true, value: { report: { counts: { requests: 1, folders: 99 } } } })
  })

  test.each([
    [
      'entities of its own',
      '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><definitions>&b;</definitions>',
      'NOT_XML',
    ],
    ['depth', `<definitions>${'<a>'.repeat(100_000)}`, 'TOO_DEEP'],
    ['an end that is none', '<definitions></other>', 'NOT_XML'],
    ['no end', '<definitions><service>', 'NOT_XML'],
  ])('WSDL with %s is refused', (_what, text, code) => {
    expect(importDocument(bytesOf(text))).toMatchObject({ ok: false, failure: { code } })
  })

  const service = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">'
  test.each([
    ['comments that never end', `${service}${'<!--'.repeat(400_000)}`, 'NOT_XML'],
    ['texts that never end', `${service}${'<![CDATA['.repeat(400_000)}`, 'NOT_XML'],
    ['instructions that never end', `${service}${'<?'.repeat(400_000)}`, 'NOT_XML'],
    ['quotes that never end', `${service}${'<a "'.repeat(400_000)}`, 'NOT_XML'],
    ['a name that never ends', `${service}<${'a'.repeat(400_000)}`, 'NOT_XML'],
    ['an attribute without a value', `<definitions ${'x'.repeat(400_000)}/>`, 'EMPTY'],
    ['lists in lists of YAML', `a: ${'[1,'.repeat(400_000)}`, 'TOO_DEEP'],
    ['keys in keys of YAML', '? '.repeat(400_000), 'TOO_DEEP'],
    ['entries in entries of YAML', '-  '.repeat(400_000), 'TOO_DEEP'],
  ])('%s are refused without reading them again and again', (_what, text, code) => {
    expect(importDocument(bytesOf(text))).toMatchObject({ ok: false, failure: { code } })
  })

  const spaces = ' '.repeat(50_000)
  test.each([
    [
      'headers of Postman',
      {
        info: { name: 'c' },
        item: [{ name: 'r', request: { url: 'u', header: `A: 1\r\n${spaces}\u2028: 2` } }],
      },
      'headers',
      ['A: 1'],
    ],
    [
      'a form of Hoppscotch',
      {
        v: 3,
        name: 'c',
        folders: [],
        requests: [
          {
            v: '11',
            name: 'r',
            method: 'POST',
            endpoint: 'u',
            params: [],
            headers: [],
            auth: { authType: 'none', authActive: true },
            body: {
              contentType: 'application/x-www-form-urlencoded',
              body: `a: 1\r\n#${spaces}b${spaces}: 2\r\n${spaces}\u2028`,
            },
          },
        ],
      },
      'body',
      ['a: 1', 'b: 2'],
    ],
  ] as const)(
    '%s with lines of spaces are read at once, whatever ends a line',
    (_what, file, part, expected) => {
      const result = importDocument(bytesOf(JSON.stringify(file)))
      if (!result.ok) throw new Error(result.failure.code)
      const [request] = result.value.collections[0]?.items ?? []
      if (request?.kind !== 'http') throw new Error('There is no request.')
      const rows =
        part === 'headers' ? request.headers : request.body.type === 'urlEncoded' ? request.body.fields : []
      expect(rows.map(({ name, value }) => `${name}: ${value}`)).toEqual(expected)
    },
  )

  test('ten thousand nested folders of Postman v1 move up', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index)
    const folders = ids.map(index => ({
      id: `f${index}`,
      name: 'f',
      order: [`r${index}`],
      folders_order: [`f${index + 1}`],
    }))
    const requests = ids.map(index => ({ id: `r${index}`, name: 'r', url: 'u' }))
    const result = importDocument(
      bytesOf(JSON.stringify({ id: 'c', name: 'c', order: [], folders, requests })),
    )
    expect(result).toMatchObject({ ok: true, value: { report: { counts: { requests: 10_000 } } } })
  })

  test('thousands of documents in a chain of references are imported', () => {
    const files = Array.from({ length: 3000 }, (_, index) => ({
      path: `x${index}.json`,
      bytes: bytesOf(
        JSON.stringify({
          ...(index === 0 ? { openapi: '3.0.0' } : {}),
          paths: { '/a': { get: {} }, '/b': { $ref: `x${index + 1}.json#/paths/~1a` } },
        }),
      ),
    }))
    const { parts } = importFiles(files)
    expect(parts).toMatchObject([{ format: 'openApi', report: { counts: { requests: 2 } } }])
  })

  test('a YAML error is reported with its position, on one line', () => {
    expect(importDocument(bytesOf('openapi: 3.0.0\ninfo: [1'))).toMatchObject({
      failure: { code: 'NOT_YAML', subject: expect.stringMatching(/^line 2, column \d+: [^\n]+$/) },
    })
  })

  test('a file with a second YAML document is refused with its position', () => {
    const one = 'openapi: 3.0.0\ninfo: { title: A, version: "1" }\npaths: {}\n'
    expect(importDocument(bytesOf(`${one}---\n${one}`))).toMatchObject({
      failure: { code: 'NOT_YAML', subject: 'line 4: a second document, and a file holds one' },
    })
    expect(importDocument(bytesOf(`---\n${one}...\n`))).toMatchObject({
      value: { format: 'openApi' },
    })
  })

  test('a file that is too large is refused before it is read', () => {
    expect(importDocument(new Uint8Array(100_000_001))).toMatchObject({ failure: { code: 'TOO_LARGE' } })
  })

  test.each([new Uint8Array(), bytesOf(' \n'), new Uint8Array([0xff, 0xfe]), new Uint8Array([0xff])])(
    '%#',
    bytes => {
      expect(importDocument(bytes).ok).toBe(false)
    },
  )
})
