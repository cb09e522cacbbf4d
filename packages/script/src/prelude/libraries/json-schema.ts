import { format, type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { Assertion, util } from 'chai'
import { isScriptResponse } from '../core/response-subject.ts'
import { strictSchemaFlag } from '../core/strict-expect.ts'
import { coerced } from './coerce-types.ts'
import { schemaFault } from './schema-fault.ts'

/** Formats of OpenAPI, which other clients' validators know too. */
const openApiFormats: Readonly<Record<string, (value: unknown) => boolean>> = {
  byte: value => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(String(value)),
  binary: () => true,
  password: () => true,
}

/** Formats of numbers, as schemas, because the validator looks only at formats of text. */
const numberFormats: Readonly<Record<string, Schema>> = {
  int32: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 },
}

const notNumbers: Schema = { type: ['array', 'boolean', 'null', 'object', 'string'] }

/** The options of Ajv that have an effect here. */
interface SchemaOptions {
  readonly coerceTypes?: unknown
  readonly strict?: unknown
}

/** Adds `jsonSchema` to assertions (behaviour, Libraries in scripts). */
export function installJsonSchema(): void {
  Object.assign(format, openApiFormats)
  util.addMethod(
    Assertion.prototype,
    'jsonSchema',
    function (this: Chai.AssertionStatic, schema: unknown, options: SchemaOptions = {}) {
      const subject = util.flag(this, 'object')
      const isStrict = options.strict ?? util.flag(this, strictSchemaFlag) === true
      const compiled = compile(schema, isStrict !== false)
      const value = isScriptResponse(subject) ? subject.json() : subject
      const faults = faultsOf(compiled, options.coerceTypes ? coerced(value, compiled) : value)
      this.assert(
        faults.length === 0,
        `expected data to satisfy schema but found following errors: \n${faults.join(', ')}`,
        'expected data to not satisfy schema',
        undefined,
      )
    },
  )
}

/** @throws an assertion error if the schema itself is wrong */
function compile(schema: unknown, isStrict: boolean): Schema | boolean {
  if (typeof schema === 'boolean') return schema
  if (typeof schema !== 'object' || schema === null)
    throw new TypeError('jsonSchema needs a schema, which is an object')
  const fault = schemaFault(schema, isStrict)
  if (fault !== null) throw new Error(`JSON schema compile error: ${fault}`)
  // A copy, as the validator marks what it has seen.
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => withNumberFormat(value))
}

function withNumberFormat(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const range = numberFormats[String(Reflect.get(schema, 'format'))]
  if (range === undefined) return schema
  const others: unknown = Reflect.get(schema, 'allOf') ?? []
  return { ...schema, allOf: [...[others].flat(), { anyOf: [notNumbers, range] }] }
}

const drafts: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-04/, '4'],
  [/2019-09/, '2019-09'],
  [/2020-12/, '2020-12'],
]

/** Returns the draft that a schema names; draft-06 is read as draft-07, as is a schema that names none. */
function draftOf(schema: Schema | boolean): SchemaDraft {
  const named = typeof schema === 'object' ? String(schema.$schema ?? '') : ''
  return drafts.find(([pattern]) => pattern.test(named))?.[1] ?? '7'
}

const shownFaults = 5

/** Returns the faults of the data, with their places; the outer messages only repeat the inner ones. */
function faultsOf(schema: Schema | boolean, value: unknown): readonly string[] {
  if (schema === true) return []
  if (schema === false) return ['the schema allows nothing']
  const { errors } = new Validator(schema, draftOf(schema), false).validate(plain(value))
  const inner = errors.filter(one => !isRepeated(one, errors))
  return inner.slice(0, shownFaults).map(faultText)
}

function isRepeated(error: OutputUnit, errors: readonly OutputUnit[]): boolean {
  return errors.some(
    other =>
      other !== error &&
      other.keywordLocation.startsWith(`${error.keywordLocation}/`) &&
      other.instanceLocation.startsWith(error.instanceLocation),
  )
}

/** Returns a fault in the words of Postman: `data.items[0].id should be number`. */
function faultText({ instanceLocation, keyword, error }: OutputUnit): string {
  const keys = instanceLocation
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const place = keys.map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  const type = keyword === 'type' ? /Expected "(.*)"\.$/.exec(error)?.[1] : undefined
  return `data${place} ${type === undefined ? `is wrong: ${error}` : `should be ${type.replaceAll('", "', ',')}`}`
}

/** Returns data as JSON has it, because a script may have made it. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value) ?? 'null')
}
