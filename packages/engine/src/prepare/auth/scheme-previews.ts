import type { AnyAuth, AuthByType, EffectiveAuth } from '@parley/model'
import { nothingAdded } from './auth-preview.ts'
import type { SchemeAction, SchemePreview } from './scheme-action.ts'
import { previewApiKey } from './schemes/api-key.ts'
import { previewBasic } from './schemes/basic.ts'
import { previewBearer } from './schemes/bearer.ts'
import { previewDigest } from './schemes/digest.ts'
import { previewHawk } from './schemes/hawk.ts'
import { previewJwt } from './schemes/jwt.ts'
import { previewOAuth1 } from './schemes/oauth1.ts'
import { previewOAuth2 } from './schemes/oauth2/oauth2.ts'
import { previewSignatureV4 } from './schemes/signature-v4.ts'
import { previewWsse } from './schemes/wsse.ts'

/** Previews by authorization type. Scheme actions fit this type as well. */
export type SchemePreviews = Readonly<Record<string, Pick<SchemeAction<AnyAuth>, 'preview'>>>

const previews: { readonly [Type in EffectiveAuth['type']]: { preview: SchemePreview<AuthByType[Type]> } } = {
  none: { preview: () => nothingAdded },
  bearer: { preview: previewBearer },
  apiKey: { preview: previewApiKey },
  basic: { preview: previewBasic },
  oauth2: { preview: previewOAuth2 },
  signatureV4: { preview: previewSignatureV4 },
  digest: { preview: previewDigest },
  oauth1: { preview: previewOAuth1 },
  jwt: { preview: previewJwt },
  hawk: { preview: previewHawk },
  wsse: { preview: previewWsse },
  ntlm: { preview: () => nothingAdded },
}

/** The previews of Parley's schemes, separate from the actions so that the page loads no signing code. */
export const schemePreviews: SchemePreviews = previews
