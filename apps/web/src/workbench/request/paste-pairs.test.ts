import { row } from '@parley/model'
import { expect, test } from 'vitest'
import { rowsFromCookies, rowsFromForm, rowsFromQuery } from './paste-pairs.ts'

test.each([
  ['a=1&b=two%20words&c=', [row('a', '1'), row('b', 'two words'), row('c', '')]],
  ['?q={{a&b}}', [row('q', '{{a&b}}')]],
  ['?a+b=1%2B1&flag', [row('a+b', '1%2B1'), row('flag', '')]],
])('%j is a query', (text, rows) => {
  expect(rowsFromQuery(text)).toMatchObject(rows)
})

test.each(['a=1', 'R&D', 'one & two = 3', 'http://h.test/?a=1&b=2', 'a: 1', ''])('%j is no query', text => {
  expect(rowsFromQuery(text)).toBeNull()
  expect(rowsFromForm(text)).toBeNull()
})

test('a form is decoded as forms are encoded', () => {
  expect(rowsFromForm('grant_type=password&user=ann%40x&pw=a+b&x=%')).toEqual([
    row('grant_type', 'password'),
    row('user', 'ann@x'),
    row('pw', 'a b'),
    row('x', '%'),
  ])
})

test.each([
  ['sid=abc; theme=dark', [row('sid', 'abc'), row('theme', 'dark')]],
  ['Cookie: sid=a=b==; theme=dark;', [row('sid', 'a=b=='), row('theme', 'dark')]],
  ['set-cookie: sid=abc; Path=/; HttpOnly', [row('sid', 'abc')]],
])('%j are cookies', (text, rows) => {
  expect(rowsFromCookies(text)).toEqual(rows)
})

test.each(['sid=abc', 'a; b', 'X-Id: 1; a=b', 'a: 1\nb: 2', 'Cookie:', ''])('%j are no cookies', text => {
  expect(rowsFromCookies(text)).toBeNull()
})
