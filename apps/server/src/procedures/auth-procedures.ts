import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import type { SignIns } from '../tokens/sign-ins.ts'

/** The calls of the Authorization tab. */
export function authProcedures({
  library,
  signIns,
}: {
  readonly library: Library
  readonly signIns: SignIns
}) {
  const on = implement(contract).auth
  return {
    readInherited: on.readInherited.handler(({ input }) => library.inherited(input.parentId, input.unsaved)),
    tokenState: on.tokenState.handler(({ input }) => signIns.state(input)),
    readToken: on.readToken.handler(async ({ input }) => ({ token: await signIns.text(input) })),
    clearToken: on.clearToken.handler(async ({ input }) => {
      await signIns.clear(input)
      return {}
    }),
    getNewAccessToken: on.getNewAccessToken.handler(({ input: { windowId, signInId, ...subject } }) => {
      signIns.start(windowId, signInId, subject)
      return {}
    }),
    cancelSignIn: on.cancelSignIn.handler(({ input }) => ({ wasRunning: signIns.cancel(input.signInId) })),
  }
}
