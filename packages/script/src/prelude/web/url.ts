import { utf8Bytes } from './text-encoding.ts'
import { URLSearchParams } from './url-search-params.ts'

const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
  'ftp:': '21',
}

interface Parts {
  readonly protocol: string
  readonly username: string
  readonly password: string
  /** Null: the URL has no authority. */
  readonly hostname: string | null
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** URL (WHATWG URL) for the URLs of API clients; non-ASCII host names are kept unchanged. */
export class URL {
  #parts: Parts
  #searchParams: URLSearchParams | null = null

  constructor(url: unknown, base?: unknown) {
    const parts = parse(String(url), base === undefined ? null : parse(String(base), null))
    if (parts === null) throw new TypeError(`Invalid URL: ${String(url)}`)
    this.#parts = parts
  }

  static canParse(url: unknown, base?: unknown): boolean {
    return parse(String(url), base === undefined ? null : parse(String(base), null)) !== null
  }

  get href(): string {
    return serialize(this.#parts)
  }

  set href(url: string) {
    this.#parts = new URL(url).#parts
    this.#searchParams = null
  }

  get protocol(): string {
    return this.#parts.protocol
  }

  set protocol(value: string) {
    const protocol = `${String(value).replace(/:.*$/, '').toLowerCase()}:`
    if (protocol in defaultPorts === this.#parts.protocol in defaultPorts) this.#change({ protocol })
  }

  get username(): string {
    return this.#parts.username
  }

  set username(value: string) {
    this.#change({ username: encodePart(String(value), userInfoForbidden) })
  }

  get password(): string {
    return this.#parts.password
  }

  set password(value: string) {
    this.#change({ password: encodePart(String(value), userInfoForbidden) })
  }

  get hostname(): string {
    return this.#parts.hostname ?? ''
  }

  set hostname(value: string) {
    const hostname = parseHost(String(value), this.#parts.protocol in defaultPorts)
    if (hostname !== null) this.#change({ hostname })
  }

  get port(): string {
    return this.#parts.port
  }

  set port(value: string) {
    const digits = /^\d+/.exec(String(value))?.[0] ?? ''
    if (digits === '' || Number(digits) <= 65_535)
      this.#change({ port: normalPort(digits, this.#parts.protocol) })
  }

  get host(): string {
    return this.port === '' ? this.hostname : `${this.hostname}:${this.port}`
  }

  set host(value: string) {
    const [, hostname = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(String(value)) ?? []
    this.hostname = hostname
    if (port !== undefined) this.port = port
  }

  get origin(): string {
    return this.protocol in defaultPorts ? `${this.protocol}//${this.host}` : 'null'
  }

  get pathname(): string {
    return this.#parts.pathname
  }

  set pathname(value: string) {
    const path = encodePart(String(value).replaceAll('\\', '/'), pathForbidden)
    this.#change({ pathname: withoutDots(path.startsWith('/') ? path : `/${path}`) })
  }

  get search(): string {
    return this.#parts.search === '?' ? '' : this.#parts.search
  }

  set search(value: string) {
    const query = String(value).replace(/^\?/, '')
    this.#change({ search: query === '' ? '' : `?${encodePart(query, queryForbidden)}` })
    this.#searchParams = null
  }

  get searchParams(): URLSearchParams {
    this.#searchParams ??= new URLSearchParams(this.search, text =>
      this.#change({ search: text === '' ? '' : `?${text}` }),
    )
    return this.#searchParams
  }

  get hash(): string {
    return this.#parts.hash === '#' ? '' : this.#parts.hash
  }

  set hash(value: string) {
    const fragment = String(value).replace(/^#/, '')
    this.#change({ hash: fragment === '' ? '' : `#${encodePart(fragment, fragmentForbidden)}` })
  }

  toString(): string {
    return this.href
  }

  toJSON(): string {
    return this.href
  }

  #change(parts: Partial<Parts>): void {
    this.#parts = { ...this.#parts, ...parts }
  }
}

function parse(url: string, base: Parts | null): Parts | null {
  const text = url.trim().replace(/[\t\n\r]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text)
  if (scheme === null) return base === null ? null : relative(text, base)
  const protocol = `${scheme[1]?.toLowerCase()}:`
  const rest = scheme[2] ?? ''
  if (!(protocol in defaultPorts))
    return rest.startsWith('//') ? withAuthority(protocol, rest.slice(2)) : opaque(protocol, rest)
  if (base?.protocol === protocol && !/^[\\/]/.test(rest)) return relative(rest, base)
  return withAuthority(protocol, rest.replace(/^[\\/]*/, ''))
}

function opaque(protocol: string, rest: string): Parts {
  const { path, search, hash } = splitPath(rest)
  return {
    protocol,
    username: '',
    password: '',
    hostname: null,
    port: '',
    pathname: encodePart(path, controls),
    search,
    hash,
  }
}

function relative(text: string, base: Parts): Parts | null {
  const isSpecial = base.protocol in defaultPorts
  const path = isSpecial ? text.replace(/^[^?#]*/, start => start.replaceAll('\\', '/')) : text
  if (path.startsWith('//')) return withAuthority(base.protocol, path.slice(2))
  if (base.hostname === null && !text.startsWith('#')) return null
  const split = splitPath(path)
  if (path === '' || path.startsWith('#')) return { ...base, hash: split.hash }
  if (path.startsWith('?')) return { ...base, search: split.search, hash: split.hash }
  const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1)
  const whole = split.path.startsWith('/') ? split.path : `${folder}${split.path}`
  return {
    ...base,
    pathname: withoutDots(encodePart(whole, pathForbidden)),
    search: split.search,
    hash: split.hash,
  }
}

function withAuthority(protocol: string, rest: string): Parts | null {
  const isSpecial = protocol in defaultPorts
  const end = rest.search(isSpecial ? /[/\\?#]/ : /[/?#]/)
  const authority = end === -1 ? rest : rest.slice(0, end)
  const after = end === -1 ? '' : rest.slice(end)
  const at = authority.lastIndexOf('@')
  const userInfo = at === -1 ? '' : authority.slice(0, at)
  const [, hostText = '', portText = ''] =
    /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.slice(at + 1)) ?? []
  const hostname = parseHost(hostText, isSpecial)
  if (
    hostname === null ||
    hostText.length + portText.length + 1 < authority.length - at - 1 ||
    Number(portText) > 65_535
  )
    return null
  const colon = userInfo.indexOf(':')
  const { path, search, hash } = splitPath(after)
  const slashed = isSpecial ? path.replaceAll('\\', '/') : path
  return {
    protocol,
    username: encodePart(colon === -1 ? userInfo : userInfo.slice(0, colon), userInfoForbidden),
    password: colon === -1 ? '' : encodePart(userInfo.slice(colon + 1), userInfoForbidden),
    hostname,
    port: normalPort(portText, protocol),
    pathname: withoutDots(encodePart(isSpecial && slashed === '' ? '/' : slashed, pathForbidden)),
    search,
    hash,
  }
}

function splitPath(text: string): { readonly path: string; readonly search: string; readonly hash: string } {
  const hashAt = text.indexOf('#')
  const beforeHash = hashAt === -1 ? text : text.slice(0, hashAt)
  const queryAt = beforeHash.indexOf('?')
  return {
    path: queryAt === -1 ? beforeHash : beforeHash.slice(0, queryAt),
    search: queryAt === -1 ? '' : encodePart(beforeHash.slice(queryAt), queryForbidden),
    hash: hashAt === -1 ? '' : encodePart(text.slice(hashAt), fragmentForbidden),
  }
}

/** Returns null for an invalid host: empty in a special scheme, or with a forbidden character. */
function parseHost(text: string, isSpecial: boolean): string | null {
  if (text === '') return isSpecial ? null : ''
  if (text.startsWith('[')) return /^\[[0-9a-f:.]+\]$/i.test(text) ? text.toLowerCase() : null
  const decoded = decodePercent(text)
  if ([...decoded].some(one => one <= ' ' || '#%/:<>?@[\\]^|\u007f'.includes(one))) return null
  return isSpecial ? decoded.toLowerCase() : text
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function normalPort(port: string, protocol: string): string {
  const digits = port === '' ? '' : String(Number(port))
  return digits === defaultPorts[protocol] ? '' : digits
}

function withoutDots(path: string): string {
  const kept: string[] = []
  const segments = path.split('/')
  segments.forEach((segment, at) => {
    const plain = segment.replace(/%2e/gi, '.')
    const isLast = at === segments.length - 1
    if (plain === '..') {
      if (kept.length > 1) kept.pop()
      if (isLast) kept.push('')
    } else if (plain === '.') {
      if (isLast) kept.push('')
    } else kept.push(segment)
  })
  return kept.join('/')
}

/** The percent-encode sets (WHATWG URL §1.3), in addition to non-printable and non-ASCII characters. */
const controls = ''
const fragmentForbidden = ' "<>`'
const queryForbidden = ' "\'<>#'
const pathForbidden = ' "<>?^`{}#'
const userInfoForbidden = ' "<>?^`{}#/:;=@[]\\|'

function encodePart(text: string, forbidden: string): string {
  let encoded = ''
  for (const character of text.toWellFormed())
    encoded +=
      character < ' ' || character > '~' || forbidden.includes(character)
        ? [...utf8Bytes(character)]
            .map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
            .join('')
        : character
  return encoded
}

function serialize(parts: Parts): string {
  const { protocol, username, password, hostname, port, pathname, search, hash } = parts
  if (hostname === null) return `${protocol}${pathname}${search}${hash}`
  const userInfo =
    username === '' && password === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`
  return `${protocol}//${userInfo}${hostname}${port === '' ? '' : `:${port}`}${pathname}${search}${hash}`
}
