import { type HttpBody, mediaTypeOfFile, rawMediaTypes } from '@parley/model'

/**
 * The `Content-Type` that a body is given unless the user sets one; null for a body that has none.
 * `boundary`: of Form-data, which is drawn when the form is written.
 */
export function contentTypeOf(body: HttpBody, boundary: string): string | null {
  switch (body.type) {
    case 'none':
      return null
    case 'raw':
      return rawMediaTypes[body.language]
    case 'urlEncoded':
      return 'application/x-www-form-urlencoded'
    case 'multipart':
      return `multipart/form-data; boundary=${boundary}`
    case 'graphql':
      return 'application/json'
    case 'file': {
      const file = body.files.find(one => one.selected)
      return file === undefined ? null : file.contentType || mediaTypeOfFile(file.filePath)
    }
  }
}
