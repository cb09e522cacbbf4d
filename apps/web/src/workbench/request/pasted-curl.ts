import { type CurlImport, describeCurlFault, describeCurlNote, importCurl } from '@parley/convert'
import { descriptorOf, type HttpRequest, kindPartOf, withKindPart } from '@parley/model'
import type { Toast } from '../toasts.ts'

/** The outcome for a pasted text that looks like cURL or grpcurl. */
export interface PastedCurl {
  /** In the order of the commands; none if no command could be read. */
  readonly requests: readonly HttpRequest[]
  /** Its owner is the tab that was pasted into. */
  readonly toast: Omit<Toast, 'owner'>
}

/** More tabs than anybody wants from one paste. */
const maxRequests = 20

/** Reads pasted cURL and grpcurl commands (behaviour 2.1). Nothing is run and no file is read. */
export function readPastedCurl(text: string): PastedCurl {
  const reading = importCurl(text)
  const requests = reading.requests.slice(0, maxRequests)
  return { requests, toast: requests.length === 0 ? faultToast(reading) : pastedToast(reading) }
}

/** Returns a draft with the fields of a command; name, scripts and other fields are kept. */
export function withPastedRequest(draft: HttpRequest, pasted: HttpRequest): HttpRequest {
  // What a command sends is not a call unless it says so.
  const { bodyVariants: _, ...own } = descriptorOf(draft).callsMethods ? withKindPart(draft) : draft
  const { method, url, params, pathParams, headers, cookies, body, auth, settings } = pasted
  const fields = { method, url, params, pathParams, headers, cookies, body, auth, settings }
  const part = kindPartOf(pasted)
  return { ...(Object.keys(part).length === 0 ? own : withKindPart(own, part)), ...fields }
}

/** The longest text that becomes a URL as it was pasted, in UTF-16 units. */
const longestLine = 1_000_000

/** A text as the URL field can hold it, on one line: line continuations are removed. The end of a very long one is left out. */
export function asOneLine(text: string): string {
  const lines = text.slice(0, longestLine).trim().split('\n')
  return lines
    .map((line, at) => (at === lines.length - 1 ? line.trimStart() : withoutContinuation(line).trim()))
    .filter(line => line !== '')
    .join(' ')
}

/** Returns a line without the character at its end that continues it in a shell. */
function withoutContinuation(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  return /[\\^`]$/.test(text) ? text.slice(0, -1) : text
}

function faultToast({ faults }: CurlImport): PastedCurl['toast'] {
  return {
    kind: 'error',
    title: 'Not read as a command',
    code: '',
    text: 'The text is in the URL as it was pasted. Fix the command and paste it again.',
    lines: faults.map(fault => placed(fault, describeCurlFault(fault))),
  }
}

function pastedToast({ requests, notes, filesToPick, faults }: CurlImport): PastedCurl['toast'] {
  const others = Math.min(requests.length, maxRequests) - 1
  const lines = [
    ...faults.map(fault => `Not read: ${placed(fault, describeCurlFault(fault))}`),
    ...notes.map(note => placed(note, describeCurlNote(note))),
    ...filesToPick.map(file => placed(file, `${file.filePath} was not read: select it again.`)),
    ...(requests.length > maxRequests
      ? [`The first ${maxRequests} of ${requests.length} requests were opened.`]
      : []),
  ]
  return {
    kind: lines.length === 0 ? 'done' : 'notice',
    title: requests.some(({ grpc }) => grpc !== undefined) ? 'Pasted from grpcurl' : 'Pasted from cURL',
    code: '',
    text:
      others > 0
        ? `${others} more ${others === 1 ? 'request was' : 'requests were'} opened in new tabs. Not sent yet.`
        : 'Not sent yet.',
    ...(lines.length > 0 ? { lines: [...new Set(lines)] } : {}),
  }
}

function placed({ position }: { readonly position: { line: number; column: number } }, sentence: string) {
  return `Line ${position.line}, column ${position.column}: ${sentence}`
}
