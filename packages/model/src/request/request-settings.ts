/** A setting that a request may inherit from its folder, its collection and the application settings. */
export type Inheritable<Value> = Value | 'inherit'

/** The settings for sending that a request, folder or collection may have. */
export interface RequestSettings {
  /** 0 means no timeout. */
  readonly timeoutMs: Inheritable<number>
  readonly followRedirects: Inheritable<boolean>
  readonly maxRedirects: Inheritable<number>
  readonly encodeUrl: Inheritable<boolean>
  readonly forwardAuthorization: Inheritable<boolean>
  readonly httpVersion: Inheritable<HttpVersionChoice>
}

/** Auto chooses with ALPN. */
export type HttpVersionChoice = 'auto' | '1.1' | '2'

export const inheritedRequestSettings: RequestSettings = {
  timeoutMs: 'inherit',
  followRedirects: 'inherit',
  maxRedirects: 'inherit',
  encodeUrl: 'inherit',
  forwardAuthorization: 'inherit',
  httpVersion: 'inherit',
}
