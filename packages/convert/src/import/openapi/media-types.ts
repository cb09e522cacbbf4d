/** The media types, those easiest to write first. */
const preferred = [
  /^application\/json$/,
  /[/+]json$/,
  /^application\/x-www-form-urlencoded$/,
  /^multipart\/form-data$/,
  /[/+]xml$/,
  /^text\//,
]

/** Returns the preferred entry of a `content`. */
export function chosenContent<Content>(
  contents: readonly (readonly [string, Content])[],
): readonly [string, Content] | undefined {
  for (const pattern of preferred) {
    const found = contents.find(([name]) => pattern.test(plainType(name)))
    if (found !== undefined) return found
  }
  return contents[0]
}

/** Returns a media type without its parameters. */
export function plainType(mediaType: string): string {
  return mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
}
