import type { AnyScheme } from './scheme-descriptor.ts'
import { apiKey } from './schemes/api-key.ts'
import { basic } from './schemes/basic.ts'
import { bearer } from './schemes/bearer.ts'
import { digest } from './schemes/digest.ts'
import { hawk } from './schemes/hawk.ts'
import { inherit } from './schemes/inherit.ts'
import { jwt } from './schemes/jwt.ts'
import { none } from './schemes/none.ts'
import { ntlm } from './schemes/ntlm.ts'
import { oauth1 } from './schemes/oauth1.ts'
import { oauth2 } from './schemes/oauth2.ts'
import { signatureV4 } from './schemes/signature-v4.ts'
import { wsse } from './schemes/wsse.ts'

/**
 * Parley's schemes, in the order of the Type picker (behaviour 5.1). Their implementations
 * are registered in the engine (`engineSchemes`).
 */
export const authSchemes = registry({
  inherit,
  none,
  bearer,
  apiKey,
  basic,
  oauth2,
  signatureV4,
  digest,
  oauth1,
  jwt,
  hawk,
  wsse,
  ntlm,
})

/** Rejects, at compile time, a scheme whose key is not its type. */
function registry<Schemes extends { readonly [Type in keyof Schemes]: AnyScheme & { readonly type: Type } }>(
  schemes: Schemes,
): Schemes {
  return schemes
}
