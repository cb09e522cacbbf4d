import { fileNameOf, type HttpRequest } from '@parley/model'

/**
 * Returns a request as a file stores it: a file that was picked in a window is referred to only by its name,
 * because its picked path is meaningless to another window, or after a restart.
 */
export function withoutPickedPaths(request: HttpRequest): HttpRequest {
  const { body } = request
  if (body.type === 'file')
    return {
      ...request,
      body: { ...body, files: body.files.map(file => ({ ...file, filePath: plain(file.filePath) })) },
    }
  if (body.type !== 'multipart') return request
  const parts = body.parts.map(part =>
    part.kind === 'file' ? { ...part, filePaths: part.filePaths.map(plain) } : part,
  )
  return { ...request, body: { ...body, parts } }
}

function plain(filePath: string): string {
  return filePath.startsWith('picked:') ? fileNameOf(filePath) : filePath
}
