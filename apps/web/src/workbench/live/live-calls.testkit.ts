import type { LiveRow, LiveRows, LiveState } from '@parley/server/contract'
import type { LiveCalls } from './live-question.ts'

/** A row as the server returns it. */
export function liveRow(number: number, more: Partial<LiveRow> = {}): LiveRow {
  return {
    number,
    time: number * 1000,
    direction: 'received',
    type: 'message',
    id: String(number),
    preview: `data ${number}`,
    isCut: false,
    sizeBytes: 20,
    isComplete: true,
    ...more,
  }
}

/** A server with one session, which answers as the real one does. A test changes it and reads what was asked. */
export class TestLiveServer {
  messages: LiveRow[] = []
  state: LiveState = { state: 'open' }
  /** How many of the oldest messages were dropped. */
  dropped = 0
  /** How many messages were searched; null: all. */
  searched: number | null = null
  /** How many messages arrive after the rows of an answer were read, and before its counts were. */
  arriving = 0
  failure: Error | null = null
  /** Hidden in joined texts; empty: none. */
  secret = ''
  readonly asked: Parameters<LiveCalls['rows']>[0][] = []

  add(count: number, more: (number: number) => Partial<LiveRow> = () => ({})): void {
    const first = this.messages.length
    for (let number = first; number < first + count; number += 1)
      this.messages.push(liveRow(number, more(number)))
  }

  readonly rows: LiveCalls['rows'] = async asked => {
    this.asked.push(asked)
    if (this.failure !== null) throw this.failure
    return this.#rows(asked)
  }

  readonly hideSecrets: LiveCalls['hideSecrets'] = async ({ text }) => {
    if (this.secret === '') return { shown: text, rest: '', restLength: 0 }
    const hidden = (one: string) => one.replaceAll(this.secret, '{{secret}}')
    const begun = text.lastIndexOf('s')
    const end = begun >= 0 && text.length - begun < this.secret.length ? begun : text.length
    return { shown: hidden(text.slice(0, end)), rest: hidden(text.slice(end)), restLength: text.length - end }
  }

  #rows({ filter, query = '', from, count }: Parameters<LiveCalls['rows']>[0]): LiveRows {
    const types = filter?.types ?? []
    const isAll = types.length === 0 && query === ''
    const searched = this.messages.slice(0, isAll ? undefined : (this.searched ?? undefined))
    const found = searched.filter(
      ({ type, preview }) => (types.length === 0 || types.includes(type)) && preview.includes(query),
    )
    const firstRow = found.findIndex(({ number }) => number >= this.dropped)
    const first = firstRow === -1 ? found.length : firstRow
    const names = [...new Set(this.messages.map(({ type }) => type))]
    return {
      state: this.state,
      counts: { received: this.messages.length + this.arriving, sent: 0, notes: 0, dropped: this.dropped },
      revision: this.messages.length,
      rows: found.slice(Math.max(from, first), Math.max(from, first) + count),
      firstRow: first,
      endRow: found.length,
      isWhole: isAll || this.searched === null,
      problem: null,
      types: names.map(type => ({
        type,
        count: this.messages.filter(message => message.type === type).length,
      })),
      otherTypesCount: 0,
    }
  }
}

/** Lets everything that was begun go on until it waits for a timer. */
export async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
}
