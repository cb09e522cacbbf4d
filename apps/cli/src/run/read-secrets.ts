import type { VariableScope } from '@parley/engine'
import type { Variable } from '@parley/model'
import type { Io } from '../io/io.ts'
import { readTypedText } from '../options/read-typed-text.ts'

/**
 * Parses the values of `--secret`, typed as `name=@file` or `name=value`. Returns a sentence if they are
 * invalid.
 */
export async function readSecrets(
  typed: readonly string[],
  io: Io,
): Promise<ReadonlyMap<string, string> | string> {
  const values = new Map<string, string>()
  for (const one of typed) {
    const end = one.indexOf('=')
    const name = one.slice(0, Math.max(end, 0)).trim()
    // The text after the name may be the secret itself, so the sentence does not repeat it.
    if (name === '') return 'A --secret has no name. Write it as name=@file or name=value.'
    const text = one.slice(end + 1)
    if (!text.startsWith('@')) {
      values.set(name, text)
      continue
    }
    const read = await readTypedText(text.slice(1), io, {
      tooLarge: 'Name the file that holds the secret alone.',
      notText: 'A secret is text: save it as UTF-8.',
    })
    if (!read.ok) return read.failure
    // Files end with a line break that does not belong to the secret.
    values.set(name, read.value.replace(/\r?\n$/, ''))
  }
  return values
}

/** The secrets that the command line allows scripts to read. */
export interface AllowedSecrets {
  /** Set by `--allow-secrets`. */
  readonly all: boolean
  /** The names given to `--allow-secret`. */
  readonly names: ReadonlySet<string>
}

/** Returns the variables with the secrets allowed that the command line allows to scripts. */
export function allowTypedSecrets(
  variables: readonly Variable[],
  { all, names }: AllowedSecrets,
): readonly Variable[] {
  return variables.map(one =>
    one.secret && (all || names.has(one.name)) ? { ...one, allowedToScripts: true } : one,
  )
}

/**
 * Creates the scope of the secrets of a run. Scripts see the secrets that the command line allows, and those
 * that every variable of that name allows (behaviour 5.3).
 */
export function scopeOfSecrets(
  values: ReadonlyMap<string, string>,
  declared: readonly Variable[],
  typed: AllowedSecrets,
): VariableScope {
  const names = [...values.keys()]
  const isAllowed = (name: string) => {
    const ofName = declared.filter(one => one.secret && one.name === name)
    const isDeclared = ofName.length > 0 && ofName.every(one => one.secret && one.allowedToScripts)
    return typed.all || typed.names.has(name) || isDeclared
  }
  return {
    name: 'environment',
    values: new Map([...values].map(([name, text]) => [name, { text, isLiteral: true }])),
    secretNames: new Set(names),
    withheldNames: new Set(names.filter(name => !isAllowed(name))),
  }
}
