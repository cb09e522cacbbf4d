import type { AnyAuth, Auth } from '@parley/model'

/** What a form changes of the authorization that it shows. */
export interface AuthFormProps<Shown extends AnyAuth = Auth> {
  readonly auth: Shown
  /** A method, so that the form of one scheme fits the type for any scheme. */
  onChange(change: Partial<Shown>): void
}
