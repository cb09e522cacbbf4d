import { type JsonNode, readJsonTree } from '@parley/model'

/** A JSON value that can be changed. Numbers and strings stay as written, and no name has a meaning of its own. */
export type ExactJson =
  | { readonly kind: 'object'; readonly members: Map<string, ExactJson> }
  | { readonly kind: 'array'; readonly items: ExactJson[] }
  | { readonly kind: 'leaf'; readonly text: string }

/**
 * Returns the value of a JSON text; null for a text that is not JSON or is nested too deeply.
 * @param allowsVariables whether a `{{name}}` may replace a value
 */
export function parseExactJson(text: string, allowsVariables = false): ExactJson | null {
  const { root, errorAt } = readJsonTree(text, { allowsVariables })
  return root === null || errorAt !== null ? null : exactJsonOf(root, text)
}

/** Returns the text of a value, without white space. */
export function printExactJson(value: ExactJson): string {
  switch (value.kind) {
    case 'leaf':
      return value.text
    case 'array':
      return `[${value.items.map(printExactJson).join(',')}]`
    case 'object': {
      const members = [...value.members].map(([key, one]) => `${JSON.stringify(key)}:${printExactJson(one)}`)
      return `{${members.join(',')}}`
    }
  }
}

function exactJsonOf(node: JsonNode, text: string): ExactJson {
  switch (node.kind) {
    case 'object':
      return {
        kind: 'object',
        members: new Map(node.members.map(({ key, value }) => [key, exactJsonOf(value, text)])),
      }
    case 'array':
      return { kind: 'array', items: node.items.map(item => exactJsonOf(item, text)) }
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'variable':
      return { kind: 'leaf', text: text.slice(node.from, node.to) }
  }
}
