import { toBase64, toBase64Url } from '../text/base64.ts'

/** A shorter value is part of other texts by chance, and could be guessed by searching for it (product decisions). */
const leastSearchedCharacters = 8

/** Less than this of Base64 is part of texts by chance. */
const leastBase64Characters = 8

/**
 * In a longer secret, such as a private key, letters and digits are looked for as they are: no usual encoder changes
 * them, and a pattern of 3,000 characters in every form takes a second to compile.
 */
const mostUnitsOfEveryForm = 400

/** The same secret is searched for in each request of a run. */
const knownPatterns = new Map<string, RegExp>()
const knownPatternsKept = 100

/** What finds a secret in a text; null for one that is too short to be searched for. */
export function searchedPattern(secret: string): RegExp | null {
  return [...secret].length < leastSearchedCharacters ? null : patternOf(secret)
}

/**
 * What finds a secret in a text, in whatever way programs write one text into another: as it is, percent-encoded (also
 * several times), in JSON, in HTML, as UTF-8 that was read as Latin-1, or within Base64. Global: `search` and `replace`
 * take it, `test` remembers where it was.
 * @param secret - not empty
 */
export function patternOf(secret: string): RegExp {
  const known = knownPatterns.get(secret)
  if (known !== undefined) return known
  if (knownPatterns.size >= knownPatternsKept) knownPatterns.clear()
  const isPlain = (part: string) => secret.length > mostUnitsOfEveryForm && /^[A-Za-z0-9]$/.test(part)
  const parts = secret.match(/\\+|[^\\]/gu) ?? []
  const written = parts.map(part => (isPlain(part) ? part : writtenPattern(part))).join('')
  const pattern = new RegExp([written, ...base64Forms(secret).map(literally)].join('|'), 'g')
  knownPatterns.set(secret, pattern)
  return pattern
}

/** JSON within JSON doubles its backslashes, and a URL has them percent-encoded. The bound keeps a long run from taking long. */
const jsonEscape = '(?:\\\\|%(?:25)*5[cC]){1,4}'

/** How one character may be written, or several backslashes. */
function writtenPattern(character: string): string {
  if (character.startsWith('\\')) return backslashes(character.length)
  const code = character.codePointAt(0) ?? 0
  const utf8 = [...new TextEncoder().encode(character.toWellFormed())]
  const units = [...Array(character.length).keys()].map(at => character.charCodeAt(at))
  const forms = [
    // An encoder that meets a percent sign writes %25, so that %25 may be repeated.
    utf8.map(byte => `%(?:25)*${hexadecimal(byte, 2)}`).join(''),
    units.map(unit => `${jsonEscape}u${hexadecimal(unit, 4)}`).join(''),
    `&#(?:0{0,8}${code}|[xX]0{0,8}${hexadecimal(code, 1)});`,
    ...(character === ' ' ? ['\\+'] : []),
    ...(code > 0x7f ? [literally(String.fromCharCode(...utf8))] : []),
    ...(jsonEscapes[character] === undefined ? [] : [`${jsonEscape}${jsonEscapes[character]}`]),
    ...(htmlNames[character] === undefined ? [] : [`&${htmlNames[character]};`]),
    // Last, as it is the beginning of another one: % of %25, & of &amp;.
    literally(character),
  ]
  return `(?:${forms.join('|')})`
}

const jsonEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
}

const htmlNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** One pattern for all of them: one for each would try every way to share a long run out among them. */
function backslashes(count: number): string {
  const other = [
    `%(?:25)*${hexadecimal(0x5c, 2)}`,
    `${jsonEscape}u005[cC]`,
    '&#(?:0{0,8}92|[xX]0{0,8}5[cC]);',
  ]
  return `(?:\\\\{${count},${count * 4}}|(?:${other.join('|')}){${count}})`
}

function hexadecimal(value: number, digits: number): string {
  return value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/**
 * What a secret is within the Base64 of a longer text, as that of Basic credentials which a server echoes:
 * one of three, by how many bytes come before it. Characters that bytes beside it have a part in are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const forms = [0, 1, 2].flatMap(before => {
    const shifted = new Uint8Array(before + bytes.length)
    shifted.set(bytes, before)
    const begin = Math.ceil((before * 8) / 6)
    const end = Math.floor((shifted.length * 8) / 6)
    return [toBase64(shifted), toBase64Url(shifted)]
      .map(form => form.slice(begin, end))
      .filter(form => form.length >= leastBase64Characters)
  })
  return [...new Set(forms)]
}
