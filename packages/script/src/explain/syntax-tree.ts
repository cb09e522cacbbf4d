import { type Node, parse } from 'acorn'

const maxSourceCharacters = 256 * 1024

/** Parses a script; null: acorn cannot parse it, though it may run in the engine. */
export function programOf(source: string): Node | null {
  if (source.length > maxSourceCharacters) return null
  try {
    return parse(source, {
      ecmaVersion: 'latest',
      locations: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
  } catch {
    return null
  }
}

export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode)
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'type') === 'string' &&
    'start' in value
  )
}

/** Returns all nodes of a tree, outer ones first. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* nodesIn(child)
}
