import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../json-value.ts'
import { escapeReserved, type Style, serializeValue, styles } from './serialize-value.ts'

const values: Readonly<Record<string, JsonValue>> = {
  empty: '',
  string: 'blue',
  array: ['blue', 'black', 'brown'],
  object: { R: 100, G: 200, B: 150 },
  emptyArray: [],
  emptyObject: {},
}

/**
 * The table of https://spec.openapis.org/oas/v3.1.1.html#style-examples, with the pairs of styles that repeat the name. Before the
 * percent-encoding of delimiters, which is the one of a URL. What it calls n/a is what Parley does.
 */
const table: Readonly<
  Record<Style, Readonly<Record<'false' | 'true', Readonly<Record<string, readonly string[]>>>>>
> = {
  matrix: {
    false: {
      empty: [';color'],
      string: [';color=blue'],
      array: [';color=blue,black,brown'],
      object: [';color=R,100,G,200,B,150'],
    },
    true: {
      empty: [';color'],
      string: [';color=blue'],
      array: [';color=blue;color=black;color=brown'],
      object: [';R=100;G=200;B=150'],
    },
  },
  label: {
    false: {
      empty: ['.'],
      string: ['.blue'],
      array: ['.blue,black,brown'],
      object: ['.R,100,G,200,B,150'],
    },
    true: {
      empty: ['.'],
      string: ['.blue'],
      array: ['.blue.black.brown'],
      object: ['.R=100.G=200.B=150'],
    },
  },
  simple: {
    false: { empty: [''], string: ['blue'], array: ['blue,black,brown'], object: ['R,100,G,200,B,150'] },
    true: { empty: [''], string: ['blue'], array: ['blue,black,brown'], object: ['R=100,G=200,B=150'] },
  },
  form: {
    false: {
      empty: ['color='],
      string: ['color=blue'],
      array: ['color=blue,black,brown'],
      object: ['color=R,100,G,200,B,150'],
    },
    true: {
      empty: ['color='],
      string: ['color=blue'],
      array: ['color=blue', 'color=black', 'color=brown'],
      object: ['R=100', 'G=200', 'B=150'],
    },
  },
  spaceDelimited: delimited(' '),
  pipeDelimited: delimited('|'),
  tabDelimited: delimited('\t'),
  deepObject: { false: brackets(), true: brackets() },
}

function delimited(delimiter: string) {
  const common = { empty: ['color='], string: ['color=blue'] }
  return {
    false: {
      ...common,
      array: [`color=${['blue', 'black', 'brown'].join(delimiter)}`],
      object: [`color=${['R', 100, 'G', 200, 'B', 150].join(delimiter)}`],
    },
    true: {
      ...common,
      array: ['color=blue', 'color=black', 'color=brown'],
      object: ['R=100', 'G=200', 'B=150'],
    },
  }
}

function brackets() {
  return {
    empty: ['color='],
    string: ['color=blue'],
    array: ['color[]=blue', 'color[]=black', 'color[]=brown'],
    object: ['color[R]=100', 'color[G]=200', 'color[B]=150'],
  }
}

const writesName = (style: Style) => !['simple', 'label', 'matrix'].includes(style)

describe.each(styles)('style %s', style => {
  test.each([false, true])('explode %s', explode => {
    const row = table[style][explode ? 'true' : 'false']
    for (const [type, value] of Object.entries(values)) {
      const pairs = serializeValue('color', value, { style, explode })
      const texts = pairs.map(one => (writesName(style) ? `${one.name}=${one.value}` : one.value))
      expect(texts, type).toEqual(row[type] ?? row.empty)
    }
  })
})

test('inner values are JSON text, and brackets in brackets of deepObject', () => {
  const value = { a: { b: [1, { c: true }] }, n: null }
  const texts = (style: Style, explode: boolean) =>
    serializeValue('d', value, { style, explode }).map(one => `${one.name}=${one.value}`)
  expect(texts('form', true)).toEqual(['a={"b":[1,{"c":true}]}', 'n='])
  expect(texts('form', false)).toEqual(['d=a,{"b":[1,{"c":true}]},n,'])
  expect(texts('deepObject', true)).toEqual(['d[a][b][]=1', 'd[a][b][][c]=true', 'd[n]='])
})

test('texts are escaped, but not what the style writes', () => {
  const pairs = serializeValue('a,b', ['x,y', 'é z'], { style: 'form', explode: false }, escapeReserved)
  expect(pairs).toEqual([{ name: 'a,b', value: 'x%2Cy,é z' }])
  const object = serializeValue('d', { 'k&': '=' }, { style: 'deepObject', explode: true }, escapeReserved)
  expect(object).toEqual([{ name: 'd[k%26]', value: '%3D' }])
})

test.each([
  ["a:/?#[]@!$&'()*+,;=b", '%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D', undefined],
  ['100% é "{|}"', '100%25 é "{|}"', '100%25 é "{|}"'],
  ['%41%4', '%2541%254', '%41%254'],
  ['a+{{x+y}}+{{', 'a%2B{{x+y}}%2B{{', undefined],
  ['{{{{a+}}+}}', '{{{{a+}}%2B}}', undefined],
  ['{{'.repeat(3), '{{{{{{', undefined],
])('%s is escaped in a URL', (text, escaped, allowed = text) => {
  const expected = text.startsWith('a:') ? `a${escaped}b` : escaped
  expect(escapeReserved(text)).toBe(expected)
  expect(escapeReserved(text, true)).toBe(allowed)
})
