/** A setting that a request may leave to its folder, its collection and the application settings. */
export type Inheritable<Value> = Value | 'inherit'

/** What a request, folder or collection may set for the sending of requests. */
export interface RequestSettings {
  /** 0 means none. */
  readonly timeoutMs: Inheritable<number>
  readonly followRedirects: Inheritable<boolean>
  readonly maxRedirects: Inheritable<number>
  readonly encodeUrl: Inheritable<boolean>
  readonly forwardAuthorization: Inheritable<boolean>
  readonly httpVersion: Inheritable<HttpVersionChoice>
}

/** Auto chooses by ALPN. */
export type HttpVersionChoice = 'auto' | '1.1' | '2'

export const inheritedRequestSettings: RequestSettings = {
  timeoutMs: 'inherit',
  followRedirects: 'inherit',
  maxRedirects: 'inherit',
  encodeUrl: 'inherit',
  forwardAuthorization: 'inherit',
  httpVersion: 'inherit',
}
