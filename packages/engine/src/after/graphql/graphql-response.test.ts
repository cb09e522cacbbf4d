import { expect, test } from 'vitest'
import { readGraphQlResponse } from './graphql-response.ts'

const messageOf = (text: string) => readGraphQlResponse(text)?.errors.map(error => error.message)

test('an error has its message, path, places in the query and code', () => {
  const error = {
    message: 'No book',
    path: ['books', 0, 'title'],
    locations: [{ line: 2, column: 3 }, { line: 4 }, { line: 0, column: 1 }, 'x'],
    extensions: { code: 'NOT_FOUND' },
  }
  expect(readGraphQlResponse(JSON.stringify({ data: null, errors: [error] }))).toEqual({
    errors: [
      {
        message: 'No book',
        path: ['books', 0, 'title'],
        locations: [
          { line: 2, column: 3 },
          { line: 4, column: 1 },
        ],
        code: 'NOT_FOUND',
      },
    ],
    errorCount: 1,
    hasData: false,
  })
})

test.each([
  ['{"errors":"Broken"}', ['Broken']],
  ['{"errors":{"message":"One"}}', ['One']],
  [
    '{"errors":[null, 5, "text", {"extensions":{"code":"C"}}, {}, {"message":{"a":1}}]}',
    ['The server gave no message.', '5', 'text', 'C', 'The server gave no message.', '{"a":1}'],
  ],
  ['{"data":{},"errors":[]}', []],
  ['{"data":{},"errors":null}', []],
  ['{"errors":[{"__proto__":{"message":"x"}}]}', ['The server gave no message.']],
])('errors are read however they are written: %s (GQ1)', (text, messages) => {
  expect(messageOf(text)).toEqual(messages)
})

test.each(['', '<html>', '[]', '[{"data":{}}]', '5', 'null', '{"error":"x"}', '{"errors":null}', '{"data":'])(
  '%j is no response of GraphQL',
  text => {
    expect(readGraphQlResponse(text)).toBeNull()
  },
)

test('of a million errors some are shown, and all are counted', () => {
  const response = readGraphQlResponse(`{"errors":[${'0,'.repeat(999_999)}0]}`)
  expect([response?.errors.length, response?.errorCount]).toEqual([1000, 1_000_000])
})
