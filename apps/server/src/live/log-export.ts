import type { FileBodyStore } from '@parley/appdata'
import type { WithheldValue } from '@parley/engine'
import type { ThreadOutcome } from '@parley/files'
import type { BodyTexts } from '../bodies/body-texts.ts'
import { valueOrLater } from '../bodies/value-or-later.ts'
import type { LiveExport } from '../contract/index.ts'
import type { DerivedBody } from './derived-body.ts'
import { describeStoreFailure } from './describe-store-failure.ts'
import { type AskedList, questionOf } from './log-question.ts'
import type { MessageLog } from './message-log.ts'
import type { ExportJob } from './search/log-job.ts'
import { allRanges, filesOf } from './search/log-search.ts'
import type { LogThreads } from './search/log-threads.ts'

export interface AskedExport extends AskedList {
  readonly format: ExportJob['format']
}

interface Made {
  /** What was asked for; empty once the outcome was returned. */
  key: string
  export: Promise<LiveExport>
  body: DerivedBody | null
}

/** Exports the messages of a log to files. The latest file is kept. */
export class LogExport {
  readonly #log: MessageLog
  readonly #bodies: FileBodyStore
  readonly #bodyTexts: Pick<BodyTexts, 'release'>
  readonly #threads: LogThreads
  #latest: Made | null = null

  constructor(
    log: MessageLog,
    bodies: FileBodyStore,
    bodyTexts: Pick<BodyTexts, 'release'>,
    threads: LogThreads,
  ) {
    this.#log = log
    this.#bodies = bodies
    this.#bodyTexts = bodyTexts
    this.#threads = threads
  }

  /** Makes a file of the messages that are there now; the same question later makes a new one. */
  async make(asked: AskedExport, secrets: readonly WithheldValue[]): Promise<LiveExport> {
    const key = JSON.stringify(asked)
    const latest = this.#latest?.key === key ? this.#latest : this.#begin(key, asked, secrets)
    const made = await valueOrLater(latest.export)
    if (made === 'later') return { state: 'making' }
    // The file is kept until the next export. Whoever asks again has seen this outcome, and wants a new one.
    latest.key = ''
    return made
  }

  /** Returns the file with this handle; null if it is not the latest one. */
  body(handle: string): DerivedBody | null {
    return this.#latest?.body?.handle === handle ? this.#latest.body : null
  }

  async release(): Promise<void> {
    const latest = this.#latest
    this.#latest = null
    if (latest === null) return
    await latest.export
    if (latest.body !== null) await this.#bodyTexts.release(latest.body.handle)
  }

  #begin(key: string, asked: AskedExport, secrets: readonly WithheldValue[]): Made {
    void this.release()
    const made: Made = { key, body: null, export: Promise.resolve(gone) }
    this.#latest = made
    made.export = this.#export(asked, secrets, made).catch(error => ({
      state: 'failed' as const,
      ...describeStoreFailure('The messages could not be exported', error),
    }))
    return made
  }

  async #export(asked: AskedExport, secrets: readonly WithheldValue[], made: Made): Promise<LiveExport> {
    const ranges = allRanges(this.#log)
    const parts = ranges.length === 0 ? [] : await filesOf(this.#log, ranges)
    if (parts === null) return gone
    const { framing, index } = this.#log
    const job = {
      kind: 'export' as const,
      framing,
      files: parts,
      ranges,
      question: questionOf(this.#log, asked, secrets),
      types: index.types.names,
      format: asked.format,
    }
    let outcome: ThreadOutcome<number> = { state: 'ended' }
    const handle = await this.#bodies.createBy(async targetPath => {
      outcome = await this.#threads.export({ ...job, targetPath }, () => this.#latest === made)
      return outcome.state === 'answered'
    })
    if (handle === null) return outcome.state === 'unwanted' ? gone : tooLarge
    const { extension, mediaType } = files[asked.format]
    const name = framing === 'events' ? 'events' : 'messages'
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    made.body = { handle, sizeBytes, name, mediaType }
    return { state: 'made', handle, fileName: `${name}.${extension}`, sizeBytes }
  }
}

/** The extension that a download gets is of the media type. */
const files: Readonly<Record<ExportJob['format'], { extension: string; mediaType: string }>> = {
  ndjson: { extension: 'ndjson', mediaType: 'application/x-ndjson' },
  text: { extension: 'txt', mediaType: 'text/plain' },
  har: { extension: 'har', mediaType: 'application/har+json' },
}

const gone: LiveExport = {
  state: 'failed',
  sentence: 'The messages were dropped or closed before they were exported.',
  nextStep: 'Export again.',
}
const tooLarge: LiveExport = {
  state: 'failed',
  sentence: 'The export took too long or needed too much memory and was stopped.',
  nextStep: 'Choose fewer types, or search first and export what was found.',
}
