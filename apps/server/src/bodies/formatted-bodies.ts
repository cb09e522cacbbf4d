import type { FileBodyStore } from '@parley/appdata'
import type { TextEncoding } from '@parley/engine'
import { describeRefusal } from '@parley/files'
import type { BodyFormat } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { BodyFormatter } from './body-formatter.ts'
import type { PrintableFormat } from './format-job.ts'

/** Formats that are not printed piece by piece need many times their size in memory. */
const maxBeautifiedBytes = 20 * 1024 * 1024

/** Formats bodies. Each formatted body is stored separately, next to the received one. */
export class FormattedBodies {
  readonly #bodies: FileBodyStore
  readonly #formatter: BodyFormatter
  readonly #onForget: (handle: string) => Promise<void>
  /** The handle of the formatted body by handle and format; null if there is none. */
  readonly #made = new Map<string, Promise<string | null>>()
  /** The bodies that are being formatted, by handle and format. */
  readonly #growing = new Map<string, { readonly handle: string; writtenBytes(): number }>()

  /** `onForget` is called with the handle of a formatted body that is deleted. */
  constructor(bodies: FileBodyStore, formatter: BodyFormatter, onForget: (handle: string) => Promise<void>) {
    this.#bodies = bodies
    this.#formatter = formatter
    this.#onForget = onForget
  }

  /**
   * Formats a body, once for all callers. Resolves to the handle of the new body; null if the body can only
   * be shown as received.
   */
  formattedBody(handle: string, format: BodyFormat, encoding: TextEncoding): Promise<string | null> {
    if (!isPrintable(format)) return Promise.resolve(null)
    const key = keyOf(handle, format)
    const made =
      this.#made.get(key) ??
      this.#format(handle, format, encoding, key).catch(error => {
        // The received body can still be read, for example if the disk is too full for another one.
        if (describeRefusal(error) === null) logFault('formatting a body', error)
        return null
      })
    this.#made.set(key, made)
    return made
  }

  /** Returns the handle of a body of which a part is formatted, while the rest is; null if none is yet. */
  beginningOf(handle: string, format: BodyFormat): string | null {
    const growing = this.#growing.get(keyOf(handle, format))
    return growing !== undefined && growing.writtenBytes() > 0 ? growing.handle : null
  }

  /** Deletes what was formatted from a body. */
  async release(handle: string): Promise<void> {
    const formatted = [...this.#made].filter(([key]) => key.startsWith(`${handle}/`))
    for (const [key] of formatted) this.#made.delete(key)
    for (const [, made] of formatted) {
      const other = await made
      if (other !== null) await this.#onForget(other)
    }
  }

  async #format(
    handle: string,
    format: PrintableFormat,
    encoding: TextEncoding,
    key: string,
  ): Promise<string | null> {
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    const isLimited = format === 'html' || format === 'javascript'
    if (sizeBytes === 0 || (isLimited && sizeBytes > maxBeautifiedBytes)) return null
    const sourcePath = await this.#bodies.path(handle)
    if (sourcePath === null) return null
    const { name, markBytes } = encoding
    const written = new BigInt64Array(new SharedArrayBuffer(8))
    const writtenBytes = () => Number(Atomics.load(written, 0))
    let begun = ''
    const onBegin = (growing: string) => {
      begun = growing
      this.#growing.set(key, { handle: growing, writtenBytes })
    }
    let made: string | null = null
    try {
      made = await this.#bodies.createBy(
        targetPath =>
          this.#formatter.format({ sourcePath, targetPath, format, encoding: name, markBytes, written }),
        { writtenBytes, onBegin },
      )
      return made
    } finally {
      this.#growing.delete(key)
      if (made === null) await this.#onForget(begun)
    }
  }
}

function keyOf(handle: string, format: BodyFormat): string {
  return `${handle}/${format}`
}

function isPrintable(format: BodyFormat): format is PrintableFormat {
  return format !== 'yaml' && format !== 'text'
}
