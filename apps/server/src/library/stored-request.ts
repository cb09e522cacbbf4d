import { graphQlRequestOf, type HttpRequest, type Item } from '@parley/model'
import { withoutPickedPaths } from './without-picked-paths.ts'

/** A request as its file holds it. `isGraphQlKind`: the file names it a GraphQL request, where it still is one. */
export function storedRequest(request: HttpRequest, isGraphQlKind: boolean): Item {
  const stored = withoutPickedPaths(request)
  return (isGraphQlKind ? graphQlRequestOf(stored) : null) ?? stored
}
