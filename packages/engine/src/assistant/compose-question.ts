import type { HeaderField } from '@parley/model'
import { cutText } from './cut-text.ts'
import { maskLookalikes, maskNamed } from './mask-lookalikes.ts'

/** The parts of a question, in their order. Each can be left out. */
export const questionPartIds = [
  'requestLine',
  'requestHeaders',
  'requestBody',
  'script',
  'responseHead',
  'responseBody',
  'tests',
  'timeline',
  'variables',
] as const

export type QuestionPartId = (typeof questionPartIds)[number]

/** What the parts are called, for the user and for the service. */
export const questionPartLabels: Readonly<Record<QuestionPartId, string>> = {
  requestLine: 'Request',
  requestHeaders: 'Request headers',
  requestBody: 'Request body',
  script: 'Script',
  responseHead: 'Response head',
  responseBody: 'Response body',
  tests: 'Test results',
  timeline: 'Timeline',
  variables: 'Values of variables',
}

/** A part of a question, exactly as it is sent. */
export interface QuestionPart {
  readonly id: QuestionPartId
  readonly label: string
  readonly text: string
  /** What looks like a secret and is masked in `text`. */
  readonly masked: readonly string[]
  /** The text with what looks like a secret; known secrets are masked in it too. Equal to `text` if nothing was masked. */
  readonly unmaskedText: string
}

/** A request and what became of it. Absent parts are not offered. */
export interface QuestionFacts {
  /** Method and URL, with the reason if nothing was sent. */
  readonly requestLine: string
  readonly requestHeaders?: readonly HeaderField[]
  readonly requestBody?: QuestionBody
  readonly script?: string
  readonly responseLine?: string
  readonly responseHeaders?: readonly HeaderField[]
  readonly responseBody?: QuestionBody
  readonly tests?: string
  readonly timeline?: string
  readonly variables?: readonly HeaderField[]
}

/** The beginning of a body, and the size of all of it. */
export interface QuestionBody {
  readonly text: string
  readonly totalBytes: number
}

export interface ComposeOptions {
  /** How much of a body a question contains. */
  readonly bodyBytes: number
  /** Hides the secrets that are known. */
  readonly hide: (text: string) => string
}

/** Returns the parts of a question about a request, without secrets. Pure: nothing is sent. */
export function composeQuestion(
  facts: QuestionFacts,
  { bodyBytes, hide }: ComposeOptions,
): readonly QuestionPart[] {
  const plain = (id: QuestionPartId, text: string | undefined) => partOf(id, text, hide, whole => whole)
  const body = (id: QuestionPartId, content: QuestionBody | undefined) =>
    partOf(id, content?.text, hide, whole => cutText(whole, bodyBytes, content?.totalBytes ?? 0))
  return [
    plain('requestLine', facts.requestLine),
    fields('requestHeaders', facts.requestHeaders, hide),
    body('requestBody', facts.requestBody),
    plain('script', facts.script),
    facts.responseLine === undefined
      ? null
      : fields('responseHead', facts.responseHeaders ?? [], hide, facts.responseLine),
    body('responseBody', facts.responseBody),
    plain('tests', facts.tests),
    plain('timeline', facts.timeline),
    fields('variables', facts.variables, hide),
  ].flatMap(part => part ?? [])
}

/** Returns the text that is sent: the question, and the chosen parts under their labels. */
export function questionText(
  question: string,
  parts: readonly Pick<QuestionPart, 'label' | 'text'>[],
): string {
  return [question, ...parts.map(({ label, text }) => `## ${label}\n${fenced(text)}`)].join('\n\n')
}

/** A fence is longer than every run of backticks in its text, so the text cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function partOf(
  id: QuestionPartId,
  text: string | undefined,
  hide: (text: string) => string,
  cut: (text: string) => string,
): QuestionPart | null {
  if (text === undefined || text.trim() === '') return null
  // Masked before it is cut: a part of a secret is no longer found.
  const hidden = hide(text)
  const { text: shown, masked } = maskLookalikes(hidden)
  return { id, label: questionPartLabels[id], text: cut(shown), masked, unmaskedText: cut(hidden) }
}

function fields(
  id: QuestionPartId,
  all: readonly HeaderField[] | undefined,
  hide: (text: string) => string,
  firstLine = '',
): QuestionPart | null {
  if (all === undefined || (all.length === 0 && firstLine === '')) return null
  const before = firstLine === '' ? [] : [maskLookalikes(hide(firstLine)).text]
  const rows = all.map(({ name, value }) => ({ name, ...maskNamed(name, hide(value)) }))
  const text = [...before, ...rows.map(({ name, text: value }) => lineOf({ name, value }))].join('\n')
  // Credentials in headers have no other form: nobody needs them to explain a failure.
  return {
    id,
    label: questionPartLabels[id],
    text,
    masked: [...new Set(rows.flatMap(one => one.masked))],
    unmaskedText: text,
  }
}

function lineOf({ name, value }: HeaderField): string {
  return `${name}: ${value}`
}
