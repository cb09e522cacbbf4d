import {
  indexOutsideVariables,
  joinRequestUrl,
  splitOutsideVariables,
  splitRequestUrl,
} from './request-url.ts'

/** A piece of a URL: text as typed, or the name of a path variable, which stood there behind a colon. */
export type UrlPiece = { readonly text: string } | { readonly pathVariable: string }

/**
 * A URL as typed cut at its path variables (product decisions): whole segments `/:name` of the path.
 * A port, a colon within a segment and what stands in `{{…}}`, query or fragment are none.
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

/** The names of a URL's path variables, each once, in the order of the path. */
export function pathVariableNames(url: string): readonly string[] {
  const names = splitPathVariables(url).flatMap(piece =>
    'pathVariable' in piece ? [piece.pathVariable] : [],
  )
  return [...new Set(names)]
}

/** A name holds no further colon, as in the custom methods of some APIs (`/:batch:cancel`), and no brace. */
function isPathVariable(segment: string): boolean {
  return /^:[^:{}\s]+$/.test(segment)
}

/** Of the slash that ends the authority; -1 where there is none. */
function startOfPath(base: string): number {
  const slash = indexOutsideVariables(base, '/')
  const endsScheme = base.startsWith('//', slash) && (slash === 0 || base[slash - 1] === ':')
  return slash >= 0 && endsScheme ? indexOutsideVariables(base, '/', slash + 2) : slash
}
