/** The parts of a URL that scripts can read and set (WHATWG URL). */
export const urlParts = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const

export type UrlPart = (typeof urlParts)[number]
