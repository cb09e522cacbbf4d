import type { CookieOrigin, Response } from '@parley/model'
import { hostOf } from './host-of.ts'
import { setCookieValues } from './set-cookie-values.ts'

/** A cookie as a server sent it. It is parsed when it is shown. */
export interface SetCookie {
  readonly text: string
  readonly origin: CookieOrigin
}

/** Returns the cookies of a response from an address. */
export function setCookiesOf(response: Response, targetUri: string): readonly SetCookie[] {
  const origin: CookieOrigin = {
    host: hostOf(targetUri).replace(/:\d*$/, '').toLowerCase(),
    isSecure: /^https:/i.test(targetUri),
  }
  return setCookieValues(response).map(text => ({ text, origin }))
}
