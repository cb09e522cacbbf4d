import type { Response } from '@parley/model'

/** The values of all Set-Cookie fields, each of which sets one cookie. */
export function setCookieValues({ headers }: Response): readonly string[] {
  return headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value)
}
