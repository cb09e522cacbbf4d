import { defaultOf, defaultsOf, type Field, type FieldSet } from '../authorization/field.ts'
import type { AnyAuth } from '../authorization/scheme-descriptor.ts'
import { isSameValue } from './is-same-value.ts'
import type { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf } from './value.ts'

/** Reads the fields of a scheme by name; absent fields are taken from `base`. */
export function readFields<Base extends object>(reader: ObjectReader, fields: FieldSet, base: Base): Base {
  const read = Object.entries(fields).map(
    ([key, field]) => [key, readField(reader, key, field, Reflect.get(base, key))] as const,
  )
  return { ...base, ...Object.fromEntries(read) }
}

function readField(reader: ObjectReader, key: string, field: Field, base: unknown): unknown {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return reader.text(key, typeof base === 'string' ? base : '')
    case 'flag':
      return reader.flag(key, base === true)
    case 'choice': {
      const ids = field.choices.map(({ id }) => id)
      return reader.choice(key, ids, ids.find(id => id === base) ?? field.default)
    }
    case 'secretOrFile': {
      if (!reader.has(key)) return base
      const entry = reader.object(key)
      return { source: entry.choice('source', ['file', 'text'], 'text'), value: entry.text('value') }
    }
    case 'group':
      return readFields(reader.object(key), field.fields, typeof base === 'object' ? { ...base } : {})
    case 'list':
      return reader.has(key)
        ? reader.objects(key, entry => readFields(entry, field.fields, defaultsOf(field.fields)))
        : base
  }
}

/** Writes the fields of a scheme by name: choices always, others if they differ from their default. */
export function writeFields(name: string, auth: AnyAuth, fields: FieldSet): OpenCollectionObject {
  const written = Object.entries(fields).map(([key, field]) => {
    const value = plainValue(auth[key])
    const isLeftOut = field.kind !== 'choice' && isSameValue(value, defaultOf(field))
    return [key, isLeftOut ? undefined : value] as const
  })
  return objectOf({ type: name, ...Object.fromEntries(written) })
}

/** Returns the type of an authorization, and the fields that differ from `base`. */
export function differing(auth: AnyAuth, base: AnyAuth): OpenCollectionObject {
  const kept = Object.entries(auth).filter(([key, value]) => key === 'type' || !isSameValue(value, base[key]))
  return objectOf(Object.fromEntries(kept.map(([key, value]) => [key, plainValue(value)])))
}

/** Converts a field's value for files: texts, flags, and objects and lists of them. */
function plainValue(value: unknown): OpenCollectionValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(plainValue)
  const entries = Object.entries(value ?? {})
  return Object.fromEntries(entries.map(([key, entry]) => [key, plainValue(entry)]))
}
