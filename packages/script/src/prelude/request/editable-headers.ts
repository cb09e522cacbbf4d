import { HeaderView, keyOf, type ListedField } from '../core/header-view.ts'
import { fieldsOf } from '../core/postman-parts.ts'
import { view } from '../core/run-state.ts'
import { deleteHeader, overriddenHeaders, setHeader, typedHeaders } from './request-overrides.ts'

/** Headers of the request, which pre-request scripts edit as with `req.setHeader` and `req.deleteHeader`. */
export class EditableHeaders extends HeaderView {
  readonly #owner: string

  /** @param owner the member with these headers, for errors */
  constructor(owner: string, fields: () => readonly ListedField[], absent: 'null' | 'undefined') {
    super(owner, fields, absent)
    this.#owner = owner
  }

  add(...item: readonly unknown[]): void {
    this.#set('add', item)
  }

  append(...item: readonly unknown[]): void {
    this.#set('append', item)
  }

  prepend(...item: readonly unknown[]): void {
    this.#set('prepend', item)
  }

  insert(...item: readonly unknown[]): void {
    this.#set('insert', item.slice(0, 1))
  }

  insertAfter(...item: readonly unknown[]): void {
    this.#set('insertAfter', item.slice(0, 1))
  }

  upsert(...item: readonly unknown[]): void {
    this.#set('upsert', item)
  }

  /** Leaves out a header, by its name, as an item, or all for which a function returns true. */
  remove(which: unknown): void {
    if (typeof which !== 'function') deleteHeader(keyOf(which))
    else for (const { name, value } of editedHeaders()) if (which({ key: name, value })) deleteHeader(name)
  }

  clear(): void {
    for (const { name } of editedHeaders()) deleteHeader(name)
  }

  /** Sets the headers that are not there yet. */
  populate(items: unknown): void {
    const names = editedHeaders().map(({ name }) => name.toLowerCase())
    for (const { name, value } of fieldsOf(items))
      if (!names.includes(name.toLowerCase())) setHeader(name, value)
  }

  /** Sets headers; with `prune`, leaves out all others. */
  assimilate(items: unknown, prune?: unknown): void {
    const fields = fieldsOf(items instanceof HeaderView ? items.all() : items)
    const names = fields.map(({ name }) => name.toLowerCase())
    if (prune === true)
      for (const { name } of editedHeaders()) if (!names.includes(name.toLowerCase())) deleteHeader(name)
    for (const { name, value } of fields) setHeader(name, value)
  }

  repopulate(items: unknown): void {
    this.assimilate(items, true)
  }

  /** Sets one header, given as an item, a line `Name: value`, or a name and a value. */
  #set(method: string, [item, value]: readonly unknown[]): void {
    const isLine = typeof item === 'string' && value === undefined
    const field = typeof item === 'string' && !isLine ? { key: item, value } : item
    if (!isLine && (typeof field !== 'object' || field === null || Reflect.get(field, 'key') === undefined))
      throw new TypeError(`${this.#owner}.${method} needs an object with key and value`)
    if (isLine) for (const one of fieldsOf([item])) setHeader(one.name, one.value)
    else setHeader(keyOf(field), Reflect.get(Object(field), 'value'))
  }
}

/** Returns the headers that a script can edit: those of ticked rows, and those that scripts set. */
function editedHeaders(): readonly ListedField[] {
  return [...typedHeaders().filter(one => !one.isDisabled), ...overriddenHeaders()]
}

/**
 * Returns all headers of the request, rows that are not ticked too: as typed before the send, as sent after it.
 */
export function allHeaders(): readonly ListedField[] {
  const disabled = typedHeaders().filter(one => one.isDisabled)
  const others = view().phase === 'preRequest' ? editedHeaders() : overriddenHeaders()
  return [...others, ...innermost(disabled)]
}

/** Returns the last of several rows of one name, as the request's own rows come last. */
function innermost(rows: readonly ListedField[]): readonly ListedField[] {
  return [...new Map(rows.map(row => [row.name.toLowerCase(), row])).values()]
}
