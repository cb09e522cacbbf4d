import {
  authSchemes,
  type EffectiveAuth,
  type SchemeRegistry,
  secretFieldsOf,
  secretTextOf,
} from '@parley/model'
import type { MessageSecret } from './gate/message-secrets.ts'
import { fillStrings } from './variables/fill-strings.ts'
import type { Substitution } from './variables/substitute.ts'

/** An authorization with its variables filled in, and the secrets in it. */
export interface RenderedAuth<Auth extends EffectiveAuth> {
  readonly auth: Auth
  readonly secrets: readonly MessageSecret[]
}

/**
 * Fills in the variables of an authorization. A literal in a secret field is a secret that is withheld from
 * scripts, named after its field (behaviour, Withheld secret).
 * @throws SubstitutionError
 */
export function renderAuth<Auth extends EffectiveAuth>(
  typed: Auth,
  substitution: Substitution,
  schemes: SchemeRegistry = authSchemes,
): RenderedAuth<Auth> {
  const secrets: MessageSecret[] = []
  const auth = fillStrings(typed, {
    fill(text) {
      const filled = substitution.fillWithSecrets(text)
      secrets.push(...filled.secrets)
      return filled.text
    },
  })
  return { auth, secrets: [...secrets, ...literalsOf(typed, auth, schemes)] }
}

function literalsOf(
  typed: EffectiveAuth,
  rendered: EffectiveAuth,
  schemes: SchemeRegistry,
): readonly MessageSecret[] {
  // A variable may determine which fields are used, for example the algorithm of a JWT.
  return secretFieldsOf(rendered, schemes)
    .filter(({ field }) => hasLiteral(secretTextOf(typed, field, schemes)))
    .map(({ label, text }) => fieldSecret(label, text.trim()))
}

/** Returns a secret of an authorization field, named by the field's label. */
export function fieldSecret(name: string, text: string): MessageSecret {
  return { name, text, isWithheld: true, source: { kind: 'field' } }
}

function hasLiteral(typed: string): boolean {
  return typed.replace(/\{\{[^{}]+\}\}/g, '').trim() !== ''
}
