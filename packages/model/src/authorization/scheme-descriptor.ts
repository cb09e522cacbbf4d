import type { ObjectReader } from '../opencollection/object-reader.ts'
import type { OpenCollectionObject, OpenCollectionValue } from '../opencollection/value.ts'
import { defaultsOf, type FieldSet, type ValuesOf } from './field.ts'

/**
 * An authorization scheme, or another type of the Authorization tab: all that is known of it without sending. Its
 * type, defaults, checks, form, masks and files follow from it; what it does to a request is the engine's.
 */
export interface SchemeDescriptor<Type extends string, Fields extends FieldSet>
  extends SchemeWords,
    SchemeFields<Fields, keyof Fields & string, AuthValues<Type, Fields>> {
  readonly type: Type
}

/** Any descriptor, as code takes it that knows none of them. */
export interface AnyScheme extends SchemeWords, SchemeFields<FieldSet, string, AnyAuth> {
  readonly type: string
}

interface SchemeWords {
  /** As the Type picker calls it (spec 5.1). */
  readonly label: string
  /** As a sentence calls it; absent: by its label. */
  readonly shortName?: string
  /** What is particular about it, beside the picker. */
  readonly help?: string
  /** A sentence in its form, above the fields. */
  readonly note?: string
  /** Absent: it can be picked. What a file has is kept and named in any case. */
  readonly isOffered?: false
}

interface SchemeFields<Fields, Key extends string, Made> {
  readonly fields: Fields
  /** The fields that its form shows, in order; absent: all, in the order of `fields`. */
  readonly form?: readonly Key[]
  /** Those of the form that are folded under More options. */
  readonly more?: readonly Key[]
  /** When the form shows a field; absent: always. */
  readonly shownIf?: Readonly<Partial<Record<Key, Condition<Made>>>>
  /** When a send uses a field that is shown; absent: always. */
  readonly usedIf?: Readonly<Partial<Record<Key, Condition<Made>>>>
  readonly file: SchemeFile<Made>
}

/** The schemes that there are, by their types, in the order of the Type picker. */
export type SchemeRegistry = Readonly<Record<string, AnyScheme>>

/** An authorization of any scheme. */
export interface AnyAuth {
  readonly type: string
  readonly [field: string]: unknown
}

/** The authorization that fields make. */
export type AuthValues<Type extends string, Fields> = Readonly<Record<'type', Type>> & ValuesOf<Fields>

/** The authorization that a descriptor makes. */
export type AuthOf<Scheme> = Scheme extends { readonly type: infer Type; readonly fields: infer Fields }
  ? { readonly [Key in 'type' | keyof Fields]: AuthValues<Type & string, Fields>[Key] }
  : never

/** Something that holds for an authorization as it is set. */
export type Condition<Made> = { holds(auth: Made): boolean }['holds']

/** How files hold a scheme. */
export type SchemeFile<Made> =
  /** A word in place of the object. */
  | { readonly kind: 'word'; readonly word: string }
  /** A type of the OpenCollection schema whose keys are the names of the fields. */
  | { readonly kind: 'schema'; readonly name: string }
  /** Under `extensions.parley`, with the nearest value of the schema beside it, if it has one. */
  | { readonly kind: 'extension'; readonly beside?: OpenCollectionObject }
  | OwnFile<Made>

/** A type of the OpenCollection schema with keys of its own. */
export interface OwnFile<Made> {
  readonly kind: 'own'
  readonly name: string
  read(auth: ObjectReader): Made
  /** Returns the nearest value that the schema has. */
  write(auth: Made): OpenCollectionValue
  /** What the schema has no key for. */
  readonly extension?: OwnExtension<Made>
}

/** `stated` is what the schema's value gave if it is of this scheme, `beside` whatever it gave. */
export interface OwnExtension<Made> {
  read(extension: ObjectReader, stated: Made | null, beside: AnyAuth | undefined): Made
  /** Returns the type and what reading the schema's value again would not give. */
  write(auth: Made, stated: Made | null, beside: AnyAuth | undefined): OpenCollectionObject
}

/** Describes a scheme; its type follows as {@link AuthOf}. */
export function describeScheme<const Type extends string, const Fields extends FieldSet>(
  descriptor: SchemeDescriptor<Type, Fields>,
): SchemeDescriptor<Type, Fields> {
  return descriptor
}

/** Returns what the tab shows when a scheme is picked: empty fields and the scheme's defaults. */
export function newAuthOf<const Type extends string, Fields extends FieldSet>({
  type,
  fields,
}: {
  readonly type: Type
  readonly fields: Fields
}): AuthValues<Type, Fields> {
  return { type, ...defaultsOf(fields) }
}

/** The descriptor of an authorization; undefined: its type is not among the schemes. */
export function schemeOf({ type }: AnyAuth | { readonly type: string }, schemes: SchemeRegistry) {
  return Object.hasOwn(schemes, type) ? schemes[type] : undefined
}
