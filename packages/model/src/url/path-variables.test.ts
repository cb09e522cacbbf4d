import { describe, expect, test } from 'vitest'
import { splitPathVariables } from './path-variables.ts'

/** The URL with each path variable as `<name>`. */
const marked = (url: string) =>
  splitPathVariables(url)
    .map(piece => ('text' in piece ? piece.text : `<${piece.pathVariable}>`))
    .join('')

describe('splitPathVariables', () => {
  test.each([
    ['http://h/:id', 'http://h/<id>'],
    ['http://h:8080/:id/', 'http://h:8080/<id>/'],
    ['{{base}}/a/:id/b/:id?x=/:y#/:z', '{{base}}/a/<id>/b/<id>?x=/:y#/:z'],
    ['h/:a/:b', 'h/<a>/<b>'],
    ['//h/:a', '//h/<a>'],
    ['{{scheme}}://h/:a', '{{scheme}}://h/<a>'],
    ['{{base}}//:a', '{{base}}//<a>'],
    ['/:a', '/<a>'],
    ['http://h/:é-1.json', 'http://h/<é-1.json>'],
  ])('finds those of %s', (url, expected) => {
    expect(marked(url)).toBe(expected)
  })

  test.each([
    '',
    '/',
    'h',
    ':id',
    ':8080/x',
    'http://:8080/x',
    'http://h:8080',
    'localhost:8080/x',
    '{{a}}:x',
    '{{a}}:x/y',
    'http://h/{{a}}:x',
    'http://h/a:x',
    'http://h/:',
    'http://h/:a:b',
    'http://h/::a',
    'http://h/:{{a}}',
    'http://h/:a b',
    'http://h/{{ /:a/ }}/b',
    'http://h?/:a',
    'http://h/#/:a',
    'http://[::1]/x',
  ])('finds none in %j', url => {
    expect(splitPathVariables(url).every(piece => 'text' in piece)).toBe(true)
    expect(marked(url)).toBe(url)
  })

  test('takes little time for a long URL', () => {
    expect(splitPathVariables('/:a'.repeat(100_000))).toHaveLength(200_001)
    splitPathVariables('{{'.repeat(300_000))
  })
})
