import { fileNameOf, type HttpRequest, withFilePaths } from '@parley/model'

/**
 * Returns a request as a file stores it: a file that was picked in a window is referred to only by its name,
 * because its picked path is meaningless to another window, or after a restart.
 */
export function withoutPickedPaths(request: HttpRequest): HttpRequest {
  return { ...request, body: withFilePaths(request.body, plain) }
}

function plain(filePath: string): string {
  return filePath.startsWith('picked:') ? fileNameOf(filePath) : filePath
}
