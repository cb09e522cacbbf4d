import { describe, expect, test } from 'vitest'
import { readRunData } from './read-run-data.ts'

/** Rows with the values that scripts read; those of text alone show it. */
function rows(text: string) {
  const read = readRunData(text)
  if (!read.ok) return read.failure
  return read.value.map(scope =>
    Object.fromEntries(
      [...scope.values].map(([name, { text, json }]) => [name, json === undefined ? text : JSON.parse(json)]),
    ),
  )
}

describe('a data file', () => {
  test('of JSON keeps every type, and returns text if text is asked for', () => {
    const json = '[{"a": 1, "b": "1", "c": true, "d": null, "e": {"f": [1]}}]'
    expect(rows(json)).toEqual(JSON.parse(json))
    const read = readRunData(json)
    const values = read.ok ? read.value[0]?.values : undefined
    expect([...(values ?? [])].map(([, { text }]) => text)).toEqual(['1', '1', 'true', 'null', '{"f":[1]}'])
  })

  test('of CSV gives types to values without quotes', () => {
    expect(rows('n,t,b,z,q\r\n1.5,007,true,1e400,"2"\r\n-3, x ,false,null,"a ""b"", c"')).toEqual([
      { n: 1.5, t: '007', b: true, z: '1e400', q: '2' },
      { n: -3, t: ' x ', b: false, z: null, q: 'a "b", c' },
    ])
  })

  test('of CSV may have a byte order mark, empty lines, semicolons, and values over several lines', () => {
    expect(rows('\ufeffa;b\n\n"x\ny";2\n\n')).toEqual([{ a: 'x\ny', b: 2 }])
    expect(rows('a\tb\n1,5\t2')).toEqual([{ a: '1,5', b: 2 }])
    expect(rows('a\r1\r2')).toEqual([{ a: 1 }, { a: 2 }])
  })

  test('may omit the last values of a row', () => {
    expect(rows('a,b\n1')).toEqual([{ a: 1 }])
  })

  test('with the name __proto__ has ordinary rows', () => {
    const read = readRunData('[{"__proto__": "x", "constructor": 1}]')
    expect(read.ok && [...(read.value[0]?.values.keys() ?? [])]).toEqual(['__proto__', 'constructor'])
  })

  test('that is too deeply nested to be written again is a fault', () => {
    const text = `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`
    expect(rows(text)).toMatchObject({ code: 'NOT_A_ROW', sentence: 'Row 1 is nested too deeply.' })
  })

  test.each([
    ['', 'NO_ROWS', null],
    ['[]', 'NO_ROWS', null],
    ['a,b', 'NO_ROWS', null],
    ['[{"a": 1]', 'NOT_JSON', null],
    ['{"a": 1}', 'NOT_A_LIST', null],
    ['[1]', 'NOT_A_ROW', null],
    ['a,b\n1,2\n1,2,3', 'NOT_CSV', 3],
    ['a,\n1,2', 'NOT_CSV', 1],
    ['a\n"x\ny', 'NOT_CSV', 2],
    ['a,b\n"x"y,2', 'NOT_CSV', 2],
  ])('%j gives no rows: %s', (text, code, line) => {
    expect(rows(text)).toMatchObject({ code, line })
  })
})
