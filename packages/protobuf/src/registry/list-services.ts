import type { DescMethod, FileRegistry } from '@bufbuild/protobuf'
import { commentOf } from './comment-of.ts'

/** A service as a list shows it. */
export interface ListedService {
  /** With its package. */
  readonly name: string
  readonly methods: readonly ListedMethod[]
}

export interface ListedMethod {
  readonly name: string
  readonly type: DescMethod['methodKind']
  readonly isDeprecated: boolean
  /** Empty if there is none. */
  readonly comment: string
}

/** Services with which servers describe themselves. */
const ownOfServers = /^grpc\.reflection\./

/** Lists the services that can be called, in the order of their names. Reflection comes last. */
export function listServices(registry: FileRegistry): readonly ListedService[] {
  const services = [...registry].flatMap(one => (one.kind === 'service' ? [one] : []))
  const rankOf = (name: string) => `${ownOfServers.test(name) ? 1 : 0}${name}`
  return services
    .toSorted((one, other) => (rankOf(one.typeName) < rankOf(other.typeName) ? -1 : 1))
    .map(({ typeName, methods }) => ({ name: typeName, methods: methods.map(listedMethod) }))
}

function listedMethod(method: DescMethod): ListedMethod {
  const { name, methodKind, deprecated } = method
  return { name, type: methodKind, isDeprecated: deprecated, comment: commentOf(method) }
}
