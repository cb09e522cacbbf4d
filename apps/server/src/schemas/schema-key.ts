import { createHash } from 'node:crypto'
import { type CodePorts, prepareCode } from '@parley/codegen'
import { authSource, firstIntrospection, type RequestContext, schemaRequest } from '@parley/engine'
import { type HttpRequest, secretFieldsOf, withSecretText } from '@parley/model'

/** Generated values are the same in each key. */
const fixedSources: Pick<CodePorts, 'clock' | 'random'> = {
  clock: { now: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
}

/**
 * Returns the key of a request's schema: a digest of the final URL, and of the authorization without its secrets, as
 * a server may show each user another schema. Null if the request cannot be sent.
 */
export async function schemaKey(
  request: HttpRequest,
  context: RequestContext,
  hostNames: CodePorts['hostNames'],
): Promise<string | null> {
  const asked = schemaRequest(request, firstIntrospection)
  const ports = { ...fixedSources, hostNames }
  const choices = { includesAuth: false, fillsVariables: true, fillsGaps: false }
  const prepared = await prepareCode(asked, context, ports, choices)
  if (!prepared.ok) return null
  let { auth } = authSource(request, context.ancestors)
  for (const { field } of secretFieldsOf(auth)) auth = withSecretText(auth, field, '')
  const identity = [prepared.value.request.url, auth, context.environment?.name ?? '']
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex')
}
