import { authSchemes } from './auth-schemes.ts'
import type { Field } from './field.ts'
import { type AnyAuth, type AnyScheme, type SchemeRegistry, schemeOf } from './scheme-descriptor.ts'

/** A field in a form. */
export interface FormField {
  /** Its name in the model. */
  readonly key: string
  readonly field: Field
}

/** The fields that the form of a scheme shows for an authorization. */
export interface FormFields {
  readonly main: readonly FormField[]
  /** The fields under More options. */
  readonly more: readonly FormField[]
}

/** Returns the fields that a form shows, in order. */
export function formFieldsOf(scheme: AnyScheme, auth: AnyAuth): FormFields {
  const keys = scheme.form ?? Object.keys(scheme.fields)
  const shown = keys.flatMap(key => {
    const field = scheme.fields[key]
    return field !== undefined && isShown(scheme, key, auth) ? [{ key, field }] : []
  })
  const isMore = ({ key }: FormField) => scheme.more?.includes(key) ?? false
  return { main: shown.filter(one => !isMore(one)), more: shown.filter(isMore) }
}

/** Returns whether a form shows a field of an authorization. */
export function isShown(scheme: AnyScheme, key: string, auth: AnyAuth): boolean {
  return scheme.shownIf?.[key]?.(auth) ?? true
}

/** Returns the explanation next to the picker; undefined if there is none for this authorization. */
export function helpOf(auth: AnyAuth, schemes: SchemeRegistry = authSchemes): string | undefined {
  const scheme = schemeOf(auth, schemes)
  return (scheme?.helpIf?.(auth) ?? true) ? scheme?.help : undefined
}

/** Returns the schemes that the Type picker offers. Inherit is offered only if there is a parent. */
export function offeredSchemes<Scheme extends AnyScheme>(
  hasParent: boolean,
  schemes: readonly Scheme[],
): readonly Scheme[] {
  return schemes.filter(
    scheme => scheme.isOffered !== false && (hasParent || scheme.type !== authSchemes.inherit.type),
  )
}

/** Returns the label of an authorization in the Type picker (behaviour 5.1). */
export function authLabel(type: string, schemes: SchemeRegistry = authSchemes): string {
  return schemes[type]?.label ?? type
}

/** Returns the name of an authorization in sentences. */
export function authShortName(type: string, schemes: SchemeRegistry = authSchemes): string {
  return schemes[type]?.shortName ?? authLabel(type, schemes)
}
