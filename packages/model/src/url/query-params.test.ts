import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Row, row } from '../row.ts'
import { type EditedParams, editParams, paramsFromUrl } from './query-params.ts'
import { splitOutsideVariables } from './request-url.ts'

const base = 'http://a.test/b'

const urlWithParams = (...edit: Parameters<typeof editParams>) => editParams(...edit).url

function rowsOf(query: string): readonly Row[] {
  return paramsFromUrl(`${base}?${query}`, [])
}

function edited(query: string, change: (rows: readonly Row[]) => readonly Row[]): string {
  const url = `${base}?${query}`
  const rows = paramsFromUrl(url, [])
  return urlWithParams(url, rows, change(rows)).slice(base.length)
}

function withRow(index: number, change: Partial<Row>) {
  return (rows: readonly Row[]) => rows.map((old, at) => (at === index ? { ...old, ...change } : old))
}

/** Queries of all that the decisions name: duplicates, empty keys and values, `+`, `;`, escapes, variables. */
const query = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', '=', '&', '+', ';', '%2f', '%2F', '%20', '%26', '%3D', '%25', '%C3%A9', '%zz', '%0A'],
      ...['é', ' ', '{{a&b}}', '{{x=y}}', '{{', '}}', '/', '//', '..', '?', '%7B', '"', '%E2%82', ':', '😀'],
    ),
    { maxLength: 14 },
  )
  .map(pieces => pieces.join(''))
const url = fc
  .tuple(query, fc.constantFrom('', '#', '#f?a=1&b'))
  .map(([text, end]) => `${base}?${text}${end}`)

describe('paramsFromUrl', () => {
  it.each([
    ['a=1&b=2', [row('a', '1'), row('b', '2')]],
    ['a=1&a=1', [row('a', '1'), row('a', '1')]],
    ['a&a=', [row('a', ''), row('a', '')]],
    ['=1&&=', [row('', '1'), row('', ''), row('', '')]],
    ['a=b=c', [row('a', 'b=c')]],
    ['a+b=c+d', [row('a+b', 'c+d')]],
    ['a;b=c', [row('a;b', 'c')]],
    ['{{a&b}}={{c=d}}', [row('{{a&b}}', '{{c=d}}')]],
    ['', []],
  ])('shows ?%s row by row', (text, rows) => {
    expect(rowsOf(text)).toEqual(rows)
  })

  it.each([
    ['%20', ' '],
    ['%C3%A9', 'é'],
    ['%26', '&'],
    ['%23', '#'],
    ['%22', '"'],
  ])('shows %s decoded, as it is encoded the same again', (typed, shown) => {
    expect(rowsOf(`a=${typed}`)).toEqual([row('a', shown)])
    expect(rowsOf(typed)).toEqual([row(shown, '')])
  })

  it.each([
    '%2f',
    '%2F',
    '%c3%a9',
    '%25',
    '%2541',
    '%zz',
    '%',
    '%E2%82',
    '%7B%7Ba%7D%7D',
    '%0A',
    '%00',
    'a%20+%2f',
  ])('shows %s as typed, as decoding would lose its bytes or its meaning', typed => {
    expect(rowsOf(`a=${typed}`)).toEqual([row('a', typed)])
  })

  it('shows an escaped = decoded in a name, which needs it, and as typed in a value', () => {
    expect(rowsOf('a%3Db=c%3Dd')).toEqual([row('a=b', 'c%3Dd')])
  })

  it('ends the query at the fragment', () => {
    expect(paramsFromUrl(`${base}?a=1#b&c=2`, [])).toEqual([row('a', '1')])
  })

  it('keeps unticked rows in their place, and descriptions with their rows', () => {
    const off = { ...row('off', 'x'), enabled: false }
    const previous = [{ ...row('a', '1'), description: 'A' }, off, { ...row('b', '2'), description: 'B' }]
    const typed = (text: string) => paramsFromUrl(`${base}?${text}`, previous)
    expect(typed('a=1&b=2')).toEqual(previous)
    expect(typed('a=1&b=3')).toEqual([previous[0], off, { ...row('b', '3'), description: 'B' }])
    expect(typed('b=2')).toEqual([off, previous[2]])
    expect(typed('a=1')).toEqual([previous[0], off])
    expect(typed('new=0&a=1&b=2')).toEqual([row('new', '0'), ...previous])
    expect(typed('a=1&b=2&c=3')).toEqual([...previous, row('c', '3')])
    expect(typed('a=1&n&m&b=2')).toEqual([previous[0], off, row('n', ''), row('m', ''), previous[2]])
    expect(paramsFromUrl(base, previous)).toEqual([off])
  })

  it('keeps the row objects that did not change', () => {
    const previous = rowsOf('a=1&b=2')
    const next = paramsFromUrl(`${base}?a=1&b=3`, previous)
    expect(next[0]).toBe(previous[0])
  })

  it('shows a row for each piece, whatever the rows were before', () => {
    fc.assert(
      fc.property(url, url, fc.array(fc.boolean()), (before, after, ticks) => {
        const previous = paramsFromUrl(before, []).map((old, index) => ({
          ...old,
          enabled: ticks[index] ?? true,
        }))
        const next = paramsFromUrl(after, previous)
        const texts = (rows: readonly Row[]) => rows.map(({ name, value }) => ({ name, value }))
        expect(texts(next.filter(shown => shown.enabled))).toEqual(texts(paramsFromUrl(after, [])))
        expect(next.filter(shown => !shown.enabled)).toEqual(previous.filter(old => !old.enabled))
      }),
    )
  })
})

describe('editParams', () => {
  it('leaves the URL unchanged if no row was edited, copies of rows included', () => {
    fc.assert(
      fc.property(url, text => {
        const rows = paramsFromUrl(text, [])
        expect(urlWithParams(text, rows, rows)).toBe(text)
        const copies = rows.map(old => ({ ...old }))
        expect(urlWithParams(text, rows, copies)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves the pieces of all other rows as typed when one is edited', () => {
    fc.assert(
      fc.property(query, fc.nat(), fc.constantFrom('', 'x y', '&', 'a', '1'), (text, at, value) => {
        const rows = rowsOf(text)
        if (rows.length === 0) return
        const index = at % rows.length
        const before = rowPieces(`?${text}`)
        const after = rowPieces(edited(text, withRow(index, { value })))
        if (after.length !== before.length) return
        expect(after.filter((_, position) => position !== index)).toEqual(
          before.filter((_, position) => position !== index),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('escapes loose braces of an edited row alone if they would join those of another', () => {
    expect(edited('{{={{f#g}}&}}', withRow(0, { value: '' }))).toBe('?%7B%7B=&}}')
    expect(edited('{{&a={{f}}}}', withRow(1, { value: '}}' }))).toBe('?{{&a=%7D%7D')
  })

  it('leaves a variable that is typed letter by letter as typed, whatever braces follow', () => {
    let state: EditedParams = { url: 'http://a?a=&b=}}', params: paramsFromUrl('http://a?a=&b=}}', []) }
    for (const value of ['{', '{{', '{{n', '{{n}', '{{n}}']) {
      state = editParams(state.url, state.params, withRow(0, { value })(state.params))
      expect(state.params[0]?.value).toBe(value)
    }
    expect(state.url).toBe('http://a?a={{n}}&b=}}')
  })

  it('writes the row so that the URL shows it again', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (name, value) => {
        const text = urlWithParams(base, [], [row(name, value)])
        const [shown] = paramsFromUrl(text, [])
        expect(urlWithParams(base, [], shown === undefined ? [] : [shown])).toBe(text)
        expect(text).not.toMatch(/[ "<>\\^`|\p{Cc}]/u)
      }),
    )
  })

  it.each([
    ['the name of a row without =', 'a&b', withRow(0, { name: 'c' }), '?c&b'],
    ['the name of a row with an empty value', 'a=&b', withRow(0, { name: 'c' }), '?c=&b'],
    ['the value of a row without =', 'a&b', withRow(0, { value: '1' }), '?a=1&b'],
    ['the value away', 'a=1&b', withRow(0, { value: '' }), '?a=&b'],
    ['a value beside a name with escapes', '%2f=1', withRow(0, { value: '2' }), '?%2f=2'],
    ['a name beside a value with escapes', 'a=%2f+ é', withRow(0, { name: 'b' }), '?b=%2f+ é'],
    ['a value to one with a space', 'a=1', withRow(0, { value: 'x y' }), '?a=x%20y'],
    ['a value to one with delimiters', 'a=1', withRow(0, { value: '&#=' }), '?a=%26%23='],
    ['a name to one with delimiters', 'a=1', withRow(0, { name: '&#=' }), '?%26%23%3D=1'],
    ['a value to a variable', 'a=1', withRow(0, { value: '{{x&y}} z' }), '?a={{x&y}}%20z'],
    ['a value to + and ;', 'a=1', withRow(0, { value: '+;/..//?' }), '?a=+;/..//?'],
    ['a row into the text of another', 'a=%31&b=2', withRow(1, { name: 'a', value: '%31' }), '?a=%31&a=%31'],
    ['an earlier row into the text of a later one', 'a&b', withRow(0, { name: 'b', value: '' }), '?b&b'],
  ])('edits %s', (_, text, change, expected) => {
    expect(edited(text, change)).toBe(expected)
  })

  it.each([
    ['a=1&b=2', '?a=1&b=2'],
    ['a=b=c&d', '?a=b=c&d'],
    ['%2f=%3D', '?%2f=%3D'],
    ['a+b=%zz;', '?a+b=%zz;'],
    ['%C3%A9={{a&b}}', '?%C3%A9={{a&b}}'],
    ['a=', '?a='],
    ['a', '?a'],
    ['a&a=', '?a&a='],
    ['a=&a', '?a=&a'],
    ['=', '?='],
    ['&=', '?&='],
    ['é="', '?é="'],
    [' = ', '? = '],
  ])('writes ?%s as typed once its first row is unticked and ticked again', (text, expected) => {
    const start = `${base}?${text}`
    const rows = paramsFromUrl(start, [])
    const off = editParams(start, rows, withRow(0, { enabled: false })(rows))
    const on = editParams(off.url, off.params, withRow(0, { enabled: true })(off.params))
    expect(on).toEqual({ url: base + expected, params: rows })
  })

  it('stores the text of an unticked row only while its name and value do not determine it', () => {
    const unticked = (text: string) => {
      const rows = rowsOf(text)
      return editParams(`${base}?${text}`, rows, withRow(0, { enabled: false })(rows)).params[0]
    }
    expect(unticked('a=1')).toEqual({ ...row('a', '1'), enabled: false })
    const off = unticked('é')
    expect(off).toEqual({ ...row('é', ''), enabled: false, urlText: 'é' })
    const changed = (change: Partial<Row>) => {
      const rows = off === undefined ? [] : [off]
      return editParams(base, rows, withRow(0, change)(rows)).params[0]
    }
    expect(changed({ value: '1' })).toMatchObject({ name: 'é', value: '1', urlText: 'é=1' })
    expect(changed({ name: 'b' })).toMatchObject({ name: 'b', value: '', urlText: 'b' })
    expect(changed({ name: 'b', value: '1' })).toEqual({ ...row('b', '1'), enabled: false })
    expect(changed({ description: 'D' })?.urlText).toBe('é')
  })

  it('ignores a stored text that contains more than the piece of its row', () => {
    const evil = { ...row('a', '1&b=2'), enabled: false, urlText: 'a=1&b=2' }
    expect(urlWithParams(base, [evil], [{ ...evil, enabled: true }])).toBe(`${base}?a=1%26b=2`)
    const fragment = { ...row('a', '1#b'), enabled: false, urlText: 'a=1#b' }
    expect(urlWithParams(base, [fragment], [{ ...fragment, enabled: true }])).toBe(`${base}?a=1%23b`)
  })

  it('deletes, moves and adds rows without touching the others', () => {
    const text = 'a&a=&%2f=1'
    expect(edited(text, rows => rows.slice(1))).toBe('?a=&%2f=1')
    expect(edited(text, rows => rows.toReversed())).toBe('?%2f=1&a=&a')
    expect(edited(text, rows => [row('n', ''), ...rows])).toBe('?n=&a&a=&%2f=1')
    expect(edited(text, rows => [...rows, row('n', '1')])).toBe('?a&a=&%2f=1&n=1')
    expect(edited(text, () => [])).toBe('')
  })

  it('keeps the fragment, and the ? of an empty query', () => {
    expect(urlWithParams(`${base}#f`, [], [row('a', '1')])).toBe(`${base}?a=1#f`)
    expect(urlWithParams(`${base}?`, [], [])).toBe(`${base}?`)
    expect(urlWithParams(base, [], [row('', '')])).toBe(base)
    expect(urlWithParams(base, [], [{ ...row('a', '1'), enabled: false }])).toBe(base)
  })

  it('writes a lone surrogate as the replacement character', () => {
    expect(urlWithParams(base, [], [row('a', '\ud800')])).toBe(`${base}?a=%EF%BF%BD`)
  })
})

describe('ten thousand params', () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `name${index % 7}=value%20${index % 11}`).join(
    '&',
  )
  const long = `${base}?${text}`

  // Comparing each row with each would be 100 million comparisons a call.
  it('are read and written, and copied rows are too', () => {
    const rows = paramsFromUrl(long, [])
    const copies = rows.map(old => ({ ...old }))
    expect(urlWithParams(long, rows, copies)).toBe(long)
    expect(urlWithParams(long, rows, copies.toReversed()).length).toBe(long.length)
    expect(paramsFromUrl(long, copies)).toEqual(rows)
  })
})

function rowPieces(text: string): readonly string[] {
  return text === '?' || text === '' ? [] : splitOutsideVariables(text.slice(1), '&')
}
