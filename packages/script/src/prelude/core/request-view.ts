import { fillUrl } from '@parley/engine'
import { HeaderView } from './header-view.ts'
import { notSupported } from './not-supported.ts'
import { overriddenBody, overriddenHeaders, overriddenMethod } from './request-overrides.ts'
import { parseJson } from './response-view.ts'
import { view } from './run-state.ts'
import { fillReadable } from './variable-store.ts'

/** The URL with variables filled in (spec 4.6); a withheld secret stays as its name in braces. */
export function requestUrl(): string {
  const { phase, request } = view()
  if (phase === 'postResponse') return request.url
  const pathParams = request.pathParams.map(one => ({ ...one, enabled: true }))
  const plain = fillReadable(fill => fill(request.url), request.url)
  // A path variable without a value stays as typed here; the send itself reports it.
  return fillReadable(fill => fillUrl(request.url, pathParams, fill), plain)
}

/** In capitals (spec 4.6). */
export function requestMethod(): string {
  const { method } = view().request
  return overriddenMethod() ?? fillReadable(fill => fill(method), method).toUpperCase()
}

/** As sent; before the send those that scripts set, and no others (spec 4.6, 4.8). */
export function requestHeaders(): HeaderView {
  return new RequestHeaders(overriddenHeaders())
}

/** Another client edits headers here; this one does so through `req` alone. */
class RequestHeaders extends HeaderView {
  readonly add = notSupported('request.headers.add')
  readonly upsert = notSupported('request.headers.upsert')
  readonly remove = notSupported('request.headers.remove')
}

/** The body as typed, before variables are filled in; JSON as what it stands for (spec 4.8). */
export function requestBody(): unknown {
  const overridden = overriddenBody()
  if (overridden !== null) return overridden.value
  const { body } = view().request
  switch (body.type) {
    case 'none':
      return undefined
    case 'text':
      return body.text
    case 'json':
      return jsonOrText(body.text)
    case 'graphql':
      return { query: body.query, variables: jsonOrText(body.variables) }
    case 'urlEncoded':
      return body.fields.map(({ name, value }) => ({ name, value, enabled: true }))
    case 'multipart':
    case 'file':
      throw new Error(`req.getBody is not available for a ${body.type} body`)
  }
}

/** JSON with a bare `{{name}}` in it is no JSON yet, and comes as text. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** What `tool.request` and `pm.request` share (spec 4.6). */
export class ScriptRequest {
  get url(): string {
    return requestUrl()
  }

  get method(): string {
    return requestMethod()
  }

  get headers(): HeaderView {
    return requestHeaders()
  }

  get name(): string {
    return view().requestName
  }

  get id(): string {
    return view().requestId
  }

  /** In the shape of the client whose scripts read it. */
  get body(): { readonly mode: string; readonly raw?: string } | undefined {
    const { body } = view().request
    if (body.type === 'none') return undefined
    return 'text' in body ? { mode: 'raw', raw: body.text } : { mode: body.type }
  }
}
