import type { HttpBody } from '../body.ts'
import type { AnyBody, BodyTypeDescriptor } from './body-type-descriptor.ts'
import { fileBody } from './file-body.ts'
import { graphQlBody } from './graphql-body.ts'
import { multipartBody } from './multipart-body.ts'
import { noBody } from './no-body.ts'
import { rawBody } from './raw-body.ts'
import { urlEncodedBody } from './url-encoded-body.ts'

/** The HTTP body of each type. */
export type BodyByType = { readonly [Body in HttpBody as Body['type']]: Body }

/** Body types by the `type` of their bodies. */
export type BodyTypeRegistry<Body extends AnyBody> = Readonly<Record<string, BodyTypeDescriptor<Body>>>

/** Parley's body types, in the order of their picker (behaviour 2.2). The engine registers how each is sent. */
export const bodyTypes: {
  readonly [Type in keyof BodyByType]: BodyTypeDescriptor<BodyByType[Type]>
} = {
  none: noBody,
  raw: rawBody,
  multipart: multipartBody,
  urlEncoded: urlEncodedBody,
  graphql: graphQlBody,
  file: fileBody,
}

/** Returns the generated media type of a body; null if there is none. */
export function mediaTypeOfBody<Body extends AnyBody>(
  body: Body,
  types: BodyTypeRegistry<Body>,
): string | null {
  return types[body.type]?.mediaType(body) ?? null
}

/** Returns the paths of all files that a body sends. */
export function filePathsOf(body: HttpBody): readonly string[] {
  const { files }: BodyTypeDescriptor<HttpBody> = bodyTypes[body.type]
  return files?.paths(body) ?? []
}

/** Returns the generated `Accept` of a body; undefined if it has none. */
export function acceptOfBody(body: HttpBody): string | undefined {
  const { accept }: BodyTypeDescriptor<HttpBody> = bodyTypes[body.type]
  return accept
}

/** Returns a body with changed file paths. */
export function withFilePaths(body: HttpBody, change: (filePath: string) => string): HttpBody {
  const { files }: BodyTypeDescriptor<HttpBody> = bodyTypes[body.type]
  return files?.withPaths(body, change) ?? body
}
