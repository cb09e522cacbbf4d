/** Headers that identify the user, and those that are named after what they hold. */
const credentialHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-amz-security-token)$|api-?key|token|secret/i

/** What members of bodies, params and variables that hold credentials are called. */
const credentialName =
  /^(?!.*(?:type|expires|expiry|endpoint|ur[il])(?:_?in)?$).*(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|signature|credential|assertion)/i

/** Whether a header of this name holds what identifies the user. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeaders.test(name)
}

/** Whether a member, field, param or variable of this name holds what identifies the user. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name)
}

/** Whether a value takes its secret from a variable. */
export function holdsReference(value: string): boolean {
  return /\{\{[^{}]+\}\}/.test(value)
}
