import { type Node, parse } from 'acorn'

/**
 * Returns the call at a position of a script, as written there, because the engine reports only `not a
 * function` and a position. Returns null if there is no call at the position.
 */
export function nameOfCall(source: string, line: number, column: number): string | null {
  if (source.length > maxSourceCharacters) return null
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      locations: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
    const callee = calleeAt(program, line, column)
    if (callee === null) return null
    const text = source.slice(callee.start, callee.end)
    return text.length > maxNameCharacters || text.includes('\n') ? null : text
  } catch {
    // A script that acorn cannot parse still ran in the engine; its message is kept unchanged.
    return null
  }
}

const maxSourceCharacters = 256 * 1024
const maxNameCharacters = 80

/**
 * Finds the called node. The engine reports the dot before the last member, the bracket of the arguments, or
 * the start of the name, each sometimes off by one.
 */
function calleeAt(node: Node, line: number, column: number): Node | null {
  const distance = (callee: Node): number => {
    const object: unknown = Reflect.get(callee, 'object')
    const places = [isNode(object) ? object.loc?.end : null, callee.loc?.end, callee.loc?.start]
    const onLine = places.filter(place => place?.line === line)
    return Math.min(...onLine.map(place => Math.abs((place?.column ?? 0) + 1 - column)))
  }
  const [nearest] = [...callees(node)].toSorted((a, b) => distance(a) - distance(b))
  return nearest !== undefined && distance(nearest) <= 1 ? nearest : null
}

function* callees(node: Node): Generator<Node> {
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* callees(child)
  const callee: unknown = Reflect.get(node, 'callee')
  if (isNode(callee)) yield callee
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'type') === 'string' &&
    'start' in value
  )
}
