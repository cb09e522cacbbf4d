import type { LibraryLeaf } from '@parley/server/contract'

/** Names an example, wherever it is among those of its request. */
export interface ExampleKey {
  readonly requestId: string
  readonly exampleId: string
}

/** An example in the sidebar. */
export interface ExampleNode extends ExampleKey {
  readonly kind: 'example'
  /** That of its row. */
  readonly id: string
  readonly name: string
  /** 0 if it has none. */
  readonly statusCode: number
}

/** The examples of a request as nodes. */
export function exampleNodes({ id: requestId, examples = [] }: LibraryLeaf): readonly ExampleNode[] {
  return examples.map(({ id: exampleId, name, statusCode }) => ({
    kind: 'example',
    id: exampleNodeId({ requestId, exampleId }),
    requestId,
    exampleId,
    name,
    statusCode,
  }))
}

/** Returns the ID of an example's row. */
export const exampleNodeId = ({ requestId, exampleId }: ExampleKey): string =>
  `example:${exampleId}:${requestId}`

/** Returns the example of a row; null for the row of another entry. */
export function exampleOfNode(id: string): ExampleKey | null {
  const [, exampleId, requestId] = /^example:([^:]+):(.+)$/.exec(id) ?? []
  return exampleId === undefined || requestId === undefined ? null : { requestId, exampleId }
}
