import { encodeFormText, type Row, type UrlEncodedBody } from '@parley/model'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * URL Encoded: the ticked rows in order, including duplicates and empty names or values, encoded as browsers
 * do (WHATWG URL, application/x-www-form-urlencoded serializing). A row without name and value is the blank
 * one at the end of a table and is skipped.
 */
export function urlEncodedContent(body: UrlEncodedBody): BodyContent {
  const fields = body.fields.filter(isSent).map(({ name, value }) => ({ name, value }))
  const text = fields.map(({ name, value }) => `${encodeFormText(name)}=${encodeFormText(value)}`).join('&')
  return textContent({ kind: 'form', fields, text }, contentTypeOf(body, ''))
}

function isSent({ enabled, name, value }: Row): boolean {
  return enabled && (name !== '' || value !== '')
}
