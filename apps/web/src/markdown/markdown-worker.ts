import type { MarkdownOutcome } from './format-markdown.ts'
import { readMarkdown } from './read-markdown.ts'

/** A worker that answers a Markdown text with its pieces. It is ended from outside when it takes too long. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(outcomeOf(data)))

function outcomeOf(text: string): MarkdownOutcome {
  try {
    return { pieces: readMarkdown(text) }
  } catch {
    return { problem: 'failed' }
  }
}
