import type { Node } from 'acorn'
import { childrenOf, isNode, programOf } from './syntax-tree.ts'

/**
 * Returns the expression whose property could not be read, as written: the nearest one to a position of those
 * with this property.
 */
export function readAt(source: string, property: string, line: number, column: number): string | null {
  const program = programOf(source)
  if (program === null) return null
  const reads = [...readsIn(program)].filter(({ name }) => name === property)
  const distance = ({ object }: Read) => {
    const places = [object.loc?.start, object.loc?.end].filter(place => place?.line === line)
    return Math.min(...places.map(place => Math.abs((place?.column ?? 0) + 1 - column)))
  }
  const [nearest] = reads
    .filter(one => Number.isFinite(distance(one)))
    .toSorted((a, b) => distance(a) - distance(b))
  const text = nearest === undefined ? '' : source.slice(nearest.object.start, nearest.object.end)
  return text === '' || text.length > maxNameCharacters || text.includes('\n') ? null : text
}

const maxNameCharacters = 80

interface Read {
  readonly name: string
  readonly object: Node
}

function* readsIn(node: Node): Generator<Read> {
  for (const child of childrenOf(node)) yield* readsIn(child)
  const object: unknown = Reflect.get(node, 'object')
  const property: unknown = Reflect.get(node, 'property')
  if (node.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return
  const name: unknown = Reflect.get(property, 'name') ?? Reflect.get(property, 'value')
  yield { name: String(name), object }
}
