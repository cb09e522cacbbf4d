import { type PastedCurl, readPastedCurl } from '../workbench/request/pasted-curl.ts'

/** Longer texts are read in a worker, in UTF-16 units. */
export const longestHere = 65_536

/** The time limit for reading in milliseconds. */
const timeLimitMs = 5_000

/** The part of a web worker that is used. */
export type CurlWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>

/** Reads pasted commands, and long ones in a worker of their own, which is ended after 5 seconds. */
export function readCommands(
  text: string,
  startWorker: () => CurlWorker = startInBrowser,
): Promise<PastedCurl> {
  if (text.length <= longestHere) return Promise.resolve(readPastedCurl(text))
  return new Promise(resolve => {
    const worker = startWorker()
    const end = (pasted: PastedCurl) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(pasted)
    }
    const timer = setTimeout(() => end(notRead('Reading it takes longer than 5 seconds.')), timeLimitMs)
    worker.addEventListener('message', ({ data }: MessageEvent<PastedCurl>) => end(data))
    worker.addEventListener('error', () => end(notRead('It could not be read.')))
    worker.postMessage(text)
  })
}

function startInBrowser(): CurlWorker {
  return new Worker(new URL('./curl-worker.ts', import.meta.url), { type: 'module' })
}

function notRead(reason: string): PastedCurl {
  return {
    requests: [],
    toast: {
      kind: 'error',
      title: 'Not read as a command',
      code: '',
      text: 'The text is in the URL as it was pasted.',
      lines: [reason],
    },
  }
}
