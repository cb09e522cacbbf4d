import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryRequests } from '../../golden/arbitrary-entities.ts'
import { few, param, urlText } from '../../golden/arbitrary-fields.ts'
import {
  draftOf,
  type Item,
  newGraphQlRequest,
  newHttpRequest,
  newWebSocketRequest,
  type Request,
  readItem,
  writeItem,
} from '../index.ts'
import { type Row, row } from '../row.ts'
import { httpRequestSchema, requestSchema } from '../schema/index.ts'
import { alignParams } from './align-params.ts'
import { editParams, paramsFromUrl } from './query-params.ts'

const base = 'http://a.test/b'
const off = (name: string, value = ''): Row => ({ ...row(name, value), enabled: false })

describe('alignParams', () => {
  it.each<[string, string, readonly Row[], readonly Row[]]>([
    ['no list', '?a=1&b', [], [row('a', '1'), row('b', '')]],
    ['a list that agrees', '?a=1', [row('a', '1'), off('c')], [row('a', '1'), off('c')]],
    ['unticked rows alone', '?a=1', [off('c'), off('d')], [off('c'), off('d'), row('a', '1')]],
    ['a list with another value', '?a=2', [row('a', '1')], [row('a', '2')]],
    ['a list in another order', '?b=2&a=1', [row('a', '1'), row('b', '2')], [row('b', '2'), row('a', '1')]],
    [
      'a ticked row that the URL lacks',
      '?a=1',
      [row('x', '9'), row('a', '1')],
      [off('x', '9'), row('a', '1')],
    ],
    ['ticked rows and no query', '', [row('x', '9'), row('', '')], [off('x', '9'), off('', '')]],
    ['one row that is still empty', '', [row('', '')], [row('', '')]],
    ['a row as it was typed', '?n%20=é', [row('n%20', 'é')], [row('n%20', 'é')]],
    ['an escape', '?q=a%20b', [row('q', 'a b')], [row('q', 'a b')]],
    ['duplicates', '?a=1&a=1&a=2', [row('a', '2')], [row('a', '1'), row('a', '1'), row('a', '2')]],
    ['a fragment', '?a=1#b', [], [row('a', '1')]],
  ])('%s', (_, query, list, expected) => {
    expect(alignParams(base + query, list)).toEqual(expected)
  })

  it('returns a list that agrees itself', () => {
    const list = [row('a', '1'), off('c')]
    expect(alignParams(`${base}?a=1`, list)).toBe(list)
  })

  it('keeps the descriptions of rows, also where their values differ', () => {
    const list = [{ ...row('a', '1'), description: 'A' }, off('c'), { ...row('b', '2'), description: 'B' }]
    expect(alignParams(`${base}?b=2&a=3&n`, list)).toEqual([
      { ...row('b', '2'), description: 'B' },
      { ...row('a', '3'), description: 'A' },
      off('c'),
      row('n', ''),
    ])
  })

  it('has the rows of the URL and loses no row of the list, for any URL and list', () => {
    fc.assert(
      fc.property(urlText, few(param), (url, list) => {
        const rows = alignParams(url, list)
        expect(alignParams(url, rows)).toBe(rows)
        if (rows !== list) expect(editParams(url, rows, rows)).toEqual({ url, params: rows })
        const count = paramsFromUrl(url, []).length
        const ticked = rows.filter(one => one.enabled)
        if (ticked.length !== count) expect(ticked).toEqual([{ ...ticked[0], name: '', value: '' }])
        expect(rows.length).toBeGreaterThanOrEqual(list.length)
      }),
      { numRuns: 300 },
    )
  })

  it('changes nothing that the table or the URL field made', () => {
    fc.assert(
      fc.property(urlText, urlText, few(param), (before, typed, rows) => {
        const start = alignParams(before, [])
        const edited = editParams(before, start, [...start, ...rows])
        expect(alignParams(edited.url, edited.params)).toBe(edited.params)
        const followed = paramsFromUrl(typed, edited.params)
        expect(alignParams(typed, followed)).toBe(followed)
      }),
      { numRuns: 300 },
    )
  })
})

describe('editParams', () => {
  it('keeps the pieces of the URL that the rows did not show', () => {
    const url = `${base}?token={{t}}&%2f`
    expect(editParams(url, [], [row('limit', '1')])).toEqual({
      url: `${base}?limit=1&token={{t}}&%2f`,
      params: [row('limit', '1'), row('token', '{{t}}'), row('%2f', '')],
    })
  })
})

/** Every way in which a request without its rows comes in. */
const waysIn: Readonly<Record<string, (request: Request) => { readonly params: readonly Row[] } | null>> = {
  'a file': request => draftOf(itemOf(readItem(writeItemWithoutParams(request)))),
  'a file that Parley writes': request => draftOf(itemOf(readItem(writeItem(request)))),
  'an item of a tree': request => draftOf(request),
  'stored data': request => draftOf(requestSchema.parse(request)),
  'a stored draft': request => httpRequestSchema.parse(withoutParams(draftOf(request))),
}

describe('a request whose rows are missing', () => {
  const kinds = Object.entries(arbitraryRequests).filter(([kind]) => kind !== 'grpc')
  const cases = kinds.flatMap(([kind, requests]) =>
    Object.entries(waysIn).map(([way, comeIn]) => ({ kind, way, comeIn, requests })),
  )

  it.each(cases)(
    'of the kind $kind has those of its URL when it comes in as $way',
    ({ comeIn, requests }) => {
      const expected = paramsFromUrl(query, [])
      for (const request of fc.sample(requests, 3)) {
        const ticked = comeIn(withoutParams({ ...request, url: query }))?.params.filter(one => one.enabled)
        expect(ticked).toEqual(expected)
      }
    },
  )

  it.each([newHttpRequest, newGraphQlRequest, newWebSocketRequest])('has them when it is made (%o)', make => {
    expect(make({ url: query }).params).toEqual(paramsFromUrl(query, []))
  })

  it('has them in an example', () => {
    const { body, headers, pathParams } = newHttpRequest()
    const request = { method: 'GET', url: query, params: [], body, headers, pathParams }
    const item = newHttpRequest({ examples: [{ name: 'E', request }] })
    const read = itemOf(readItem(writeItem(item)))
    expect(read.kind === 'http' && read.examples[0]?.request?.params).toEqual(paramsFromUrl(query, []))
    const [stored] = httpRequestSchema.parse(item).examples
    expect(stored?.request?.params).toEqual(paramsFromUrl(query, []))
  })
})

const query = '{{baseUrl}}/query?token={{apiToken}}&f=0&%2f='

function withoutParams<Some extends object | null>(request: Some): Some {
  return request === null || !('params' in request) ? request : { ...request, params: [] }
}

function writeItemWithoutParams(request: Request): unknown {
  const { http, graphql, ...file } = writeItem(request)
  const bare = (part: unknown) => (typeof part === 'object' ? { ...part, params: undefined } : part)
  return JSON.parse(JSON.stringify({ ...file, http: bare(http), graphql: bare(graphql) }))
}

function itemOf(read: ReturnType<typeof readItem>): Item {
  if (!read.ok) throw new Error('The file cannot be read.')
  return read.value
}
