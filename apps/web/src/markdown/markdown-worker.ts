import { readMarkdown } from './read-markdown.ts'

/** A worker that answers a Markdown text with its pieces. It is ended from outside when it takes too long. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(readMarkdown(data)))
