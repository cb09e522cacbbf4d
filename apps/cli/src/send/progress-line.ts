import type { ProgressListener } from '@parley/engine'
import { formatDuration, formatSize, type Response } from '@parley/model'

/** The progress of a send. */
export type Awaiting = Parameters<ProgressListener>[0]

/** A line that is redrawn in place. */
export interface ProgressLine {
  /** Erases it. */
  end(): void
}

/** The parts of a terminal that a progress line needs. */
export interface LineTerminal {
  readonly columns?: number
  write(text: string): unknown
}

const redrawnEveryMs = 100

/** Draws the text that `latest` returns, until the end. */
export function startProgressLine(terminal: LineTerminal, latest: () => Awaiting | null): ProgressLine {
  const speed = newSpeed()
  let begunAt: number | null = null
  // The clock may be set between two drawings.
  const startOf = ({ startedAt }: Awaiting) => {
    begunAt ??= performance.now() - (Date.now() - startedAt)
    return begunAt
  }
  const draw = () => {
    const awaiting = latest()
    if (awaiting === null) return
    const now = performance.now()
    const text = progressText(awaiting, {
      elapsedMs: now - startOf(awaiting),
      bytesPerSecond: speed.measure(transferOf(awaiting), now),
    })
    // A line that wraps could not be erased, and some terminals do not report their width.
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
  /** Null if the server does not announce it. */
  readonly totalBytes: number | null
}

/** Returns what is being transferred; null while waiting for the server. */
function transferOf({ requestContent, response }: Awaiting): Transfer | null {
  if (response !== null)
    return { verb: 'Received', bytes: response.content.wireBytes, totalBytes: lengthOf(response) }
  const { sentBytes, totalBytes } = requestContent
  return sentBytes < totalBytes ? { verb: 'Sent', bytes: sentBytes, totalBytes } : null
}

/** Returns the Content-Length of a response, unless what arrived shows that it is wrong. */
function lengthOf({ headers, content }: Response): number | null {
  const typed = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value ?? ''
  const length = /^\d{1,15}$/.test(typed) ? Number(typed) : -1
  return length >= content.wireBytes ? length : null
}

interface Measured {
  readonly elapsedMs: number
  /** Null while it is unknown. */
  readonly bytesPerSecond: number | null
}

/** Formats the line as plain text: `Received 4.1 MB of 20.0 MB · 1.2 MB/s · 3.4 s`. */
export function progressText(awaiting: Awaiting, { elapsedMs, bytesPerSecond }: Measured): string {
  const elapsed = formatDuration(Math.max(0, elapsedMs))
  const transfer = transferOf(awaiting)
  if (transfer === null) return `Waiting for the response · ${elapsed}`
  const { verb, bytes, totalBytes } = transfer
  const total = totalBytes === null ? '' : ` of ${formatSize(totalBytes)}`
  const rate = bytesPerSecond === null ? '' : ` · ${formatSize(Math.round(bytesPerSecond))}/s`
  return `${verb} ${formatSize(bytes)}${total}${rate} · ${elapsed}`
}

/** The period over which the speed is measured. */
const measuredOverMs = 3000

function newSpeed() {
  let verb: Transfer['verb'] | null = null
  let samples: { readonly at: number; readonly bytes: number }[] = []
  return {
    /** Returns bytes per second; null if no time has passed to measure over. */
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
