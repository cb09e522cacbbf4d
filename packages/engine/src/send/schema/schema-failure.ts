import { describeSendFailure, type FailureDescription, type SendFailure } from '@parley/model'

/** The response to a request for a schema, to be shown when it has none. */
export interface SchemaAnswer {
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly mediaType: string
  /** The beginning of the content, as UTF-8. */
  readonly text: string
}

/** Why there is no schema. */
export type SchemaFailure =
  /** There was no response. */
  | { readonly code: 'SEND_FAILED'; readonly failure: SendFailure }
  /** The server does not allow introspection. */
  | {
      readonly code: 'INTROSPECTION_FORBIDDEN' | 'INTROSPECTION_FAILED'
      readonly address: string
      /** What the server says. */
      readonly message: string
      readonly answer: SchemaAnswer
    }
  /** The response is not GraphQL: an HTML page, another JSON, nothing. */
  | { readonly code: 'NOT_GRAPHQL'; readonly address: string; readonly answer: SchemaAnswer }
  | { readonly code: 'SCHEMA_TOO_LARGE'; readonly address: string; readonly limitBytes: number }

const useFile = 'Choose a file with the schema: SDL, or the response to an introspection query.'

/** Describes why there is no schema, for the page and the command line. */
export function describeSchemaFailure(
  failure: SchemaFailure,
): FailureDescription & { readonly code: string } {
  switch (failure.code) {
    case 'SEND_FAILED':
      return { code: failure.failure.code, ...describeSendFailure(failure.failure) }
    case 'INTROSPECTION_FORBIDDEN':
      return {
        code: failure.code,
        sentence: `${failure.address} does not allow introspection${saying(failure.message)}`,
        nextStep: useFile,
      }
    case 'INTROSPECTION_FAILED':
      return {
        code: failure.code,
        sentence: `${failure.address} responded to the introspection query with an error${saying(failure.message)}`,
        nextStep: `Check the authorization and the headers of the request. ${useFile}`,
      }
    case 'NOT_GRAPHQL':
      return {
        code: failure.code,
        sentence: `${failure.address} responded with ${statusOf(failure.answer)}, which is not a GraphQL response.`,
        nextStep: 'Check the URL and the authorization of the request.',
      }
    case 'SCHEMA_TOO_LARGE':
      return {
        code: failure.code,
        sentence: `The schema of ${failure.address} is larger than ${failure.limitBytes / 1_000_000} MB.`,
        nextStep: 'Choose a file with a part of the schema.',
      }
  }
}

function saying(message: string): string {
  return message === '' ? '.' : `: ${message.replace(/\.$/, '')}.`
}

function statusOf({ statusCode, reasonPhrase, mediaType }: SchemaAnswer): string {
  const status = `${statusCode} ${reasonPhrase}`.trim()
  return mediaType === '' ? status : `${status} with ${mediaType}`
}
