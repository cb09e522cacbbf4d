import { formatSize } from '@parley/model'
import { mask } from '../prepare/auth/auth-preview.ts'
import {
  type QuestionPart,
  type QuestionPartId,
  questionPartIds,
  questionPartLabels,
} from './compose-question.ts'

/** Returns a few words on what a question contained, such as `request, 9 headers, 0.4 KB body. 1 secret masked`. */
export function summarizeSent(parts: readonly Pick<QuestionPart, 'label' | 'text'>[]): string {
  const words = parts.flatMap(({ label, text }) => {
    const id = questionPartIds.find(one => questionPartLabels[one] === label)
    return id === undefined ? [] : [wordsOf[id](text)]
  })
  const masked = parts.reduce((total, { text }) => total + text.split(mask).length - 1, 0)
  const list = words.length === 0 ? 'the question only' : words.join(', ')
  return masked === 0 ? list : `${list}. ${plural(masked, 'secret')} masked`
}

const wordsOf: Readonly<Record<QuestionPartId, (text: string) => string>> = {
  requestLine: () => 'request',
  requestHeaders: text => plural(linesIn(text), 'request header'),
  requestBody: text => `${sizeOf(text)} request body`,
  script: () => 'script',
  responseHead: text => plural(linesIn(text) - 1, 'header'),
  responseBody: text => `${sizeOf(text)} body`,
  tests: text => plural(text.match(/^(?:passed|failed|Script error): /gm)?.length ?? 0, 'test'),
  timeline: () => 'timeline',
  variables: text => plural(linesIn(text), 'variable'),
}

function linesIn(text: string): number {
  return text.split('\n').length
}

function sizeOf(text: string): string {
  return formatSize(new TextEncoder().encode(text).byteLength)
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
