/** The images of the sandbox: without libraries, with the small ones, and with all of them. */
export type SandboxImageName = 'plain' | 'small' | 'large'

/** A package that is bundled with the sandbox (behaviour, Libraries in scripts). */
export interface LibraryPackage {
  /** The name for `require`; modules of Node also with `node:` before it. */
  readonly name: string
  /** The global that every script has without `require`; null: there is none. */
  readonly global: string | null
  /** The smallest image that has it. */
  readonly image: SandboxImageName
}

/** Exactly the packages that `require` returns if the setting allows it. */
export const libraryPackages: readonly LibraryPackage[] = [
  { name: 'lodash', global: '_', image: 'small' },
  { name: 'crypto-js', global: 'CryptoJS', image: 'small' },
  { name: 'moment', global: 'moment', image: 'small' },
  { name: 'cheerio', global: 'cheerio', image: 'large' },
  { name: 'xml2js', global: 'xml2Json', image: 'large' },
  { name: 'tv4', global: 'tv4', image: 'small' },
  { name: 'uuid', global: 'uuid', image: 'small' },
  { name: 'ajv', global: null, image: 'large' },
  { name: 'chai', global: 'expect', image: 'small' },
  { name: 'csv-parse/sync', global: null, image: 'large' },
  { name: 'atob', global: 'atob', image: 'small' },
  { name: 'btoa', global: 'btoa', image: 'small' },
  { name: 'url', global: 'URL', image: 'small' },
  { name: 'querystring', global: 'URLSearchParams', image: 'small' },
  { name: 'buffer', global: 'Buffer', image: 'small' },
  { name: 'util', global: null, image: 'small' },
  { name: 'events', global: null, image: 'small' },
  { name: 'path', global: null, image: 'small' },
  { name: 'assert', global: 'expect', image: 'small' },
  { name: 'crypto', global: 'crypto', image: 'small' },
]

/** Words that need an image with libraries; each is a whole word of the source. */
const largeWords = /(?<![\w$.])(?:cheerio|xml2Json)(?![\w$])/
const smallWords = /(?<![\w$.])(?:_|CryptoJS|moment|tv4|uuid)(?![\w$])|\bjsonSchema\b/
const requiredName = /\brequire\s*\(\s*(?:['"`](?:node:)?([^'"`\n]*)['"`]\s*\))?/g

/**
 * Returns the image that a script starts from: the smallest with the libraries that it names. A comment that
 * names one costs only time. `require` of a name that is computed needs all.
 */
export function imageFor(source: string, allowsRequire: boolean): SandboxImageName {
  const required = allowsRequire
    ? [...source.matchAll(requiredName)].map(([, name]) => imageOfPackage(name))
    : []
  if (required.includes('large') || largeWords.test(source)) return 'large'
  return required.includes('small') || smallWords.test(source) ? 'small' : 'plain'
}

function imageOfPackage(name: string | undefined): SandboxImageName {
  return libraryPackages.find(one => one.name === name)?.image ?? (name === undefined ? 'large' : 'plain')
}
