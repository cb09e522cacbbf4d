import {
  eventStreamRequestOf,
  graphQlRequestOf,
  grpcRequestOf,
  type HttpRequest,
  type Item,
  webSocketRequestOf,
} from '@parley/model'
import { withoutPickedPaths } from './without-picked-paths.ts'

/**
 * Returns a request as its file stores it. `isGraphQlKind`: the file declares it a GraphQL request, if it
 * still is one.
 */
export function storedRequest(request: HttpRequest, isGraphQlKind: boolean): Item {
  const stored = withoutPickedPaths(request)
  const live = eventStreamRequestOf(stored) ?? webSocketRequestOf(stored) ?? grpcRequestOf(stored)
  return live ?? (isGraphQlKind ? graphQlRequestOf(stored) : null) ?? stored
}
