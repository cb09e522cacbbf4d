/** The reason why encrypted data can be neither read nor written. It is kept unchanged. */
export interface Locked {
  readonly code: 'SECRETS_LOCKED'
  readonly reason: LockedReason
}

export type LockedReason =
  /** The system's keychain is currently asking the user. */
  | 'asking'
  /** The system's keychain is locked or missing, or the user refused. */
  | 'keychain'
  /** There is encrypted data, but its key is missing. */
  | 'keyMissing'
  /** The key that was found is a different one. */
  | 'keyWrong'
  /** A file is invalid, or its content was changed. */
  | 'damaged'

export function locked(reason: LockedReason): Locked {
  return { code: 'SECRETS_LOCKED', reason }
}

const restore =
  'Restore key.json and secrets.json in Parley’s data folder from a backup, or set PARLEY_HOME to a new folder.'

const sentences: Readonly<Record<LockedReason, { readonly sentence: string; readonly nextStep: string }>> = {
  asking: {
    sentence: 'The secrets are locked: the keychain of this computer is asking for permission.',
    nextStep: 'Answer it to unlock them.',
  },
  keychain: {
    sentence: 'The secrets are locked: the keychain of this computer does not release their key.',
    nextStep: 'Unlock the keychain, then try again.',
  },
  keyMissing: { sentence: 'The secrets are locked: their key is missing.', nextStep: restore },
  keyWrong: { sentence: 'The secrets are locked: the key that was found is not theirs.', nextStep: restore },
  damaged: { sentence: 'The secrets are locked: the file that contains them is damaged.', nextStep: restore },
}

/** Returns a sentence about the problem, and the next step. */
export function describeLocked({ reason }: Locked): { readonly sentence: string; readonly nextStep: string } {
  return sentences[reason]
}
