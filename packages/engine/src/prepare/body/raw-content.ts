import type { RawBody } from '@parley/model'
import { printJsonInSteps } from '../../basics/format/print-json.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * Raw: the text as typed, as UTF-8 (behaviour 2.2). Auto-format JSON on send changes only white space, after
 * variables are filled in. Text that is not JSON then is sent as typed, for example with an unknown
 * `{{name}}` outside quotes, and a notice says so.
 */
export async function rawContent(body: RawBody, autoFormatJson: boolean): Promise<BodyContent> {
  const isFormatted = autoFormatJson && body.language === 'json'
  const formatted = isFormatted ? await printJsonInSteps(body.text) : null
  const content = textContent({ kind: 'text', text: formatted ?? body.text }, contentTypeOf(body, ''))
  const isLeftAlone = isFormatted && formatted === null && body.text.trim() !== ''
  return isLeftAlone ? { ...content, notices: [{ code: 'NOT_FORMATTED' }] } : content
}
