/**
 * A field of an authorization scheme. It determines the field's default, its validation in files and drafts,
 * its control in the form, and whether its text is kept as a secret.
 */
export type Field = PlainField | SecretField | SecretOrFileField | GroupField | ListField

/** A field that contains no secret. */
export type PlainField = TextField | ChoiceField | FlagField

/** The fields of a scheme by their names in the model, in the order in which files list them. */
export type FieldSet = Readonly<Record<string, Field>>

/**
 * The fields of a group or of a list entry. They cannot be secret, because files list secrets by top-level
 * names.
 */
export type PlainFieldSet = Readonly<Record<string, PlainField>>

/** A text that may contain `{{variables}}`. */
export interface TextField extends TextOptions {
  readonly kind: 'text'
  readonly label: string
  readonly default: string
}

interface TextOptions {
  /** Texts that the form offers in a picker. Files may contain any other text, which is kept. */
  readonly offers?: readonly string[]
  readonly placeholder?: string
  readonly isMultiline?: true
  /** A sentence below the control. */
  readonly note?: string
}

/** A text that is stored encrypted outside files and shown masked (behaviour, Secret fields). */
export interface SecretField {
  readonly kind: 'secret'
  readonly label: string
  readonly placeholder?: string
  readonly isMultiline?: true
}

/** A secret text, or the path of a file that contains it; the path is not secret. */
export interface SecretOrFileField extends Omit<SecretField, 'kind'> {
  readonly kind: 'secretOrFile'
}

/** One of several values. */
export interface ChoiceField<Id extends string = string> {
  readonly kind: 'choice'
  readonly label: string
  readonly choices: readonly FieldChoice<Id>[]
  readonly default: Id
}

/** A value of a {@link ChoiceField}, and its label in the form. */
export interface FieldChoice<Id extends string = string> {
  readonly id: Id
  readonly label: string
  /** False for a value that is kept in files but can no longer be selected. */
  readonly isOffered?: false
}

/** A field that is on or off. */
export interface FlagField {
  readonly kind: 'flag'
  readonly label: string
  readonly default: boolean
}

/** Fields that belong together. The form of the scheme shows them with its own control. */
export interface GroupField<Fields extends PlainFieldSet = PlainFieldSet> {
  readonly kind: 'group'
  readonly fields: Fields
}

/** Any number of entries, none by default. The form of the scheme shows them with its own control. */
export interface ListField<Fields extends PlainFieldSet = PlainFieldSet> {
  readonly kind: 'list'
  readonly fields: Fields
}

/** The type of a field's value. */
export type ValueOf<One> = One extends { readonly kind: 'text' | 'secret' }
  ? string
  : One extends FlagField
    ? boolean
    : One extends ChoiceField<infer Id>
      ? Id
      : One extends SecretOrFileField
        ? SecretOrFile
        : One extends GroupField<infer Fields>
          ? ValuesOf<Fields>
          : One extends ListField<infer Fields>
            ? readonly ValuesOf<Fields>[]
            : never

/** The values of a set of fields. */
export type ValuesOf<Fields> = { readonly [Key in keyof Fields]: ValueOf<Fields[Key]> }

/** The value of a {@link SecretOrFileField}: a text, or the path of a file. */
export interface SecretOrFile {
  readonly source: 'file' | 'text'
  readonly value: string
}

type Choices<Id extends string> = readonly [FieldChoice<Id>, ...FieldChoice<Id>[]]

/** Describes a text field, empty by default. */
export function text(label: string, options: TextOptions & { readonly default?: string } = {}): TextField {
  return { kind: 'text', label, default: '', ...options }
}

/** Describes a secret field, empty by default. */
export function secret(label: string, options: Omit<SecretField, 'kind' | 'label'> = {}): SecretField {
  return { kind: 'secret', label, ...options }
}

/** Describes a secret field that may refer to a file instead; an empty text by default. */
export function secretOrFile(
  label: string,
  options: Omit<SecretField, 'kind' | 'label'> = {},
): SecretOrFileField {
  return { kind: 'secretOrFile', label, ...options }
}

/** Describes a choice, with the first one as default. */
export function choice<const Id extends string>(
  label: string,
  choices: Choices<Id>,
  options: { readonly default?: NoInfer<Id> } = {},
): ChoiceField<Id> {
  return { kind: 'choice', label, choices, default: options.default ?? choices[0].id }
}

/** Returns choices whose labels are their values. */
export function choicesNamed<const Id extends string>(first: Id, ...rest: readonly Id[]): Choices<Id> {
  const named = (id: Id): FieldChoice<Id> => ({ id, label: id })
  return [named(first), ...rest.map(named)]
}

/** Describes a switch, off by default unless stated. */
export function flag(label: string, options: { readonly default?: boolean } = {}): FlagField {
  return { kind: 'flag', label, default: false, ...options }
}

/** Describes a group of fields. */
export function group<Fields extends PlainFieldSet>(fields: Fields): GroupField<Fields> {
  return { kind: 'group', fields }
}

/** Describes a list of entries. */
export function list<Fields extends PlainFieldSet>(fields: Fields): ListField<Fields> {
  return { kind: 'list', fields }
}

/** Returns the default value of a field. */
export function defaultOf(field: Field): unknown {
  switch (field.kind) {
    case 'text':
    case 'choice':
    case 'flag':
      return field.default
    case 'secret':
      return ''
    case 'secretOrFile':
      return { source: 'text', value: '' } satisfies SecretOrFile
    case 'group':
      return defaultsOf(field.fields)
    case 'list':
      return []
  }
}

/** Returns the default values of fields. */
export function defaultsOf<Fields extends FieldSet>(fields: Fields): ValuesOf<Fields> {
  const values = Object.entries(fields).map(([key, field]) => [key, defaultOf(field)] as const)
  // The same entries define the type and the object.
  return Object.fromEntries(values) as ValuesOf<Fields>
}

/** Returns whether a value is a {@link SecretOrFile}. */
export function isSecretOrFile(value: unknown): value is SecretOrFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    (value.source === 'text' || value.source === 'file') &&
    'value' in value &&
    typeof value.value === 'string'
  )
}
