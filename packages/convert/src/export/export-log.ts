import { type Item, itemPhrase } from '@parley/model'
import type { ExportLoss, ExportSettings } from './exported.ts'

/** Records what the target format cannot express, and replaces secrets. */
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

  /** Records an item that the format has nothing for. */
  lossOfItem(item: Item): void {
    const lose = () => this.loss(itemPhrase(item))
    if ('name' in item) this.within(item.name, lose)
    else lose()
  }

  /** Returns the text of a secret field: unchanged if it is empty or a reference, otherwise a placeholder. */
  secret(value: string, name: string): string {
    const isReference = /^\s*\{\{[^{}]+\}\}\s*$/.test(value)
    return this.#settings.includeSecrets || value === '' || isReference ? value : `{{${name}}}`
  }
}
