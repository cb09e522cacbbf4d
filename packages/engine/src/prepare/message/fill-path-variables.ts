import { isForbiddenInTarget, percentEncode, type Row, splitPathVariables } from '@parley/model'

/** Thrown within a stage, which turns it into a failure. */
export class MissingPathVariableError extends Error {
  readonly variableName: string

  constructor(variableName: string) {
    super(`The path variable ${variableName} has no value`)
    this.variableName = variableName
  }
}

/**
 * Returns the URL with variables filled in and a value in place of each path variable. Path variables are
 * found in the typed text, so a colon in a variable's value does not create one.
 * @throws MissingPathVariableError if a value is missing or empty, which would remove the segment
 */
export function fillUrl(url: string, pathParams: readonly Row[], fill: (text: string) => string): string {
  return splitPathVariables(url)
    .map(piece => ('text' in piece ? fill(piece.text) : segmentOf(piece.pathVariable, pathParams, fill)))
    .join('')
}

function segmentOf(name: string, pathParams: readonly Row[], fill: (text: string) => string): string {
  const value = fill(pathParams.find(one => one.enabled && one.name === name)?.value ?? '')
  if (value === '') throw new MissingPathVariableError(name)
  let segment = ''
  for (const character of value)
    segment += isForbiddenInSegment(character) ? percentEncode(character) : character
  return segment
}

/**
 * Returns whether a character must be encoded, as it is not a `pchar` (RFC 3986 §3.3). So is the percent
 * sign: the value is literal, and remains one segment.
 */
function isForbiddenInSegment(character: string): boolean {
  return isForbiddenInTarget(character) || '/?#%[]'.includes(character)
}
