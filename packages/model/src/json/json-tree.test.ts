import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, jsonText } from './json-texts.testkit.ts'
import { deepestJson, type JsonNode, readJsonTree } from './json-tree.ts'

/** The nodes of a tree, outermost first. */
function nodesOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return [node, ...node.members.flatMap(({ value }) => nodesOf(value))]
  return node.kind === 'array' ? [node, ...node.items.flatMap(nodesOf)] : [node]
}

function leavesOf(node: JsonNode, text: string): readonly string[] {
  return nodesOf(node).flatMap(({ kind, from, to }) =>
    kind === 'object' || kind === 'array' ? [] : [text.slice(from, to)],
  )
}

describe('a tree', () => {
  test('has each value where it is written', () => {
    fc.assert(
      fc.property(jsonText, ({ text }) => {
        const { root, fault, errorAt } = readJsonTree(text)
        expect([fault, errorAt]).toEqual([null, null])
        for (const node of root === null ? [] : nodesOf(root)) {
          const written = text.slice(node.from, node.to)
          expect(readJsonTree(written).errorAt).toBeNull()
          if (node.kind === 'string') expect(JSON.parse(written)).toBe(node.text)
          else if (node.kind === 'number' || node.kind === 'boolean' || node.kind === 'null')
            expect(node.text).toBe(written)
        }
      }),
    )
  })

  test('of bytes has the same values', () => {
    fc.assert(
      fc.property(jsonText, ({ text }) => {
        const bytes = new TextEncoder().encode(text)
        const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
        const tree = readJsonTree(bytes)
        const same = readJsonTree(text.toWellFormed())
        const written = (node: JsonNode) => decoder.decode(bytes.subarray(node.from, node.to))
        expect(tree.root && nodesOf(tree.root).map(written)).toEqual(
          same.root && nodesOf(same.root).map(({ from, to }) => text.toWellFormed().slice(from, to)),
        )
      }),
    )
  })

  test('of a text with an error has what comes before it', () => {
    fc.assert(
      fc.property(anyText, text => {
        const { root, errorAt, open } = readJsonTree(text, { allowsVariables: true })
        if (errorAt === null) {
          expect(open).toEqual([])
          return
        }
        const before = readJsonTree(text.slice(0, errorAt), { allowsVariables: true })
        expect(before.open.map(({ key }) => key)).toEqual(open.map(({ key }) => key))
        expect(before.root && leavesOf(before.root, text)).toEqual(root && leavesOf(root, text))
      }),
      { numRuns: 500 },
    )
  })

  test('keeps members with the same key, in order', () => {
    const { root } = readJsonTree('{"b":1,"a":1.0,"b":{"__proto__":2},"\\u0062":-0}')
    expect(
      root?.kind === 'object' && root.members.map(({ key, keyRange, value }) => [key, keyRange, value.from]),
    ).toEqual([
      ['b', { from: 1, to: 4 }, 5],
      ['a', { from: 7, to: 10 }, 11],
      ['b', { from: 15, to: 18 }, 19],
      ['b', { from: 35, to: 43 }, 44],
    ])
  })

  test('keeps numbers as written', () => {
    const { root } = readJsonTree('[1.0,1e400,12345678901234567890,-0]')
    expect(root?.kind === 'array' && root.items.map(node => node.kind === 'number' && node.text)).toEqual([
      '1.0',
      '1e400',
      '12345678901234567890',
      '-0',
    ])
  })

  test('has variables in the place of values, if they are allowed', () => {
    const text = '{"a":{{ b }},"c":["{{d}}",{{e}}]}'
    expect(readJsonTree(text).errorAt).toBe(6)
    const { root, errorAt } = readJsonTree(text, { allowsVariables: true })
    expect(errorAt).toBeNull()
    expect(root && leavesOf(root, text)).toEqual(['{{ b }}', '"{{d}}"', '{{e}}'])
    expect(readJsonTree('{{{a}}:1}', { allowsVariables: true })).toMatchObject({
      errorAt: 1,
      expected: 'key',
    })
  })

  test('is as deep as allowed', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
    expect(readJsonTree(nested(deepestJson)).errorAt).toBeNull()
    expect(readJsonTree(nested(deepestJson + 2)).fault).toMatchObject({
      isTooDeep: true,
      at: 3 * deepestJson,
    })
    expect(readJsonTree(nested(4), { deepest: 3 }).fault).toMatchObject({ isTooDeep: true, at: 7 })
    expect(readJsonTree('['.repeat(1_000_000)).open).toHaveLength(deepestJson)
  })
})

test.each([
  ['', 0, 'value', []],
  [' {', 2, 'key', [null]],
  ['{"a', 1, 'key', [null]],
  ['{"a"', 4, 'separator', ['a']],
  ['{"a":', 5, 'value', ['a']],
  ['{"a": tr', 6, 'value', ['a']],
  ['{"a":"b', 5, 'value', ['a']],
  ['{"a":1', 6, 'separator', [null]],
  ['{"a":1, ', 8, 'key', [null]],
  ['{"a":1,}', 7, 'key', [null]],
  ['{"a":[{"b":[1, ', 15, 'value', ['a', null, 'b', null]],
  ['{"a":1,"a":{"b":2,c', 18, 'key', ['a', null]],
  ['[1] 2', 4, 'separator', []],
] as const)('in %j an error is at %i, where a %s is expected', (text, errorAt, expected, keys) => {
  const { open, ...tree } = readJsonTree(text)
  expect(tree).toMatchObject({ errorAt, expected })
  expect(open.map(({ key }) => key)).toEqual(keys)
})
