import { type UrlPart, urlParts } from '../../shared/url-parts.ts'
import { callHost } from '../host.ts'
import { URLSearchParams } from './url-search-params.ts'

type Parts = Readonly<Record<UrlPart | 'origin', string>>

const { parse } = JSON

/** URL (WHATWG URL). The host reads and changes it, as the engine has no parser of URLs. */
export class URL {
  declare href: string
  declare readonly origin: string
  declare protocol: string
  declare username: string
  declare password: string
  declare host: string
  declare hostname: string
  declare port: string
  declare pathname: string
  declare search: string
  declare hash: string
  #parts: Parts
  #searchParams: URLSearchParams | null = null

  static {
    Object.defineProperty(URL.prototype, 'origin', {
      get(this: URL) {
        return this.#parts.origin
      },
    })
    for (const part of urlParts)
      Object.defineProperty(URL.prototype, part, {
        get(this: URL) {
          return this.#parts[part]
        },
        set(this: URL, value: unknown) {
          this.#change(part, String(value))
          if (part === 'href' || part === 'search') this.#searchParams = null
        },
      })
  }

  constructor(url: unknown, base?: unknown) {
    const parts = partsOf(String(url), base)
    if (parts === null) throw new TypeError(`Invalid URL: ${String(url)}`)
    this.#parts = parts
  }

  static canParse(url: unknown, base?: unknown): boolean {
    return partsOf(String(url), base) !== null
  }

  get searchParams(): URLSearchParams {
    this.#searchParams ??= new URLSearchParams(this.search, text => this.#change('search', text))
    return this.#searchParams
  }

  toString(): string {
    return this.href
  }

  toJSON(): string {
    return this.href
  }

  #change(part: UrlPart, value: string): void {
    this.#parts =
      part === 'href' ? new URL(value).#parts : parse(callHost('change-url', this.href, part, value))
  }
}

function partsOf(url: string, base: unknown): Parts | null {
  const json = callHost('read-url', url, base === undefined ? null : String(base))
  return json === '' ? null : parse(json)
}
