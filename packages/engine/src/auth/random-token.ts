import type { Random } from '../ports.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A text that nobody can guess, six bits a character; it needs no encoding anywhere. */
export function randomToken(random: Random, length: number): string {
  let token = ''
  while (token.length < length) token += letters[random.integer(letters.length)]
  return token
}
