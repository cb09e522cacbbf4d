import { addNote } from '../core/add-note.ts'
import { URL } from '../web/url.ts'
import { setUrl } from './request-overrides.ts'
import { requestUrl } from './request-view.ts'
import { fieldsOfParams, UrlQuery } from './url-query.ts'

/** What the URL of Postman has and the text does not: computed from the text. */
const members: Readonly<Record<string, () => unknown>> = {
  protocol: () => parsed().protocol.replace(/:$/, ''),
  host: () => parsed().hostname.split('.'),
  port: () => (parsed().port === '' ? undefined : parsed().port),
  path: () => parsed().pathname.slice(1).split('/'),
  hash: () => (parsed().hash === '' ? undefined : parsed().hash.slice(1)),
  query: () => new UrlQuery(),
  getRaw: () => requestUrl,
  getHost: () => () => parsed().hostname,
  getPath: () => () => parsed().pathname,
  getPathWithQuery: () => () => parsed().pathname + parsed().search,
  getQueryString: () => () => parsed().search.slice(1),
  getRemote: () => (withPort?: unknown) =>
    withPort === true ? `${parsed().hostname}:${portOf(parsed())}` : parsed().host,
  toJSON: () => requestUrl,
  update: () => (url: unknown) => setUrl('pm.request.url.update', url),
  addQueryParams:
    () =>
    (...params: readonly unknown[]) =>
      new UrlQuery().add(...fieldsOfParams(params).map(({ name, value }) => ({ key: name, value }))),
  removeQueryParams: () => (names: unknown) => {
    for (const name of [names].flat()) new UrlQuery().remove(name)
  },
}

/** Members that Postman declares and Parley does not have. */
const missing = [
  'auth',
  'description',
  'findInParents',
  'findParentContaining',
  'forEachParent',
  'getOAuth1BaseUrl',
  'meta',
  'parent',
  'setParent',
  'variables',
]

const parsed = () => new URL(requestUrl())
const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? '443' : '80') : port)

/**
 * Gives the text of `pm.request.url` the members of Postman's URL. They are on all texts, and undefined on
 * others than this.
 */
export function installUrlMembers(): void {
  for (const [name, read] of Object.entries(members)) define(name, read)
  for (const name of missing) define(name, () => addNote(`pm.request.url.${name}`, 'is not supported'))
}

function define(name: string, read: () => unknown): void {
  Object.defineProperty(String.prototype, name, {
    configurable: true,
    get(this: unknown) {
      return String(this) === requestUrl() ? read() : undefined
    },
    // A text of its own can have the member, as one without it can.
    set(this: unknown, value: unknown) {
      if (typeof this === 'object' && this !== null)
        Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true })
    },
  })
}
