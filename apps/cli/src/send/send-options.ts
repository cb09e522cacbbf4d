import type { NetworkOptions } from '../options/add-network-options.ts'
import type { RequestOptions } from '../options/add-request-options.ts'
import type { SavedSendOptions } from '../saved/saved-options.ts'
import type { GraphQlOptions } from './graphql-options.ts'
import type { SettingOptions } from './read-send-settings.ts'
import type { StreamOptions } from './stream-options.ts'

/** The options of `parley send` as typed. */
export interface SendOptions
  extends RequestOptions,
    SettingOptions,
    NetworkOptions,
    SavedSendOptions,
    GraphQlOptions,
    StreamOptions {
  readonly curl?: string
  readonly allowHost?: readonly string[]
  readonly output?: string
  readonly remoteName?: boolean
  readonly remoteHeaderName?: boolean
  readonly force?: boolean
  readonly fail?: boolean
  readonly dryRun?: boolean
  readonly pager?: boolean
  readonly include?: boolean
  readonly jsonOutput?: boolean
  readonly timing?: boolean
  readonly quiet?: boolean
}
