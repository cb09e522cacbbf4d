import type { AuthSource } from '@parley/engine'
import {
  type AnyAuth,
  type AuthByType,
  type AuthType,
  authLabel,
  authSchemes,
  type SchemeRegistry,
  schemeOf,
} from '@parley/model'
import type { ReactNode } from 'react'
import { AuthNote } from './AuthFields.tsx'
import type { AuthFormProps } from './auth-types.ts'
import { OAuth1Form } from './forms/OAuth1Form.tsx'
import { OAuth2Form } from './forms/OAuth2Form.tsx'
import { SchemeForm } from './SchemeForm.tsx'

export interface AuthOfTypeProps<Shown extends AnyAuth> {
  readonly auth: Shown
  readonly inherited: AuthSource | null
  readonly onChange: (auth: Shown) => void
  readonly schemes?: SchemeRegistry
}

/** The form of an authorization: generated from the descriptor of its scheme, or one of its own. */
export function AuthForm<Shown extends AnyAuth>(props: AuthOfTypeProps<Shown>) {
  const { auth, inherited, onChange, schemes = authSchemes } = props
  const scheme = schemeOf(auth, schemes)
  if (auth.type === 'inherit')
    return inherited?.owner && inherited.auth.type !== 'none' ? (
      <AuthNote>{authLabel(inherited.auth.type)}</AuthNote>
    ) : null
  if (scheme === undefined) return null
  const form: AuthFormProps<AnyAuth> = { auth, onChange: change => onChange({ ...auth, ...change }) }
  const known: Readonly<Record<string, OwnForm<AnyAuth> | undefined>> = ownForms
  return known[auth.type]?.show(form) ?? <SchemeForm scheme={scheme} {...form} />
}

interface OwnForm<Shown extends AnyAuth> {
  show(props: AuthFormProps<Shown>): ReactNode
}

/** Schemes whose form cannot be generated from their descriptor. */
const ownForms: { readonly [Type in AuthType]?: OwnForm<AuthByType[Type]> } = {
  oauth1: { show: props => <OAuth1Form {...props} /> },
  oauth2: { show: props => <OAuth2Form {...props} /> },
}
