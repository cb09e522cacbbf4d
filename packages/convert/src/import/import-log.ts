import type {
  ImportCounts,
  ImportedFile,
  ImportedScript,
  ImportedSecret,
  ImportLoss,
  ImportLossCode,
  ImportReport,
} from './imported.ts'

/** Takes down what an import comes across, with the place where it stands. */
export class ImportLog {
  readonly #counts: { -readonly [Name in keyof ImportCounts]: number } = {
    collections: 0,
    folders: 0,
    requests: 0,
    examples: 0,
    environments: 0,
    variables: 0,
  }
  readonly #losses: ImportLoss[] = []
  readonly #files: ImportedFile[] = []
  readonly #scripts: ImportedScript[] = []
  readonly #secrets: ImportedSecret[] = []
  readonly #path: string[] = []

  /** Runs `read` one level further in. */
  within<Value>(name: string, read: () => Value): Value {
    this.#path.push(name)
    try {
      return read()
    } finally {
      this.#path.pop()
    }
  }

  count(what: keyof ImportCounts, number = 1): void {
    this.#counts[what] += number
  }

  loss(code: ImportLossCode, subject: string): void {
    this.#losses.push({ path: [...this.#path], code, subject })
  }

  file(filePath: string): void {
    if (filePath !== '') this.#files.push({ path: [...this.#path], filePath })
  }

  script(phase: ImportedScript['phase'], text: string): void {
    if (text.trim() !== '') this.#scripts.push({ path: [...this.#path], phase, text })
  }

  secret(name: string, value: string): void {
    if (value !== '') this.#secrets.push({ path: [...this.#path], name, value })
  }

  get secrets(): readonly ImportedSecret[] {
    return this.#secrets
  }

  get report(): ImportReport {
    return {
      counts: { ...this.#counts },
      losses: this.#losses,
      filesToPick: this.#files,
      scripts: this.#scripts,
    }
  }
}
