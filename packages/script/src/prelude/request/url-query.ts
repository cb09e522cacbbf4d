import { HeaderView, keyOf, type ListedField } from '../core/header-view.ts'
import { fieldsOf } from '../core/postman-parts.ts'
import { setUrl } from './request-overrides.ts'
import { requestUrl } from './request-view.ts'

/** The query of `pm.request.url`, whose edits replace the URL in pre-request scripts. */
export class UrlQuery extends HeaderView {
  constructor() {
    super(
      'pm.request.url.query',
      () => fieldsOfQuery(requestUrl()),
      'undefined',
      (one, other) => one === String(other),
    )
  }

  add(...items: readonly unknown[]): void {
    replaceQuery([...fieldsOfQuery(requestUrl()), ...fieldsOfParams(items)])
  }

  append(...items: readonly unknown[]): void {
    this.add(...items)
  }

  upsert(...items: readonly unknown[]): void {
    const added = fieldsOfParams(items)
    const names = new Set(added.map(({ name }) => name))
    replaceQuery([...fieldsOfQuery(requestUrl()).filter(({ name }) => !names.has(name)), ...added])
  }

  /** Removes params, by their name, as an item, or all for which a function returns true. */
  remove(which: unknown): void {
    const isRemoved =
      typeof which === 'function'
        ? ({ name, value }: ListedField) => which({ key: name, value })
        : ({ name }: ListedField) => name === String(keyOf(which))
    replaceQuery(fieldsOfQuery(requestUrl()).filter(field => !isRemoved(field)))
  }

  clear(): void {
    replaceQuery([])
  }

  override toString(): string {
    return queryText(fieldsOfQuery(requestUrl()))
  }
}

/** Returns params given as text `a=1&b=2`, as an item, as a list of items, or as an object. */
export function fieldsOfParams(items: readonly unknown[]): readonly ListedField[] {
  return items.flat().flatMap(item => {
    if (typeof item === 'string') return fieldsOfQuery(`?${item.replace(/^\?/, '')}`)
    if (typeof item !== 'object' || item === null) return []
    return 'key' in item ? fieldsOf([item]) : fieldsOf(item)
  })
}

/** Returns the params of a URL, as it has them. */
function fieldsOfQuery(url: string): readonly ListedField[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  if (query === '') return []
  return query.split('&').map(pair => {
    const at = pair.indexOf('=')
    return at === -1 ? { name: pair, value: '' } : { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
}

function queryText(fields: readonly ListedField[]): string {
  return fields.map(({ name, value }) => `${name}=${value}`).join('&')
}

function replaceQuery(fields: readonly ListedField[]): void {
  const [, before = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(requestUrl()) ?? []
  const query = queryText(fields)
  setUrl('pm.request.url.query', `${before}${query === '' ? '' : `?${query}`}${hash}`)
}
