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

const block = /^(`{3,}|~{3,})[ \t]*parley-proposal[ \t]*\n([\s\S]*?)(?:\n\1[`~]*[ \t]*(?=\n|$))/gm

/** Divides an answer into its text and its proposals. A block that has not ended yet is not shown. */
export function readAnswer(answer: string): readonly AnswerSegment[] {
  const segments: AnswerSegment[] = []
  let from = 0
  for (const found of answer.matchAll(block)) {
    addText(segments, answer.slice(from, found.index))
    segments.push(readProposal(found[2] ?? ''))
    from = found.index + found[0].length
  }
  addText(segments, answer.slice(from).replace(/^(`{3,}|~{3,})[ \t]*parley-proposal[\s\S]*$/m, ''))
  return segments
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
