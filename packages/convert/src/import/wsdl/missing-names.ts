import type { ImportLog } from '../import-log.ts'
import type { XmlName } from '../xml-value.ts'

/** Reports what a description refers to and does not have, each once. */
export class MissingNames {
  readonly #log: ImportLog
  readonly #reported = new Set<string>()

  constructor(log: ImportLog) {
    this.#log = log
  }

  /** @param kind what has the name, in words */
  report(kind: string, { namespace, local }: XmlName): void {
    const subject = `the ${kind} ${local}${namespace === '' ? '' : ` of ${namespace}`}`
    if (this.#reported.has(subject)) return
    this.#reported.add(subject)
    this.#log.loss('REFERENCE_NOT_FOUND', subject)
  }
}
