import {
  type PlainVariable,
  type SecretVariable,
  type Variable,
  type VariableType,
  type VariableValue,
  type VariableVariant,
  variableText,
} from '../variables/variable.ts'
import { ObjectReader } from './object-reader.ts'
import { describedBy, writeDescription } from './row.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  type OpenCollectionValue,
  objectOf,
  trueOrNothing,
} from './value.ts'

const variableTypes: readonly VariableType[] = ['string', 'number', 'boolean', 'null', 'object']

/** Reads the variables of a request. */
export function readPlainVariables(reader: ObjectReader): readonly PlainVariable[] {
  return reader.objects('variables', readPlainVariable)
}

export function writePlainVariables(variables: readonly PlainVariable[]) {
  return listUnlessEmpty(variables, writePlainVariable)
}

/**
 * Reads the variables of an environment, a workspace or the globals. Every secret is withheld from scripts:
 * permission is given on each device, and files cannot give it (behaviour, Permission of scripts).
 */
export function readVariables(reader: ObjectReader): readonly Variable[] {
  return reader.objects('variables', entry =>
    entry.flag('secret') ? readSecretVariable(entry) : readPlainVariable(entry),
  )
}

export function writeVariables(variables: readonly Variable[]) {
  return listUnlessEmpty(variables, variable =>
    variable.secret ? writeSecretVariable(variable) : writePlainVariable(variable),
  )
}

/**
 * Reads the variables of a folder or collection. Their schema has no secrets, so `extensions.parley.secrets` of the same
 * file lists them (behaviour, Storage). Every secret is withheld from scripts, as in {@link readVariables}.
 */
export function readInheritedVariables(reader: ObjectReader, parley: ObjectReader): readonly Variable[] {
  const names = listedSecretNames(parley)
  return reader.objects('variables', entry =>
    names.has(entry.text('name')) ? readListedSecret(entry) : readPlainVariable(entry),
  )
}

/** Writes the variables of a folder or collection, and what lists the secrets among them. */
export function writeInheritedVariables(variables: readonly Variable[]): {
  readonly value: OpenCollectionValue | undefined
  readonly secrets: readonly string[] | undefined
} {
  const secrets = new Set(variables.flatMap(one => (one.secret && one.name !== '' ? [one.name] : [])))
  const entries = [...secrets].map(secretVariableEntry).toSorted()
  return {
    value: listUnlessEmpty(variables, variable =>
      variable.secret ? writeListedSecret(variable) : writePlainVariable(variable),
    ),
    secrets: entries.length === 0 ? undefined : entries,
  }
}

const variablePrefix = 'variables.'

/**
 * Returns the entry of a secret variable in `extensions.parley.secrets`: its name. The list also has the paths of fields, such
 * as `auth.token`, which all contain a dot, so a name with a dot gets a prefix.
 */
function secretVariableEntry(name: string): string {
  return name.includes('.') ? variablePrefix + name : name
}

/** Returns whether an entry of `extensions.parley.secrets` lists a variable; the others list fields. */
export function isSecretVariableEntry(entry: string): boolean {
  return !entry.includes('.') || entry.startsWith(variablePrefix)
}

function listedSecretNames(parley: ObjectReader): ReadonlySet<string> {
  const listed = parley.value('secrets')
  if (!Array.isArray(listed)) return new Set()
  const entries = listed.filter(entry => typeof entry === 'string').filter(isSecretVariableEntry)
  return new Set(
    entries.map(entry => (entry.startsWith(variablePrefix) ? entry.slice(variablePrefix.length) : entry)),
  )
}

/**
 * Returns the values that the file of a folder or collection has for its secret variables, by name: another program wrote
 * them there.
 */
export function secretTextsInFile(value: unknown): ReadonlyMap<string, string> {
  const file = new ObjectReader(value, [], [])
  const names = listedSecretNames(file.object('extensions').object('parley'))
  if (names.size === 0) return new Map()
  const texts = file
    .object('request')
    .objects('variables', entry => [entry.text('name'), variableText(readPlainVariable(entry))] as const)
  return new Map(texts.filter(([name, text]) => names.has(name) && text !== ''))
}

/** Bruno writes `enabled`, where the schema has `disabled`. */
function isEnabled(reader: ObjectReader): boolean {
  return reader.has('disabled') ? !reader.flag('disabled') : reader.flag('enabled', true)
}

function readSecretVariable(reader: ObjectReader): SecretVariable {
  return {
    secret: true,
    name: reader.text('name'),
    ...describedBy(reader),
    enabled: isEnabled(reader),
    ...(reader.has('type') ? { type: reader.choice('type', variableTypes, 'string') } : {}),
    allowedToScripts: false,
  }
}

function writeSecretVariable(variable: SecretVariable): OpenCollectionObject {
  return objectOf({
    secret: true,
    name: variable.name,
    description: writeDescription(variable.description),
    disabled: trueOrNothing(!variable.enabled),
    type: variable.type,
  })
}

function readListedSecret(reader: ObjectReader): SecretVariable {
  const { secret: _, value, variants: _variants, ...shared } = readPlainVariable(reader)
  const type = value.type === undefined ? {} : { type: value.type }
  return { secret: true, ...shared, ...type, allowedToScripts: false }
}

function writeListedSecret(variable: SecretVariable): OpenCollectionObject {
  return objectOf({
    name: variable.name,
    value: writeValue({ text: '', ...(variable.type === undefined ? {} : { type: variable.type }) }),
    description: writeDescription(variable.description),
    disabled: trueOrNothing(!variable.enabled),
  })
}

function readPlainVariable(reader: ObjectReader): PlainVariable {
  const plain = {
    secret: false,
    name: reader.text('name'),
    ...describedBy(reader),
    enabled: isEnabled(reader),
  } as const
  if (!reader.isList('value')) return { ...plain, value: readValue(reader, 'value') }
  const variants = reader.objects('value', readVariant)
  const chosen = variants.find(variant => variant.selected) ?? variants[0]
  return { ...plain, value: chosen?.value ?? { text: '' }, variants }
}

function writePlainVariable(variable: PlainVariable): OpenCollectionObject {
  return objectOf({
    name: variable.name,
    value: variable.variants?.map(writeVariant) ?? writeValue(variable.value),
    description: writeDescription(variable.description),
    disabled: trueOrNothing(!variable.enabled),
  })
}

function readVariant(reader: ObjectReader): VariableVariant {
  return {
    title: reader.text('title'),
    selected: reader.flag('selected'),
    value: readValue(reader, 'value'),
  }
}

function writeVariant(variant: VariableVariant): OpenCollectionObject {
  return objectOf({
    title: variant.title,
    selected: trueOrNothing(variant.selected),
    value: writeValue(variant.value),
  })
}

function readValue(reader: ObjectReader, key: string): VariableValue {
  if (typeof reader.value(key) !== 'object') return { text: reader.text(key) }
  const value = reader.object(key)
  return { text: value.text('data'), type: value.choice('type', variableTypes, 'string') }
}

function writeValue(value: VariableValue): OpenCollectionValue {
  return value.type === undefined ? value.text : { type: value.type, data: value.text }
}
