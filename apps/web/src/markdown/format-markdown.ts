/** Longer texts are not formatted, in UTF-16 units. */
export const longestMarkdown = 200_000

/** The time limit for formatting in milliseconds. */
const timeLimitMs = 5_000

/** Why a text is not formatted. */
export type MarkdownProblem = 'too-long' | 'too-slow' | 'failed'

export type MarkdownOutcome =
  /** Each piece is a list of `MarkdownNode`s as JSON. */
  { readonly pieces: readonly string[] } | { readonly problem: MarkdownProblem }

/**
 * Formats a Markdown text in its own worker, which is terminated after 5 seconds. Calls `onEnd` once, unless
 * the returned function was called before.
 */
export function formatMarkdown(text: string, onEnd: (outcome: MarkdownOutcome) => void): () => void {
  if (text.length > longestMarkdown) {
    onEnd({ problem: 'too-long' })
    return () => undefined
  }
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
  const stop = () => {
    clearTimeout(timer)
    worker.terminate()
  }
  const end = (outcome: MarkdownOutcome) => {
    stop()
    onEnd(outcome)
  }
  const timer = setTimeout(() => end({ problem: 'too-slow' }), timeLimitMs)
  worker.addEventListener('message', ({ data }: MessageEvent<MarkdownOutcome>) => end(data))
  worker.addEventListener('error', () => end({ problem: 'failed' }))
  worker.postMessage(text)
  return stop
}
