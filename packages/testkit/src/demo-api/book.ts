import { type Answer, answerFailure } from './answer.ts'

/** A book of the API (behaviour 4: an object with an `id`). */
export interface Book extends BookContent {
  readonly id: number
}

/** The fields of a book that a client may set. */
export interface BookContent {
  readonly title: string
  readonly author: string
  /** 13 digits. */
  readonly isbn: string
  readonly price: Price
  readonly formats: readonly string[]
  readonly inStock: boolean
  readonly series: string | null
  readonly sequel: string | null
}

/** An amount of money; `currency` is an ISO 4217 code. */
export interface Price {
  readonly amount: number
  readonly currency: string
}

/** The valid fields of a book, or the response that refuses them. */
export type CheckedBook =
  | { readonly ok: true; readonly value: BookContent }
  | { readonly ok: false; readonly answer: Answer }

/** The defaults of `POST` and `PUT` for optional fields. */
export const defaultBookContent = {
  isbn: '9780000000002',
  price: { amount: 0, currency: 'EUR' },
  formats: ['paperback'],
  inStock: true,
  series: null,
  sequel: null,
}

/**
 * Validates a complete book, with defaults or old values filled in. Refuses with a 400 that names every
 * invalid field; `id` and unknown fields are ignored.
 */
export function checkBook(fields: Readonly<Record<string, unknown>>): CheckedBook {
  const wrong: string[] = []
  const { title, author, isbn, inStock, series, sequel } = fields
  const price = readPrice(fields.price)
  const formats = readFormats(fields.formats)
  if (!isText(title)) wrong.push('title must be a text of 1 to 500 characters')
  if (!isText(author)) wrong.push('author must be a text of 1 to 500 characters')
  if (!isIsbn(isbn)) wrong.push('isbn must be a text of 13 digits')
  if (price === undefined)
    wrong.push('price must be { amount, currency }, an amount from 0 and three capitals')
  if (formats === undefined) wrong.push('formats must be a list of at most 20 texts')
  if (typeof inStock !== 'boolean') wrong.push('inStock must be true or false')
  if (!isTextOrNull(series)) wrong.push('series must be a text or null')
  if (!isTextOrNull(sequel)) wrong.push('sequel must be a text or null')
  if (
    isText(title) &&
    isText(author) &&
    isIsbn(isbn) &&
    price !== undefined &&
    formats !== undefined &&
    typeof inStock === 'boolean' &&
    isTextOrNull(series) &&
    isTextOrNull(sequel)
  ) {
    return { ok: true, value: { title, author, isbn, price, formats, inStock, series, sequel } }
  }
  return { ok: false, answer: answerFailure(400, 'invalid_book', wrong.join('; ')) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 500
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value)
}

function isIsbn(value: unknown): value is string {
  return typeof value === 'string' && /^\d{13}$/.test(value)
}

function readPrice(value: unknown): Price | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('amount' in value) || !('currency' in value)) return undefined
  const { amount, currency } = value
  if (typeof amount !== 'number' || amount < 0) return undefined
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined
  return { amount, currency }
}

function readFormats(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.length <= 20 && value.every(isText) ? value : undefined
}
