import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterJson } from './filter-json.ts'

function filter(text: string, path: string, view: 'pretty' | 'raw' = 'pretty', maxLength = 1_000_000) {
  const pieces: string[] = []
  const answer = filterJson(text, { filter: path, view, maxLength }, piece => pieces.push(piece))
  return { answer, text: pieces.join('') }
}

const books = '[{"title":"Dune","price":8.50},{"title":"Ubik"},{"price":12345678901234567890}]'

describe('matches', () => {
  test.each([
    ['$[*].title', ['"Dune"', '"Ubik"']],
    ['$[1]', ['{\n    "title": "Ubik"\n  }']],
    ['$[?@.price > 8].price', ['8.50', '12345678901234567890']],
    ['$..price', ['8.50', '12345678901234567890']],
    ['$[2, 0].price', ['12345678901234567890', '8.50']],
    ['$[-1:]', ['{\n    "price": 12345678901234567890\n  }']],
    ['$[?search(@.title, "^D")].title', ['"Dune"']],
  ])('%s', (path, matches) => {
    expect(filter(books, path)).toEqual({
      answer: { state: 'made', matchCount: matches.length },
      text: `[\n  ${matches.join(',\n  ')}\n]`,
    })
  })

  test('are an empty list if nothing matches', () => {
    expect(filter(books, '$.nothing')).toEqual({ answer: { state: 'made', matchCount: 0 }, text: '[]' })
  })

  test('keep the body’s digits, order and duplicate keys, and show the letters of escapes', () => {
    const text = ' {"b" : 1.0, "1": -0, "a\\"]": {"x":"\\u00e9\\\\","2":1e400,"1":0,"x":"}"}, "b":[1E2] } '
    expect(filter(text, '$.b').text).toBe('[\n  [\n    1E2\n  ]\n]')
    expect(filter(text, "$['a\"]']").text).toBe(
      '[\n  {\n    "x": "é\\\\",\n    "2": 1e400,\n    "1": 0,\n    "x": "}"\n  }\n]',
    )
    expect(filter(text, "$['a\"]'].x").text).toBe('[\n  "}"\n]')
    expect(filter('{"__proto__":{"a":1},"constructor":2}', '$..a').text).toBe('[\n  1\n]')
    expect(filter('{"a":1}', '$.__proto__').text).toBe('[]')
    expect(filter(' null ', '$').text).toBe('[\n  null\n]')
  })

  test('are written in raw view as in the body', () => {
    const text = '[{"a" :  1.0},\n{"a":[ 2 ]}]'
    expect(filter(text, '$[*]', 'raw').text).toBe('[\n{"a" :  1.0},\n{"a":[ 2 ]}\n]')
    expect(filter(text, '$.b', 'raw').text).toBe('[]')
  })

  test('are the same values however the JSON is formatted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const found = filter(JSON.stringify(value, null, space), '$..*')
        expect(JSON.parse(found.text)).toEqual(withinOf(JSON.parse(JSON.stringify(value))))
      }),
    )
  })
})

/** Returns what `$..*` matches: the children of each value in turn, then the descendants of each child. */
function withinOf(value: unknown): unknown[] {
  const children = typeof value === 'object' && value !== null ? Object.values(value) : []
  return [...children, ...children.flatMap(withinOf)]
}

describe('refused', () => {
  test.each([
    ['title', 0],
    ['$..', 3],
    ['$.a b', 4],
    ['$[?@.a=1]', 6],
    ['$["a', 4],
    ['$[?nope(@)]', 3],
    ['$[99999999999999999999]', 2],
  ])('%s, as it is not a JSONPath', (path, position) => {
    const { answer } = filter(books, path)
    expect(answer).toMatchObject({ state: 'refused', code: 'BAD_FILTER', position })
    // The message contains neither names of the library's classes nor the filter again.
    expect(answer).toMatchObject({ reason: expect.stringMatching(/^[a-z][^\n]*[^)]$/) })
  })

  test('an invalid filter is reported before an invalid body', () => {
    expect(filter('{', 'a').answer).toMatchObject({ code: 'BAD_FILTER' })
    expect(filter('{', '$').answer).toEqual({ state: 'refused', code: 'NOT_JSON' })
  })

  test('a body that is nested too deeply to search', () => {
    const deep = (depth: number, value: number) => `${'['.repeat(depth)}${value}${']'.repeat(depth)}`
    expect(filter(deep(1000, 1), '$..*').answer).toEqual({ state: 'refused', code: 'TOO_DEEP' })
    const pair = `[${deep(20_000, 1)},${deep(20_000, 2)}]`
    expect(filter(pair, '$[?@ == $[0]]').answer).toEqual({ state: 'refused', code: 'TOO_DEEP' })
    expect(filter(pair, '$[1][0]').answer).toMatchObject({ state: 'made', matchCount: 1 })
  })

  test('a filter that selects the same values again and again', () => {
    const text = JSON.stringify(['x'.repeat(1000)])
    const path = `$[${Array(9).fill('0').join(',')}]`
    expect(filter(text, path, 'raw', 10_000).answer).toMatchObject({ state: 'made', matchCount: 9 })
    expect(filter(text, path, 'raw', 8_999).answer).toEqual({ state: 'refused', code: 'TOO_MANY_MATCHES' })
  })
})
