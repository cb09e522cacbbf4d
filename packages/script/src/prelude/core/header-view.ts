import type { FieldView } from '../../shared/script-view.ts'

/** Header fields for scripts; names are case-insensitive. */
export class HeaderView {
  readonly #fields: readonly FieldView[]

  constructor(fields: readonly FieldView[]) {
    this.#fields = fields
  }

  /**
   * Returns a value; several fields of one name are joined as a list (RFC 9110 §5.2). Null if there is none.
   */
  get(name: unknown): string | null {
    const values = this.#named(name)
    return values.length === 0 ? null : values.join(', ')
  }

  has(name: unknown): boolean {
    return this.#named(name).length > 0
  }

  /** Returns the values by name as received. */
  toObject(): Record<string, string> {
    return plainObject(this.#fields.map(({ name }) => [name, this.get(name) ?? '']))
  }

  each(run: (field: { key: string; value: string }) => void): void {
    for (const { name, value } of this.#fields) run({ key: name, value })
  }

  all(): { key: string; value: string }[] {
    return this.#fields.map(({ name, value }) => ({ key: name, value }))
  }

  count(): number {
    return this.#fields.length
  }

  #named(name: unknown): string[] {
    const wanted = String(name).toLowerCase()
    return this.#fields.filter(field => field.name.toLowerCase() === wanted).map(field => field.value)
  }
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
  const headers = new HeaderView(fields)
  const cookies = fields.filter(field => field.name.toLowerCase() === 'set-cookie').map(field => field.value)
  return plainObject(
    fields.map(({ name }) => {
      const key = name.toLowerCase()
      return [key, key === 'set-cookie' ? cookies : (headers.get(name) ?? '')]
    }),
  )
}
