import type { AuthByType, AuthType } from './auth.ts'
import { authSchemes } from './auth-schemes.ts'
import { type AnyScheme, newAuthOf } from './scheme-descriptor.ts'

/**
 * Returns an authorization with the type's defaults, as the tab shows it after a type is picked (behaviour 5.1,
 * 5.2).
 */
export function newAuth<Type extends AuthType>(type: Type): AuthByType[Type] {
  const scheme: AnyScheme = authSchemes[type]
  // The registry contains each scheme under its own type.
  return newAuthOf(scheme) as AuthByType[Type]
}
