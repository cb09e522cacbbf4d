/** The last segment of a path of any platform, so that no receiver learns of the folders above it. */
export function fileNameOf(filePath: string): string {
  return filePath.slice(Math.max(filePath.lastIndexOf('/'), filePath.lastIndexOf('\\')) + 1)
}

/** What a request names a file by that was picked in a browser, which tells no path: `picked:ID/NAME`. */
export function isPickedFile(filePath: string): boolean {
  return /^picked:[0-9a-f-]{36}\//.test(filePath)
}
