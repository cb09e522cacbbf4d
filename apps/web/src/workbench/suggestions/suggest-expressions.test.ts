import { printJson } from '@parley/engine/printers'
import { describe, expect, test } from 'vitest'
import { suggestExpressionsOf } from './suggest-expressions.ts'

function responseOf(body: string) {
  const jsonLines = printJson(body)?.split('\n') ?? []
  const headers = [
    { name: 'ETag', value: '"7"' },
    { name: 'Content-Type', value: 'application/json' },
  ]
  return suggestExpressionsOf({ statusCode: 201, reasonPhrase: 'Created', headers, jsonLines })
}

const books = `{"books":[{"title":"A {","author":{"name":"Le Guin"},"tags":["x","y"]},{"other":1}],"total":9007199254740993,"empty":{},"none":[],"first-name":"é","__proto__":1}`
const namesOf = (typed: string, suggest = responseOf(books)) => suggest(typed).map(({ name }) => name)

test('members of the response are suggested, with their values', () => {
  expect(namesOf('res.bo')).toEqual([
    'res.body',
    'res.body.books',
    'res.body.books.length',
    'res.body.books[0]',
    'res.body.books[0].title',
    'res.body.books[0].author',
    'res.body.books[0].author.name',
    'res.body.books[0].tags',
  ])
  expect(responseOf(books)('res.body.tot')).toEqual([{ name: 'res.body.total', detail: '9007199254740993' }])
  expect(namesOf('other')).toEqual([])
  expect(namesOf('first')).toEqual(['res.body["first-name"]'])
  expect(namesOf('empty')).toEqual(['res.body.empty'])
  expect(namesOf('__proto')).toEqual(['res.body.__proto__'])
})

test('status and headers are suggested', () => {
  expect(responseOf('')('res.stat')).toEqual([
    { name: 'res.status', detail: '201' },
    { name: 'res.statusText', detail: 'Created' },
  ])
  expect(namesOf('etag')).toEqual(['res.headers.etag'])
  expect(namesOf('content')).toEqual(['res.headers["content-type"]'])
})

test('without a response only what every response has is suggested', () => {
  expect(namesOf('res.', suggestExpressionsOf(null))).toEqual([
    'res.status',
    'res.statusText',
    'res.body',
    'res.headers',
    'res.responseTime',
  ])
})

describe('what is suggested is found in the body', () => {
  test.each([books, '[[1,2],[3]]', '[{"a":null},{"b":1}]', '"text"', '7', '{"a":{"b":{"c":[{"d":[]}]}}}'])(
    '%s',
    body => {
      const all = ['res.body', '[', '.'].flatMap(typed => namesOf(typed, responseOf(body)))
      const res = { body: JSON.parse(body), headers: {}, status: 1, statusText: '', responseTime: 1 }
      for (const name of all.filter(one => one.startsWith('res.body')))
        expect(new Function('res', `return ${name}`)(res), name).not.toBe(undefined)
    },
  )
})
