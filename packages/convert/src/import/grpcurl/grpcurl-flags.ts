/**
 * What a flag of grpcurl does (its help, 1.9). `call`: it is read into the request. `file`: it names a file that TLS uses.
 * `output`: it changes what grpcurl prints or stores. `noPlace`: it changes the call in a way that a request cannot express.
 */
export type GrpcurlEffect = 'call' | 'file' | 'output' | 'noPlace'

/** A flag of grpcurl. */
export interface GrpcurlFlag {
  /** Without its dashes. */
  readonly name: string
  readonly takesValue: boolean
  readonly effect: GrpcurlEffect
}

function flags(names: string, takesValue: boolean, effect: GrpcurlEffect): GrpcurlFlag[] {
  return names.split(' ').map(name => ({ name, takesValue, effect }))
}

const byName: ReadonlyMap<string, GrpcurlFlag> = new Map(
  [
    ...flags(
      'authority d format H import-path max-msg-sz max-time proto protoset rpc-header user-agent',
      true,
      'call',
    ),
    ...flags('emit-defaults expand-headers plaintext unix use-reflection', false, 'call'),
    ...flags('cacert cert key', true, 'file'),
    ...flags('proto-out-dir protoset-out', true, 'output'),
    ...flags('format-error help msg-template v version vv', false, 'output'),
    ...flags(
      'alts-handshaker-service alts-target-service-account connect-timeout keepalive-time reflect-header servername',
      true,
      'noPlace',
    ),
    ...flags('allow-unknown-fields alts insecure', false, 'noPlace'),
  ].map(flag => [flag.name, flag]),
)

/** Returns a flag by its name; undefined if grpcurl has none of this name. */
export function grpcurlFlag(name: string): GrpcurlFlag | undefined {
  return byName.get(name)
}

/** The flags of grpcurl. */
export const grpcurlFlags: readonly GrpcurlFlag[] = [...byName.values()]
