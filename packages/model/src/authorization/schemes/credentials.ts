import { secret, text } from '../field.ts'

/** The fields for user and password. */
export const credentials = { username: text('Username'), password: secret('Password') }
