import { failed, ok, type Result, type SendFailure } from '@parley/model'
import type { FileRegistry } from '@parley/protobuf'
import type { DefinedMethod } from '../../exchange/grpc/call-codec.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { DefinitionFiles } from './definition/definition-files.ts'
import { type DefinitionSubject, loadDefinition } from './definition/load-definition.ts'
import { reflectionKey } from './reflection-key.ts'

/** A method of a request, and where its definition comes from. */
export interface MethodDefinition extends DefinedMethod {
  /** Present if the definition was known from before: asks the server for the present one. Null if it gives none. */
  readonly redefine?: () => Promise<DefinedMethod | null>
  /** Forgets a definition that was known from before, if the call shows that the server may be another one. */
  judge(outcome: SendOutcome): void
}

/** Finds the method that a request names. A server describes a service once, and again if it seems to have changed. */
export async function defineMethod(
  subject: DefinitionSubject,
  files: DefinitionFiles,
): Promise<Result<MethodDefinition, SendFailure>> {
  const { request, context, ports } = subject
  const { grpc } = request
  const { reflectedDefinitions: known } = ports
  const { service, name } = splitMethod(grpc?.method ?? '')
  if (service === '' || name === '') return refused('GRPC_METHOD_MISSING', '')
  const load = async (): Promise<Result<DefinedMethod, SendFailure>> => {
    const registry = await loadDefinition(service, subject, files)
    if (!registry.ok) return registry
    const defined = methodOf(registry.value, service, name)
    return defined === null ? refused('GRPC_METHOD_UNKNOWN', grpc?.method ?? '') : ok(defined)
  }
  const isReflected = grpc?.options.definition === 'reflection'
  const key = known !== undefined && isReflected ? reflectionKey(request, context) : null
  const registry = key === null ? null : (known?.find(key, service) ?? null)
  const remembered = registry === null ? null : methodOf(registry, service, name)
  if (remembered === null || key === null) {
    const loaded = await load()
    return loaded.ok ? ok({ ...loaded.value, judge: () => {} }) : loaded
  }
  return ok({
    ...remembered,
    async redefine() {
      const loaded = await load()
      return loaded.ok ? loaded.value : null
    },
    judge(outcome) {
      if (mayBeOutdated(outcome)) known?.forget(key)
    },
  })
}

const unimplemented = 12

/** Over a new connection, another server may answer. */
function mayBeOutdated(outcome: SendOutcome): boolean {
  if (!outcome.ok) return true
  const { connection, response } = outcome.value.exchange
  return !connection.isReused || response.grpc?.code === unimplemented
}

function methodOf(registry: FileRegistry, service: string, name: string): DefinedMethod | null {
  const method = registry.getService(service)?.methods.find(one => one.name === name)
  return method === undefined ? null : { method, registry }
}

/** Splits `package.Service/Method`; a dot before the method is accepted too. */
function splitMethod(typed: string): { readonly service: string; readonly name: string } {
  const path = typed.trim().replace(/^[/.]/, '')
  const at = Math.max(path.lastIndexOf('/'), path.includes('/') ? -1 : path.lastIndexOf('.'))
  return { service: path.slice(0, Math.max(at, 0)), name: path.slice(at + 1) }
}

function refused(code: string, subject: string): Result<never, SendFailure> {
  return failed(preparationFailure('invalidRequest', code, subject))
}
