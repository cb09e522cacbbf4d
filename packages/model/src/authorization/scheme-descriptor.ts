import type { ObjectReader } from '../opencollection/object-reader.ts'
import type { OpenCollectionObject, OpenCollectionValue } from '../opencollection/value.ts'
import { defaultsOf, type FieldSet, type ValuesOf } from './field.ts'

/**
 * An authorization scheme, or another type of the Authorization tab: everything that is known about it
 * without sending. Its type, defaults, validation, form, masking and file format follow from it; the engine
 * implements it.
 */
export interface SchemeDescriptor<Type extends string, Fields extends FieldSet>
  extends SchemeWords,
    SchemeFields<Fields, keyof Fields & string, AuthValues<Type, Fields>> {
  readonly type: Type
}

/** Any descriptor, for code that does not depend on a particular scheme. */
export interface AnyScheme extends SchemeWords, SchemeFields<FieldSet, string, AnyAuth> {
  readonly type: string
}

interface SchemeWords {
  /** The label in the Type picker (behaviour 5.1). */
  readonly label: string
  /** The name in sentences; the label if absent. */
  readonly shortName?: string
  /** An explanation next to the picker. */
  readonly help?: string
  /** A sentence in its form, above the fields. */
  readonly note?: string
  /** False if it cannot be picked. Authorizations of this type in files are kept and shown anyway. */
  readonly isOffered?: false
}

interface SchemeFields<Fields, Key extends string, Made> {
  readonly fields: Fields
  /** The fields in the form, in order; absent means all, in the order of `fields`. */
  readonly form?: readonly Key[]
  /** The fields of the form that are under More options. */
  readonly more?: readonly Key[]
  /** When the form shows a field; absent means always. */
  readonly shownIf?: Readonly<Partial<Record<Key, Condition<Made>>>>
  /** When a send uses a field that is shown; absent means always. */
  readonly usedIf?: Readonly<Partial<Record<Key, Condition<Made>>>>
  /** When the explanation next to the picker shows; absent means always. */
  readonly helpIf?: Condition<Made>
  readonly file: SchemeFile<Made>
}

/** Schemes by type, in the order of the Type picker. */
export type SchemeRegistry = Readonly<Record<string, AnyScheme>>

/** An authorization of any scheme. */
export interface AnyAuth {
  readonly type: string
  readonly [field: string]: unknown
}

/** The type of an authorization with these fields. */
export type AuthValues<Type extends string, Fields> = Readonly<Record<'type', Type>> & ValuesOf<Fields>

/** The type of a descriptor's authorizations. */
export type AuthOf<Scheme> = Scheme extends { readonly type: infer Type; readonly fields: infer Fields }
  ? { readonly [Key in 'type' | keyof Fields]: AuthValues<Type & string, Fields>[Key] }
  : never

/** Returns whether a condition holds for an authorization. */
export type Condition<Made> = { holds(auth: Made): boolean }['holds']

/** How files store a scheme. */
export type SchemeFile<Made> =
  /** As a word instead of an object. */
  | { readonly kind: 'word'; readonly word: string }
  /** As a type of the OpenCollection schema whose keys are the names of the fields. */
  | { readonly kind: 'schema'; readonly name: string }
  /** Under `extensions.parley`, together with the nearest value of the schema, if there is one. */
  | { readonly kind: 'extension'; readonly beside?: OpenCollectionObject }
  | OwnFile<Made>

/** As a type of the OpenCollection schema with different keys. */
export interface OwnFile<Made> {
  readonly kind: 'own'
  readonly name: string
  read(auth: ObjectReader): Made
  /** Returns the nearest value of the schema. */
  write(auth: Made): OpenCollectionValue
  /** Reads and writes the parts that the schema has no key for. */
  readonly extension?: OwnExtension<Made>
}

/**
 * Reads and writes the part of an authorization in the extension. `stated` is the authorization that the
 * schema's value describes, if it is of this scheme; `beside` is the same whatever its scheme.
 */
export interface OwnExtension<Made> {
  read(extension: ObjectReader, stated: Made | null, beside: AnyAuth | undefined): Made
  /** Returns the type, and the parts that reading the schema's value would not restore. */
  write(auth: Made, stated: Made | null, beside: AnyAuth | undefined): OpenCollectionObject
}

/** Describes a scheme. The type of its authorizations is {@link AuthOf}. */
export function describeScheme<const Type extends string, const Fields extends FieldSet>(
  descriptor: SchemeDescriptor<Type, Fields>,
): SchemeDescriptor<Type, Fields> {
  return descriptor
}

/** Returns an authorization with the scheme's defaults. */
export function newAuthOf<const Type extends string, Fields extends FieldSet>({
  type,
  fields,
}: {
  readonly type: Type
  readonly fields: Fields
}): AuthValues<Type, Fields> {
  return { type, ...defaultsOf(fields) }
}

/** Returns the descriptor of an authorization; undefined if its type is unknown. */
export function schemeOf({ type }: AnyAuth | { readonly type: string }, schemes: SchemeRegistry) {
  return Object.hasOwn(schemes, type) ? schemes[type] : undefined
}
