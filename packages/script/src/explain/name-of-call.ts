import type { Node } from 'acorn'
import { isNode, programOf } from './syntax-tree.ts'

/**
 * Returns the call at a position of a script, as written there, because the engine reports only `not a
 * function` and a position. Several calls that cannot be distinguished are joined: `a.b or c`. Returns null if
 * there is no call at the position.
 */
export function nameOfCall(source: string, line: number, column: number): string | null {
  const program = programOf(source)
  if (program === null) return null
  const names = calleesAt(program, line, column).map(({ start, end }) => source.slice(start, end))
  const possible = names.filter(name => !isKnownFunction(name))
  const text = (possible.length === 0 ? names.slice(0, 1) : possible).join(' or ')
  return text === '' || text.length > maxNameCharacters || text.includes('\n') ? null : text
}

const maxNameCharacters = 80

/** A called or read node, and the calls whose arguments contain it, innermost first. */
interface Place {
  readonly node: Node
  readonly isCalled: boolean
  readonly outer: readonly Node[]
}

/**
 * Returns the nodes that may have been called at a position. The engine reports the dot before the last member,
 * the bracket of the arguments, or the start of the name, each sometimes off by one. It reports the last position
 * in the arguments if they contain one, also for the call around them.
 */
function calleesAt(program: Node, line: number, column: number): readonly Node[] {
  const distance = ({ node }: Place): number => {
    const object: unknown = Reflect.get(node, 'object')
    const places = [isNode(object) ? object.loc?.end : null, node.loc?.end, node.loc?.start]
    const onLine = places.filter(place => place?.line === line)
    return Math.min(...onLine.map(place => Math.abs((place?.column ?? 0) + 1 - column)))
  }
  const [nearest] = [...placesIn(program, [])].toSorted(
    (a, b) => distance(a) - distance(b) || Number(b.isCalled) - Number(a.isCalled),
  )
  if (nearest === undefined || distance(nearest) > 1) return []
  return nearest.isCalled ? [nearest.node, ...nearest.outer] : nearest.outer
}

function* placesIn(node: Node, outer: readonly Node[], isCalled = false): Generator<Place> {
  const around = node.type.includes('Function') ? [] : outer
  const callee: unknown = Reflect.get(node, 'callee')
  const inArguments = isNode(callee) ? [callee, ...around] : around
  for (const child of Object.values(node).flat())
    if (isNode(child)) yield* placesIn(child, child === callee ? around : inArguments, child === callee)
  if (isCalled || node.type === 'MemberExpression') yield { node, isCalled, outer: around }
}

/** Members that all scripts have, which are never the reason. */
const ownFunction =
  /^(?:(?:(?:pm|tool|insomnia|pw)\.)?(?:test|expect)|(?:pm|tool|insomnia)\.(?:environment|variables|globals|collectionVariables)\.(?:get|set|unset|has|replaceIn)|bru\.[gs]et(?:Env)?Var|console\.\w+)$/

/** Returns whether a name is that of a function that every script has. */
function isKnownFunction(name: string): boolean {
  if (ownFunction.test(name)) return true
  const [object = '', member, ...more] = name.split('.')
  if (more.length > 0 || !/^(?:[A-Z]\w*|parse(?:Int|Float)|(?:en|de)codeURI(?:Component)?)$/.test(object))
    return false
  const value: unknown = Reflect.get(globalThis, object)
  if (member === undefined) return typeof value === 'function'
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    typeof Reflect.get(value, member) === 'function'
  )
}
