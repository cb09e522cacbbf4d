import { mask } from '@parley/engine'
import { authorityOf } from '@parley/engine/agents'
import { maskLookalikes, maskNamed } from '@parley/engine/assistant'
import type { HttpRequest } from '@parley/model'
import { RefusedCall } from '../refusal.ts'
import type { Fields } from './written-fields.ts'

/**
 * Returns the fields of an agent with the values that it got masked, if they are where they were: a part of the URL, a
 * header or a whole text that the agent did not change.
 * @throws RefusedCall if a mask is anywhere else, because it would be saved instead of the value
 */
export function restoreMasked(fields: Fields, before: HttpRequest | null): Fields {
  const { url, headers, json, docs, name } = fields
  if (name?.includes(mask)) throw refusedMask()
  return {
    ...fields,
    ...(url === undefined ? {} : { url: restoredUrl(url, before?.url ?? '') }),
    ...(headers === undefined ? {} : { headers: headers.map(one => restoredHeader(one, before)) }),
    ...(json === undefined ? {} : { json: restoredText(json, textOf(before)) }),
    ...(docs === undefined ? {} : { docs: restoredText(docs, before?.docs ?? '') }),
  }
}

function restoredText(text: string, before: string): string {
  if (!text.includes(mask)) return text
  if (text.trim() === maskLookalikes(before).text.trim()) return before
  throw refusedMask()
}

function restoredHeader<Header extends { readonly name: string; readonly value: string }>(
  header: Header,
  before: HttpRequest | null,
): Header {
  if (header.name.includes(mask)) throw refusedMask()
  if (!header.value.includes(mask)) return header
  const own = before?.headers.find(
    ({ name, value }) =>
      name.toLowerCase() === header.name.toLowerCase() && maskNamed(name, value).text === header.value,
  )
  if (own === undefined) throw refusedMask()
  return { ...header, value: own.value }
}

/** Restores the authority and each parameter that was masked in the same way before. */
function restoredUrl(url: string, before: string): string {
  if (!url.includes(mask)) return url
  const shown = maskLookalikes(before).text
  const [own, shownOwn] = [authorityOf(url), authorityOf(shown)]
  const authority = own.includes(mask) && own === shownOwn ? authorityOf(before) : own
  const parts = partsOf(before.slice(authorityOf(before).length))
  const shownParts = partsOf(shown.slice(shownOwn.length))
  const restored = partsOf(url.slice(own.length)).map(part => {
    const at = part.includes(mask) ? shownParts.indexOf(part) : -1
    return parts[at] ?? part
  })
  const whole = authority + restored.join('')
  if (whole.includes(mask)) throw refusedMask()
  return whole
}

/** Returns the path and the parameters of a URL, and the characters between them. */
function partsOf(url: string): readonly string[] {
  return url.split(/([?&#])/)
}

function textOf(before: HttpRequest | null): string {
  return before?.body.type === 'raw' ? before.body.text : ''
}

function refusedMask(): RefusedCall {
  return new RefusedCall(
    'SECRET_REFERENCE_NOT_ALLOWED',
    `“${mask}” stands for a value that agents do not see, and would be saved in its place.`,
    'Leave the field out, or keep the masked text exactly where it was.',
  )
}
