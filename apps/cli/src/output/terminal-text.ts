import { harmlessText } from '@parley/model'

/** Bytes of UTF-8 that come piece by piece, as harmless text. */
export interface TerminalText {
  /** What may be shown so far: an unfinished character and a last carriage return wait for what follows. */
  push(bytes: Uint8Array): string
  /** What was still waiting. */
  end(): string
}

export function newTerminalText(): TerminalText {
  const decoder = new TextDecoder()
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
