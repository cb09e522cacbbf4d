import type { GraphQlBody } from '../../request/body.ts'
import type { GraphQlRequest } from '../../request/request.ts'
import { parleyExtension, writeParleyExtension } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { writeRows } from '../row.ts'
import { writeRequestSettings, writeRequestSettingsExtension } from '../settings.ts'
import { type OpenCollectionObject, objectOf, unlessEmpty } from '../value.ts'
import { readGraphQlBodies, readRunLimits, writeGraphQlBodies, writeRunLimits } from './body-variants.ts'
import { readExamples, writeExamplesAsExtension } from './example.ts'
import { readHttpFields, writeHttpDetails, writeHttpRuntime, writeStream } from './http-request.ts'
import { writeParamTexts } from './param-texts.ts'
import { part, writeInfo, writeRequestFields } from './request-fields.ts'

/** Reads `GraphQLRequest`. */
export function readGraphQlRequest(item: ObjectReader): GraphQlRequest {
  const graphql = item.object('graphql')
  const parley = parleyExtension(item)
  return {
    kind: 'graphql',
    ...readHttpFields(item, graphql, 'POST'),
    ...readRunLimits(readGraphQlBodies(graphql, parley), parley),
    ...(parley.has('examples') ? { examples: readExamples(parley, parley) } : {}),
  }
}

export function writeGraphQlRequest(request: GraphQlRequest): OpenCollectionObject {
  const { auth, runtime } = writeRequestFields(request)
  const { run, others } = writeRunLimits<GraphQlBody>(request)
  const { body, variantExtensions } = writeGraphQlBodies(others)
  return objectOf({
    info: writeInfo(request, 'graphql'),
    graphql: writeHttpDetails(request, body, auth),
    runtime: part({ ...runtime, ...writeHttpRuntime(request) }),
    settings: writeRequestSettings(request.settings),
    docs: request.docs,
    extensions: writeParleyExtension({
      paramTexts: writeParamTexts(request.params),
      cookies: writeRows(request.cookies),
      auth: auth.extension,
      graphql: unlessEmpty(body.extension ?? {}),
      bodyVariants: variantExtensions,
      settings: writeRequestSettingsExtension(request.settings),
      stream: writeStream(request),
      run,
      examples: writeExamplesAsExtension(request.examples ?? []),
    }),
  })
}
