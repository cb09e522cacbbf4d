import { type AnyAuth, type AnyScheme, type FormField, formFieldsOf } from '@parley/model'
import type { ReactNode } from 'react'
import { AuthNote } from './AuthFields.tsx'
import type { AuthFormProps } from './auth-types.ts'
import { MoreOptions } from './MoreOptions.tsx'
import { SchemeField } from './SchemeField.tsx'

export interface SchemeFormProps extends AuthFormProps<AnyAuth> {
  readonly scheme: AnyScheme
  /** Controls that replace those of fields, by the field's name. */
  readonly own?: Readonly<Record<string, ReactNode>>
  /** What follows the fields under More options. */
  readonly more?: ReactNode
}

/** The form of a scheme as its descriptor lists the fields. */
export function SchemeForm({ scheme, auth, onChange, own = {}, more }: SchemeFormProps) {
  const fields = formFieldsOf(scheme, auth)
  const shown = ({ key, field }: FormField) =>
    own[key] ?? (
      <SchemeField key={key} field={field} value={auth[key]} onChange={value => onChange({ [key]: value })} />
    )
  return (
    <>
      {scheme.note !== undefined && <AuthNote>{scheme.note}</AuthNote>}
      {fields.main.map(shown)}
      {(fields.more.length > 0 || more !== undefined) && (
        <MoreOptions>
          {fields.more.map(shown)}
          {more}
        </MoreOptions>
      )}
    </>
  )
}
