/**
 * Returns whether a text pasted into the URL field is a cURL command rather than a URL (spec 2.1). A host
 * named `curl` is not a command: the word must be followed by arguments.
 */
export function looksLikeCurl(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:[$>%#]\s+)?(?:(?:sudo|time)\s+)?(?:[\w./\\:~-]*[/\\])?curl(?:\.exe)?\s+\S/i.test(
    text,
  )
}
