import type { BodyMerge } from '@parley/server/contract'
import type { ReadBodyText } from './body-texts.ts'

const formatNames = {
  json: 'JSON',
  xml: 'XML',
  html: 'HTML',
  javascript: 'JavaScript',
  css: 'CSS',
  yaml: 'YAML',
  text: 'text',
}

const mergeProblems = {
  noParts: 'the body does not have the boundary that its Content-Type names',
  tooLarge: 'only parts of up to 20 MB are merged',
  failed: 'its parts could not be merged',
}

/** Returns a sentence about what the pretty view of a body shows; empty if it is simply the formatted body. */
export function noteOf({ merge, ...read }: ReadBodyText): string {
  if (merge !== null) return mergeNote(merge, read.isWhole)
  // YAML and text are never formatted.
  const isUnformatted = read.isWhole && read.format !== 'yaml' && read.format !== 'text'
  if (read.view === 'pretty' || !isUnformatted) return ''
  return `Shown as received because it could not be formatted as ${formatNames[read.format]}.`
}

function mergeNote(
  { partCount, unmergedCount, isAwaitingParts, problem }: BodyMerge,
  isWhole: boolean,
): string {
  // Parts of a growing body may still come.
  if (problem !== null) return isWhole ? `Shown as received because ${mergeProblems[problem]}.` : ''
  return [
    `Merged from ${plural(partCount, 'part')}.`,
    ...(unmergedCount === 0
      ? []
      : [`${plural(unmergedCount, 'part')} could not be merged completely; Raw shows all of them.`]),
    ...(isWhole && isAwaitingParts ? ['The server announced more parts, which did not arrive.'] : []),
  ].join(' ')
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
