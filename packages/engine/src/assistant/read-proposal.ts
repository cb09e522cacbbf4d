import { type AssistantProposal, assistantProposalSchema } from '@parley/model/schema'
import { jsonObject } from './json-members.ts'

/** A piece of an answer: text as Markdown, or a proposal. */
export type AnswerSegment =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'proposal'
      readonly proposal: AssistantProposal
      readonly unknownMembers: readonly string[]
    }
  /** A block that is no valid proposal, with why. */
  | { readonly kind: 'invalidProposal'; readonly text: string; readonly reason: string }

/** More of a script or body than anybody reads is refused. */
const longestProposal = 200_000

/** Nobody reads more. Blocks after these stay text. */
const mostProposals = 200

const opening = /^(`{3,}|~{3,})[ \t]*parley-proposal[ \t]*\r?$/

/** An opening line whose end may not have arrived. */
const openingStart = /^(?:`{3,}|~{3,})[ \t]*parley-proposal/

/** A block of a proposal whose end has not arrived. */
interface OpenBlock {
  readonly fence: string
  /** Where its first line begins. */
  readonly start: number
  readonly contentStart: number
}

/**
 * Divides an answer that grows into its text and its proposals. Each line is read once, when it is complete. A block that has
 * not ended yet is not shown.
 */
export class AnswerReader {
  readonly #segments: AnswerSegment[] = []
  #proposals = 0
  /** Where the text begins that is in no segment. */
  #from = 0
  /** Where the first line begins that was not complete. */
  #lineStart = 0
  #open: OpenBlock | null = null

  /** @param answer - begins with the answer of the call before */
  read(answer: string): readonly AnswerSegment[] {
    for (let end = answer.indexOf('\n', this.#lineStart); end !== -1; ) {
      this.#takeLine(answer, end)
      this.#lineStart = end + 1
      end = answer.indexOf('\n', this.#lineStart)
    }
    return [...this.#segments, ...this.#rest(answer)]
  }

  /** Takes a line that is complete. */
  #takeLine(answer: string, end: number): void {
    const line = answer.slice(this.#lineStart, end)
    if (this.#open !== null) {
      if (!closes(line, this.#open)) return
      addText(this.#segments, answer.slice(this.#from, this.#open.start))
      this.#segments.push(readProposal(contentOf(answer, this.#open, this.#lineStart)))
      this.#proposals += 1
      this.#open = null
      this.#from = end
      return
    }
    const fence = this.#proposals < mostProposals ? opening.exec(line)?.[1] : undefined
    if (fence !== undefined) this.#open = { fence, start: this.#lineStart, contentStart: end + 1 }
  }

  /** Returns what follows the segments that are complete, also a block that ends with the answer. */
  #rest(answer: string): readonly AnswerSegment[] {
    const rest: AnswerSegment[] = []
    const line = answer.slice(this.#lineStart)
    const isOpening = this.#proposals < mostProposals && openingStart.test(line)
    addText(
      rest,
      answer.slice(this.#from, this.#open?.start ?? (isOpening ? this.#lineStart : answer.length)),
    )
    if (this.#open !== null && closes(line, this.#open))
      rest.push(readProposal(contentOf(answer, this.#open, this.#lineStart)))
    return rest
  }
}

/** Whether a line ends a block: its fence or a longer one, and nothing else. */
function closes(line: string, { fence }: OpenBlock): boolean {
  return line.startsWith(fence) && /^[`~]*[ \t]*\r?$/.test(line.slice(fence.length))
}

function contentOf(answer: string, { contentStart }: OpenBlock, closingStart: number): string {
  return answer.slice(contentStart, Math.max(contentStart, closingStart - 1))
}

function addText(segments: AnswerSegment[], text: string): void {
  if (text.trim() !== '') segments.push({ kind: 'text', text: text.trim() })
}

function readProposal(text: string): AnswerSegment {
  const invalid = (reason: string): AnswerSegment => ({
    kind: 'invalidProposal',
    text: text.slice(0, longestShown),
    reason,
  })
  if (text.length > longestProposal) return invalid('It is longer than 200 KB.')
  const value = jsonObject(text)
  if (value === null) return invalid('It is not a JSON object.')
  const read = assistantProposalSchema.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return invalid(`Its member ${issue?.path.join('.') || 'kind'} is missing or invalid.`)
  }
  const unknownMembers = Object.keys(value).filter(name => !Object.hasOwn(read.data, name))
  return { kind: 'proposal', proposal: read.data, unknownMembers }
}

const longestShown = 2_000
