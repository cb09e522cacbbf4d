import type { AppSettings, SendProgress, VariableScopeName } from '@parley/model'

export interface SessionDescription {
  readonly version: string
  /** Sent as `User-Agent` unless the request has its own. */
  readonly userAgent: string
  /** Address of the running demo API, or null. */
  readonly demoBaseUrl: string | null
}

export interface LibraryTree {
  readonly workspaceName: string
  readonly collections: readonly LibraryBranch[]
}

/** A collection or folder. */
export interface LibraryBranch {
  readonly kind: 'collection' | 'folder'
  readonly id: string
  readonly name: string
  readonly children: readonly LibraryNode[]
}

export interface LibraryLeaf {
  readonly kind: 'http'
  readonly id: string
  readonly name: string
  readonly method: string
}

export type LibraryNode = LibraryBranch | LibraryLeaf

export interface ScopedVariable {
  readonly name: string
  /** Null where it is secret or made anew for each use. */
  readonly value: string | null
  readonly scope: VariableScopeName | 'dynamic'
}

export interface BodyText {
  readonly text: string
  /** Where the next piece begins; null at the end. */
  readonly nextOffset: number | null
  /** Of the whole view. */
  readonly totalBytes: number
  /** What was given: pretty falls back to raw where a body is too large or cannot be formatted. */
  readonly view: 'pretty' | 'raw'
  /** How to colour it. */
  readonly language: 'json' | 'text'
  /** False where the bytes are no text. */
  readonly isText: boolean
}

export interface Ticket {
  /** Path on the server's own address, with the ticket in it. */
  readonly path: string
}

/** What the event stream of a window carries. Each event holds the whole present state of its subject. */
export type WindowEvent = SendEvent | SettingsEvent

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
