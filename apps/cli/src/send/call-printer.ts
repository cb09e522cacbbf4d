import { type BodyStore, type BodyWriter, LimitCounter } from '@parley/engine'
import { waitUnlessAborted } from '@parley/transport'
import type { StreamPlan } from './stream-options.ts'

/** How the message of a call that has only one begins, as it is printed in several lines. */
const singleMessage = '{\n'

/** Prints the messages of a gRPC call, each in a line, and ends the call when there were enough. */
export class CallPrinter {
  /** Takes the messages as JSON: one in a line, or a single one in several. */
  readonly bodyStore: BodyStore
  readonly #format: StreamPlan['format']
  readonly #counter: LimitCounter

  /**
   * @param target - takes what is printed
   * @param end - ends the send
   */
  constructor({
    target,
    plan,
    end,
  }: {
    readonly target: BodyStore
    readonly plan: StreamPlan
    readonly end: () => void
  }) {
    this.#format = plan.format
    this.#counter = new LimitCounter(plan.limits, waitUnlessAborted, end)
    this.bodyStore = { create: async () => this.#printing(await target.create()) }
    this.#counter.begin()
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#counter.hasEnough
  }

  /** Call when the send has ended. */
  stop(): void {
    this.#counter.stop()
  }

  #printing(writer: BodyWriter): BodyWriter {
    const decoder = new TextDecoder()
    let rest = ''
    return {
      handle: writer.handle,
      write: async piece => {
        rest += decoder.decode(piece, { stream: true })
        if (rest.startsWith(singleMessage)) return
        const lines = rest.split('\n')
        rest = lines.pop() ?? ''
        await this.#print(lines, writer)
      },
      close: async () => {
        if (rest.trim() !== '') await this.#print([rest.trimEnd()], writer)
        await writer.close()
      },
    }
  }

  async #print(messages: readonly string[], writer: BodyWriter): Promise<void> {
    const printed: string[] = []
    for (const data of messages) {
      if (this.hasEnough) break
      printed.push(this.#format === 'json' ? jsonLine(data) : `${data}\n`)
      this.#counter.add(data)
    }
    if (printed.length > 0) await writer.write(new TextEncoder().encode(printed.join('')))
  }
}

function jsonLine(data: string): string {
  return `${JSON.stringify({ direction: 'received', type: 'json', data, time: new Date().toISOString() })}\n`
}
