import { readPastedCurl } from '../workbench/request/pasted-curl.ts'

/** A worker that answers a text with the requests of its commands. It is ended from outside when it takes too long. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(readPastedCurl(data)))
