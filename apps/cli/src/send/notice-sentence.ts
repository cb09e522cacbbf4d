import { describeNotice, type Notice } from '@parley/model'

/** A notice in words, without the capital letter of a sentence. */
export function noticeSentence(notice: Notice): string {
  return `${describeNotice(notice)}.`
}
