import type { RawBody } from '@parley/model'
import { printJson } from '../format/print-json.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * Raw: the text as typed, as UTF-8 (spec 2.2). Auto-format JSON on send changes only white space, after
 * variables are filled in. Text that is not JSON then is sent as typed, for example with an unknown
 * `{{name}}` outside quotes.
 */
export function rawContent(body: RawBody, autoFormatJson: boolean): BodyContent {
  const isFormatted = autoFormatJson && body.language === 'json'
  const text = (isFormatted ? printJson(body.text) : null) ?? body.text
  return textContent({ kind: 'text', text }, contentTypeOf(body, ''))
}
