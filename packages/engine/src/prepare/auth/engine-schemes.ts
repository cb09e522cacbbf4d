import type { AuthByType, EffectiveAuth } from '@parley/model'
import type { SchemeAction } from './scheme-action.ts'
import { apiKeyAction } from './schemes/api-key.ts'
import { basicAction } from './schemes/basic.ts'
import { bearerAction } from './schemes/bearer.ts'
import { digestAction } from './schemes/digest.ts'
import { hawkAction } from './schemes/hawk.ts'
import { jwtAction } from './schemes/jwt.ts'
import { noneAction } from './schemes/none.ts'
import { ntlmAction } from './schemes/ntlm.ts'
import { oauth1Action } from './schemes/oauth1.ts'
import { oauth2Action } from './schemes/oauth2/oauth2.ts'
import { signatureV4Action } from './schemes/signature-v4.ts'
import { wsseAction } from './schemes/wsse.ts'

/** The implementation of each authorization scheme of the model. */
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
