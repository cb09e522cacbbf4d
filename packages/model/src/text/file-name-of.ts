/** Returns the last segment of a path of any platform, so that no receiver learns the folders. */
export function fileNameOf(filePath: string): string {
  return filePath.slice(Math.max(filePath.lastIndexOf('/'), filePath.lastIndexOf('\\')) + 1)
}

/**
 * Returns whether a path refers to a file that was picked in a browser, which does not reveal paths:
 * `picked:ID/NAME`.
 */
export function isPickedFile(filePath: string): boolean {
  return /^picked:[0-9a-f-]{36}\//.test(filePath)
}
