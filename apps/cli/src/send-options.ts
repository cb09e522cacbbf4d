import type { AuthOptions } from './read-auth.ts'
import type { BodyOptions } from './read-body.ts'
import type { SettingOptions } from './read-send-settings.ts'

/** The options of `parley send` as typed. */
export interface SendOptions extends AuthOptions, BodyOptions, SettingOptions {
  readonly method?: string
  readonly header?: readonly string[]
  readonly var?: readonly string[]
  readonly output?: string
  readonly force?: boolean
  readonly include?: boolean
  readonly jsonOutput?: boolean
  readonly timing?: boolean
  readonly quiet?: boolean
}
