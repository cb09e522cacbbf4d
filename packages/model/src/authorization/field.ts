/**
 * The fields of an authorization scheme. What a field says of itself decides about its default, its check in files
 * and drafts, its control in the form, and whether its text is kept as a secret.
 */
export type Field = PlainField | SecretField | SecretOrFileField | GroupField | ListField

/** A field that holds no secret. */
export type PlainField = TextField | ChoiceField | FlagField

/** The fields of a scheme by their names in the model, in the order in which files list them. */
export type FieldSet = Readonly<Record<string, Field>>

/** The fields of a group or of a list's entry: secrets have no place in them, as files list secrets by top-level names. */
export type PlainFieldSet = Readonly<Record<string, PlainField>>

/** A text that takes `{{variables}}`. */
export interface TextField extends TextOptions {
  readonly kind: 'text'
  readonly label: string
  readonly default: string
}

interface TextOptions {
  /** Texts that the form offers in a picker; any other text of a file is kept. */
  readonly offers?: readonly string[]
  readonly placeholder?: string
  readonly isMultiline?: true
  /** A sentence below the control. */
  readonly note?: string
}

/** A text whose literal is kept outside files, encrypted, and shown masked (product decisions, Secret fields). */
export interface SecretField {
  readonly kind: 'secret'
  readonly label: string
  readonly placeholder?: string
  readonly isMultiline?: true
}

/** A secret text, or the path of a file that holds it, which is no secret. */
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

/** A value of a {@link ChoiceField} and what the form calls it. */
export interface FieldChoice<Id extends string = string> {
  readonly id: Id
  readonly label: string
  /** Kept where a file has it, but no longer to be picked. */
  readonly isOffered?: false
}

/** Something that is on or off. */
export interface FlagField {
  readonly kind: 'flag'
  readonly label: string
  readonly default: boolean
}

/** Fields that belong together; the form of the scheme shows them by a control of its own. */
export interface GroupField<Fields extends PlainFieldSet = PlainFieldSet> {
  readonly kind: 'group'
  readonly fields: Fields
}

/** Any number of entries, none at first; the form of the scheme shows them by a control of its own. */
export interface ListField<Fields extends PlainFieldSet = PlainFieldSet> {
  readonly kind: 'list'
  readonly fields: Fields
}

/** What a field holds. */
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

/** What a set of fields holds. */
export type ValuesOf<Fields> = { readonly [Key in keyof Fields]: ValueOf<Fields[Key]> }

/** The value of a {@link SecretOrFileField}: a text, or the path of a file. */
export interface SecretOrFile {
  readonly source: 'file' | 'text'
  readonly value: string
}

type Choices<Id extends string> = readonly [FieldChoice<Id>, ...FieldChoice<Id>[]]

/** Describes a text, empty by default. */
export function text(label: string, options: TextOptions & { readonly default?: string } = {}): TextField {
  return { kind: 'text', label, default: '', ...options }
}

/** Describes a secret text, empty by default. */
export function secret(label: string, options: Omit<SecretField, 'kind' | 'label'> = {}): SecretField {
  return { kind: 'secret', label, ...options }
}

/** Describes a secret text that may be a file instead; an empty text by default. */
export function secretOrFile(
  label: string,
  options: Omit<SecretField, 'kind' | 'label'> = {},
): SecretOrFileField {
  return { kind: 'secretOrFile', label, ...options }
}

/** Describes a choice; by default the first one. */
export function choice<const Id extends string>(
  label: string,
  choices: Choices<Id>,
  options: { readonly default?: NoInfer<Id> } = {},
): ChoiceField<Id> {
  return { kind: 'choice', label, choices, default: options.default ?? choices[0].id }
}

/** Choices that the form calls by their values. */
export function choicesNamed<const Id extends string>(first: Id, ...rest: readonly Id[]): Choices<Id> {
  const named = (id: Id): FieldChoice<Id> => ({ id, label: id })
  return [named(first), ...rest.map(named)]
}

/** Describes a switch, off by default. */
export function flag(label: string, options: { readonly default?: boolean } = {}): FlagField {
  return { kind: 'flag', label, default: false, ...options }
}

/** Describes fields that belong together. */
export function group<Fields extends PlainFieldSet>(fields: Fields): GroupField<Fields> {
  return { kind: 'group', fields }
}

/** Describes a list of entries. */
export function list<Fields extends PlainFieldSet>(fields: Fields): ListField<Fields> {
  return { kind: 'list', fields }
}

/** Returns what a field holds until somebody fills it in. */
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

/** Returns what fields hold until somebody fills them in. */
export function defaultsOf<Fields extends FieldSet>(fields: Fields): ValuesOf<Fields> {
  const values = Object.entries(fields).map(([key, field]) => [key, defaultOf(field)] as const)
  // The names and kinds that make the type make the object.
  return Object.fromEntries(values) as ValuesOf<Fields>
}

/** Whether a value is one of a {@link SecretOrFileField}. */
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
