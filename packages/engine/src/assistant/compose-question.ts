import { formatSize, type HeaderField } from '@parley/model'
import { Turns } from '../basics/text/turns.ts'
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

/** The most of a part that is not a body, in UTF-16 units; the most of a body is a setting. */
const longestPart = 1_000_000

/** How much is searched beyond what is kept, in which a secret may be cut. */
const searchedBeyond = 65_536

/**
 * Returns the parts of a question about a request, without secrets. Nothing is sent. Between its steps everything else goes on.
 */
export async function composeQuestion(
  facts: QuestionFacts,
  { bodyBytes, hide }: ComposeOptions,
): Promise<readonly QuestionPart[]> {
  const turns = new Turns()
  const plain = (id: QuestionPartId, text: string | undefined) =>
    partOf({ id, text, mostBytes: null, totalBytes: 0 }, hide, turns)
  const body = (id: QuestionPartId, content: QuestionBody | undefined) =>
    partOf(
      { id, text: content?.text, mostBytes: bodyBytes, totalBytes: content?.totalBytes ?? 0 },
      hide,
      turns,
    )
  const parts = [
    await plain('requestLine', facts.requestLine),
    await fields('requestHeaders', facts.requestHeaders, hide, turns),
    await body('requestBody', facts.requestBody),
    await plain('script', facts.script),
    facts.responseLine === undefined
      ? null
      : await fields('responseHead', facts.responseHeaders ?? [], hide, turns, facts.responseLine),
    await body('responseBody', facts.responseBody),
    await plain('tests', facts.tests),
    await plain('timeline', facts.timeline),
    await fields('variables', facts.variables, hide, turns),
  ]
  return parts.flatMap(part => part ?? [])
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

interface PartText {
  readonly id: QuestionPartId
  readonly text: string | undefined
  /** How much of it is sent; null: all. */
  readonly mostBytes: number | null
  /** Of all that it is the beginning of. */
  readonly totalBytes: number
}

async function partOf(
  { id, text, mostBytes, totalBytes }: PartText,
  hide: (text: string) => string,
  turns: Turns,
): Promise<QuestionPart | null> {
  if (text === undefined || text.trim() === '') return null
  const most = mostBytes ?? longestPart
  const searched = text.slice(0, most + searchedBeyond)
  const isCut = searched.length < text.length
  const total = isCut ? Math.max(totalBytes, text.length) : totalBytes
  const kept = (shown: string) => {
    if (mostBytes === null && !isCut) return shown
    // The end may be a part of a secret, which nobody finds.
    return cutText(isCut ? shown.slice(0, -searchedBeyond) : shown, most, total)
  }
  // Masked before it is cut: a part of a secret is no longer found.
  const hidden = hide(searched)
  await turns.worked(searched.length)
  const { text: shown, masked } = maskLookalikes(hidden)
  await turns.worked(searched.length)
  return { id, label: questionPartLabels[id], text: kept(shown), masked, unmaskedText: kept(hidden) }
}

async function fields(
  id: QuestionPartId,
  all: readonly HeaderField[] | undefined,
  hide: (text: string) => string,
  turns: Turns,
  firstLine = '',
): Promise<QuestionPart | null> {
  if (all === undefined || (all.length === 0 && firstLine === '')) return null
  const lines = firstLine === '' ? [] : [maskLookalikes(hide(firstLine.slice(0, longestPart))).text]
  const masked = new Set<string>()
  let length = 0
  for (const [at, { name, value }] of all.entries()) {
    length += name.length + value.length
    if (length > longestPart) {
      lines.push(`… ${all.length - at} more left out`)
      break
    }
    const row = maskNamed(name, hide(value))
    for (const one of row.masked) masked.add(one)
    lines.push(lineOf({ name, value: row.text }))
    await turns.worked(name.length + value.length)
  }
  const text = lines.join('\n')
  // Credentials in headers have no other form: nobody needs them to explain a failure.
  return { id, label: questionPartLabels[id], text, masked: [...masked], unmaskedText: text }
}

function lineOf({ name, value }: HeaderField): string {
  return `${name}: ${value}`
}

const encoder = new TextEncoder()

/**
 * Returns the beginning of a text at the end of a line or of a JSON token, and how much was left out.
 * @param totalBytes - of the whole, of which the text may be a part
 */
function cutText(text: string, limitBytes: number, totalBytes: number): string {
  const bytes = encoder.encode(text)
  if (bytes.byteLength <= limitBytes && totalBytes <= bytes.byteLength) return text
  const start =
    bytes.byteLength <= limitBytes
      ? text
      : new TextDecoder().decode(bytes.subarray(0, limitBytes), { stream: true })
  const end = bytes.byteLength <= limitBytes ? text.length : tokenBorder(start)
  const kept = start.slice(0, end)
  const left = Math.max(totalBytes, bytes.byteLength) - encoder.encode(kept).byteLength
  return `${kept}\n… ${formatSize(left)} left out`
}

/** Returns the last border in the second half of a text, or its end. */
function tokenBorder(text: string): number {
  const border = Math.max(...['\n', ',', '{', '[', '}', ']'].map(one => text.lastIndexOf(one))) + 1
  return border > text.length / 2 ? border : text.length
}
