/**
 * Returns the field `Content-Disposition` for downloading a file with any characters in its name (RFC 6266
 * §4).
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w .()-]/g, '_')
  const field = `attachment; filename="${ascii}"`
  return ascii === fileName ? field : `${field}; filename*=UTF-8''${encoded(fileName)}`
}

/** Returns the file name of a field that {@link attachment} made; null for any other. */
export function attachmentName(field: string): string | null {
  const encodedName = /; filename\*=UTF-8''([^;]+)$/.exec(field)?.[1]
  if (encodedName !== undefined) return decodeURIComponent(encodedName)
  return /; filename="([^"]*)"/.exec(field)?.[1] ?? null
}

/** Encodes a name with any characters for a field (RFC 8187 §3.2). */
function encoded(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16)}`,
  )
}
