import type {
  Auth,
  Collection,
  EffectiveAuth,
  Environment,
  Folder,
  HttpRequest,
  HttpVersionChoice,
  Row,
  Scripts,
  UnsavedInheritance,
  UnsavedPart,
  Variable,
} from '@parley/model'
import type { UnsavedNames, VariableScope } from './variables/scope.ts'

/** The context of a request: everything it inherits from, and its variables. */
export interface RequestContext {
  /** The containers, outermost first: the collection, then its folders. */
  readonly ancestors: readonly (Collection | Folder)[]
  readonly environment: Environment | null
  readonly workspaceVariables: readonly Variable[]
  /** The default headers of the workspace, around those of the collection; absent: none. */
  readonly workspaceHeaders?: readonly Row[]
  readonly globalVariables: readonly Variable[]
  /** Values of the secret variables by name; no file contains them. */
  readonly secretValues?: Partial<
    Readonly<Record<'environment' | 'workspace' | 'global', ReadonlyMap<string, string>>>
  > & {
    /** By the container in {@link ancestors}. */
    readonly ancestors?: ReadonlyMap<Collection | Folder, ReadonlyMap<string, string>>
  }
  /**
   * Secret fields without a value on this machine, such as `token`. The key is the authorization object of
   * the request or of an ancestor.
   */
  readonly missingAuthFields?: ReadonlyMap<Auth, readonly string[]>
  /** What files could not be read that requests inherit from, as sentences; absent: none. Nothing is sent then. */
  readonly unread?: readonly string[]
  /** Scopes that are not stored in files: this send, the iteration, the session, and what the host adds. */
  readonly liveScopes: readonly VariableScope[]
  readonly defaultSettings: EffectiveSettings
  /** The parts that are not saved; absent: everything is. */
  readonly unsaved?: UnsavedContext
  /**
   * The ID of the last event of a stream that is continued, as the server sent it. Names in it are not filled in.
   */
  readonly lastEventId?: string
}

/** The parts of a context that a page shows and has not saved. The context itself contains them. */
export interface UnsavedContext {
  readonly variables: Partial<Readonly<Record<'environment' | 'workspace' | 'global', UnsavedNames>>>
  /** Whether the default headers of the workspace are not saved; absent: they are. */
  readonly areHeadersUnsaved?: boolean
  /** By the container in {@link RequestContext.ancestors}. */
  readonly ancestors: ReadonlyMap<Collection | Folder, UnsavedDefaults>
}

/** The defaults of a container that are not saved. */
export interface UnsavedDefaults {
  readonly variables: UnsavedNames
  readonly parts: readonly UnsavedPart[]
}

/** Settings after inheritance is resolved. */
export interface EffectiveSettings {
  /** 0 means no timeout. */
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly followRedirects: boolean
  readonly maxRedirects: number
  readonly forwardAuthorization: boolean
  readonly httpVersion: HttpVersionChoice
  /** Whether a raw JSON body is formatted before it is sent (behaviour 2.2). */
  readonly autoFormatJson: boolean
  /**
   * Requests of scripts, and requests whose origin a script chose, share no connection with those of the
   * user.
   */
  readonly initiator: 'user' | 'script'
  /** Whether requests of scripts may reach link-local addresses. */
  readonly scriptsReachLinkLocal: boolean
  /** Whether `require` of scripts returns bundled libraries (behaviour, Libraries in scripts). */
  readonly scriptsRequireLibraries: boolean
}

/** The settings that apply unless request, folder, collection or user override them (behaviour, Settings of a send). */
export const defaultSendSettings: EffectiveSettings = {
  timeoutMs: 0,
  connectTimeoutMs: 10_000,
  followRedirects: true,
  maxRedirects: 10,
  forwardAuthorization: false,
  httpVersion: 'auto',
  autoFormatJson: false,
  initiator: 'user',
  scriptsReachLinkLocal: false,
  scriptsRequireLibraries: false,
}

/**
 * A request with inherited authorization, headers, scripts and settings. Every `{{name}}` is still as typed.
 */
export interface ResolvedRequest {
  readonly stage: 'resolved'
  readonly request: HttpRequest
  readonly auth: EffectiveAuth
  /** Inherited headers come before the request's own. */
  readonly headers: readonly Row[]
  /** The names of the collection and folders, outermost first. */
  readonly ancestorNames: readonly string[]
  /** Outermost first. */
  readonly scripts: readonly OwnedScripts[]
  readonly settings: EffectiveSettings
  /** As in {@link RequestContext}. */
  readonly lastEventId?: string
  /** Narrowest first. */
  readonly scopes: readonly VariableScope[]
  /** What it inherits that is not saved, each part with the name of its container; absent: nothing. */
  readonly unsavedParts?: readonly UnsavedInheritance[]
}

/** The scripts of one level, and their owner. */
export interface OwnedScripts {
  readonly owner: 'collection' | 'folder' | 'request'
  readonly scripts: Scripts
}
