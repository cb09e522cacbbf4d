import type { AuthByType, AuthType } from './auth.ts'
import { authSchemes } from './auth-schemes.ts'
import { type AnyScheme, newAuthOf } from './scheme-descriptor.ts'

/** What the tab shows when a type is picked: empty fields and the type's defaults (spec 5.1, 5.2). */
export function newAuth<Type extends AuthType>(type: Type): AuthByType[Type] {
  const scheme: AnyScheme = authSchemes[type]
  // The registry holds each scheme under its own type.
  return newAuthOf(scheme) as AuthByType[Type]
}
