import {
  indexOutsideVariables,
  joinRequestUrl,
  splitOutsideVariables,
  splitRequestUrl,
} from './request-url.ts'

/** A piece of a URL: text as typed, or the name of a path variable without its colon. */
export type UrlPiece = { readonly text: string } | { readonly pathVariable: string }

/**
 * Splits a typed URL at its path variables (behaviour, Path variables), which are whole segments `/:name` of the
 * path. A port, a colon within a segment, and colons in `{{…}}`, query or fragment are not path variables.
 */
export function splitPathVariables(url: string): readonly UrlPiece[] {
  const parts = splitRequestUrl(url)
  const pathStart = startOfPath(parts.base)
  if (pathStart < 0) return [{ text: url }]
  const pieces: UrlPiece[] = []
  let text = parts.base.slice(0, pathStart)
  for (const segment of splitOutsideVariables(parts.base.slice(pathStart + 1), '/')) {
    text += '/'
    if (isPathVariable(segment)) {
      pieces.push({ text }, { pathVariable: segment.slice(1) })
      text = ''
    } else text += segment
  }
  return [...pieces, { text: text + joinRequestUrl({ ...parts, base: '' }) }]
}

/** Returns the names of a URL's path variables without duplicates, in the order of the path. */
export function pathVariableNames(url: string): readonly string[] {
  const names = splitPathVariables(url).flatMap(piece =>
    'pathVariable' in piece ? [piece.pathVariable] : [],
  )
  return [...new Set(names)]
}

/** A name contains neither a colon, as custom methods of some APIs do (`/:batch:cancel`), nor a brace. */
function isPathVariable(segment: string): boolean {
  return /^:[^:{}\s]+$/.test(segment)
}

/** Returns the position of the slash that ends the authority; -1 if there is none. */
function startOfPath(base: string): number {
  const slash = indexOutsideVariables(base, '/')
  const endsScheme = base.startsWith('//', slash) && (slash === 0 || base[slash - 1] === ':')
  return slash >= 0 && endsScheme ? indexOutsideVariables(base, '/', slash + 2) : slash
}
