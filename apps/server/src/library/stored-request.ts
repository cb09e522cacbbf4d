import { eventStreamRequestOf, graphQlRequestOf, type HttpRequest, type Item } from '@parley/model'
import { withoutPickedPaths } from './without-picked-paths.ts'

/**
 * Returns a request as its file stores it. `isGraphQlKind`: the file declares it a GraphQL request, if it
 * still is one.
 */
export function storedRequest(request: HttpRequest, isGraphQlKind: boolean): Item {
  const stored = withoutPickedPaths(request)
  return eventStreamRequestOf(stored) ?? (isGraphQlKind ? graphQlRequestOf(stored) : null) ?? stored
}
