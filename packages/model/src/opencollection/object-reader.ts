import { failed, ok, type Result } from '../result.ts'
import type { Description } from '../row.ts'
import {
  describeReadPath,
  maximumReadProblems,
  type ReadPath,
  type ReadProblem,
  type ReadProblemCode,
} from './read-problem.ts'

/**
 * Reads an object of a file key by key. An absent or null key returns the fallback. So does a wrong type,
 * which is also reported as a problem; reading never throws. Only own keys with fixed names are read, so
 * `__proto__` and similar keys have no effect.
 */
export class ObjectReader {
  readonly path: ReadPath
  /** False if the file contains something else here, which has already been reported. */
  readonly isReadable: boolean
  readonly #value: object
  readonly #problems: ReadProblem[]

  constructor(value: unknown, path: ReadPath, problems: ReadProblem[]) {
    this.path = path
    this.#problems = problems
    this.#value = isPlainObject(value) ? value : {}
    this.isReadable = isPlainObject(value) || value === undefined || value === null
    if (!this.isReadable) this.#wrongType(path, 'a set of keys and values', value)
  }

  /** Returns the value of a key; undefined if it is null or absent. */
  value(key: string): unknown {
    const value: unknown = Object.hasOwn(this.#value, key) ? Reflect.get(this.#value, key) : undefined
    return value ?? undefined
  }

  has(key: string): boolean {
    return this.value(key) !== undefined
  }

  isEmpty(): boolean {
    return Object.keys(this.#value).length === 0
  }

  isList(key: string): boolean {
    return Array.isArray(this.value(key))
  }

  text(key: string, fallback = ''): string {
    return this.optionalText(key) ?? fallback
  }

  optionalText(key: string): string | undefined {
    return this.#textAt([...this.path, key], this.value(key))
  }

  flag(key: string, fallback = false): boolean {
    const value = this.value(key)
    if (typeof value === 'boolean') return value
    if (value !== undefined) this.#wrongType([...this.path, key], 'true or false', value)
    return fallback
  }

  optionalNumber(key: string): number | undefined {
    const value = this.value(key)
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (value !== undefined) this.#wrongType([...this.path, key], 'a number', value)
    return undefined
  }

  /** Returns one of the texts that the format defines. */
  choice<Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): Choice {
    return this.named(
      key,
      choices.map(choice => [choice, choice]),
      fallback,
    )
  }

  /** Returns the model's name for one of the texts that the format defines. */
  named<Name extends string>(key: string, names: SchemaNames<Name>, fallback: Name): Name {
    const text = this.optionalText(key)
    if (text === undefined) return fallback
    const found = names.find(([schemaName]) => schemaName === text)
    if (found !== undefined) return found[1]
    const known = names.map(([schemaName]) => schemaName).join(', ')
    this.problem([key], 'UNKNOWN_VALUE', `must be one of ${known}, and is “${shortened(text)}”`)
    return fallback
  }

  /** Reports an absent key that this object needs. */
  require(key: string): void {
    if (this.isReadable && !this.has(key)) this.problem([key], 'MISSING', 'is missing')
  }

  /** Returns a reader of an object; an absent object reads as an empty one. */
  object(key: string): ObjectReader {
    return new ObjectReader(this.value(key), [...this.path, key], this.#problems)
  }

  objects<Entry>(key: string, read: (entry: ObjectReader) => Entry): Entry[] {
    return this.#list(key, (value, path) => read(new ObjectReader(value, path, this.#problems)))
  }

  texts(key: string): string[] {
    return this.#list(key, (value, path) => this.#textAt(path, value) ?? '')
  }

  /** Returns a `description` or `docs`: text, text with its media type, or an explicit null. */
  described(key: string): Description | undefined {
    if (Object.hasOwn(this.#value, key) && Reflect.get(this.#value, key) === null) return null
    const value = this.value(key)
    if (!isPlainObject(value)) return this.optionalText(key)
    const description = this.object(key)
    return { content: description.text('content'), type: description.text('type') }
  }

  /**
   * Reports a problem within this object.
   * @param whatIsWrong continues a sentence that begins with the path
   */
  problem(below: ReadPath, code: ReadProblemCode, whatIsWrong: string): void {
    this.#note([...this.path, ...below], code, whatIsWrong)
  }

  #list<Entry>(key: string, read: (value: unknown, path: ReadPath) => Entry): Entry[] {
    const value = this.value(key)
    const path = [...this.path, key]
    if (Array.isArray(value)) {
      const entries = value.map((entry: unknown, index) => ({ entry, index }))
      // YAML parses a lone dash as null, an empty entry.
      return entries
        .filter(({ entry }) => entry !== null && entry !== undefined)
        .map(({ entry, index }) => read(entry, [...path, index]))
    }
    if (value !== undefined) this.#wrongType(path, 'a list', value)
    return []
  }

  #textAt(path: ReadPath, value: unknown): string | undefined {
    if (typeof value === 'string') return value
    // Numbers are not converted to text: YAML has already turned the typed 2.0 into 2.
    const hint = typeof value === 'object' ? 'text' : 'text in quotes'
    if (value !== undefined && value !== null) this.#wrongType(path, hint, value)
    return undefined
  }

  #wrongType(path: ReadPath, expected: string, value: unknown): void {
    this.#note(path, 'WRONG_TYPE', `must be ${expected}, and is ${typeName(value)}`)
  }

  #note(path: ReadPath, code: ReadProblemCode, whatIsWrong: string): void {
    if (this.#problems.length >= maximumReadProblems) return
    this.#problems.push({ path, code, sentence: `${describeReadPath(path)} ${whatIsWrong}.` })
  }
}

/** The format's and the model's name of each choice. */
export type SchemaNames<Name extends string> = readonly (readonly [schemaName: string, name: Name])[]

/** Returns the format's name of a choice. */
export function schemaNameOf<Name extends string>(names: SchemaNames<Name>, name: Name): string {
  return names.find(([, known]) => known === name)?.[0] ?? name
}

/** Reads a whole file and returns its entity, or all problems found in it. */
export function readFile<Entity>(
  value: unknown,
  read: (file: ObjectReader) => Entity,
): Result<Entity, readonly ReadProblem[]> {
  const problems: ReadProblem[] = []
  // An empty YAML file parses to null and counts as a file without keys.
  const entity = read(new ObjectReader(value, [], problems))
  return problems.length === 0 ? ok(entity) : failed(problems)
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeName(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a set of keys and values'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
