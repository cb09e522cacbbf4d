import type { TextRange } from './text-range.ts'

/** A GraphQL document in which each `{{name}}` is replaced by a GraphQL name of the same length. */
export interface MaskedDocument {
  readonly text: string
  /** The places of `{{name}}`, in order. */
  readonly variables: readonly TextRange[]
}

const reference = /\{\{[^{}\r\n]+\}\}/g

/** Masks the variables of a document, so that it can be parsed and all positions stay the same (behaviour 2.2). */
export function maskVariables(text: string): MaskedDocument {
  const variables: TextRange[] = []
  const masked = text.replace(reference, (typed, from: number) => {
    variables.push({ from, to: from + typed.length })
    return `V${typed.slice(1, -1).replaceAll(/[^A-Za-z0-9]/g, '_')}V`
  })
  return { text: masked, variables }
}

/** Returns the document with a variable replaced by spaces, for a place where no name is allowed. */
export function blankVariable({ text, variables }: MaskedDocument, variable: TextRange): MaskedDocument {
  const { from, to } = variable
  return { text: text.slice(0, from) + ' '.repeat(to - from) + text.slice(to), variables }
}

/** Returns whether a range overlaps a variable, or only spaces separate it from the next variable. */
export function touchesVariable({ text, variables }: MaskedDocument, { from, to }: TextRange): boolean {
  return variables.some(
    variable =>
      (from < variable.to && to > variable.from) ||
      (to <= variable.from && text.slice(to, variable.from).trim() === ''),
  )
}
