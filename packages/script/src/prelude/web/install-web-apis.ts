import { AbortController, AbortSignal } from './abort-controller.ts'
import { Buffer } from './buffer.ts'
import { crypto } from './crypto.ts'
import { installIntl } from './intl.ts'
import { structuredClone } from './structured-clone.ts'
import { TextDecoder, TextEncoder } from './text-encoding.ts'
import { URL } from './url.ts'
import { URLSearchParams } from './url-search-params.ts'

/** Installs the globals of browsers and Node that scripts expect and the engine lacks. */
export function installWebApis(): void {
  const apis = {
    AbortController,
    AbortSignal,
    Buffer,
    crypto,
    structuredClone,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
  }
  for (const [name, value] of Object.entries(apis))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  installIntl()
}
