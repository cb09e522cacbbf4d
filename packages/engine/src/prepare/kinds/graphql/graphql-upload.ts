import {
  type GraphQlBody,
  type GraphQlUpload,
  type JsonNode,
  type MultipartBody,
  readJsonTree,
} from '@parley/model'
import { graphQlRequestText } from './persisted-query.ts'

/** Why files cannot be sent: the variables are not a JSON object, or have no place for one of the files. */
export type GraphQlUploadProblem =
  | { readonly code: 'INVALID_GRAPHQL_VARIABLES' }
  | { readonly code: 'NO_PLACE_FOR_UPLOAD'; readonly variable: string }

/**
 * Returns the form of a request with files (GraphQL multipart request specification): `operations`, in which each file
 * is null, `map`, and the files. The rest of the variables goes as typed.
 */
export function graphQlUploadForm(
  body: GraphQlBody,
  uploads: readonly GraphQlUpload[],
): MultipartBody | GraphQlUploadProblem {
  const { variables } = body
  let text = variables.trim() === '' ? '{}' : variables
  for (const { variable } of uploads) {
    const { root, errorAt } = readJsonTree(text, { allowsVariables: true })
    if (root?.kind !== 'object' || errorAt !== null) return { code: 'INVALID_GRAPHQL_VARIABLES' }
    const changed = withNull(text, root, variable.split('.'))
    if (changed === null) return { code: 'NO_PLACE_FOR_UPLOAD', variable }
    text = changed
  }
  const operations = graphQlRequestText({ ...body, variables: text })
  const map = uploads.map(({ variable }, at) => `"${at}":${JSON.stringify([`variables.${variable}`])}`)
  return {
    type: 'multipart',
    parts: [
      { kind: 'text', name: 'operations', value: operations, enabled: true },
      { kind: 'text', name: 'map', value: `{${map.join(',')}}`, enabled: true },
      ...uploads.map(({ filePath }, at) => ({
        kind: 'file' as const,
        name: String(at),
        filePaths: [filePath],
        enabled: true,
      })),
    ],
  }
}

/** The text with null at a path. Only the last step may be missing. */
function withNull(text: string, root: JsonNode, path: readonly string[]): string | null {
  let node = root
  for (const [depth, step] of path.entries()) {
    const child = childOf(node, step)
    if (child !== null) {
      node = child
      continue
    }
    if (depth < path.length - 1) return null
    return withMissing(text, node, step)
  }
  return `${text.slice(0, node.from)}null${text.slice(node.to)}`
}

function childOf(node: JsonNode, step: string): JsonNode | null {
  if (node.kind === 'object') return node.members.findLast(({ key }) => key === step)?.value ?? null
  return node.kind === 'array' && /^\d{1,6}$/.test(step) ? (node.items[Number(step)] ?? null) : null
}

function withMissing(text: string, node: JsonNode, step: string): string | null {
  if (node.kind !== 'object' && node.kind !== 'array') return null
  if (node.kind === 'array' && Number(step) !== node.items.length) return null
  const isEmpty = node.kind === 'object' ? node.members.length === 0 : node.items.length === 0
  const added = node.kind === 'object' ? `${JSON.stringify(step)}:null` : 'null'
  const end = node.to - 1
  return `${text.slice(0, end)}${isEmpty ? '' : ','}${added}${text.slice(end)}`
}
