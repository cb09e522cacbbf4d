import type { FieldView } from '../../shared/script-view.ts'
import { utf8Bytes } from '../web/text-encoding.ts'
import { NotingObject } from './note-missing.ts'

/** A header for scripts; `disabled` is there only for rows that are not ticked. */
export interface HeaderItem {
  readonly key: string
  readonly value: string
  readonly disabled?: true
}

/** A header field, and whether its row is not ticked. */
export interface ListedField extends FieldView {
  readonly isDisabled?: boolean
}

/** Returns whether two names are those of one header field. */
const isSameHeader = (one: string, other: unknown) => one.toLowerCase() === String(other).toLowerCase()

type ItemFunction<Result> = (this: unknown, item: HeaderItem, at: number) => Result

/** Header fields for scripts; names are case-insensitive. */
export class HeaderView extends NotingObject {
  readonly #fields: () => readonly ListedField[]
  readonly #absent: 'null' | 'undefined'
  readonly #isSame: typeof isSameHeader

  /**
   * @param name the member with these headers, for notes
   * @param absent what `get` returns for a missing header: clients differ (behaviour, Missing value)
   * @param isSame compares names, which are case-insensitive in headers only
   */
  constructor(
    name: string,
    fields: readonly ListedField[] | (() => readonly ListedField[]),
    absent: 'null' | 'undefined' = 'null',
    isSame = isSameHeader,
  ) {
    super(name)
    this.#isSame = isSame
    this.#fields = typeof fields === 'function' ? fields : () => fields
    this.#absent = absent
  }

  /** Returns a value; several fields of one name are joined as a list (RFC 9110 §5.2). */
  get(name: unknown): string | null | undefined {
    const values = this.#named(name).map(item => item.value)
    if (values.length > 0) return values.join(', ')
    return this.#absent === 'null' ? null : undefined
  }

  has(name: unknown, ...value: readonly unknown[]): boolean {
    const named = this.#named(keyOf(name))
    return value.length === 0 ? named.length > 0 : named.some(item => item.value === value[0])
  }

  /** Returns the last header of a name. */
  one(name: unknown): HeaderItem | undefined {
    return this.#named(name).at(-1)
  }

  /** Returns the header at a place. */
  idx(place: unknown): HeaderItem | undefined {
    return this.all()[Number(place)]
  }

  /** Returns the place of a header, by its name or as an item; -1: it is not there. */
  indexOf(item: unknown): number {
    return this.all().findIndex(
      ({ key, value }) =>
        this.#isSame(key, keyOf(item)) &&
        (typeof item !== 'object' || item === null || Reflect.get(item, 'value') === value),
    )
  }

  /** Returns the values by name as received. */
  toObject(): Record<string, string> {
    return plainObject(this.all().map(({ key }) => [key, this.get(key) ?? '']))
  }

  each(run: ItemFunction<void>, context?: unknown): void {
    for (const [at, item] of this.all().entries()) run.call(context, item, at)
  }

  map<Result>(run: ItemFunction<Result>, context?: unknown): Result[] {
    return this.all().map((item, at) => run.call(context, item, at))
  }

  filter(run: ItemFunction<unknown>, context?: unknown): HeaderItem[] {
    return this.all().filter((item, at) => run.call(context, item, at))
  }

  find(run: ItemFunction<unknown>, context?: unknown): HeaderItem | undefined {
    return this.all().find((item, at) => run.call(context, item, at))
  }

  reduce<Result>(
    run: (this: unknown, before: Result, item: HeaderItem, at: number) => Result,
    first: Result,
    context?: unknown,
  ): Result {
    return this.all().reduce((before, item, at) => run.call(context, before, item, at), first)
  }

  all(): HeaderItem[] {
    return this.#fields().map(({ name, value, isDisabled }) =>
      isDisabled ? { key: name, value, disabled: true } : { key: name, value },
    )
  }

  count(): number {
    return this.#fields().length
  }

  toJSON(): HeaderItem[] {
    return this.all()
  }

  /** Returns the lines of the fields that are ticked. */
  override toString(): string {
    return this.all()
      .filter(item => !item.disabled)
      .map(({ key, value }) => `${key}: ${value}`)
      .join('\n')
  }

  /** Returns the number of bytes of the fields as lines of HTTP/1.1. */
  contentSize(): number {
    return headerBytes(this.#fields())
  }

  #named(name: unknown): HeaderItem[] {
    return this.all().filter(({ key }) => this.#isSame(key, name))
  }
}

/** Returns the number of bytes of header fields as lines of HTTP/1.1. */
export function headerBytes(fields: readonly FieldView[]): number {
  return fields.reduce((sum, { name, value }) => sum + utf8Bytes(`${name}: ${value}\r\n`).length, 0)
}

/** Returns the name of a header that is given as a name or as an item. */
export function keyOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? Reflect.get(item, 'key') : item
}

/** Creates an object with own properties for all names, including `__proto__`. */
export function plainObject<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const object: Record<string, Value> = {}
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  return object
}

/** Returns the values by lower-case name, in the order of first appearance; Set-Cookie is a list. */
export function lowerCaseHeaders(fields: readonly FieldView[]): Record<string, string | string[]> {
  const headers = new HeaderView('headers', fields)
  const cookies = fields.filter(field => field.name.toLowerCase() === 'set-cookie').map(field => field.value)
  return plainObject(
    fields.map(({ name }) => {
      const key = name.toLowerCase()
      return [key, key === 'set-cookie' ? cookies : (headers.get(name) ?? '')]
    }),
  )
}
