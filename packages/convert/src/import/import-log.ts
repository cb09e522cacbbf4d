import type { SecretVariable, Variable } from '@parley/model'
import { unfilledNames } from './after-reading/unfilled-names.ts'
import type {
  ImportCounts,
  Imported,
  ImportedFile,
  ImportedScript,
  ImportedSecret,
  ImportedText,
  ImportLoss,
  ImportLossCode,
  ImportReport,
} from './imported.ts'

/** Records the findings of an import, each with its position. */
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
  readonly #workspaceVariables: Variable[] = []
  readonly #texts: ImportedText[] = []
  readonly #path: string[] = []
  readonly #onRequests: (number: number) => void

  /** @param onRequests called as requests are read, because a large file takes seconds */
  constructor(onRequests: (number: number) => void = () => {}) {
    this.#onRequests = onRequests
  }

  /** Runs `read` one level deeper. */
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
    if (what === 'requests') this.#onRequests(number)
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

  /** Records the value of a secret variable, which no entity contains. */
  secret(name: string, value: string, scope: ImportedSecret['scope'] = 'environment'): void {
    if (value === '') this.loss('SECRET_MISSING', `the variable ${name}`)
    else this.#secrets.push({ path: [...this.#path], scope, name, value })
  }

  /** Records a secret variable of a request as a variable of the workspace, because requests have no secret ones. */
  workspaceSecret(variable: SecretVariable, value: string): void {
    this.loss('SECRET_MOVED', variable.name)
    this.secret(variable.name, value, 'workspace')
    this.workspaceVariable(variable)
  }

  /** Records a variable of the workspace; the first of a name counts. */
  workspaceVariable(variable: Variable): void {
    if (!this.#workspaceVariables.some(one => one.name === variable.name))
      this.#workspaceVariables.push(variable)
  }

  /** Records a file that belongs beside a collection. */
  text(text: ImportedText): void {
    this.#texts.push(text)
  }

  /** Returns the import with everything recorded, and the names that nothing will fill in. */
  imported({
    collections,
    environments = [],
    globals = [],
  }: Pick<Imported, 'collections'> & Partial<Pick<Imported, 'environments' | 'globals'>>): Imported {
    return {
      collections,
      environments,
      globals,
      workspaceVariables: this.#workspaceVariables,
      secrets: this.#secrets,
      files: this.#texts,
      report: this.#reportWith(
        unfilledNames({
          collections,
          environments,
          variables: [...globals, ...this.#workspaceVariables],
          scripts: this.#scripts.map(({ text }) => text),
        }),
      ),
    }
  }

  #reportWith(losses: readonly ImportLoss[]): ImportReport {
    return {
      counts: { ...this.#counts },
      losses: [...this.#losses, ...losses],
      filesToPick: this.#files,
      scripts: this.#scripts,
    }
  }
}
