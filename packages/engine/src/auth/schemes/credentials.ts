/** Whether nobody is named, so that nothing is sent. */
export function isAnyone({
  username,
  password,
}: {
  readonly username: string
  readonly password: string
}): boolean {
  return username === '' && password === ''
}
