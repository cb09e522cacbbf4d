import { describe, expect, test } from 'vitest'
import { headIn, testAnyHead, wholeHeadIn } from './head.testkit.ts'

describe('the head of a file from its first bytes is that of the whole file', () => {
  testAnyHead(30)

  test.each([
    ['blank lines before a character that is no text', `info:\n  name: a\n${'   \n'.repeat(100)}\u2028`],
    [
      'a request without a method',
      `info:\n  name: a\n  type: http\nhttp:\n${'      a: 1\n'.repeat(100)}b: 1\n`,
    ],
    ['many spaces', `info:\n  name: a${' '.repeat(4000)}b:\n`],
    ['many keys', `${'info: \n'.repeat(500)}`],
  ])('%s does not take exponential time', (_, text) => {
    headIn(text)
  })

  const names = ['Plain', 'Trailing ', 'a: b', '"quoted"', 'null', '12', 'x # y', 'Müller', '{{name}}', '']
  const middles = [
    '',
    '  seq: 3\n',
    '  seq: 1.5\n',
    `  seq: ${'9'.repeat(400)}\n`,
    '  tags:\n    - a\n',
    '  # b\n',
  ]
  const types = ['http', 'graphql', 'folder', 'websocket', 'other']
  const rests = [
    '',
    'http:\n  method: GET\n  url: http://a.test\n',
    'graphql:\n  method: POST\n  url: http://a.test\n',
    'http:\n  url: http://a.test\n  method: PUT\n',
    'http:\n  url: http://a.test\n',
    'http:\n  method: "M-SEARCH"\n',
    'http:\n  method: GET\n<<<<<<< here\n',
    'http:\n  method: GET\nextensions:\n  parley:\n    kind: serverSentEvents\n',
    'http:\n  method: GET\n  url: |\n    text\n',
  ]
  const ends = ['\n', '\r\n']

  test.each(types)('every form of a file of type %s', type => {
    let quick = 0
    for (const name of names)
      for (const middle of middles)
        for (const rest of rests)
          for (const end of ends) {
            // Line breaks are independent of the name.
            if (end === '\r\n' && name !== 'Plain') continue
            const text = `info:\n  name: ${name}\n  type: ${type}\n${middle}${rest}`.replaceAll('\n', end)
            const head = headIn(text)
            const whole = wholeHeadIn(text)
            // A damaged file shows the head that it still has.
            if (head === null || whole === null) continue
            quick += 1
            expect({ ...head, url: '' }, text).toEqual({ ...whole, url: '' })
          }
    if (type !== 'other') expect(quick).toBeGreaterThan(0)
  })
})

test.each([
  ['http://a.test/books', 'http://a.test/books'],
  ['"{{baseUrl}}/books?limit=2"', '{{baseUrl}}/books?limit=2'],
  ["'{{baseUrl}}/it''s'", "{{baseUrl}}/it''s"],
  ['', ''],
])('the URL of a list is what the line has: %s', (line, url) => {
  const text = `info:\n  name: List\n  type: http\n\nhttp:\n  method: GET\n  url: ${line}\n`
  expect(headIn(text)).toMatchObject({ url })
})
