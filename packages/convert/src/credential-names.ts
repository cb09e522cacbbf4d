/** Matches the names of headers that identify the user. */
const credentialHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-amz-security-token)$|api-?key|token|secret/i

/** Matches the names of members of bodies, params and variables that contain credentials. */
const credentialName =
  /^(?!.*(?:type|expires|expiry|endpoint|ur[il])(?:_?in)?$).*(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|signature|credential|assertion)/i

/** Returns whether a header of this name identifies the user. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeaders.test(name)
}

/** Returns whether a member, field, param or variable of this name contains a credential. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name)
}

/** Returns whether a value takes its secret from a variable. */
export function holdsReference(value: string): boolean {
  return /\{\{[^{}]+\}\}/.test(value)
}
