import type { EffectiveAuth } from '@parley/model'
import { secretFieldsOf, secretFieldText } from './auth/secret-fields.ts'
import type { MessageSecret } from './stages.ts'
import { fillStrings } from './variables/fill-strings.ts'
import type { Substitution } from './variables/substitute.ts'

/** An authorization with its variables filled in, and the secrets in it. */
export interface RenderedAuth<Auth extends EffectiveAuth> {
  readonly auth: Auth
  readonly secrets: readonly MessageSecret[]
}

/**
 * Fills in the variables of an authorization. A literal in a secret field counts as a secret that is withheld from
 * scripts, under the name of its field (product decisions). @throws SubstitutionError
 */
export function renderAuth<Auth extends EffectiveAuth>(
  typed: Auth,
  substitution: Substitution,
): RenderedAuth<Auth> {
  const secrets: MessageSecret[] = []
  const auth = fillStrings(typed, {
    fill(text) {
      const filled = substitution.fillKnowing(text)
      secrets.push(...filled.secrets)
      return filled.text
    },
  })
  return { auth, secrets: [...secrets, ...literalsOf(typed, auth)] }
}

function literalsOf(typed: EffectiveAuth, rendered: EffectiveAuth): readonly MessageSecret[] {
  return secretFieldsOf(typed)
    .filter(({ field }) => hasLiteral(secretFieldText(typed, field)))
    .map(({ field, label }) => fieldSecret(label, secretFieldText(rendered, field).trim()))
}

/** A secret that an authorization holds itself, as its form calls it. */
export function fieldSecret(name: string, text: string): MessageSecret {
  return { name, text, isWithheld: true, source: { kind: 'field' } }
}

function hasLiteral(typed: string): boolean {
  return typed.replace(/\{\{[^{}]+\}\}/g, '').trim() !== ''
}
