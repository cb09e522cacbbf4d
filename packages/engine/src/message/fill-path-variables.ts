import { isForbiddenInTarget, percentEncode, type Row, splitPathVariables } from '@parley/model'

/** Thrown inside a stage, which makes it data. */
export class MissingPathVariableError extends Error {
  readonly variableName: string

  constructor(variableName: string) {
    super(`The path variable ${variableName} has no value`)
    this.variableName = variableName
  }
}

/**
 * A URL as typed with every `{{name}}` filled in and a value in the place of each path variable. They
 * are looked for in what was typed, so that a colon out of a variable's value is none.
 * @throws MissingPathVariableError where there is no value, or an empty one, which would take the segment away
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

/** What is no `pchar` (RFC 3986 §3.3), a percent sign too: the value is meant as it is, and stays one segment. */
function isForbiddenInSegment(character: string): boolean {
  return isForbiddenInTarget(character) || '/?#%[]'.includes(character)
}
