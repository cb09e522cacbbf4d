import type { ProgressListener } from '@parley/engine'
import { formatDuration, formatSize, type Response } from '@parley/model'

/** How far a send is. */
export type Awaiting = Parameters<ProgressListener>[0]

/** A line that is drawn again and again in its place. */
export interface ProgressLine {
  /** Erases it. */
  end(): void
}

/** The part of a terminal that a line needs. */
export interface LineTerminal {
  readonly columns?: number
  write(text: string): unknown
}

const redrawnEveryMs = 100

/** Draws what `latest` gives, until the end. */
export function startProgressLine(terminal: LineTerminal, latest: () => Awaiting | null): ProgressLine {
  const speed = newSpeed()
  const draw = () => {
    const awaiting = latest()
    if (awaiting === null) return
    const now = Date.now()
    const text = progressText(awaiting, {
      elapsedMs: now - awaiting.startedAt,
      bytesPerSecond: speed.measure(transferOf(awaiting), now),
    })
    // A line that wraps could not be erased; some terminals do not tell their width.
    terminal.write(`\r${text.slice(0, (terminal.columns || 80) - 1)}\x1b[K`)
  }
  draw()
  const timer = setInterval(draw, redrawnEveryMs)
  return {
    end() {
      clearInterval(timer)
      terminal.write('\r\x1b[K')
    },
  }
}

interface Transfer {
  readonly verb: 'Sent' | 'Received'
  readonly bytes: number
  /** Null if the server does not say. */
  readonly totalBytes: number | null
}

/** What is on the move; null while the server is awaited. */
function transferOf({ requestContent, response }: Awaiting): Transfer | null {
  if (response !== null)
    return { verb: 'Received', bytes: response.content.wireBytes, totalBytes: lengthOf(response) }
  const { sentBytes, totalBytes } = requestContent
  return sentBytes < totalBytes ? { verb: 'Sent', bytes: sentBytes, totalBytes } : null
}

/** The Content-Length of a response, unless what came shows that it cannot be true. */
function lengthOf({ headers, content }: Response): number | null {
  const typed = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value ?? ''
  const length = /^\d{1,15}$/.test(typed) ? Number(typed) : -1
  return length >= content.wireBytes ? length : null
}

interface Measured {
  readonly elapsedMs: number
  /** Null while it is not known. */
  readonly bytesPerSecond: number | null
}

/** One line of plain text: `Received 4.1 MB of 20.0 MB · 1.2 MB/s · 3.4 s`. */
export function progressText(awaiting: Awaiting, { elapsedMs, bytesPerSecond }: Measured): string {
  const elapsed = formatDuration(Math.max(0, elapsedMs))
  const transfer = transferOf(awaiting)
  if (transfer === null) return `Waiting for the response · ${elapsed}`
  const { verb, bytes, totalBytes } = transfer
  const total = totalBytes === null ? '' : ` of ${formatSize(totalBytes)}`
  const rate = bytesPerSecond === null ? '' : ` · ${formatSize(Math.round(bytesPerSecond))}/s`
  return `${verb} ${formatSize(bytes)}${total}${rate} · ${elapsed}`
}

/** Of the last so many milliseconds. */
const measuredOverMs = 3000

function newSpeed() {
  let verb: Transfer['verb'] | null = null
  let samples: { readonly at: number; readonly bytes: number }[] = []
  return {
    /** Bytes per second; null if there is no time to measure over. */
    measure(transfer: Transfer | null, at: number): number | null {
      if (transfer?.verb !== verb) samples = []
      verb = transfer?.verb ?? null
      if (transfer === null) return null
      samples = [...samples.filter(one => at - one.at <= measuredOverMs), { at, bytes: transfer.bytes }]
      const first = samples[0]
      if (first === undefined || at - first.at < 500) return null
      return ((transfer.bytes - first.bytes) / (at - first.at)) * 1000
    },
  }
}
