import type { DeviceCode, MissingSecret } from '@parley/engine'
import type { AppSettings, ScriptError, SendProgress } from '@parley/model'
import type { ExportEvent } from './export-contract.ts'
import type { ImportEvent } from './import-contract.ts'
import type { DescribedProblem, EnvironmentsEvent, LibraryEvent } from './messages.ts'
import type { RunEventOfWindow, RunPlanEvent } from './run-contract.ts'
import type { BackupEvent, WorkspaceEvent } from './workspaces.ts'

/** An item of the event stream that the windows of a browser share. */
export type StreamItem =
  /** An event for the windows that are listed, with its place among the events of each. */
  | {
      readonly type: 'event'
      readonly event: WindowEvent
      readonly windows: readonly ({ readonly windowId: string } & EventPosition)[]
    }
  /** Another stream carries these windows now. */
  | { readonly type: 'moved'; readonly windowIds: readonly string[] }

/** A place among the events of a window: numbers of the same log can be compared. */
export interface EventPosition {
  readonly logId: string
  readonly number: number
}

/** A window as it joins a stream. */
export interface FollowedWindow {
  readonly windowId: string
  /** Higher each time that the window joins: of two streams that want a window, the later one gets it. */
  readonly sequence: number
  /** The last event that the window saw; null: none, it has just loaded. */
  readonly after: EventPosition | null
}

/** What a window is notified of. All but `console` hold the whole present state of their subject. */
export type WindowEvent =
  | SendEvent
  | SettingsEvent
  | SessionValuesEvent
  | ConsoleEvent
  | HistoryEvent
  | SecretQuestionsEvent
  | ProxyTestEvent
  | LibraryEvent
  | ImportEvent
  | ExportEvent
  | RunEventOfWindow
  | RunPlanEvent
  | EnvironmentsEvent
  | WorkspaceEvent
  | BackupEvent
  | SignInEvent
  | TokensEvent

/** What a send waits for (product decisions). */
export type SecretQuestion = { readonly questionId: string } & (
  | {
      /** Whether secrets may go to an origin that the user did not choose. */
      readonly kind: 'origin'
      /** `https://api.example:8443`, without the scheme's own port. */
      readonly origin: string
      readonly secretNames: readonly string[]
      readonly chosenBy: 'script' | 'redirect'
    }
  | {
      /** The values of secrets that this machine does not have. */
      readonly kind: 'values'
      readonly secrets: readonly Pick<MissingSecret, 'name' | 'place' | 'isMultiline'>[]
    }
)

/** All that a window is asked of secrets, anew with each change. */
export interface SecretQuestionsEvent {
  readonly type: 'secretQuestions'
  readonly questions: readonly SecretQuestion[]
}

/** How a check of the proxy ended (spec 5.4). */
export type ProxyTestEvent = { readonly type: 'proxyTest'; readonly testId: string } & (
  | {
      readonly state: 'connected'
      /** Null: the system has requests go directly. */
      readonly proxy: string | null
      readonly elapsedMs: number
    }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }
)

/** How Get New Access Token goes (spec 5.2). */
export interface SignInEvent {
  readonly type: 'signIn'
  readonly signInId: string
  readonly progress:
    | {
        readonly state: 'running'
        /** Where the user signs in; null: nowhere, or not yet. */
        readonly page: { readonly url: string; readonly isOpened: boolean } | null
        readonly code: DeviceCode | null
      }
    | { readonly state: 'given' | 'cancelled' }
    | ({ readonly state: 'failed' } & DescribedProblem)
}

/** A token was given, renewed or cleared: what is shown of tokens is to be read anew. */
export interface TokensEvent {
  readonly type: 'tokens'
}

export interface SendEvent {
  readonly type: 'send'
  readonly sendId: string
  readonly progress: SendProgress
}

/** The first event of a stream, and the news of each change. */
export interface SettingsEvent {
  readonly type: 'settings'
  readonly settings: AppSettings
}

/** The history changed: in the first events of a stream, and anew with each change. */
export interface HistoryEvent {
  readonly type: 'history'
  /** Another number: lists of the history are to be read anew. */
  readonly revision: number
  /** Why the last send is not in it; null: it is. */
  readonly problem: DescribedProblem | null
}

/** What scripts set in this session (spec 4.5): in the first events of a stream, and anew with each change. */
export interface SessionValuesEvent {
  readonly type: 'sessionValues'
  readonly values: readonly ShownSessionValue[]
}

export interface ShownSessionValue {
  readonly name: string
  /** The beginning, where it is long. */
  readonly text: string
  readonly isCut: boolean
  readonly setBy: Pick<ScriptError, 'owner' | 'phase'> & { readonly requestName: string }
}

/** What the scripts of a send wrote with `console`; told only where the settings have it shown. */
export interface ConsoleEvent {
  readonly type: 'console'
  readonly requestName: string
  readonly lines: readonly ShownConsoleLine[]
}

export interface ShownConsoleLine {
  readonly level: string
  readonly text: string
}
