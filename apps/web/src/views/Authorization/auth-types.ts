import type { AnyAuth, Auth } from '@parley/model'

/** What a form changes of the authorization that it shows. */
export interface AuthFormProps<Shown extends AnyAuth = Auth> {
  readonly auth: Shown
  /** A method, so that a form of one scheme can be held as one of any. */
  onChange(change: Partial<Shown>): void
}
