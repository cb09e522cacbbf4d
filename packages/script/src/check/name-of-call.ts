import { type Node, parse } from 'acorn'

/**
 * The call that stands at a place of a script, as it is written there: the engine says `not a function`
 * and where, and people look for a name. Null where the place leads to no call.
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
    // A script that acorn cannot read still ran in the engine; its message stays as it is.
    return null
  }
}

const maxSourceCharacters = 256 * 1024
const maxNameCharacters = 80

/**
 * The engine names the dot before the last member, the bracket of the arguments, or where the name begins,
 * each of them off by one at times.
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
