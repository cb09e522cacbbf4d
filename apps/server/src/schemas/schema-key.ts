import { createHash } from 'node:crypto'
import { type CodePorts, prepareCode } from '@parley/codegen'
import {
  authSource,
  firstIntrospection,
  type RequestContext,
  Substitution,
  SubstitutionError,
  schemaRequest,
  variableScopes,
} from '@parley/engine'
import { type GrpcPart, type HttpRequest, secretFieldsOf, withSecretText } from '@parley/model'

/** Generated values are the same in each key. */
const fixedSources: Pick<CodePorts, 'clock' | 'random'> = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
}

/**
 * Returns the key of a request's schema: a digest of the final URL or of the files that define it, and of the authorization without its secrets, as
 * a server may show each user another schema. Null if the request cannot be sent.
 */
export async function schemaKey(
  request: HttpRequest,
  context: RequestContext,
  hostNames: CodePorts['hostNames'],
): Promise<string | null> {
  const { grpc } = request
  let { auth } = authSource(request, context.ancestors)
  for (const { field } of secretFieldsOf(auth)) auth = withSecretText(auth, field, '')
  const digest = (identity: readonly unknown[]) =>
    createHash('sha256').update(JSON.stringify(identity)).digest('hex')
  const place = [auth, context.environment?.name ?? '']
  if (grpc !== undefined) return digest([...definitionOf(grpc, request, context), ...place])
  const asked = schemaRequest(request, firstIntrospection)
  const ports = { ...fixedSources, hostNames }
  const choices = { includesAuth: false, fillsVariables: true, fillsGaps: false }
  const prepared = await prepareCode(asked, context, ports, choices)
  if (!prepared.ok) return null
  return digest([prepared.value.request.url, ...place])
}

/** Returns what the definition of gRPC services depends on. */
function definitionOf(
  { options, protoFilePath }: GrpcPart,
  request: HttpRequest,
  context: RequestContext,
): readonly unknown[] {
  const { definition, descriptorSetPath } = options
  const collection = context.ancestors.find(one => one.kind === 'collection')
  if (definition === 'proto') return ['proto', protoFilePath, collection?.protobuf, collection?.name]
  if (definition === 'descriptorSet') return ['descriptorSet', descriptorSetPath, collection?.name]
  return ['reflection', filledIn(request, context)]
}

/** The values of secrets are part of the digest only. */
function filledIn(request: HttpRequest, context: RequestContext): string {
  try {
    return new Substitution(variableScopes(request, context), fixedSources).fill(request.url).trim()
  } catch (error) {
    if (error instanceof SubstitutionError) return request.url
    throw error
  }
}
