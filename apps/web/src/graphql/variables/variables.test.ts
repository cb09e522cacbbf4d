import { type JsonNode, readJsonTree as readJson } from '@parley/model'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import { applyEdits } from '../language/text-range.ts'
import { checkVariables } from './check-variables.ts'
import { completeVariables } from './complete-variables.ts'
import { fillInVariables } from './fill-in-variables.ts'
import { variablesOfOperation } from './operation-variables.ts'

const schema = buildSchema(`
  type Query { a(int: Int, filter: Filter, filters: [Filter!], json: JSON, choice: Choice, loop: Loop): Int }
  input Filter { year: Int! colour: Colour name: String on: Boolean nested: Filter float: Float id: ID years: [Int] }
  input Choice @oneOf { a: Int b: Int }
  input Loop { loop: Loop! }
  enum Colour { RED GREEN }
  scalar JSON
`)

const query = `
  query Q($int: Int!, $filter: Filter, $filters: [Filter!], $json: JSON, $choice: Choice, $size: Int! = 10) { a }
  query Other($x: [Colour!]!, $loop: Loop!) { a }
  query Unknown($u: Nothing!) { a }`

const variables = variablesOfOperation(query, { name: 'Q' }, schema) ?? []

test('the variables of the operation by name or position', () => {
  const names = (choice: Parameters<typeof variablesOfOperation>[1]) =>
    variablesOfOperation(query, choice, schema)?.map(({ name, typeText }) => `${name}: ${typeText}`)
  expect(names({ name: 'Other' })).toEqual(['x: [Colour!]!', 'loop: Loop!'])
  expect(names({ position: query.indexOf('Other') })).toEqual(['x: [Colour!]!', 'loop: Loop!'])
  expect(names({ name: 'None' })).toBeUndefined()
  expect(variablesOfOperation('{ a', { position: 0 }, schema)).toBeNull()
})

describe('checkVariables', () => {
  const check = (text: string) =>
    checkVariables(text, variables).map(({ path, from, to }) => [path, text.slice(from, to)])

  it.each([
    ['{"int": 1}'],
    ['{"int": {{n}}, "filter": {{filter}}}'],
    ['{"int": 1, "filter": {"year": {{y}}, "colour": "{{c}}"}}'],
    ['{"int": 1, "filters": {"year": 1}}'],
    ['{"int": 1, "json": {"any": [1, {"thing": null}]}}'],
    ['{"int": 1.0, "filter": {"year": 1, "id": 123456789012345678901234567890, "float": 1e400}}'],
    ['{"int": 1, "choice": {"a": 1}}'],
    ['{"int": 1, "size": 2, "filter": null}'],
    ['{"int": 1'],
    ['{{all}}'],
  ])('%s has no warning', text => {
    expect(check(text)).toEqual([])
  })

  it.each([
    ['', [['int', '']]],
    ['{}', [['int', '{']]],
    ['{"int": null}', [['int', 'null']]],
    ['{"int": "1"}', [['int', '"1"']]],
    ['{"int": 2147483648}', [['int', '2147483648']]],
    ['{"int": 1.5}', [['int', '1.5']]],
    ['{"int": 1, "extra": 2}', [['extra', '"extra"']]],
    [
      '{"int": 1, "__proto__": 2, "constructor": 1}',
      [
        ['__proto__', '"__proto__"'],
        ['constructor', '"constructor"'],
      ],
    ],
    ['{"int": 1, "filter": {}}', [['filter.year', '{']]],
    ['{"int": 1, "filter": {"year": 1, "colour": "BLUE"}}', [['filter.colour', '"BLUE"']]],
    ['{"int": 1, "filter": {"year": 1, "on": 1}}', [['filter.on', '1']]],
    ['{"int": 1, "filter": {"year": 1, "name": 5}}', [['filter.name', '5']]],
    ['{"int": 1, "filter": {"year": 1, "toString": 5}}', [['filter.toString', '"toString"']]],
    ['{"int": 1, "filters": [{"year": 1}, {"year": "x"}]}', [['filters[1].year', '"x"']]],
    ['{"int": 1, "choice": {"a": 1, "b": 2}}', [['choice', '{']]],
    ['[1]', [['', '[1]']]],
  ])('%s', (text, expected) => {
    expect(check(text)).toEqual(expected)
  })

  it('checks names and required variables without a schema', () => {
    const untyped = variablesOfOperation(query, { name: 'Unknown' }, null) ?? []
    expect(checkVariables('{"u": {}}', untyped)).toEqual([])
    expect(
      checkVariables('{"v": 1}', untyped)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['u', 'v'])
  })

  it('ends for hostile text', () => {
    expect(checkVariables('['.repeat(100_000), variables)).toEqual([])
    expect(checkVariables(`{${'"a":1,'.repeat(50_000)}"b":2}`, variables)).toHaveLength(100)
  })
})

describe('completeVariables', () => {
  const complete = (marked: string, name = 'Q') => {
    const found = completeVariables(
      marked.replace('|', ''),
      marked.indexOf('|'),
      variablesOfOperation(query, { name }, schema) ?? [],
    )
    return found === null ? null : found.suggestions.map(({ insert }) => insert)
  }

  it.each([
    ['{"int": 1, | }', ['"filter": ', '"filters": ', '"json": ', '"choice": ', '"size": ']],
    ['{"int": 1, "filter": null, "json": 1, "choice": {"|": 1}}', ['"a"', '"b"']],
    [
      '{"filter": {"ye|"}}',
      ['"year": ', '"colour": ', '"name": ', '"on": ', '"nested": ', '"float": ', '"id": ', '"years": '],
    ],
    ['{"filter": {"nested": {"colour": |}}}', ['"RED"', '"GREEN"']],
    ['{"filters": [{"year": {{y}}, "colour": "|"}]}', ['"RED"', '"GREEN"']],
    ['{"filter": {"on": t|}}', ['true', 'false']],
    ['{"int": |}', null],
    ['{"int" |}', null],
    ['{"int": 1 |}', null],
    ['|', null],
  ])('%s', (marked, expected) => {
    expect(complete(marked)).toEqual(expected)
  })

  it('suggests the values of a list', () => {
    expect(complete('{"x": ["RED", |]}', 'Other')).toEqual(['"RED"', '"GREEN"'])
  })

  it('replaces the closing quote', () => {
    const text = '{"filter": {"colour": ""}}'
    const at = text.indexOf('""') + 1
    expect(completeVariables(text, at, variables)).toMatchObject({ from: at - 1, to: at + 1 })
  })
})

describe('fillInVariables', () => {
  const fill = (text: string, name = 'Q') => {
    const edits = fillInVariables(text, variablesOfOperation(query, { name }, schema) ?? [])
    return edits === null ? null : applyEdits(text, edits)
  }

  it('adds all of them if there are none', () => {
    expect(fill('')).toBe(
      '{\n  "int": 0,\n  "filter": {\n    "year": 0\n  },\n  "filters": [{\n    "year": 0\n  }],\n  "json": "",\n  "choice": {},\n  "size": 10\n}',
    )
    expect(fill(' {} ', 'Unknown')).toBe(' {\n  "u": ""\n} ')
  })

  it('keeps typed values', () => {
    const text =
      '{ "int": 12345678901234567890, "filter": {{f}}, "filters": [], "json": 1e400, "choice": null }'
    expect(fill(text)).toBe(text.replace(' }', ',\n  "size": 10 }'))
    expect(fill('{ "int": 1')).toBeNull()
    expect(fill('[]')).toBeNull()
  })

  it('ends for types that contain themselves (GQ1)', () => {
    expect(fill('', 'Other')?.match(/"loop"/g)).toHaveLength(5)
  })

  it.each(['Q', 'Other', 'Unknown'])('leaves nothing missing in %s', name => {
    const declared = variablesOfOperation(query, { name }, schema) ?? []
    const filled = fill('', name) ?? ''
    const missing = declared.map(one => one.name).filter(one => !Object.hasOwn(JSON.parse(filled), one))
    expect(missing).toEqual([])
  })
})

describe('readJson', () => {
  const plain = (node: JsonNode | null): unknown => {
    if (node === null) return null
    if (node.kind === 'object')
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]))
    if (node.kind === 'array') return node.items.map(plain)
    return node.kind === 'string' ? node.text : node.kind === 'variable' ? undefined : JSON.parse(node.text)
  }

  it('reads what JSON.parse reads, with the ranges of values', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), null, space)
        const { root, errorAt } = readJson(text)
        expect(errorAt).toBeNull()
        expect(plain(root)).toEqual(JSON.parse(text))
        expect(text.slice(root?.from, root?.to)).toBe(text)
      }),
    )
  })

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', 'x', ':'),
        (json, at, insert) => {
          const place = at % (json.length + 1)
          const text = json.slice(0, place) + insert + json.slice(place + (insert === '' ? 1 : 0))
          let isJson = true
          try {
            JSON.parse(text)
          } catch {
            isJson = false
          }
          expect(readJson(text).root !== null && readJson(text).errorAt === null, text).toBe(isJson)
        },
      ),
      { numRuns: 500 },
    )
  })
})
