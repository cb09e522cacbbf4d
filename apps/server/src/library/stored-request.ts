import {
  eventStreamRequestOf,
  fileNameOf,
  graphQlRequestOf,
  grpcRequestOf,
  type HttpRequest,
  type Item,
  webSocketRequestOf,
  withFilePaths,
} from '@parley/model'

/**
 * Returns a request as its file stores it. `isGraphQlKind`: the file declares it a GraphQL request, if it
 * still is one.
 */
export function storedRequest(request: HttpRequest, isGraphQlKind: boolean): Item {
  const stored = withoutPickedPaths(request)
  const live = eventStreamRequestOf(stored) ?? webSocketRequestOf(stored) ?? grpcRequestOf(stored)
  return live ?? (isGraphQlKind ? graphQlRequestOf(stored) : null) ?? stored
}

/**
 * Returns a request as a file stores it: a file that was picked in a window is referred to only by its name,
 * because its picked path is meaningless to another window, or after a restart.
 */
function withoutPickedPaths(request: HttpRequest): HttpRequest {
  return { ...request, body: withFilePaths(request.body, plain) }
}

function plain(filePath: string): string {
  return filePath.startsWith('picked:') ? fileNameOf(filePath) : filePath
}
