/** Packages without types of their own; scripts receive them as they are. */
declare module 'lodash' {
  const lodash: unknown
  export = lodash
}
declare module 'crypto-js' {
  const cryptoJs: unknown
  export = cryptoJs
}
declare module 'tv4' {
  const tv4: unknown
  export = tv4
}
declare module 'xml2js' {
  const xml2js: {
    parseString(xml: string, options: object, done: (error: unknown, result: unknown) => void): void
  }
  export = xml2js
}
declare module 'events' {
  const EventEmitter: unknown
  export = EventEmitter
}
declare module 'path-browserify' {
  const path: { resolve(...parts: readonly string[]): string }
  export = path
}
declare module 'uuid' {
  export function v4(): string
}
declare module 'moment' {
  const moment: unknown
  export = moment
}
declare module 'cheerio' {
  export function load(content: unknown): unknown
}
declare module 'ajv' {
  const Ajv: unknown
  export = Ajv
}
declare module 'csv-parse/browser/esm/sync' {
  export function parse(text: unknown, options?: unknown): unknown
}
