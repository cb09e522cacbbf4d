import { expect, test } from 'vitest'
import { linkAction } from './link-action.ts'

test.each([
  ['parley://open?path=%2Fhome%2Fada%2Fapis', { kind: 'workspace', folder: '/home/ada/apis' }],
  ['parley://open/?path=%2Fa%20b', { kind: 'workspace', folder: '/a b' }],
  [
    'parley://import?url=https%3A%2F%2Fapi.example%2Fopenapi.json%3Fa%3Db',
    { kind: 'importUrl', url: 'https://api.example/openapi.json?a=b' },
  ],
])('%s', (link, action) => {
  expect(linkAction(link)).toEqual(action)
})

/** Each is refused with a sentence, and nothing of it is used (DT1). */
test.each([
  'parley:',
  'parley://',
  'parley://open',
  'parley://open?path=',
  'parley://open?path=relative',
  'parley://open?path=..%2F..%2Fetc',
  'parley://open?path=%2F%2Fserver%2Fshare',
  'parley://open?path=%5C%5Cserver%5Cshare',
  'parley://open?path=%2Fa&path=%2Fb',
  'parley://open?path=%2Fa#b',
  'parley://open?path=/a --flag',
  'parley://open?path=/a\n--flag',
  'parley://open?path=%2Fa%0A--flag',
  'parley://open?path=%2Fa%00',
  'parley://open?path="/a"',
  "parley://open?path='/a'",
  'parley://open?path=`id`',
  'parley://open?path=%E0%A4%A',
  'parley://open?url=%2Fa',
  'parley://import?path=%2Fa',
  'parley://import?url=file%3A%2F%2F%2Fetc%2Fpasswd',
  'parley://import?url=javascript%3Aalert(1)',
  'parley://import?url=ftp%3A%2F%2Fa.test',
  'parley://import?url=http%3A%2F%2F',
  'parley://oauth?code=1&state=2',
  'parley://send?url=http%3A%2F%2Fa.test',
  'parley://evil.test/open?path=%2Fa',
  'PARLEY://OPEN?path=%2Fa',
  'parley://open?path=%2Fa\\b',
  '--flag',
])('%j is refused (DT1)', link => {
  expect(linkAction(link)).toMatchObject({ kind: 'refused', sentence: expect.stringMatching(/^.{10,}\.$/) })
})
