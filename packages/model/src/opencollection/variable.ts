import type {
  PlainVariable,
  SecretVariable,
  Variable,
  VariableType,
  VariableValue,
  VariableVariant,
} from '../variables/variable.ts'
import type { ObjectReader } from './object-reader.ts'
import { describedBy, writeDescription } from './row.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  type OpenCollectionValue,
  objectOf,
  trueOrNothing,
} from './value.ts'

const variableTypes: readonly VariableType[] = ['string', 'number', 'boolean', 'null', 'object']

/** Reads the variables of a request, folder or collection. */
export function readPlainVariables(reader: ObjectReader): readonly PlainVariable[] {
  return reader.objects('variables', readPlainVariable)
}

export function writePlainVariables(variables: readonly PlainVariable[]) {
  return listUnlessEmpty(variables, writePlainVariable)
}

/**
 * Reads the variables of an environment, a workspace or the globals. Every secret is withheld from scripts:
 * permission is given on each device, and files cannot give it (product decisions, Permission of scripts).
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
