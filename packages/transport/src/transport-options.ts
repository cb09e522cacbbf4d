import type { BodyStore } from '@parley/engine'
import type { AddressRule } from './connection/address-rule.ts'
import type { NetworkPathChoice } from './connection/network-path.ts'
import type { HostLookup } from './connection/open-connection.ts'
import type { OpenableFiles } from './files-by-path.ts'

export interface TransportOptions {
  readonly bodyStore: BodyStore
  /** Addresses that are never sent to; none where absent. */
  readonly isRefused?: AddressRule
  /** Opens the files that requests name; those of {@link filesByPath} if absent. */
  readonly openFile?: OpenableFiles['open']
  /** Finds the addresses of a name; the system's own way where absent. */
  readonly lookUp?: HostLookup
  /** How targets are reached; directly, with the default authorities, where absent. */
  readonly choosePath?: NetworkPathChoice
}
