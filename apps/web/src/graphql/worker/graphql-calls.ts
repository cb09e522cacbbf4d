import type { SchemaFormat } from '@parley/engine'
import type { LanguageReply, LanguageRequest, SchemaSource } from '../../language-worker/language-calls.ts'
import type { MemberDescription, TypeDescription } from '../explorer/describe-type.ts'
import type { ExplorerRows, ExplorerView } from '../explorer/explorer-rows.ts'
import type { RowDefinition } from '../explorer/row-definition.ts'
import type { SchemaMatches } from '../explorer/search-schema.ts'
import type { Toggled, ToggleRequest } from '../explorer/toggle-row.ts'
import type { Suggestions } from '../language/complete-query.ts'
import type { NameDefinition, NameDescription } from '../language/describe-name.ts'
import type { Diagnostic } from '../language/diagnose-query.ts'
import type { SchemaProblem } from '../language/load-schema.ts'
import type { QueryOperation } from '../language/operation-at.ts'
import type { TextEdit } from '../language/text-range.ts'
import type { VariableWarning } from '../variables/check-variables.ts'
import type { DeclaredVariable, OperationChoice } from '../variables/operation-variables.ts'

/** What the worker has of a schema. */
export type SchemaSummary =
  | { readonly typeCount: number; readonly fieldCount: number }
  | { readonly problem: SchemaProblem }

/** A position of a query. */
export interface QueryPlace {
  readonly query: string
  readonly position: number
}

/** Variables as typed, and the operation that they are for. */
export interface TypedVariables {
  readonly query: string
  readonly operation: OperationChoice
  readonly variables: string
}

/** What the worker can be asked, with its answers. All but `setSchema` use the schema that was set last. */
export interface GraphQlCalls {
  readonly setSchema: { readonly question: SchemaSource | null; readonly answer: SchemaSummary | null }
  readonly printSchema: { readonly question: SchemaFormat; readonly answer: string | null }
  readonly diagnose: { readonly question: string; readonly answer: readonly Diagnostic[] }
  readonly complete: { readonly question: QueryPlace; readonly answer: Suggestions | null }
  readonly describe: { readonly question: QueryPlace; readonly answer: NameDescription | null }
  readonly findDefinition: { readonly question: QueryPlace; readonly answer: NameDefinition | null }
  readonly listOperations: { readonly question: string; readonly answer: readonly QueryOperation[] | null }
  readonly prettify: { readonly question: string; readonly answer: string | null }
  readonly checkVariables: { readonly question: TypedVariables; readonly answer: readonly VariableWarning[] }
  /** The variables of an operation; null if there is none. */
  readonly listVariables: {
    readonly question: Omit<TypedVariables, 'variables'>
    readonly answer: readonly DeclaredVariable[] | null
  }
  readonly completeVariables: {
    readonly question: TypedVariables & { readonly position: number }
    readonly answer: Suggestions | null
  }
  readonly fillInVariables: { readonly question: TypedVariables; readonly answer: readonly TextEdit[] | null }
  readonly explorerRows: { readonly question: ExplorerView; readonly answer: ExplorerRows }
  readonly toggleRow: { readonly question: ToggleRequest; readonly answer: Toggled }
  /** Null for a type that the schema does not have. */
  readonly describeType: { readonly question: string; readonly answer: TypeDescription | null }
  /** Of `Book.title`; null for a member that the schema does not have. */
  readonly describeMember: { readonly question: string; readonly answer: MemberDescription | null }
  /** What a row of the explorer is, by its ID; null for a row that the schema does not have. */
  readonly definitionOfRow: { readonly question: string; readonly answer: RowDefinition | null }
  readonly searchSchema: { readonly question: string; readonly answer: SchemaMatches }
}

export type GraphQlCallName = keyof GraphQlCalls

/** A call on its way to the worker. */
export type GraphQlRequest<Name extends GraphQlCallName = GraphQlCallName> = LanguageRequest<
  GraphQlCalls,
  Name
>

/** The worker's reply. */
export type GraphQlReply = LanguageReply
