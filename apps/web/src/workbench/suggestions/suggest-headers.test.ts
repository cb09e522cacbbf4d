import { expect, test } from 'vitest'
import { headerNames, headerValues } from './header-names.ts'
import { suggestHeaderNames, suggestHeaderValues, suggestMediaTypes } from './suggest-headers.ts'

const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name)

test('names are tokens, each once, in the order of the alphabet', () => {
  const names = Object.keys(headerNames)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9-]+$/)
  const lower = names.map(name => name.toLowerCase())
  expect(new Set(lower).size).toBe(names.length)
  expect(lower).toEqual(lower.toSorted())
})

test('each name with usual values is in the list of names', () => {
  const known = Object.keys(headerNames).map(name => name.toLowerCase())
  for (const name of Object.keys(headerValues)) expect(known).toContain(name)
})

test('names that begin with the typed text come before those that contain it', () => {
  expect(namesOf(suggestHeaderNames('auth'))).toEqual(['Authorization', 'Proxy-Authorization'])
  expect(namesOf(suggestHeaderNames('IF-N'))).toEqual(['If-None-Match'])
  expect(suggestHeaderNames('idem')).toEqual([
    { name: 'Idempotency-Key', detail: 'Lets the server recognize a repeated request' },
  ])
})

test('common names come first, and those that are no longer used last', () => {
  expect(namesOf(suggestHeaderNames('Acc')).slice(0, 4)).toEqual([
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Accept-Datetime',
  ])
  expect(namesOf(suggestHeaderNames('Accept-')).at(-1)).toBe('Accept-Charset')
})

test.each(['', ' ', 'X-Mine', 'Authorization: Bearer'])('nothing is suggested for “%s”', typed => {
  expect(suggestHeaderNames(typed)).toEqual([])
})

test('a text that is complete closes the list, unless it begins longer ones', () => {
  expect(suggestHeaderNames('if-none-match')).toEqual([])
  expect(namesOf(suggestHeaderNames('te')).slice(0, 1)).toEqual(['TE'])
})

test('media types are suggested for Content-Type and Accept, the common ones first', () => {
  expect(suggestHeaderValues('content-type')).toBe(suggestMediaTypes)
  expect(suggestHeaderValues(' Accept ')).toBe(suggestMediaTypes)
  expect(namesOf(suggestMediaTypes('json'))[0]).toBe('application/json')
  expect(namesOf(suggestMediaTypes('application/vnd.api')).at(0)).toBe('application/vnd.api+json')
})

test('the last type of a list is completed, and the others stay as typed', () => {
  expect(suggestMediaTypes('text/html;q=0.9, application/x-ndj')).toEqual([
    { name: 'application/x-ndjson', detail: '', text: 'text/html;q=0.9, application/x-ndjson' },
  ])
})

test('usual values of other fields', () => {
  expect(namesOf(suggestHeaderValues('Cache-Control')?.('no') ?? [])).toEqual([
    'no-cache',
    'no-store',
    'no-transform',
  ])
  expect(suggestHeaderValues('X-Mine')).toBe(undefined)
})
