import { addNote, noEffect } from '../core/add-note.ts'
import { notSupported } from '../core/not-supported.ts'
import { deleteHeader, setBody, setHeader, setHeaders, setMethod } from '../core/request-overrides.ts'
import { requestBody, requestHeaders, requestMethod, requestUrl } from '../core/request-view.ts'
import { view } from '../core/run-state.ts'
import { stopScript } from '../core/stop-script.ts'
import { URL } from '../web/url.ts'

/** Creates `req` (spec 4.8): edits are applied last, after auth, and sent unchanged. */
export function reqNamespace() {
  return {
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
      return requestHeaders().toObject()
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
    getHeader: (name: unknown) => requestHeaders().get(name) ?? undefined,
    getHeaders: () => requestHeaders().toObject(),
    setHeader,
    setHeaders,
    deleteHeader,
    deleteHeaders: (names: unknown) => {
      if (Array.isArray(names)) for (const name of names) deleteHeader(name)
    },
    setBody,
    setMethod,
    get headerList(): never {
      return notSupported('req.headerList')()
    },
    getPathParams: () => view().request.pathParams.map(({ name, value }) => ({ name, value })),
    getAuthMode: notSupported('req.getAuthMode'),
    getExecutionMode: notSupported('req.getExecutionMode'),
    getTags: () => [...view().requestTags],
    setUrl: () => stopScript('req.setUrl is not supported'),
    setTimeout: notSupported('req.setTimeout'),
    setMaxRedirects: notSupported('req.setMaxRedirects'),
    disableParsingResponseJson: notSupported('req.disableParsingResponseJson'),
    onFail: notSupported('req.onFail'),
  }
}
