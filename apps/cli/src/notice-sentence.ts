import type { Notice } from '@parley/model'

/** A notice in words, without the capital letter of a sentence. */
export function noticeSentence(notice: Notice): string {
  return `sent as typed, no value known for ${notice.names.map(name => `{{${name}}}`).join(', ')}.`
}
