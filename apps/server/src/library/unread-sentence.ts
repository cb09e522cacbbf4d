import type { WorkspaceFailure } from '@parley/workspace'

/**
 * Returns why a file that is there cannot be read, without any text of it; null if it is gone. Nothing may be sent as if the
 * file said nothing.
 */
export function unreadSentence({ code, path, sentence, plainSentence }: WorkspaceFailure): string | null {
  if (code === 'DAMAGED') return `“${path}” is damaged: ${plainSentence ?? sentence}`
  return code === 'NOT_READ' ? sentence : null
}
