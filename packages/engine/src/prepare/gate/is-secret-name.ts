/** Names under which secrets are usually stored, such as tokens. Authors are none. */
const secretName =
  /auth(?!or(?!i[sz]))|token|secret|passw|passphrase|credential|cookie|session|signature|jwt|api.?key|\bkey\b/i

/** Returns whether a value under this name is probably a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}
