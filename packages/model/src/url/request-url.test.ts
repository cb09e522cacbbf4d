import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  indexOutsideVariables,
  joinRequestUrl,
  splitOutsideVariables,
  splitRequestUrl,
} from './request-url.ts'

/** Text made of what means something in a URL. */
const urlText = fc
  .array(
    fc.constantFrom('?', '#', '&', '=', '{{', '}}', '{', '}', 'a', '/', ':', '%2f', '+', ';', ' ', 'é'),
    {
      maxLength: 20,
    },
  )
  .map(pieces => pieces.join(''))

describe('splitRequestUrl', () => {
  it.each([
    ['http://a.test/b?c=1#d', { base: 'http://a.test/b', query: 'c=1', fragment: 'd' }],
    ['http://a.test', { base: 'http://a.test', query: null, fragment: null }],
    ['http://a.test?', { base: 'http://a.test', query: '', fragment: null }],
    ['http://a.test#', { base: 'http://a.test', query: null, fragment: '' }],
    ['a#b?c', { base: 'a', query: null, fragment: 'b?c' }],
    ['a?b?c#d#e', { base: 'a', query: 'b?c', fragment: 'd#e' }],
    ['{{base?url#}}/b?c={{d#e}}', { base: '{{base?url#}}/b', query: 'c={{d#e}}', fragment: null }],
    ['a{{b?c', { base: 'a{{b', query: 'c', fragment: null }],
    // A send reads no name with a brace in it, so only {{c}} is a variable.
    ['a{{b?={{c}}', { base: 'a{{b', query: '={{c}}', fragment: null }],
    ['a{{{b?c}}}?d', { base: 'a{{{b?c}}}', query: 'd', fragment: null }],
    ['a{{b}?c}}', { base: 'a{{b}', query: 'c}}', fragment: null }],
    ['', { base: '', query: null, fragment: null }],
  ])('cuts %s', (url, parts) => {
    expect(splitRequestUrl(url)).toEqual(parts)
  })

  it('returns parts that join to the same text', () => {
    fc.assert(
      fc.property(fc.oneof(urlText, fc.string()), url => {
        expect(joinRequestUrl(splitRequestUrl(url))).toBe(url)
      }),
    )
  })
})

describe('splitOutsideVariables', () => {
  it.each([
    ['a&b', ['a', 'b']],
    ['', ['']],
    ['&', ['', '']],
    ['{{a&b}}&c', ['{{a&b}}', 'c']],
    ['{{a&b', ['{{a', 'b']],
    ['a}}&{{b', ['a}}', '{{b']],
    ['{{&}}{{&}}', ['{{&}}{{&}}']],
  ])('cuts %s', (text, pieces) => {
    expect(splitOutsideVariables(text, '&')).toEqual(pieces)
  })

  it('returns pieces that join to the same text, the first of which ends at the first delimiter', () => {
    fc.assert(
      fc.property(urlText, text => {
        const pieces = splitOutsideVariables(text, '&')
        expect(pieces.join('&')).toBe(text)
        const first = indexOutsideVariables(text, '&')
        expect(pieces[0]).toBe(first < 0 ? text : text.slice(0, first))
      }),
    )
  })

  it('searches once for the end of variables that are never closed', () => {
    // Each piece anew would read 80 GB here.
    const text = '{{a&'.repeat(200_000)
    expect(splitOutsideVariables(text, '&')).toHaveLength(200_001)
  })
})
