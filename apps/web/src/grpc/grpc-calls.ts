import type { ListedService } from '@parley/protobuf'
import type { Suggestions } from '../graphql/language/complete-query.ts'
import type { NameDescription } from '../graphql/language/describe-name.ts'
import type { Diagnostic } from '../graphql/language/diagnose-query.ts'
import type { LanguageRequest, ReadSchema, SchemaSource } from '../language-worker/language-calls.ts'
import type { MessageShape } from './form/message-shape.ts'

/** A message as typed, and the method that it is for: `package.Service/Method`. */
export interface TypedMessage {
  readonly method: string
  readonly text: string
}

/** A position of a message. */
export interface MessagePlace extends TypedMessage {
  readonly position: number
}

/** What the worker for gRPC can be asked, with its answers. All but `setSchema` use the definition that was set last. */
export interface GrpcCalls {
  readonly setSchema: { readonly question: SchemaSource | null; readonly answer: ReadSchema | null }
  /** Null without a definition. */
  readonly listServices: { readonly question: null; readonly answer: readonly ListedService[] | null }
  /** A message with each field at its default; null for a method that the definition does not have. */
  readonly exampleMessage: { readonly question: string; readonly answer: string | null }
  /** What a form of the message that a method takes needs; null for a method that the definition does not have. */
  readonly messageShape: { readonly question: string; readonly answer: MessageShape | null }
  readonly diagnose: { readonly question: TypedMessage; readonly answer: readonly Diagnostic[] }
  readonly complete: { readonly question: MessagePlace; readonly answer: Suggestions | null }
  readonly describe: { readonly question: MessagePlace; readonly answer: NameDescription | null }
}

export type GrpcCallName = keyof GrpcCalls

export type GrpcRequest<Name extends GrpcCallName = GrpcCallName> = LanguageRequest<GrpcCalls, Name>
