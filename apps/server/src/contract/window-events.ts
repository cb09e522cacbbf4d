import type { DeviceCode, MissingSecret } from '@parley/engine'
import type { AppSettings, SendProgress } from '@parley/model'
import type { AgentsEvent } from './agent-contract.ts'
import type { AssistantEvent, AssistantTestEvent } from './assistant-contract.ts'
import type { DesktopEvent } from './desktop-contract.ts'
import type { ExportEvent } from './export-contract.ts'
import type { ImportEvent } from './import-contract.ts'
import type { LiveEvent } from './live-contract.ts'
import type { LoadEvent } from './load-contract.ts'
import type { DescribedProblem, EnvironmentsEvent, LibraryEvent, ValueSetter } from './messages.ts'
import type { RunPlanEvent, RunWindowEvent } from './run-contract.ts'
import type { SchemaEvent, SchemaFileEvent } from './schema-contract.ts'
import type { UpdatesEvent } from './updates-contract.ts'
import type { BackupEvent, WorkspaceEvent } from './workspaces.ts'

/** An item of the event stream that the windows of a browser share. */
export type StreamItem =
  /** An event for the listed windows, with its position among the events of each. */
  | {
      readonly type: 'event'
      readonly event: WindowEvent
      readonly windows: readonly ({ readonly windowId: string } & EventPosition)[]
    }
  /** Another stream now carries these windows. */
  | { readonly type: 'moved'; readonly windowIds: readonly string[] }

/** A position among the events of a window; numbers of the same log can be compared. */
export interface EventPosition {
  readonly logId: string
  readonly number: number
}

/** A window as it joins a stream. */
export interface FollowedWindow {
  readonly windowId: string
  /**
   * Higher each time the window joins: if two streams want a window, the one with the higher number gets it.
   */
  readonly sequence: number
  /** The last event that the window saw; null: it has just loaded and saw none. */
  readonly after: EventPosition | null
}

/** An event for a window. All but `console`, `command` and `asked` hold the complete current state of their subject. */
export type WindowEvent =
  | SendEvent
  | LiveEvent
  | SettingsEvent
  | SessionValuesEvent
  | ConsoleEvent
  | HistoryEvent
  | SecretQuestionsEvent
  | ProxyTestEvent
  | AssistantTestEvent
  | AssistantEvent
  | AgentsEvent
  | LibraryEvent
  | SchemaEvent
  | SchemaFileEvent
  | ImportEvent
  | ExportEvent
  | RunWindowEvent
  | RunPlanEvent
  | LoadEvent
  | EnvironmentsEvent
  | WorkspaceEvent
  | BackupEvent
  | SignInEvent
  | TokensEvent
  | DesktopEvent
  | UpdatesEvent

/** A question that a send waits for (behaviour, Secret and a host). */
export type SecretQuestion = { readonly questionId: string } & (
  | {
      /** Whether secrets may be sent to an origin that the user did not choose. */
      readonly kind: 'origin'
      /** An origin such as `https://api.example:8443`, without the default port of its scheme. */
      readonly origin: string
      readonly secretNames: readonly string[]
      readonly chosenBy: 'script' | 'redirect'
    }
  | {
      /** Asks for the values of secrets that this machine does not have. */
      readonly kind: 'values'
      readonly secrets: readonly Pick<MissingSecret, 'kind' | 'name' | 'place' | 'isMultiline'>[]
    }
)

/** All questions about secrets for a window; sent with each change. */
export interface SecretQuestionsEvent {
  readonly type: 'secretQuestions'
  readonly questions: readonly SecretQuestion[]
}

/** The outcome of testing the proxy (behaviour 5.4). */
export type ProxyTestEvent = { readonly type: 'proxyTest'; readonly testId: string } & ProxyTestOutcome

export type ProxyTestOutcome =
  | {
      readonly state: 'connected'
      /** The proxies for URLs of each scheme; null: the system's settings connect directly. */
      readonly https: string | null
      readonly http: string | null
      readonly elapsedMs: number
    }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }

/** The progress of Get New Access Token (behaviour 5.2). */
export interface SignInEvent {
  readonly type: 'signIn'
  readonly signInId: string
  readonly progress:
    | {
        readonly state: 'running'
        /** The page on which the user signs in; null: there is none, or not yet. */
        readonly page: { readonly url: string; readonly isOpened: boolean } | null
        readonly code: DeviceCode | null
      }
    | { readonly state: 'given' | 'cancelled' }
    | ({ readonly state: 'failed' } & DescribedProblem)
}

/** A token was added, renewed or cleared; the page must read the tokens that it shows again. */
export interface TokensEvent {
  readonly type: 'tokens'
}

export interface SendEvent {
  readonly type: 'send'
  readonly sendId: string
  readonly progress: SendProgress
}

/** Which settings came later, as an event may arrive after the result of a later call. */
export interface SettingsRevision {
  /** Another one with each start of the server. */
  readonly series: string
  /** Grows with each change in a series. */
  readonly revision: number
}

/** The settings: sent at the start of a stream and with each change. */
export interface SettingsEvent extends SettingsRevision {
  readonly type: 'settings'
  readonly settings: AppSettings
}

/** The history changed: sent at the start of a stream and with each change. */
export interface HistoryEvent {
  readonly type: 'history'
  /** A new number means that lists of the history must be read again. */
  readonly revision: number
  /** Why the last send was not added to it; null: it was. */
  readonly problem: DescribedProblem | null
}

/**
 * The values that scripts set in this session (behaviour 4.5): sent at the start of a stream and with each change.
 */
export interface SessionValuesEvent {
  readonly type: 'sessionValues'
  readonly values: readonly ShownSessionValue[]
}

export interface ShownSessionValue {
  readonly name: string
  /** The value, or its beginning if it is long. */
  readonly text: string
  readonly isCut: boolean
  readonly setBy: ValueSetter
}

/** Lines that the scripts of a send wrote with `console`; sent only if the settings show them. */
export interface ConsoleEvent {
  readonly type: 'console'
  readonly requestName: string
  readonly lines: readonly ShownConsoleLine[]
}

export interface ShownConsoleLine {
  readonly level: string
  readonly text: string
}
