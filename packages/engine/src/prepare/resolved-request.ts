import type { EffectiveAuth, HttpRequest, Row, Scripts, UnsavedInheritance } from '@parley/model'
import type { EffectiveSettings } from './request-context.ts'
import type { VariableScope } from './variables/scope.ts'

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
