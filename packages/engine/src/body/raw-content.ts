import type { RawBody } from '@parley/model'
import { printJson } from '../format/print-json.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * Raw: the text as typed, as UTF-8 (spec 2.2). Auto-format JSON on send lays JSON out and changes no
 * token of it; it acts on the filled-in text, and what is not JSON then goes as typed, as with a
 * `{{name}}` that has no value and stands outside quotes.
 */
export function rawContent(body: RawBody, autoFormatJson: boolean): BodyContent {
  const isFormatted = autoFormatJson && body.language === 'json'
  const text = (isFormatted ? printJson(body.text) : null) ?? body.text
  return textContent({ kind: 'text', text }, contentTypeOf(body, ''))
}
