import type { DescribedCodes } from './described-codes.ts'
import { shownFile, withoutFullStop } from './failure-words.ts'

/** Failures of authorization, and secrets that may not be sent. */
export const authorizationFailures: DescribedCodes = {
  SECRET_HOST_NOT_ALLOWED: ({ address, subject }) => ({
    sentence: `A script chose the address ${address}, and what would go there contains the secret ${subject}. Nothing was sent.`,
    nextStep: 'If the address is right, type it in the request or in an environment.',
  }),
  SECRET_REDIRECT_NOT_ALLOWED: ({ address, subject }) => ({
    sentence: `The server redirects to ${address}, and the request would take the secret ${subject} there. The redirect was not followed.`,
    nextStep:
      'If the address is right, send the request there directly, or send it again and allow the redirect.',
  }),
  SECRET_MISSING: ({ subject }) => ({
    sentence: `This computer has no value for the secret ${subject}. Nothing was sent.`,
    nextStep:
      'Send again and type the value when asked; it is stored encrypted, and never in a file of the workspace.',
  }),
  AUTH_NOT_SUPPORTED: ({ subject }) => ({
    sentence: `The authorization ${subject} cannot be applied. Nothing was sent.`,
    nextStep: 'Choose another type on the Authorization tab.',
  }),
  NTLM_NOT_SUPPORTED: () => ({
    sentence: 'NTLM cannot be sent: its hashes are broken, and it is no longer maintained. Nothing was sent.',
    nextStep:
      'Choose another type on the Authorization tab, or send through a local proxy that signs in with NTLM.',
  }),
  AUTH_FIELD_MISSING: ({ subject }) => ({
    sentence: `The authorization needs the field ${subject}, which is empty. Nothing was sent.`,
    nextStep: 'Fill it in on the Authorization tab.',
  }),
  AUTH_KEY_INVALID: ({ subject }) => ({
    sentence: `The key cannot be used for ${subject}. Nothing was sent.`,
    nextStep:
      'Paste the whole private key in PEM form, of the type that the algorithm needs, without a password.',
  }),
  AUTH_KEY_FILE: ({ subject }) => ({
    sentence: `The private key ${shownFile(subject)} is a file, which Parley does not read for authorization. Nothing was sent.`,
    nextStep: 'Paste the text of the key on the Authorization tab.',
  }),
  AUTH_JSON_INVALID: ({ subject }) => ({
    sentence: `The ${subject} of the token is not a JSON object. Nothing was sent.`,
    nextStep: 'Correct it on the Authorization tab; a {{name}} for a string must be in quotes.',
  }),
  AUTH_CONTENT_IN_FILE: ({ subject }) => ({
    sentence: `${subject} covers the body, and a file that is streamed cannot be hashed before it is sent.`,
    nextStep: 'Nothing was sent. Leave out the body hash on the Authorization tab, or send the body as text.',
  }),
  NO_TOKEN: () => ({
    sentence: 'There is no access token yet. Nothing was sent.',
    nextStep: 'Get a new access token on the Authorization tab, then send again.',
  }),
  TOKEN_NOT_RECEIVED: ({ subject }) => ({
    sentence: `No access token was given: ${withoutFullStop(subject)}.`,
    nextStep:
      'The request itself was not sent. Check the Token URL, the client and the scope on the Authorization tab.',
  }),
  TOKEN_NOT_GIVEN: ({ subject }) => ({
    sentence: `No access token was given: ${withoutFullStop(subject)}.`,
    nextStep: 'Check the addresses, the client and the scope, then get a new access token again.',
  }),
}
