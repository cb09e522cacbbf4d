import type { AuthByType, EffectiveAuth } from '@parley/model'
import { apiKeyAction } from './api-key.ts'
import { basicAction } from './basic.ts'
import { bearerAction } from './bearer.ts'
import { digestAction } from './digest.ts'
import { hawkAction } from './hawk.ts'
import { jwtAction } from './jwt.ts'
import { noneAction } from './none.ts'
import { ntlmAction } from './ntlm.ts'
import { oauth1Action } from './oauth1.ts'
import { oauth2Action } from './oauth2/oauth2.ts'
import type { SchemeAction } from './scheme-action.ts'
import { signatureV4Action } from './signature-v4.ts'
import { wsseAction } from './wsse.ts'

/** What each scheme of the model does to a request. */
export const engineSchemes = {
  none: noneAction,
  bearer: bearerAction,
  apiKey: apiKeyAction,
  basic: basicAction,
  oauth2: oauth2Action,
  signatureV4: signatureV4Action,
  digest: digestAction,
  oauth1: oauth1Action,
  jwt: jwtAction,
  hawk: hawkAction,
  wsse: wsseAction,
  ntlm: ntlmAction,
} satisfies { readonly [Type in EffectiveAuth['type']]: SchemeAction<AuthByType[Type]> }
