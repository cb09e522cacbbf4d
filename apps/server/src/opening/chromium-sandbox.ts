/** Says that {@link sandboxArguments} are not empty. */
export const noSandboxSentence =
  'You are root, so Chromium runs without its own sandbox. Start Parley as another user to use it.'

/** Whether Chromium must start without its own sandbox: it refuses to use it as root, the user of containers. */
export function runsAsRoot(userId: number | undefined = process.getuid?.()): boolean {
  return userId === 0
}

/** Returns the arguments without which Chromium does not start for this user. */
export function sandboxArguments(isRoot: boolean = runsAsRoot()): readonly string[] {
  // The second hides a bar that says what Parley has said already.
  return isRoot ? ['--no-sandbox', '--test-type'] : []
}
