/** Path and query; the whole where there is no path. */
export function withoutOrigin(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.+)$/i.exec(url)?.[1] ?? withoutScheme(url)
}

/** The URL from its host on. */
export function withoutScheme(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
}
