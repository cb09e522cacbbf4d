import { oc, type } from '@orpc/contract'
import type { DescribedProblem } from './messages.ts'

/** What a check for updates found; sent with each change, and to windows that open after one. */
export interface UpdatesEvent {
  readonly type: 'updates'
  /** Whether a check at the start just ended or began, which nobody is looking at. */
  readonly isAtStart: boolean
  readonly state:
    | { readonly kind: 'none' | 'asking' }
    /** The version that is running is the newest. */
    | { readonly kind: 'current' }
    | { readonly kind: 'newer'; readonly version: string; readonly link: string }
    | ({ readonly kind: 'failed'; readonly code: string } & DescribedProblem)
}

/** The calls of Settings → About. */
export const updatesContract = {
  /** Asks the address that the packager set, and notifies all windows. Returns false if none was set. */
  check: oc.output(type<{ readonly isAsked: boolean }>()),
  /** Stops asking. */
  cancel: oc.output(type<Record<string, never>>()),
}
