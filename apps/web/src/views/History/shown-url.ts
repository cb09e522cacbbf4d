/** Returns path and query; the whole URL if there is no path. */
export function withoutOrigin(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.+)$/is.exec(url)?.[1] ?? withoutScheme(url)
}

/** Returns the URL without its scheme. */
function withoutScheme(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
}
