import { describeNotice, type Notice } from '@parley/model'

/** Describes a notice in words, beginning with a lower-case letter. */
export function noticeSentence(notice: Notice): string {
  return `${describeNotice(notice)}.`
}
