/** Whether user and password are both empty, so that no credentials are sent. */
export function hasNoCredentials({
  username,
  password,
}: {
  readonly username: string
  readonly password: string
}): boolean {
  return username === '' && password === ''
}
