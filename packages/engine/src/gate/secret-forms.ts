import { percentEncode } from '@parley/model'
import { encodeStrictly } from '../auth/encode-strictly.ts'
import { toBase64, toBase64Url } from '../text/base64.ts'

/** A shorter value is part of other texts by chance, and could be guessed by searching for it (product decisions). */
const leastSearchedCharacters = 8

/** Less than this of Base64 is part of texts by chance. */
const leastBase64Characters = 8

/** The same secret is searched for in each request of a run. */
const knownForms = new Map<string, readonly string[]>()
const knownFormsKept = 100

/** The forms of a secret that a text is searched for; none of a secret that is too short to be searched for. */
export function searchedForms(secret: string): readonly string[] {
  return [...secret].length < leastSearchedCharacters ? [] : formsOf(secret)
}

/** How a secret may be written in a text: as it is, percent-encoded, or within Base64. */
export function formsOf(secret: string): readonly string[] {
  const known = knownForms.get(secret)
  if (known !== undefined) return known
  if (knownForms.size >= knownFormsKept) knownForms.clear()
  const encoded = [...secret].map(character => percentEncode(character))
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    encodeURIComponent(secret.toWellFormed()).replaceAll('%20', '+'),
    encodeStrictly(secret.toWellFormed()),
    encoded.join(''),
    [...secret].map((character, at) => (/[!-~]/.test(character) ? character : encoded[at])).join(''),
    JSON.stringify(secret).slice(1, -1),
    ...base64Forms(secret),
  ]
  const different = [...new Set(forms)].filter(form => form !== '')
  knownForms.set(secret, different)
  return different
}

/**
 * What a secret is within the Base64 of a longer text, as that of Basic credentials which a server echoes:
 * one of three, by how many bytes come before it. Characters that bytes beside it have a part in are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap(before => {
    const shifted = new Uint8Array(before + bytes.length)
    shifted.set(bytes, before)
    const begin = Math.ceil((before * 8) / 6)
    const end = Math.floor((shifted.length * 8) / 6)
    return [toBase64(shifted), toBase64Url(shifted)]
      .map(form => form.slice(begin, end))
      .filter(form => form.length >= leastBase64Characters)
  })
}
