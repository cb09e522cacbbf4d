import type { ExportLoss, ExportSettings } from './exported.ts'

/** Takes down what has no place, and hides secrets. */
export class ExportLog {
  readonly losses: ExportLoss[] = []
  readonly #settings: ExportSettings
  readonly #path: string[] = []

  constructor(settings: ExportSettings) {
    this.#settings = settings
  }

  within<Value>(name: string, write: () => Value): Value {
    this.#path.push(name)
    try {
      return write()
    } finally {
      this.#path.pop()
    }
  }

  loss(subject: string): void {
    this.losses.push({ path: [...this.#path], subject })
  }

  /** The text of a secret field: as it is where it is empty or a reference, else a placeholder. */
  secret(value: string, name: string): string {
    const isReference = /^\s*\{\{[^{}]+\}\}\s*$/.test(value)
    return this.#settings.includeSecrets || value === '' || isReference ? value : `{{${name}}}`
  }
}
