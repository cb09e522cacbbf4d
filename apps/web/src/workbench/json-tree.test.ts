import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonNode, parseJsonTree, summaryOf, tableOf } from './json-tree.ts'

function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]))
    case 'array':
      return node.items.map(plainValue)
    case 'string':
      return node.text
    default:
      return JSON.parse(node.text)
  }
}

describe('the tree of a JSON text', () => {
  it('holds what the text holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
        const text = JSON.stringify(value, null, space)
        const tree = parseJsonTree(text)
        expect(tree === null ? undefined : plainValue(tree)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('keeps digits, duplicate keys and their order', () => {
    expect(parseJsonTree('{"b":12345678901234567890,"a":1.50,"b":null,"__proto__":[]}')).toEqual({
      kind: 'object',
      entries: [
        { key: 'b', value: { kind: 'number', text: '12345678901234567890' } },
        { key: 'a', value: { kind: 'number', text: '1.50' } },
        { key: 'b', value: { kind: 'word', text: 'null' } },
        { key: '__proto__', value: { kind: 'array', items: [] } },
      ],
    })
  })

  it.each(['', '{', '[1,]', '{"a" 1}', 'x', '1 2'])('is none for %s', text => {
    expect(parseJsonTree(text)).toBeNull()
  })
})

describe('a value as a table', () => {
  const table = (text: string) => {
    const tree = parseJsonTree(text)
    if (tree === null) throw new Error('No JSON')
    const { columns, rows } = tableOf(tree)
    const cells = rows.map(row => [row.label, ...row.cells.map(cell => cell && summaryOf(cell))])
    return { columns, cells }
  }

  it('has a column for each key of a list of objects', () => {
    expect(table('[{"id":1,"tags":["x","y"]},{"id":2,"more":{"a":1}}]')).toEqual({
      columns: ['#', 'id', 'tags', 'more'],
      cells: [
        ['0', '1', '2 items', undefined],
        ['1', '2', undefined, '1 key'],
      ],
    })
  })

  it('has a row for each key of an object, each item of a mixed list, and for a scalar', () => {
    expect(table('{"a":"x","b":[]}').cells).toEqual([
      ['a', 'x'],
      ['b', '0 items'],
    ])
    expect(table('[1,{"a":2}]')).toEqual({
      columns: ['#', 'Value'],
      cells: [
        ['0', '1'],
        ['1', '1 key'],
      ],
    })
    expect(table('true').cells).toEqual([['', 'true']])
  })
})
