import type { BodyStore } from '@parley/engine'
import type { AddressRule } from './connection/address-rule.ts'
import type { NetworkPathChoice } from './connection/network-path.ts'
import type { HostLookup } from './connection/open-connection.ts'
import type { OpenableFiles } from './files-by-path.ts'

export interface TransportOptions {
  readonly bodyStore: BodyStore
  /** Addresses that are never reached; none if absent. */
  readonly isRefused?: AddressRule
  /** Opens the files that requests name; those of {@link filesByPath} if absent. */
  readonly openFile?: OpenableFiles['open']
  /** Looks up the addresses of a name; the system's resolver if absent. */
  readonly lookUp?: HostLookup
  /** Chooses the path to a target; a direct path with the default authorities if absent. */
  readonly choosePath?: NetworkPathChoice
}
