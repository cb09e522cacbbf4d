import {
  type ASTNode,
  type GraphQLError,
  type GraphQLSchema,
  KnownFragmentNamesRule,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql'
import { type MaskedDocument, touchesVariable } from './mask-variables.ts'
import { isBlank, type ParsedDocument, parseDocument } from './parse-document.ts'
import type { TextRange } from './text-range.ts'

/** Something to mark in a query. */
export interface Diagnostic extends TextRange {
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** More are of no use to anybody. */
const maximumErrors = 100

/** Deprecated names, and fragments that are kept for later; a variable may use these. */
function rulesOfWarnings({ variables }: MaskedDocument): readonly ValidationRule[] {
  return variables.length > 0 ? [NoDeprecatedCustomRule] : [NoDeprecatedCustomRule, NoUnusedFragmentsRule]
}

/** Returns what is wrong with a query, in the order of the text. Without a schema only the syntax is checked. */
export function diagnoseQuery(text: string, schema: GraphQLSchema | null): readonly Diagnostic[] {
  const parsed = parseDocument(text)
  if (parsed.document === null)
    return parsed.problem === null || isBlank(text) ? [] : [{ ...parsed.problem, severity: 'error' }]
  if (schema === null) return []
  const warnings = validate(schema, parsed.document, rulesOfWarnings(parsed.masked), {
    maxErrors: maximumErrors,
  })
  return [
    ...validationErrors(parsed, schema).map(error => diagnosticOf(error, 'error')),
    ...warnings
      .filter(error => !dependsOnVariable(error, parsed.masked))
      .map(error => diagnosticOf(error, 'warning')),
  ].sort((a, b) => a.from - b.from || a.to - b.to)
}

/** Returns the errors of a parsed query that do not depend on the text of a variable. */
export function validationErrors(
  { document, masked, hasBlanks }: Extract<ParsedDocument, { readonly hasBlanks: boolean }>,
  schema: GraphQLSchema,
): readonly GraphQLError[] {
  const left = new Set(specifiedRules)
  left.delete(NoUnusedFragmentsRule)
  if (masked.variables.length > 0) left.delete(NoUnusedVariablesRule)
  if (hasBlanks) left.delete(KnownFragmentNamesRule)
  return validate(schema, document, [...left], { maxErrors: maximumErrors }).filter(
    error => !dependsOnVariable(error, masked),
  )
}

/** Returns whether an error is at a variable, or at what a variable continues. */
function dependsOnVariable({ nodes = [] }: GraphQLError, masked: MaskedDocument): boolean {
  return nodes.some(node => {
    const end = node.loc?.end ?? 0
    return touchesVariable(masked, rangeOf(node)) || touchesVariable(masked, { from: end, to: end })
  })
}

function diagnosticOf(error: GraphQLError, severity: Diagnostic['severity']): Diagnostic {
  const node = error.nodes?.[0]
  return { ...(node === undefined ? { from: 0, to: 0 } : rangeOf(node)), severity, message: error.message }
}

/** The name of a node, or the whole of one that has none. */
function rangeOf(node: ASTNode): TextRange {
  const marked =
    'name' in node && node.name !== undefined ? node.name : 'variable' in node ? node.variable : node
  return { from: marked.loc?.start ?? 0, to: marked.loc?.end ?? 0 }
}
