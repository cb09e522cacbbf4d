import { type DocumentNode, GraphQLError, parse } from 'graphql'
import { blankVariable, type MaskedDocument, maskVariables, touchesVariable } from './mask-variables.ts'
import type { TextRange } from './text-range.ts'

/** The longest query that is parsed, in tokens; longer ones are data, not written by hand. */
const maximumTokens = 200_000

/** A longer query is not read, in UTF-16 units. */
const longestParsed = 1_000_000

/** How many variables may be in places where GraphQL allows no name. */
const maximumBlanks = 50

/** The place and the message of a syntax error. */
export interface SyntaxProblem extends TextRange {
  readonly message: string
}

export type ParsedDocument =
  | { readonly document: DocumentNode; readonly masked: MaskedDocument; readonly hasBlanks: boolean }
  /** Without a problem: only variables keep the text from being parsed. */
  | { readonly document: null; readonly masked: MaskedDocument; readonly problem: SyntaxProblem | null }

/**
 * Parses a document of operations with its `{{names}}` masked. A variable in a place where GraphQL allows no name
 * is left out, as it may contain anything.
 */
export function parseDocument(text: string): ParsedDocument {
  if (text.length > longestParsed)
    return {
      document: null,
      masked: { text: '', variables: [] },
      problem: { from: 0, to: 0, message: 'The query is longer than 1 MB, so it is not checked.' },
    }
  let masked = maskVariables(text)
  for (let blanks = 0; ; blanks += 1) {
    const outcome = tryToParse(masked.text)
    if (!('message' in outcome)) return { document: outcome, masked, hasBlanks: blanks > 0 }
    const { from } = outcome
    const variable = masked.variables.find(one => from >= one.from && from < one.to)
    if (variable === undefined || blanks === maximumBlanks || masked.text[variable.from] === ' ')
      return { document: null, masked, problem: isCausedByVariable(masked, from) ? null : outcome }
    masked = blankVariable(masked, variable)
  }
}

function tryToParse(text: string): DocumentNode | SyntaxProblem {
  try {
    return parse(text, { maxTokens: maximumTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError))
      return { from: 0, to: 0, message: 'The query is nested too deeply to be checked.' }
    const from = error.positions?.[0] ?? 0
    const token = /^(?:\w+|.)/.exec(text.slice(from, from + 200))?.[0] ?? ''
    return { from, to: from + token.length, message: error.message.replace(/^Syntax Error: /, '') }
  }
}

function isCausedByVariable(masked: MaskedDocument, at: number): boolean {
  return (
    touchesVariable(masked, { from: at, to: at + 1 }) ||
    masked.variables.some(({ to }) => to <= at && masked.text.slice(to, at).trim() === '')
  )
}

/** Returns whether a text contains nothing but comments, commas and white space. */
export function isBlank(text: string): boolean {
  return /^[\s,\uFEFF]*$/.test(text.replaceAll(/#.*/g, ''))
}
