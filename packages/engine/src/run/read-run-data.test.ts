import { describe, expect, test } from 'vitest'
import { readRunData, readRunDataInSteps } from './read-run-data.ts'

/** Rows with the values that scripts read; those of text alone show it. */
function rows(text: string, within?: typeof limits) {
  return rowsOf(readRunData(text, within))
}

function rowsOf(read: ReturnType<typeof readRunData>) {
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

  test.each(['1234567890123456789', '-0.10', '1E400', '9'.repeat(400)])(
    'sends %s with all its digits',
    number => {
      for (const json of [
        `[{"a": ${number}, "b": {"c": [${number}]}}]`,
        `a,b\n${number},"{""c"":[${number}]}"`,
      ]) {
        const read = readRunData(json)
        const values = read.ok ? read.value[0]?.values : undefined
        expect([...(values ?? [])].map(([, { text }]) => text)).toEqual([number, `{"c":[${number}]}`])
      }
    },
  )

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

  test.each([1001, 100_000])('that is nested in %d levels is a fault', levels => {
    const text = `[{"a":${'['.repeat(levels)}${']'.repeat(levels)}}]`
    expect(rows(text)).toMatchObject({ code: 'NOT_A_ROW', sentence: 'Row 1 is nested too deeply.' })
  })

  test('that is nested in 1,000 levels is read', () => {
    const value = '['.repeat(1000) + ']'.repeat(1000)
    const read = readRunData(`[{"a":${value}}]`)
    expect(read.ok && read.value[0]?.values.get('a')?.text).toBe(value)
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
    ['a,b, a\n1,2,3', 'NOT_CSV', 1],
    ['a\n"x\ny', 'NOT_CSV', 2],
    ['a,b\n"x"y,2', 'NOT_CSV', 2],
  ])('%j gives no rows: %s', (text, code, line) => {
    expect(rows(text)).toMatchObject({ code, line })
  })
})

test('two columns of one name are named', () => {
  expect(rows('id,name,id\n1,a,2')).toMatchObject({
    sentence: 'Columns 1 and 3 have the same name, “id”. Rename one of them.',
  })
})

/** Short ones, as reading takes the same ways with them. */
const limits = { inOneGo: 1024, stepCharacters: 1024, mostRows: 5000, longestRow: 8000 }

/** A text of about four steps of one piece, between a beginning and an end. */
function longText(begin: string, piece: string, end = ''): string {
  return begin + piece.repeat((4 * limits.stepCharacters) / piece.length) + end
}

async function readInSteps(text: string) {
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  return { data: await readRunDataInSteps(text, pause, limits), pauses }
}

describe('a long data file', () => {
  test('of one step is read in one go', async () => {
    expect((await readInSteps(`a\n${'1\n'.repeat(limits.stepCharacters / 2 - 2)}`)).pauses).toBe(0)
    expect((await readInSteps(`[{"a":"${'1'.repeat(limits.stepCharacters - 10)}"}]`)).pauses).toBe(0)
  })

  test.each([
    ['records', longText('a\n', '12\n')],
    ['empty lines', longText('a\n1\n', '\n')],
    ['quoted values', longText('a,b\n', '"1""2",\n')],
    ['entries of a list', longText('[', '{"a": "]\\"", "b": [{}]}, ', '{"c": 1}]')],
    ['spaces in a list', longText('[{"a": 1}', '    ', ']')],
    ['brackets that do not end', longText('[{"a": ', '[')],
  ])('of %s is read in steps', async (_, text) => {
    const { data, pauses } = await readInSteps(text)
    expect(pauses).toBeGreaterThanOrEqual(3)
    expect(pauses).toBeLessThanOrEqual(5)
    expect(rowsOf(data)).toEqual(rows(text, limits))
  })

  test('of CSV has the values of each line, whatever separates them', () => {
    const piece = '1;"a;""b""\n"; x\n\n'
    const read = rows(longText('n;q;t\n', piece), limits)
    expect(read).toHaveLength(Math.floor((4 * limits.stepCharacters) / piece.length))
    expect(new Set(Array.from(Object(read), row => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ n: 1, q: 'a;"b"\n', t: ' x' })]),
    )
  })

  test('of JSON has the same rows as in one go', () => {
    const text = longText('\ufeff [', ' {"a": "]\\"", "b": [{}, 1.50], "c": null},', '{"a": "\\\\"} ] \n')
    const parsed: unknown = JSON.parse(text.slice(1))
    expect(rows(text, limits)).toEqual(parsed)
  })

  test.each([
    ['an object', longText('{"a": "', 'a', '"}'), 'NOT_A_LIST'],
    ['a list of numbers', longText('[', '1, ', '1]'), 'NOT_A_ROW'],
    ['a list without an end', longText('[', '{"a": 1}, '), 'NOT_JSON'],
    ['a comma at its end', longText('[', '{"a": 1}, ', ']'), 'NOT_JSON'],
    ['a list that a brace ends', longText('[', '{"a": 1}, ', '{}}'), 'NOT_JSON'],
    ['text behind it', longText('[', '{"a": 1}, ', '{}] x'), 'NOT_JSON'],
    ['a string without an end', longText('[{"a": "', 'a'), 'NOT_JSON'],
    ['a row that is too long', `[{"a": "${'a'.repeat(8000)}"}]`, 'NOT_A_ROW'],
    ['an empty list', longText('[', ' ', ']'), 'NO_ROWS'],
    ['a record of too many values', 'a,'.repeat(16_385), 'NOT_CSV'],
    ['a quoted value that is too long', `a\n"${'""'.repeat(4001)}"`, 'NOT_CSV'],
    ['a name that is too long', `${'a'.repeat(16_385)}\n1`, 'NOT_CSV'],
    ['too many rows', `a\n${'1\n'.repeat(5001)}`, 'TOO_MANY_ROWS'],
  ])('with %s gives no rows', (_, text, code) => {
    expect(rows(text, limits)).toMatchObject({ code })
  })
})
