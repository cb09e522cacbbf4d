import type { JsonNode } from '@parley/model'

/** Returns the value at a location of member names and indexes; null if there is none. */
export function jsonNodeAt(root: JsonNode, location: readonly (string | number)[]): JsonNode | null {
  return location.reduce<JsonNode | null>((node, step) => {
    if (node?.kind === 'array') return typeof step === 'number' ? (node.items[step] ?? null) : null
    // Of members with the same name the last one counts, as for every other reader.
    return node?.kind === 'object' ? (node.members.findLast(({ key }) => key === step)?.value ?? null) : null
  }, root)
}
