import { addNote, noEffect } from '../core/add-note.ts'
import { notSupported } from '../core/not-supported.ts'
import { noteMissing } from '../core/note-missing.ts'
import { view } from '../core/run-state.ts'
import { stopScript } from '../core/stop-script.ts'
import { allHeaders, EditableHeaders } from '../request/editable-headers.ts'
import { deleteHeader, setBody, setHeader, setHeaders, setMethod } from '../request/request-overrides.ts'
import { requestBody, requestHeaders, requestMethod, requestUrl } from '../request/request-view.ts'
import { URL } from '../web/url.ts'

/** Creates `req` (behaviour 4.8): edits are applied last, after auth, and sent unchanged. */
export function reqNamespace() {
  const headers = () => requestHeaders('req')
  return noteMissing('req', {
    get url() {
      return requestUrl()
    },
    set url(_url: unknown) {
      addNote('req.url =', noEffect)
    },
    get method() {
      return requestMethod()
    },
    set method(_method: unknown) {
      addNote('req.method =', noEffect)
    },
    get headers() {
      return headers().toObject()
    },
    set headers(_headers: unknown) {
      addNote('req.headers =', noEffect)
    },
    get body() {
      return requestBody()
    },
    set body(_body: unknown) {
      addNote('req.body =', noEffect)
    },
    getUrl: requestUrl,
    getMethod: requestMethod,
    getBody: requestBody,
    getName: () => view().requestName,
    getHost: () => new URL(requestUrl()).host,
    getPath: () => new URL(requestUrl()).pathname,
    getQueryString: () => new URL(requestUrl()).search.slice(1),
    getHeader: (name: unknown) => headers().get(name) ?? undefined,
    getHeaders: () => headers().toObject(),
    setHeader,
    setHeaders,
    deleteHeader,
    deleteHeaders: (names: unknown) => {
      if (Array.isArray(names)) for (const name of names) deleteHeader(name)
    },
    setBody,
    setMethod,
    headerList: new EditableHeaders('req.headerList', allHeaders, 'undefined'),
    getPathParams: () => view().request.pathParams.map(({ name, value }) => ({ name, value })),
    getAuthMode: () => view().request.authMode,
    getExecutionMode: () => (view().order === 'none' ? 'standalone' : 'runner'),
    getTimeout: () => view().request.timeoutMs,
    get timeout() {
      return view().request.timeoutMs
    },
    set timeout(_ms: unknown) {
      addNote('req.timeout =', noEffect)
    },
    getTags: () => [...view().requestTags],
    ...unsupported,
  })
}

const unsupported = {
  setUrl: () => stopScript('req.setUrl is not supported'),
  setTimeout: notSupported('req.setTimeout'),
  setMaxRedirects: notSupported('req.setMaxRedirects'),
  disableParsingResponseJson: notSupported('req.disableParsingResponseJson'),
  onFail: notSupported('req.onFail'),
}
