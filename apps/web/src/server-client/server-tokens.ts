import type { TokensPorts } from '../workbench/request/tokens.ts'
import { copyText } from './body-actions.ts'
import { describeCallError } from './describe-error.ts'
import type { ServerClient } from './server-client.ts'

/** The tokens of OAuth 2.0 as the server keeps them for a window. */
export function serverTokens({ auth }: ServerClient, windowId: string): TokensPorts {
  return {
    readState: subject => auth.tokenState(subject),
    readToken: async subject => (await auth.readToken(subject)).token,
    clearToken: subject => auth.clearToken(subject),
    getNew: (signInId, subject) => auth.getNewAccessToken({ windowId, signInId, ...subject }),
    cancel: async signInId => (await auth.cancelSignIn({ signInId })).wasRunning,
    copy: copyText,
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
    after: (delayMs, callback) => void setTimeout(callback, delayMs),
  }
}
