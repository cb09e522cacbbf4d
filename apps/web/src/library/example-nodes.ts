import type { LibraryExample, LibraryLeaf } from '@parley/server/contract'

/** An example in the sidebar. */
export interface ExampleNode extends LibraryExample {
  readonly kind: 'example'
  /** Names its request and its position there. */
  readonly id: string
  readonly requestId: string
  readonly index: number
}

/** The examples of a request as nodes. */
export function exampleNodes({ id: requestId, examples = [] }: LibraryLeaf): readonly ExampleNode[] {
  return examples.map((example, index) => ({
    ...example,
    kind: 'example',
    id: exampleId(requestId, index),
    requestId,
    index,
  }))
}

export const exampleId = (requestId: string, index: number): string => `example:${index}:${requestId}`

/** Returns the request and the position of an example by its ID; null for the ID of another entry. */
export function placeOfExample(id: string): { readonly requestId: string; readonly index: number } | null {
  const [, index, requestId] = /^example:(\d+):(.+)$/.exec(id) ?? []
  return index === undefined || requestId === undefined ? null : { requestId, index: Number(index) }
}
