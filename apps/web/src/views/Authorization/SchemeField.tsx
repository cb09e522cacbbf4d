import type { Field, FieldSet } from '@parley/model'
import { AuthNote, AuthPick, AuthSwitch, AuthText } from './AuthFields.tsx'

export interface SchemeFieldProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/**
 * The control of a field, depending on its kind. Groups and lists have controls only in the form of their
 * scheme.
 */
export function SchemeField({ field, value, onChange }: SchemeFieldProps) {
  switch (field.kind) {
    case 'text': {
      const { label, offers, note } = field
      const text = textOf(value)
      return (
        <>
          {offers === undefined ? (
            <AuthText {...textProps(field)} value={text} onChange={onChange} />
          ) : (
            <AuthPick
              label={label}
              value={text}
              choices={offers.map(id => ({ id, label: id }))}
              onChange={onChange}
            />
          )}
          {note !== undefined && <AuthNote>{note}</AuthNote>}
        </>
      )
    }
    case 'secret':
      return <AuthText {...textProps(field)} value={textOf(value)} isSecret onChange={onChange} />
    case 'choice':
      return (
        <AuthPick
          label={field.label}
          value={textOf(value)}
          choices={field.choices.filter(one => one.isOffered !== false)}
          valueLabel={field.choices.find(one => one.id === value)?.label ?? textOf(value)}
          onChange={onChange}
        />
      )
    case 'flag':
      return <AuthSwitch label={field.label} isSelected={value === true} onChange={onChange} />
    case 'secretOrFile':
    case 'group':
    case 'list':
      return null
  }
}

export interface SchemeFieldsProps<Fields extends FieldSet> {
  readonly fields: Fields
  /** The names of the fields to show, in order. */
  readonly names: readonly (keyof Fields & string)[]
  readonly values: Readonly<Record<string, unknown>>
  onChange(change: Readonly<Record<string, unknown>>): void
}

/** The controls of some fields, for a form that arranges them itself. */
export function SchemeFields<Fields extends FieldSet>(props: SchemeFieldsProps<Fields>) {
  const { fields, names, values, onChange } = props
  return names.map(name => {
    const field = fields[name]
    return field === undefined ? null : (
      <SchemeField
        key={name}
        field={field}
        value={values[name]}
        onChange={value => onChange({ [name]: value })}
      />
    )
  })
}

type Text = Extract<Field, { readonly kind: 'text' | 'secret' }>

function textProps({ label, placeholder, isMultiline }: Text) {
  return { label, isMultiline: isMultiline ?? false, ...(placeholder === undefined ? {} : { placeholder }) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
