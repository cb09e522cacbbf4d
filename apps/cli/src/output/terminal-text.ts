import { harmlessText } from '@parley/model'

/** Converts UTF-8 bytes that arrive piece by piece to text without control characters. */
export interface TerminalText {
  /**
   * Returns what can be shown so far: an incomplete character or a final carriage return waits for what
   * follows.
   */
  push(bytes: Uint8Array): string
  /** Returns what was still waiting. */
  end(): string
}

/** @param charset - one that `TextDecoder` knows */
export function newTerminalText(charset = 'utf-8'): TerminalText {
  const decoder = new TextDecoder(charset)
  let waiting = ''
  const take = (text: string, isLast: boolean) => {
    const whole = waiting + text
    waiting = !isLast && whole.endsWith('\r') ? '\r' : ''
    return harmlessText(whole.slice(0, whole.length - waiting.length))
  }
  return {
    push: bytes => take(decoder.decode(bytes, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  }
}
