import type { NetworkOptions } from '../options/add-network-options.ts'
import type { SettingOptions } from '../send/read-send-settings.ts'

/** The options of `parley run` as typed. */
export interface RunCommandOptions extends NetworkOptions, SettingOptions {
  readonly env?: string
  readonly envVar?: readonly string[]
  readonly var?: readonly string[]
  readonly secret?: readonly string[]
  readonly allowHost?: readonly string[]
  readonly allowSecret?: readonly string[]
  readonly allowSecrets?: boolean
  readonly allowFile?: readonly string[]
  readonly iterations?: string
  readonly iterationData?: string
  readonly folder?: readonly string[]
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly failedIn?: string
  readonly shard?: string
  readonly shardBy?: string
  readonly bail?: boolean
  readonly failOnStatus?: boolean
  readonly delay?: string
  readonly retries?: string
  readonly retryDelay?: string
  readonly poll?: readonly string[]
  readonly pollEvery?: string
  readonly pollFor?: string
  readonly parallel?: string
  readonly scriptOrder?: boolean
  readonly trace?: boolean
  readonly reporter?: readonly string[]
  readonly force?: boolean
  /** False with `--no-color`. */
  readonly color?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}
