/**
 * Whether a text that is pasted into the URL field is a cURL command rather than a URL (spec 2.1).
 * A host named `curl` is none: behind the word there must be something more.
 */
export function looksLikeCurl(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:[$>%#]\s+)?(?:(?:sudo|time)\s+)?(?:[\w./\\:~-]*[/\\])?curl(?:\.exe)?\s+\S/i.test(
    text,
  )
}
