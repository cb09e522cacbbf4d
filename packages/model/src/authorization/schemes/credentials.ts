import { secret, text } from '../field.ts'

/** Who signs in, and with what. */
export const credentials = { username: text('Username'), password: secret('Password') }
