import type { Random } from '../ports/engine-ports.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns a random text of URL-safe characters with six bits of entropy each. */
export function randomToken(random: Random, length: number): string {
  let token = ''
  while (token.length < length) token += letters[random.integer(letters.length)]
  return token
}
