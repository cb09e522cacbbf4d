/** Comments before a command are no longer. In UTF-16 units. */
const searchedCharacters = 65_536

/**
 * Returns whether a text pasted into the URL field is a cURL or grpcurl command rather than a URL (behaviour
 * 2.1), also one that a text is piped into. A host named `curl` is not a command: the word must be followed by arguments.
 */
export function looksLikeCurl(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:[$>%#]\s+)?(?:(?:cat|echo)\s[^\n|]*\|\s*)?(?:(?:sudo|time)\s+)?(?:[\w./\\:~-]*[/\\])?(?:grp)?curl(?:\.exe)?\s+\S/i.test(
    text.slice(0, searchedCharacters),
  )
}
